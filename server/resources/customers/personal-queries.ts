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
    name_words = '', address_words = '', alias_words = '', former_emails = '{}', erased_at = now(), version = c.version + 1, updated_at = greatest(now(), c.updated_at)
  where c.tenant_id = :tenantId::uuid and c.id = any(:ids::uuid[]) and c.erased_at is null`)

export const deleteCustomers = statement<Ids, { id: Uuid; mergedInto: Uuid | null }>(`
  delete from customers c where c.tenant_id = :tenantId::uuid and c.id = any(:ids::uuid[]) returning c.id, c.merged_into as "mergedInto"`)

/** The customer with those who were merged into them. */
export const personOf = statement<{ tenantId: Uuid; id: Uuid }, { id: Uuid; erased: boolean }>(`
  select c.id, c.erased_at is not null as erased from customers c where c.tenant_id = :tenantId::uuid
    and (c.id = :id::uuid or c.merged_into = :id::uuid) order by c.id`)

/** All addresses that these customers have or had, but for former ones that are those of other customers by now. */
export const addressesOf = statement<Ids, { email: string }>(`
  select c.email from customers c where c.tenant_id = :tenantId::uuid and c.id = any(:ids::uuid[])
  union select f.email from customers c cross join lateral unnest(c.former_emails) as f(email)
    where c.tenant_id = :tenantId::uuid and c.id = any(:ids::uuid[]) and not exists (
      select 1 from customers o where o.tenant_id = :tenantId::uuid and o.email = f.email and o.id <> all(:ids::uuid[]))`)

export const readCustomers = statement<Ids, CustomerRow & { formerEmails: string[] }>(
  `select ${customerTable.columns}, c.former_emails as "formerEmails" from customers c where c.tenant_id = :tenantId::uuid and c.id = any(:ids::uuid[]) order by c.created_at, c.id`,
)
