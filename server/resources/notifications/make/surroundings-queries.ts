import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { EventRow } from '#platform/outbox/event-payload.ts'
import type { Role } from '#platform/principal.ts'
import type { ChosenNotifications } from '../../users/index.ts'

export type ThreadPlace = { id: Uuid; assigneeId: Uuid | null; teamId: Uuid | null; inboxId: Uuid; createdAt: string; followerIds: Uuid[] }

/**
 * Reads threads with the fields that decide whom they concern. A thread assigned to a suspended user or a viewer concerns its team, like an
 * unassigned one.
 */
export const findPlaces = statement<{ tenantId: Uuid; threadIds: Uuid[] }, ThreadPlace>(`
  select t.id, (select u.id from users u where u.tenant_id = :tenantId::uuid and u.id = t.assignee_id and u.status <> 'SUSPENDED' and u.role <> 'VIEWER' limit 1) as "assigneeId", t.team_id as "teamId", t.inbox_id as "inboxId", t.created_at as "createdAt",
    array(select f.user_id from thread_followers f where f.tenant_id = :tenantId::uuid and f.thread_id = t.id) as "followerIds"
  from unnest(:threadIds::uuid[]) as w(id) cross join lateral (
    select id, assignee_id, team_id, inbox_id, created_at from threads where tenant_id = :tenantId::uuid and id = w.id limit 1) t`)

export const findEventAt = statement<{ tenantId: Uuid; sequence: number }, EventRow>(`
  select tenant_id as "tenantId", id, sequence, type, object, previous, actor, cause, created_at as "createdAt" from events
  where tenant_id = :tenantId::uuid and sequence = :sequence::bigint`)

export type PersonRow = { id: Uuid; role: Role; teamIds: Uuid[]; notifications: ChosenNotifications | null }

/** Returns the tenant's latest event and the current time. */
export const findPresent = statement<{ tenantId: Uuid }, { sequence: number; at: string }>(
  'select event_sequence as sequence, now() as at from tenant_counters where tenant_id = :tenantId::uuid',
)

/** The users with these roles. */
export const findUsersOfRoles = statement<{ tenantId: Uuid; roles: Role[] }, { id: Uuid }>(
  'select id from users where tenant_id = :tenantId::uuid and role = any(:roles::text[])',
)

/** Lists the active people among these users and the members of these teams. `teamIds` contains only these teams. */
export const findPeople = statement<{ tenantId: Uuid; userIds: Uuid[]; teamIds: Uuid[] }, PersonRow>(`
  select u.id, u.role, (select p.notifications from user_preferences p where p.tenant_id = :tenantId::uuid and p.user_id = u.id limit 1) as notifications,
    array(select m.team_id from team_members m where m.tenant_id = :tenantId::uuid and m.user_id = u.id and m.team_id = any(:teamIds::uuid[])) as "teamIds"
  from (select id from unnest(:userIds::uuid[]) as g(id)
    union select user_id from team_members where tenant_id = :tenantId::uuid and team_id = any(:teamIds::uuid[])) w
  cross join lateral (
    select id, role from users where tenant_id = :tenantId::uuid and id = w.id and status = 'ACTIVE' and kind = 'PERSON' limit 1) u`)
