/**
 * Statements for customers. A merged customer keeps its row. Its `merged_into` points to the customer that now has its threads, which is
 * never merged itself: when the target is merged later, the pointer moves on. The merged customer's address and external id find that
 * customer. A verified e-mail address in customer_identities has such a row, too, with the identity's id. So one index finds the customer
 * of any address, primary, secondary or merged, and an address cannot belong to two customers.
 */
import { joinWords } from '../text-search/index.ts'
import { type RowOf, table } from '#kit/table.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { maxFieldBytes } from '../custom-fields/index.ts'
import { Customer } from './schema.ts'
import { erasedDomain, hasAddress, unknownDomain } from './unknown-address.ts'

export type CustomerRow = RowOf<typeof Customer>

/** SQL: the id of the customer that matches a condition on `s`, or of the merge target. */
const currentIdSql = (condition: string) =>
  `(select coalesce(s.merged_into, s.id) from customers s where s.tenant_id = :tenantId::uuid and ${condition})`
const currentIdByEmailSql = currentIdSql('s.email = :email::text')

/** SQL: the words that `q` searches. */
const searchWordsSql = 'c.name_words || c.address_words || c.alias_words'

/** Computes the column name_words from the other columns. */
export const toNameWords = ({ name }: { name: string | null }): string => joinWords(name)
export const toAddressWords = ({ email, externalId }: { email: string; externalId: string | null }): string =>
  joinWords(hasAddress(email) ? email : null, externalId)

/** SQL: the equivalent of `hasAddress` for an expression. */
export const hasAddressSql = (email: string): string => `(${email} not like '%${unknownDomain}' and ${email} not like '%${erasedDomain}')`

const totalSql = 'select customers from tenant_counters where tenant_id = :tenantId::uuid'

export const customerTable = table({
  from: 'customers c',
  shape: Customer,
  computed: { hasEmail: { sql: hasAddressSql('c.email'), initially: hasAddressSql('c.email') } },
  derived: { nameWords: toNameWords, addressWords: toAddressWords },
  filters: {
    email: `c.id = ${currentIdByEmailSql}`,
    externalId: `c.id = ${currentIdSql('s.external_id = :externalId::text')}`,
    unmerged: 'c.merged_into is null',
    updatedAfter: { order: 'updatedAt', tests: ['> :updatedAfter::timestamptz'] },
    updatedBefore: { order: 'updatedAt', tests: ['< :updatedBefore::timestamptz'] },
    parts: {
      tested: `not exists (select 1 from unnest(:parts::text[]) as wanted(part) where strpos(${searchWordsSql}, part) = 0)`,
      indexed: `customer_grams(c.tenant_id, ${searchWordsSql}) @> (
        select array_agg(gram) from unnest(:parts::text[]) as wanted(part) cross join lateral unnest(customer_grams(:tenantId::uuid, part)) as grams(gram))`,
    },
  },
  indexes: {
    choices: {},
    created: [
      { filters: ['email', 'externalId'], between: [] },
      { filters: [], between: [] },
    ],
    sortTables: [
      {
        from: 'customers k',
        id: 'k.id',
        conditions: { unmerged: 'k.merged_into is null' },
        orders: { updatedAt: { column: 'updated_at', expression: 'c.updated_at' } },
      },
    ],
  },
  // Lists always filter by `unmerged`. The total without a filter is therefore that of `unmerged` rows.
  counted: { unmerged: totalSql, '': totalSql },
  rowBytes: { sql: 'octet_length(c.custom_fields::text) + octet_length(c.identities::text)', max: maxFieldBytes },
})

/**
 * SQL: joins the customer of an id as `c`, with the columns that other objects show. For a merged customer, joins the target. Every
 * statement that returns a row's customer uses this, so that a merge takes effect at its commit although a job changes the rows later.
 */
export const customerJoin = (id: string) => `left join lateral (
  select coalesce(r.id, s.id) as id, coalesce(r.email, s.email) as email, case when r.id is null then s.name else r.name end as name,
    case when r.id is null then s.external_id else r.external_id end as external_id, coalesce(r.custom_fields, s.custom_fields) as custom_fields
  from customers s left join lateral (
    select id, email, name, external_id, custom_fields from customers where tenant_id = :tenantId::uuid and id = s.merged_into limit 1) r on true
  where s.tenant_id = :tenantId::uuid and s.id = ${id} limit 1) c on true`

/** Reads customers in the form that other objects show, for `readCurrentCustomers`. */
export const findShownCustomers = statement<{ tenantId: Uuid; ids: readonly Uuid[] }, ShownCustomer>(
  'select id, email, name, merged_into as "mergedInto" from customers where tenant_id = :tenantId::uuid and id = any(:ids::uuid[])',
)
export type ShownCustomer = { id: Uuid; email: string; name: string | null; mergedInto: Uuid | null }

/**
 * Locks the customer of an address. Read the customer with `findByEmail` afterwards, because the row may have changed while this statement
 * waited for the lock.
 */
