import { statement } from '../../kit/db.ts'
import { toTypeId, type Uuid } from '../../kit/ids.ts'
import { keysetList } from '../../kit/list.ts'
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

const columns = customerColumns('c')

export const customerList = keysetList<CustomerRecord>({
  from: 'customers c',
  alias: 'c',
  columns,
  filters: { email: 'c.email = :email::text', externalId: 'c.external_id = :externalId::text' },
  counted: { '': 'select customers from tenant_counters where tenant_id = :tenantId::uuid' },
})

export const findCustomer = statement<{ tenantId: Uuid; id: Uuid }, CustomerRecord>(
  `select ${columns} from customers c where c.tenant_id = :tenantId::uuid and c.id = :id::uuid`,
)

export const lockCustomer = statement<{ tenantId: Uuid; id: Uuid }, CustomerRecord>(
  `select ${columns} from customers c where c.tenant_id = :tenantId::uuid and c.id = :id::uuid for update`,
)

export const lockCustomerByEmail = statement<{ tenantId: Uuid; email: string }, CustomerRecord>(
  `select ${columns} from customers c where c.tenant_id = :tenantId::uuid and c.email = :email for update`,
)

/** The fields of a customer that callers set. */
export type CustomerFields = Pick<CustomerRecord, 'email' | 'name' | 'externalId' | 'customFields'>

export const insertCustomer = statement<CustomerFields & { tenantId: Uuid; id: Uuid }, CustomerRecord>(`
  insert into customers as c (tenant_id, id, email, name, external_id, custom_fields)
  values (:tenantId::uuid, :id::uuid, :email, :name, :externalId, :customFields::jsonb)
  returning ${columns}`)

export const changeCustomer = statement<CustomerFields & { tenantId: Uuid; id: Uuid }, CustomerRecord>(`
  update customers c set email = :email, name = :name, external_id = :externalId, custom_fields = :customFields::jsonb,
    version = version + 1, updated_at = greatest(now(), updated_at)
  where c.tenant_id = :tenantId::uuid and c.id = :id::uuid
  returning ${columns}`)
