/**
 * Customers. A merged customer keeps its row, whose `merged_into` points to the customer that has its threads: always one that is not
 * merged itself, even if the target was merged later. Its address and external id lead there.
 */
import { type RowOf, joinWords, statement, table, type Uuid } from '../../kit/index.ts'
import { maxFieldBytes } from '../custom-fields/index.ts'
import { Customer } from './schema.ts'

export type CustomerRow = RowOf<typeof Customer>

/** SQL for the id of the customer that a condition on the row `s` leads to. */
const targetOf = (condition: string) =>
  `(select coalesce(s.merged_into, s.id) from customers s where s.tenant_id = :tenantId::uuid and ${condition})`
const byEmail = targetOf('s.email = :email::text')

/** Everything that a customer is found by. */
const words = 'c.name_words || c.address_words || c.alias_words'

/** The words of a name, and of addresses: columns that follow from others. */
export const nameWordsOf = ({ name }: { name: string | null }): string => joinWords(name)
export const addressWordsOf = ({ email, externalId }: { email: string; externalId: string | null }): string => joinWords(email, externalId)

const total = 'select customers from tenant_counters where tenant_id = :tenantId::uuid'

export const customerTable = table({
  from: 'customers c',
  shape: Customer,
  derived: { nameWords: nameWordsOf, addressWords: addressWordsOf },
  filters: {
    email: `c.id = ${byEmail}`,
    externalId: `c.id = ${targetOf('s.external_id = :externalId::text')}`,
    unmerged: 'c.merged_into is null',
    parts: {
      tested: `not exists (select 1 from unnest(:parts::text[]) as wanted(part) where strpos(${words}, part) = 0)`,
      indexed: `customer_grams(c.tenant_id, ${words}) @> (
        select array_agg(gram) from unnest(:parts::text[]) as wanted(part) cross join lateral unnest(customer_grams(:tenantId::uuid, part)) as grams(gram))`,
    },
  },
  // Lists always filter by `unmerged`. The total without a filter is the number of rows that a walk of the list can read.
  counted: { unmerged: total, '': total },
  rowBytes: { sql: 'octet_length(c.custom_fields::text)', max: maxFieldBytes },
})

/**
 * The customer of an id as `c`, with the columns that others show; for a merged customer, the one that it was merged into. Every statement
 * that shows a row's customer uses this, so that a merge takes effect at its commit, although a job changes the rows later.
 */
export const customerJoin = (id: string) => `left join lateral (
  select coalesce(r.id, s.id) as id, coalesce(r.email, s.email) as email, case when r.id is null then s.name else r.name end as name,
    case when r.id is null then s.external_id else r.external_id end as external_id, coalesce(r.custom_fields, s.custom_fields) as custom_fields
  from customers s left join lateral (
    select id, email, name, external_id, custom_fields from customers where tenant_id = :tenantId::uuid and id = s.merged_into limit 1) r on true
  where s.tenant_id = :tenantId::uuid and s.id = ${id} limit 1) c on true`

/** Locks the customer that an address leads to. Read it with `findByEmail` afterwards: it may have changed while waiting for the lock. */
export const holdByEmail = statement<{ tenantId: Uuid; email: string }, { id: Uuid }>(
  `select c.id from customers c where c.tenant_id = :tenantId::uuid and c.id = ${byEmail} for update of c`,
)
export const findByEmail = statement<{ tenantId: Uuid; email: string }, CustomerRow>(
  `select ${customerTable.columns} from customers c where c.tenant_id = :tenantId::uuid and c.id = ${byEmail}`,
)

/** Locks the customer that an id leads to. A customer that is merged at that moment is returned as merged. */
export const lockCustomer = statement<{ tenantId: Uuid; id: Uuid }, CustomerRow>(
  `select ${customerTable.columns} from customers c where c.tenant_id = :tenantId::uuid and c.id = ${targetOf('s.id = :id::uuid')} for update of c`,
)

// --- Merge ----------------------------------------------------------------------------------------------------------

/**
 * Merges of a tenant run one after the other. Two at once could wait for each other: besides the customers of the request a merge changes
 * those that were merged into them before, which it knows only when it holds their targets.
 */
export const queueForMerge = statement<{ tenantId: Uuid }, object>(
  'select from tenants where tenant_id = :tenantId::uuid for no key update',
)

/** Locks customers until the commit, in the order of their ids. */
export const holdCustomers = statement<{ tenantId: Uuid; ids: Uuid[] }, object>(
  'select from customers where tenant_id = :tenantId::uuid and id = any(:ids::uuid[]) order by id for update',
)

export const findCustomers = statement<{ tenantId: Uuid; ids: Uuid[] }, CustomerRow>(
  `select ${customerTable.columns} from customers c where c.tenant_id = :tenantId::uuid and c.id = any(:ids::uuid[])`,
)

/** Customers that were merged into the sources earlier now point to the target. Such rows change under the lock of their target. */
export const leadOn = statement<{ tenantId: Uuid; sourceIds: Uuid[]; targetId: Uuid }, object>(
  `update customers set merged_into = :targetId::uuid where tenant_id = :tenantId::uuid and merged_into = any(:sourceIds::uuid[])`,
)

// --- Taking the address or external id of a source -------------------------------------------------------------------

/** A source gives up its external id, which the customer that it was merged into takes. `takeEmail` completes it. */
export const giveUpExternalId = statement<{ tenantId: Uuid; id: Uuid; externalId: string }, { id: Uuid; email: string }>(`
  update customers set external_id = null where tenant_id = :tenantId::uuid and merged_into = :id::uuid and external_id = :externalId::text
  returning id, email`)

/** A source lets go of its address, which the customer that it was merged into takes; until `takeEmail` it has one that nobody can. */
export const giveUpEmail = statement<{ tenantId: Uuid; id: Uuid; email: string }, { id: Uuid; externalId: string | null }>(`
  update customers set email = id::text where tenant_id = :tenantId::uuid and merged_into = :id::uuid and email = :email::text
  returning id, external_id as "externalId"`)
export const takeEmail = statement<{ tenantId: Uuid; id: Uuid; email: string; words: string }, object>(
  'update customers set email = :email::text, address_words = :words::text where tenant_id = :tenantId::uuid and id = :id::uuid',
)

/** Notes the address that a customer is about to lose: rows that still have it are found by it when the customer is erased. */
export const noteFormerEmail = statement<{ tenantId: Uuid; id: Uuid; email: string }, object>(`
  update customers set former_emails = array_append(array_remove(former_emails, :email::text), :email::text)
  where tenant_id = :tenantId::uuid and id = :id::uuid`)

/** A customer is found by the addresses and external ids of all who were merged into them, as these are now. */
export const gatherAliases = statement<{ tenantId: Uuid; id: Uuid }, object>(`
  update customers set alias_words = (
    select coalesce(string_agg(s.address_words, ''), '') from customers s where s.tenant_id = :tenantId::uuid and s.merged_into = :id::uuid)
  where tenant_id = :tenantId::uuid and id = :id::uuid`)

/** The customer that an id leads to. */
export const findHolder = statement<{ tenantId: Uuid; id: Uuid }, { id: Uuid }>(
  'select coalesce(merged_into, id) as id from customers where tenant_id = :tenantId::uuid and id = :id::uuid',
)
/** The customer that an address leads to. */
export const findHolderByEmail = statement<{ tenantId: Uuid; email: string }, { id: Uuid }>(
  'select coalesce(s.merged_into, s.id) as id from customers s where s.tenant_id = :tenantId::uuid and s.email = :email::text',
)
