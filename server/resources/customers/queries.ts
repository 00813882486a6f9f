import { toTypeId, type Uuid } from '../../kit/ids.ts'
import type { Static } from '../../kit/schema.ts'
import { isoTime } from '../../kit/time.ts'
import type { Customer } from './schema.ts'

/** A customer as the database holds it. */
export type CustomerRecord = {
  id: Uuid
  email: string
  name: string | null
  externalId: string | null
  customFields: Static<typeof Customer>['customFields']
  version: number
  createdAt: string
  updatedAt: string
}

/** Columns of a CustomerRecord, from customers under `alias`. */
export function customerColumns(alias: string): string {
  return `${alias}.id, ${alias}.email, ${alias}.name, ${alias}.external_id as "externalId", ${alias}.custom_fields as "customFields", ${alias}.version,
  ${alias}.created_at as "createdAt", ${alias}.updated_at as "updatedAt"`
}

export function toCustomer(record: CustomerRecord): Static<typeof Customer> {
  const { id, email, name, externalId, customFields, createdAt, updatedAt } = record
  return { id: toTypeId('cst', id), email, name, externalId, customFields, createdAt: isoTime(createdAt), updatedAt: isoTime(updatedAt) }
}
