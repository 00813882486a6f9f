import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { lockResource } from '#kit/write.ts'
import { checkFields, mergeCustomFields } from '../custom-fields/index.ts'
import { customer } from './customer.ts'
import { customerErased } from './errors.ts'
import { changeCustomer, checkChangeable, currentCustomer } from './merged.ts'
import { Customer, CustomerUpdate } from './schema.ts'

export const updateCustomer = endpoint({
  operationId: 'updateCustomer',
  method: 'PATCH',
  path: `${customer.path}/{id}`,
  tag: customer.tag,
  scope: customer.scopes.write,
  summary: 'Change a customer',
  description:
    'Changes the fields sent. Custom fields are merged, null removes a value, and values are checked against your tenant’s ' +
    'definitions. An address or external id of another customer is refused. A change to a merged customer changes the target, as ' +
    '`id` shows.',
  params: { id: customer.id },
  body: CustomerUpdate,
  responds: { 200: item(Customer, 'The customer as it is now') },
  errors: [customerErased],
  conflicts: customer.conflicts,
  etag: true,
  writes: 'transaction',
  present: customer.present,
  async handle(context) {
    const { tx, principal } = context
    const { customFields, ...sent } = context.body
    const current = await lockResource(context, currentCustomer)
    checkChangeable(current)
    const after = mergeCustomFields(current.customFields, customFields)
    await checkFields(tx, principal.tenantId, 'CUSTOMER', { before: current.customFields, after, moment: null })
    return changeCustomer(context, current, { ...sent, customFields: after })
  },
})
