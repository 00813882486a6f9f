import { statement, table, type Uuid } from '../../kit/index.ts'
import { Customer } from './schema.ts'

export const customerTable = table({
  from: 'customers c',
  shape: Customer,
  filters: { email: 'c.email = :email::text', externalId: 'c.external_id = :externalId::text' },
  counted: { '': 'select customers from tenant_counters where tenant_id = :tenantId::uuid' },
})

export const lockCustomerByEmail = statement<{ tenantId: Uuid; email: string }, { id: Uuid }>(
  'select id from customers where tenant_id = :tenantId::uuid and email = :email for update',
)
