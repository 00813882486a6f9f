/**
 * Customers: the people who write. One per e-mail address (lower-cased) within a tenant; new threads upsert theirs.
 *
 * The total of customers is kept in tenant_counters.customers by whatever inserts one.
 */
import type { Room } from '../../kit/endpoint.ts'

export { customerCreated, customerUpdated } from './events.ts'
export { customerNotFound } from './errors.ts'
export { customerColumns, toCustomer, type CustomerRecord } from './queries.ts'
export { CustomFieldValues, Requester } from './schema.ts'

export const customers: Room = { name: 'customers', description: 'The people who write to you.', endpoints: [] }
