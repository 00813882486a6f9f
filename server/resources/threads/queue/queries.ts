/** Statements for assigning threads: team members, the last picked member, and the team's queue. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { isChatSql } from '../../../channels/thread-channels.ts'
import type { ThreadRecord } from '../record/queries.ts'

export type Strategy = NonNullable<ThreadRecord['queuedFor']>

type OfTeam = { tenantId: Uuid; teamId: Uuid }
/** Chats and other threads are counted apart, and have a queue of their own. */
type OfKind = { chats: boolean }

/** SQL: whether a thread `t` is in the team's queue. The index threads_queue has the same condition. */
const isQueuedSql = `t.tenant_id = :tenantId::uuid and t.team_id = :teamId::uuid and t.status = 'open' and t.assignee_id is null and t.queued_for is not null`

/** SQL: whether a thread `t` is of the kind, a chat or not. */
const isOfKindSql = `(${isChatSql('t')}) = :chats::boolean`

/** SQL: whether a strategy may pick a user `u`. */
const takesThreadsSql = `u.status = 'ACTIVE' and u.availability = 'AVAILABLE' and u.role <> 'VIEWER' and u.kind = 'PERSON'`

/** SQL: a user's number of open threads of the kind, without the thread `:exceptId`. Stops at 10,001, since limits are at most 10,000. */
const openCountSql = (user: string): string => `(select count(*) from (
  select 1 from threads t where t.tenant_id = :tenantId::uuid and t.assignee_id = ${user} and t.status = 'open' and ${isOfKindSql}
    and t.id is distinct from :exceptId::uuid
  limit 10001) o)`

/**
 * Locks the team until the commit, so that two transactions never hand out the same free slot. `no key update` still allows other
 * transactions to insert threads that refer to the team.
 */
export const lockTeam = statement<OfTeam & OfKind, { maxOpen: number | null; lastAssignedTo: Uuid | null }>(`
  select case when :chats::boolean then max_chats_per_agent else max_open_per_agent end as "maxOpen", last_assigned_to as "lastAssignedTo" from teams
  where tenant_id = :tenantId::uuid and id = :teamId::uuid for no key update`)

export const saveLastAssigned = statement<OfTeam & { userId: Uuid }, object>(
  'update teams set last_assigned_to = :userId::uuid where tenant_id = :tenantId::uuid and id = :teamId::uuid',
)

/** `olderWaits` is true when the team's queue has a thread of the kind that is older than the one being assigned (`createdAt`, `exceptId`). */
export type Member = { id: Uuid; name: string; open: number; olderWaits: boolean }

/** Lists the members that a strategy may pick, with their open threads across teams. Without `counts` that number is 0. */
export const findMembers = statement<OfTeam & OfKind & { counts: boolean; exceptId: Uuid | null; createdAt: string | null }, Member>(`
  select u.id, u.name, exists (select 1 from threads t where ${isQueuedSql} and ${isOfKindSql} and (t.created_at, t.id) < (:createdAt::timestamptz, :exceptId::uuid)) as "olderWaits", case when :counts::boolean then ${openCountSql('u.id')} else 0 end as open
  from team_members m join users u on u.tenant_id = :tenantId::uuid and u.id = m.user_id
  where m.tenant_id = :tenantId::uuid and m.team_id = :teamId::uuid and ${takesThreadsSql} order by u.id`)

type People = { tenantId: Uuid; ids: Uuid[] }
const lockMembersSql = `select u.id from users u where u.tenant_id = :tenantId::uuid and u.id = any(:ids::uuid[]) and ${takesThreadsSql} order by u.id for update`
/** Locks users until the commit, in id order. Returns the users that a strategy may still pick. */
export const lockMembers = statement<People, { id: Uuid }>(lockMembersSql)
export const lockUnlockedMembers = statement<People, { id: Uuid }>(`${lockMembersSql} skip locked`)

export const countOpen = statement<People & OfKind & { exceptId: Uuid | null }, { id: Uuid; open: number }>(
  `select w.id, ${openCountSql('w.id')} as open from unnest(:ids::uuid[]) as w(id)`,
)

/** Returns the threads of a kind in a team's queue, oldest thread first. */
export const findQueued = statement<OfTeam & OfKind & { limit: number }, { id: Uuid; strategy: Strategy }>(
  `select t.id, t.queued_for as strategy from threads t where ${isQueuedSql} and ${isOfKindSql} order by t.created_at, t.id limit :limit::int`,
)

/** Locks threads of the queue. Skips threads that another transaction has locked. */
export const lockQueued = statement<OfTeam & { ids: Uuid[] }, { id: Uuid }>(
  `select t.id from threads t where ${isQueuedSql} and t.id = any(:ids::uuid[]) for update skip locked`,
)

/** Finds a user's teams with queued threads. */
export const findTeamsWithQueue = statement<{ tenantId: Uuid; userId: Uuid }, { id: Uuid }>(`
  select m.team_id as id from team_members m where m.tenant_id = :tenantId::uuid and m.user_id = :userId::uuid
    and exists (select 1 from threads t where ${isQueuedSql.replace(':teamId::uuid', 'm.team_id')}) order by m.team_id`)

/** Finds the strategy by which a team assigns new threads; null when agents assign them (MANUAL). */
export const findStrategy = statement<OfTeam, { strategy: Strategy | null }>(
  `select nullif(assignment, 'MANUAL') as strategy from teams where tenant_id = :tenantId::uuid and id = :teamId::uuid`,
)

/** Adds a thread to its team's queue or removes it. The API does not show this, so version and times do not change. */
export const writeQueue = statement<{ tenantId: Uuid; id: Uuid; queuedFor: Strategy | null }, object>(
  'update threads set queued_for = :queuedFor::text where tenant_id = :tenantId::uuid and id = :id::uuid',
)

/** SQL: whether a user cannot have threads. A customer's message or a reopening returns such a user's thread to its team. */
export const isRetiredSql = `(status = 'SUSPENDED' or role = 'VIEWER')`

type UserRow = { name: string; role: string; status: string }
const userSql = 'select name, role, status from users where tenant_id = :tenantId::uuid and id = :id::uuid'
/** Reads the user to assign. `lockUser` also prevents other transactions from deleting or suspending the user before the commit. */
export const findUser = statement<{ tenantId: Uuid; id: Uuid }, UserRow>(userSql)
export const lockUser = statement<{ tenantId: Uuid; id: Uuid }, UserRow>(`${userSql} for key share`)

/** Locks a user like `lockUser`. Returns whether the user cannot have threads. */
export const lockAssignee = statement<{ tenantId: Uuid; id: Uuid }, { isRetired: boolean }>(
  `select ${isRetiredSql} as "isRetired" from users where tenant_id = :tenantId::uuid and id = :id::uuid for key share`,
)
