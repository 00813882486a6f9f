import { endpoint, item } from '../../kit/endpoint.ts'
import { ApiError } from '../../kit/errors.ts'
import { checkIfMatch } from '../../kit/if-match.ts'
import { catalogDuplicate } from '../catalog/index.ts'
import { customerNotFound } from './errors.ts'
import { lockCustomer, toCustomer } from './queries.ts'
import { customerId } from './get-customer.ts'
import { Customer, CustomerUpdate } from './schema.ts'
import { overwrite } from './write-customer.ts'

export const updateCustomer = endpoint({
  operationId: 'updateCustomer',
  method: 'PATCH',
  path: '/customers/{id}',
  tag: 'customers',
  scope: 'customers:write',
  summary: 'Change a customer',
  description: 'Changes the fields sent. Custom fields merge; null removes one. An address or external id of another customer is refused.',
  params: { id: customerId },
  body: CustomerUpdate,
  responds: { 200: item(Customer, 'The customer as it is now') },
  errors: [catalogDuplicate],
  etag: true,
  writes: 'transaction',
  present: toCustomer,
  async handle(context) {
    const { tx, principal, params, body, ifMatch } = context
    const current = await tx.first(lockCustomer, { tenantId: principal.tenantId, id: params.id })
    if (!current) throw new ApiError(customerNotFound)
    checkIfMatch(ifMatch, current.version)
    return { status: 200, record: await overwrite(context, current, body) }
  },
})
