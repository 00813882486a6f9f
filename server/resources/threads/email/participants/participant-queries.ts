/**
 * Statements on the participants of threads by mail. A removed participant's row stays (a tombstone), so that a later mail does not add
 * them again. The rows of a merged thread stay with it, for undoing the merge; the statements read them together with the target's.
 */
import { keysetList } from '#kit/list.ts'
import { isSubjectSql, lowestIdSql } from '#kit/privacy/subjects.ts'
import type { RowOf } from '#kit/table.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Participant } from '../../record/participant-schema.ts'

type Key = { tenantId: Uuid; threadId: Uuid }
export type ParticipantRow = Omit<RowOf<typeof Participant>, 'version'>
export type Role = ParticipantRow['role']

/** Maximum number of participants in a thread. */
export const maxParticipants = 48

const columnsSql = `p.id, p.address, p.name, p.user_id as "userId", p.role, p.verified, p.created_at as "addedAt", p.added_by as "addedBy",
  coalesce((select c.merged_into from customers c where c.tenant_id = :tenantId::uuid and c.id = p.customer_id limit 1), p.customer_id) as "customerId"`

/** SQL: true when a row `p` is of the thread, or of a thread merged into it if the target has no row for the address. */
const isOfThreadSql = `(p.thread_id = :threadId::uuid or (
  p.thread_id = any(array(select source_id from thread_merges where tenant_id = :tenantId::uuid and root_id = :threadId::uuid))
  and not exists (select 1 from thread_participants o where o.tenant_id = :tenantId::uuid and o.thread_id = :threadId::uuid and o.address = p.address)))`

export const participantList = keysetList<ParticipantRow>({
  from: 'thread_participants p',
  alias: 'p',
  columns: columnsSql,
  filters: { threadId: `p.removed_at is null and ${isOfThreadSql}` },
})

/** Lists all participants of a thread, including removed ones. */
export const findParticipants = statement<Key, ParticipantRow & { removed: boolean }>(`
  select ${columnsSql}, p.removed_at is not null as removed from thread_participants p
  where p.tenant_id = :tenantId::uuid and ${isOfThreadSql} order by p.created_at, p.id`)

export type NewParticipant = {
  address: string
  name: string | null
  role: Role
  /** False for a stranger. A verified participant stays verified. */
  verified: boolean
  addedBy: ParticipantRow['addedBy']
}

/**
 * SQL: the role of a known participant `p` who is added again: a side conversation with a member does not remove them from the main one.
 */
const nextRoleSql = `case when p.removed_at is not null then excluded.role
    when excluded.role = 'SIDE' or p.role = 'CUSTOMER' or (p.role = 'SIDE' and excluded.added_by = 'MAIL') then p.role
    else excluded.role end`

/**
 * Adds people to a locked thread. Skips the tenant's own addresses; `forms` are the address with and without its plus suffix. Mail neither
 * restores a removed participant nor turns the recipient of a forward into a member of the conversation.
 */
export const upsertParticipants = statement<
  Key & { people: (NewParticipant & { id: Uuid; forms: string[]; place: number })[]; max: number },
  { changed: boolean; omitted: string[] }
>(`with
known as materialized (
  select p.address, p.removed_at from thread_participants p where p.tenant_id = :tenantId::uuid and ${isOfThreadSql}),
given as materialized (
  select g.* from json_to_recordset(:people::json) as g(id uuid, address text, name text, role text, verified boolean, "addedBy" text, forms text[], place int)
  where not exists (select 1 from inbox_addresses a where a.tenant_id = :tenantId::uuid and a.address = any(g.forms))
    and not exists (select 1 from known k where k.address = g.address and k.removed_at is not null and g."addedBy" = 'MAIL')),
fresh as materialized (
  select g.address, row_number() over (order by g.place) + (select count(*) from known where removed_at is null) as place
  from given g where g.address not in (select address from known)),
upserted as (
  insert into thread_participants as p (tenant_id, id, thread_id, address, name, customer_id, user_id, role, verified, added_by, created_at)
  select :tenantId::uuid, g.id, :threadId::uuid, g.address, g.name,
    (select coalesce(c.merged_into, c.id) from customers c where c.tenant_id = :tenantId::uuid and c.email = g.address limit 1),
    (select u.id from users u where u.tenant_id = :tenantId::uuid and u.email = g.address limit 1),
    g.role, g.verified, g."addedBy", now() + make_interval(secs => g.place / 1000.0)
  from given g left join fresh f on f.address = g.address where f.place is null or f.place <= :max::int
  on conflict (tenant_id, thread_id, address) do update set name = coalesce(p.name, excluded.name), customer_id = coalesce(p.customer_id, excluded.customer_id),
    user_id = coalesce(p.user_id, excluded.user_id), verified = p.verified or excluded.verified, role = ${nextRoleSql}, removed_at = null
  where (p.name, p.verified, p.role, p.removed_at) is distinct from (coalesce(p.name, excluded.name), p.verified or excluded.verified, ${nextRoleSql}, null)
  returning p.id)
select exists (select 1 from upserted) as changed, array(select address from fresh where place > :max::int order by place) as omitted`)

export const removeParticipant = statement<Key & { id: Uuid }, ParticipantRow>(`
  update thread_participants p set removed_at = now() where p.tenant_id = :tenantId::uuid and p.id = :id::uuid and p.removed_at is null
    and ${isOfThreadSql} returning ${columnsSql}`)

// --- Export and erasure -----------------------------------------------------------------------------------------------

/** Finds customers' entries among the participants of all threads. */
export const participationsOf = statement<
  { tenantId: Uuid; customerIds: readonly Uuid[]; after: Uuid | null; limit: number },
  ParticipantRow & { threadId: Uuid }
>(`
  select ${columnsSql}, p.thread_id as "threadId" from thread_participants p where p.tenant_id = :tenantId::uuid
    and p.customer_id = any(:customerIds::uuid[]) and (:after::uuid is null or p.id > :after::uuid) order by p.id limit :limit::int`)

export const deleteParticipantsOfThreads = statement<{ tenantId: Uuid; threadIds: Uuid[] }, { id: Uuid }>(
  'delete from thread_participants where tenant_id = :tenantId::uuid and thread_id = any(:threadIds::uuid[]) returning id',
)
/** Deletes the keys of reply addresses, so that no mail reaches an erased thread. */
export const deleteMailKeys = statement<{ tenantId: Uuid; threadIds: Uuid[] }, object>(
  'delete from thread_mail_keys where tenant_id = :tenantId::uuid and thread_id = any(:threadIds::uuid[])',
)
export const countParticipantsOfThreads = statement<{ tenantId: Uuid; threadIds: Uuid[] }, { count: number }>(
  'select count(*) as count from thread_participants where tenant_id = :tenantId::uuid and thread_id = any(:threadIds::uuid[])',
)
/** Returns the next participants of all threads. `isOfThread` is true in a thread of the customer. */
export const nextParticipants = statement<
  { tenantId: Uuid; requestId: Uuid; after: Uuid | null; limit: number },
  { id: Uuid; address: string; customerId: Uuid | null; isOfThread: boolean }
>(`
  select p.id, p.address, p.customer_id as "customerId", ${isSubjectSql('p.thread_id')} as "isOfThread" from thread_participants p
  where p.tenant_id = :tenantId::uuid and p.id > coalesce(:after::uuid, ${lowestIdSql}) order by p.id limit :limit::int`)
export const deleteParticipants = statement<{ tenantId: Uuid; ids: Uuid[] }, object>(
  'delete from thread_participants where tenant_id = :tenantId::uuid and id = any(:ids::uuid[])',
)
