/** Which members of a team can take threads, whose turn it is, and which threads wait in its queue. */
import { statement, type Uuid } from '../../../kit/index.ts'
import type { ThreadRecord } from '../queries.ts'

export type Strategy = NonNullable<ThreadRecord['queuedFor']>

type OfTeam = { tenantId: Uuid; teamId: Uuid }

/** Threads `t` in the team's queue; the condition of the index threads_queue. */
const isQueuedSql = `t.tenant_id = :tenantId::uuid and t.team_id = :teamId::uuid and t.status = 'open' and t.assignee_id is null and t.queued_for is not null`

/** People `u` whom strategies may choose. */
const takesThreadsSql = `u.status = 'ACTIVE' and u.availability = 'AVAILABLE' and u.role <> 'VIEWER'`

/** Stops counting where no limit can be higher (`maxOpenPerAgent` is 10,000 at most). */
const openCountSql = (user: string): string => `(select count(*) from (
  select 1 from threads t where t.tenant_id = :tenantId::uuid and t.assignee_id = ${user} and t.status = 'open' and t.id is distinct from :exceptId::uuid
  limit 10001) o)`

/** Locks the team while a member is chosen, so that two choices never use the same free slot. Threads can still be created meanwhile. */
export const lockTeam = statement<OfTeam, { maxOpen: number | null; lastAssignedTo: Uuid | null }>(`
  select max_open_per_agent as "maxOpen", last_assigned_to as "lastAssignedTo" from teams
  where tenant_id = :tenantId::uuid and id = :teamId::uuid for no key update`)

export const saveLastAssigned = statement<OfTeam & { userId: Uuid }, object>(
  'update teams set last_assigned_to = :userId::uuid where tenant_id = :tenantId::uuid and id = :teamId::uuid',
)

/** `olderWaits`: the team's queue has an older thread than the one being assigned (`createdAt`, `exceptId`). */
export type Member = { id: Uuid; name: string; open: number; olderWaits: boolean }

/** Members who may be chosen, with their open threads in all teams; 0 when the count is not needed. */
export const findMembers = statement<OfTeam & { counts: boolean; exceptId: Uuid | null; createdAt: string | null }, Member>(`
  select u.id, u.name, exists (select 1 from threads t where ${isQueuedSql} and (t.created_at, t.id) < (:createdAt::timestamptz, :exceptId::uuid)) as "olderWaits", case when :counts::boolean then ${openCountSql('u.id')} else 0 end as open
  from team_members m join users u on u.tenant_id = :tenantId::uuid and u.id = m.user_id
  where m.tenant_id = :tenantId::uuid and m.team_id = :teamId::uuid and ${takesThreadsSql} order by u.id`)

type People = { tenantId: Uuid; ids: Uuid[] }
const lockMembersSql = `select u.id from users u where u.tenant_id = :tenantId::uuid and u.id = any(:ids::uuid[]) and ${takesThreadsSql} order by u.id for update`
/** Locks people until the commit, in the order of their ids; returns those who may still be chosen. */
export const lockMembers = statement<People, { id: Uuid }>(lockMembersSql)
export const lockUnlockedMembers = statement<People, { id: Uuid }>(`${lockMembersSql} skip locked`)

export const countOpen = statement<People & { exceptId: Uuid | null }, { id: Uuid; open: number }>(
  `select w.id, ${openCountSql('w.id')} as open from unnest(:ids::uuid[]) as w(id)`,
)

/** The queue of a team, oldest thread first. */
export const findQueued = statement<OfTeam & { limit: number }, { id: Uuid; strategy: Strategy }>(
  `select t.id, t.queued_for as strategy from threads t where ${isQueuedSql} order by t.created_at, t.id limit :limit::int`,
)

/** Locks waiting threads, skipping those that are locked by others. */
export const lockQueued = statement<OfTeam & { ids: Uuid[] }, { id: Uuid }>(
  `select t.id from threads t where ${isQueuedSql} and t.id = any(:ids::uuid[]) for update skip locked`,
)

/** The teams of a person whose queues have waiting threads. */
export const findTeamsWithQueue = statement<{ tenantId: Uuid; userId: Uuid }, { id: Uuid }>(`
  select m.team_id as id from team_members m where m.tenant_id = :tenantId::uuid and m.user_id = :userId::uuid
    and exists (select 1 from threads t where ${isQueuedSql.replace(':teamId::uuid', 'm.team_id')}) order by m.team_id`)

/** The strategy by which a team assigns its new threads; null when people assign them. */
export const findStrategy = statement<OfTeam, { strategy: Strategy | null }>(
  `select nullif(assignment, 'MANUAL') as strategy from teams where tenant_id = :tenantId::uuid and id = :teamId::uuid`,
)

/** Adds a thread to its team's queue or removes it. Callers do not see this: version and times stay. */
export const writeQueue = statement<{ tenantId: Uuid; id: Uuid; queuedFor: Strategy | null }, object>(
  'update threads set queued_for = :queuedFor::text where tenant_id = :tenantId::uuid and id = :id::uuid',
)

type UserRow = { name: string; role: string; status: string }
const userSql = 'select name, role, status from users where tenant_id = :tenantId::uuid and id = :id::uuid'
/** Somebody to be assigned by name; the other one locks them against being deleted or suspended until the commit. */
export const findUser = statement<{ tenantId: Uuid; id: Uuid }, UserRow>(userSql)
export const lockUser = statement<{ tenantId: Uuid; id: Uuid }, UserRow>(`${userSql} for key share`)
