/** Statements for erasing and exporting customers. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { customerTable, type CustomerRow } from './queries.ts'

type Ids = { tenantId: Uuid; ids: readonly Uuid[] }

/** Locks a customer and the customers merged into it. `id` must be a customer that is not merged itself. */
export const lockWithMerged = statement<{ tenantId: Uuid; id: Uuid }, CustomerRow>(`
  select ${customerTable.columns} from customers c where c.tenant_id = :tenantId::uuid and (c.id = :id::uuid or c.merged_into = :id::uuid)
  order by c.id for update`)

/** Blanks all personal data. The placeholder address is invalid, so no request finds the row by an address. */
export const blankCustomers = statement<Ids, object>(`
  update customers c set email = 'erased-' || c.id || '@erased.invalid', name = null, external_id = null, custom_fields = '{}',
    name_words = '', address_words = '', alias_words = '', former_emails = '{}', identities = '[]', email_failed_at = null, opted_out = '{}', erased_at = now(), version = c.version + 1, updated_at = greatest(now(), c.updated_at)
  where c.tenant_id = :tenantId::uuid and c.id = any(:ids::uuid[]) and c.erased_at is null`)

export const deleteIdentities = statement<Ids, object>(
  'delete from customer_identities where tenant_id = :tenantId::uuid and customer_id = any(:ids::uuid[])',
)

export const deleteCustomers = statement<Ids, { id: Uuid; mergedInto: Uuid | null }>(`
  delete from customers c where c.tenant_id = :tenantId::uuid and c.id = any(:ids::uuid[]) returning c.id, c.merged_into as "mergedInto"`)

/** Finds the ids of a customer and of the customers merged into them. */
export const findCustomerIds = statement<{ tenantId: Uuid; id: Uuid }, { id: Uuid; erased: boolean }>(`
  select c.id, c.erased_at is not null as erased from customers c where c.tenant_id = :tenantId::uuid
    and (c.id = :id::uuid or c.merged_into = :id::uuid) order by c.id`)

/**
 * Lists all current and former addresses of these customers, except former ones that now belong to other customers, and unverified ones,
 * which may be somebody else's. An address at a provider follows the id of its inbox and a space (`toInboxAddress`).
 */
export const listAddresses = statement<Ids, { email: string }>(`
  select c.email from customers c where c.tenant_id = :tenantId::uuid and c.id = any(:ids::uuid[])
  union select i.value from customer_identities i where i.tenant_id = :tenantId::uuid and i.customer_id = any(:ids::uuid[]) and i.type = 'EMAIL' and i.verified
  union select i.inbox_id || ' ' || i.value from customer_identities i
    where i.tenant_id = :tenantId::uuid and i.customer_id = any(:ids::uuid[]) and i.type in ('EXTERNAL', 'TELEGRAM') and i.inbox_id is not null
  union select f.email from customers c cross join lateral unnest(c.former_emails) as f(email)
    where c.tenant_id = :tenantId::uuid and c.id = any(:ids::uuid[]) and not exists (
      select 1 from customers o where o.tenant_id = :tenantId::uuid and o.email = f.email and o.id <> all(:ids::uuid[]))`)

export const readCustomers = statement<Ids, CustomerRow & { formerEmails: string[] }>(
  `select ${customerTable.columns}, c.former_emails as "formerEmails" from customers c where c.tenant_id = :tenantId::uuid and c.id = any(:ids::uuid[]) order by c.created_at, c.id`,
)
