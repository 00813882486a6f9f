import { endpoint, item } from '../../kit/endpoint.ts'
import { ApiError } from '../../kit/errors.ts'
import { customerNotFound } from './errors.ts'
import { findCustomer, toCustomer } from './queries.ts'
import { Customer } from './schema.ts'

export const customerId = { prefix: 'cst', description: 'The customer, with or without `cst_`.', notFound: customerNotFound } as const

export const getCustomer = endpoint({
  operationId: 'getCustomer',
  method: 'GET',
  path: '/customers/{id}',
  tag: 'customers',
  scope: 'customers:read',
  summary: 'Get a customer',
  description: 'One customer. Their threads are a list of their own.',
  params: { id: customerId },
  responds: { 200: item(Customer, 'The customer') },
  etag: true,
  present: toCustomer,
  async handle({ db, principal, params }) {
    const record = await db.first(findCustomer, { tenantId: principal.tenantId, id: params.id })
    if (!record) throw new ApiError(customerNotFound)
    return { status: 200, record }
  },
})