export const lockByEmail = statement<{ tenantId: Uuid; email: string }, { id: Uuid }>(
  `select c.id from customers c where c.tenant_id = :tenantId::uuid and c.id = ${currentIdByEmailSql} for update of c`,
)
export const findByEmail = statement<{ tenantId: Uuid; email: string }, CustomerRow>(
  `select ${customerTable.columns} from customers c where c.tenant_id = :tenantId::uuid and c.id = ${currentIdByEmailSql}`,
)

/**
 * Locks the customer of an id, or the target if that customer was merged. If the customer is merged while this statement waits, the row has
 * `mergedInto`.
 */
export const lockCustomer = statement<{ tenantId: Uuid; id: Uuid }, CustomerRow>(
  `select ${customerTable.columns} from customers c where c.tenant_id = :tenantId::uuid and c.id = ${currentIdSql('s.id = :id::uuid')} for update of c`,
)

// --- Merge ----------------------------------------------------------------------------------------------------------

/**
 * Locks the tenant's row, so that a tenant's merges run one after another. Concurrent merges could deadlock: a merge also changes customers
 * that were merged earlier into those of the request, and finds them only after locking their targets.
 */
export const lockTenantForMerge = statement<{ tenantId: Uuid }, object>(
  'select from tenants where tenant_id = :tenantId::uuid for no key update',
)

/** Locks customers until the commit, in id order. */
export const lockCustomers = statement<{ tenantId: Uuid; ids: Uuid[] }, object>(
  'select from customers where tenant_id = :tenantId::uuid and id = any(:ids::uuid[]) order by id for update',
)

export const findCustomers = statement<{ tenantId: Uuid; ids: Uuid[] }, CustomerRow>(
  `select ${customerTable.columns} from customers c where c.tenant_id = :tenantId::uuid and c.id = any(:ids::uuid[])`,
)

/** Repoints customers that were merged into the sources earlier to the target. The lock on a target also protects these rows. */
export const repointMerged = statement<{ tenantId: Uuid; sourceIds: Uuid[]; targetId: Uuid }, object>(
  `update customers set merged_into = :targetId::uuid where tenant_id = :tenantId::uuid and merged_into = any(:sourceIds::uuid[])`,
)

// --- Taking the address or external id of a source -------------------------------------------------------------------

/** Clears the external id of a merged customer, because its target takes the id. `setEmail` then updates the search words. */
export const releaseExternalId = statement<{ tenantId: Uuid; id: Uuid; externalId: string }, { id: Uuid; email: string }>(`
  update customers set external_id = null where tenant_id = :tenantId::uuid and merged_into = :id::uuid and external_id = :externalId::text
  returning id, email`)

/** Replaces the address of a merged customer by an invalid one, because its target takes the address. `setEmail` then sets a new one. */
export const releaseEmail = statement<{ tenantId: Uuid; id: Uuid; email: string }, { id: Uuid; externalId: string | null }>(`
  update customers set email = id::text where tenant_id = :tenantId::uuid and merged_into = :id::uuid and email = :email::text
  returning id, external_id as "externalId"`)
export const setEmail = statement<{ tenantId: Uuid; id: Uuid; email: string; words: string }, object>(
  'update customers set email = :email::text, address_words = :words::text where tenant_id = :tenantId::uuid and id = :id::uuid',
)

/** Records the address that a customer is about to lose, so that an erasure of the customer finds the rows that still contain it. */
export const addFormerEmail = statement<{ tenantId: Uuid; id: Uuid; email: string }, object>(`
  update customers set former_emails = array_append(array_remove(former_emails, :email::text), :email::text)
  where tenant_id = :tenantId::uuid and id = :id::uuid`)

/**
 * Updates the customer's search words for the addresses and external ids of customers merged into them. `words` are those of the customer's
 * identities.
 */
export const updateAliasWords = statement<{ tenantId: Uuid; id: Uuid; words: string }, object>(`
  update customers set alias_words = (
    select coalesce(string_agg(s.address_words, ''), '') from customers s where s.tenant_id = :tenantId::uuid and s.merged_into = :id::uuid) || :words::text
  where tenant_id = :tenantId::uuid and id = :id::uuid`)

/** Finds the id of a customer, or of the merge target. */
export const findCurrentId = statement<{ tenantId: Uuid; id: Uuid }, { id: Uuid }>(
  'select coalesce(merged_into, id) as id from customers where tenant_id = :tenantId::uuid and id = :id::uuid',
)
/** Finds the id of the customer with an external id, or of the merge target. */
export const findCurrentIdByExternalId = statement<{ tenantId: Uuid; externalId: string }, { id: Uuid }>(
  'select coalesce(s.merged_into, s.id) as id from customers s where s.tenant_id = :tenantId::uuid and s.external_id = :externalId::text',
)
/** Finds the id of the customer of an address, or of the merge target. */
export const findCurrentIdByEmail = statement<{ tenantId: Uuid; email: string }, { id: Uuid }>(
  'select coalesce(s.merged_into, s.id) as id from customers s where s.tenant_id = :tenantId::uuid and s.email = :email::text',
)

/** Stops automatic mail to addresses that do not work. */
export const markEmailFailed = statement<{ tenantId: Uuid; addresses: string[] }, object>(`
  update customers set email_failed_at = now() where tenant_id = :tenantId::uuid and email = any(:addresses::text[]) and email_failed_at is null`)
