/** Erasing and exporting customers. */
import { statement, type Uuid } from '../../kit/index.ts'
import { customerTable, type CustomerRow } from './queries.ts'

type Ids = { tenantId: Uuid; ids: readonly Uuid[] }

/** Locks a customer and those who were merged into them. To be asked with the id of one who is not merged. */
export const lockPerson = statement<{ tenantId: Uuid; id: Uuid }, CustomerRow>(`
  select ${customerTable.columns} from customers c where c.tenant_id = :tenantId::uuid and (c.id = :id::uuid or c.merged_into = :id::uuid)
  order by c.id for update`)

/** Nothing personal is left, and nothing leads to the row any more: it has an address that nobody can have. */
export const blankCustomers = statement<Ids, object>(`
  update customers c set email = 'erased-' || c.id || '@erased.invalid', name = null, external_id = null, custom_fields = '{}',
    name_words = '', address_words = '', alias_words = '', erased_at = now(), version = c.version + 1, updated_at = greatest(now(), c.updated_at)
  where c.tenant_id = :tenantId::uuid and c.id = any(:ids::uuid[]) and c.erased_at is null`)

export const deleteCustomers = statement<Ids, { id: Uuid; mergedInto: Uuid | null }>(`
  delete from customers c where c.tenant_id = :tenantId::uuid and c.id = any(:ids::uuid[]) returning c.id, c.merged_into as "mergedInto"`)

/** The customer with those who were merged into them. */
export const personOf = statement<{ tenantId: Uuid; id: Uuid }, { id: Uuid; erased: boolean }>(`
  select c.id, c.erased_at is not null as erased from customers c where c.tenant_id = :tenantId::uuid
    and (c.id = :id::uuid or c.merged_into = :id::uuid) order by c.id`)

export const readCustomers = statement<Ids, CustomerRow>(
  `select ${customerTable.columns} from customers c where c.tenant_id = :tenantId::uuid and c.id = any(:ids::uuid[]) order by c.created_at, c.id`,
)
