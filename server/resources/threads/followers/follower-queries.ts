/** Statements on the followers of threads. */
import { keysetList } from '#kit/list.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Static } from '#platform/schema.ts'
import { maxAnnouncedFollowers, type ThreadFollower, type ThreadFollowers } from '../record/follower-schema.ts'

export type FollowerRecord = Static<typeof ThreadFollower>
type Key = { tenantId: Uuid; threadId: Uuid; userId: Uuid }

const columnsSql = `f.thread_id as "threadId", f.created_at as "followedAt", json_build_object('id', f.user_id, 'name',
  (select name from users where tenant_id = :tenantId::uuid and id = f.user_id limit 1)) as user`

export const followerList = keysetList<FollowerRecord>({
  from: 'thread_followers f',
  alias: 'f',
  columns: columnsSql,
  filters: { threadId: 'f.thread_id = :threadId::uuid' },
})

export const findFollower = statement<Key, FollowerRecord>(
  `select ${columnsSql} from thread_followers f where f.tenant_id = :tenantId::uuid and f.thread_id = :threadId::uuid and f.user_id = :userId::uuid`,
)

/** Returns the current followers of threads, for the event. */
export const findFollowersOf = statement<{ tenantId: Uuid; threadIds: Uuid[] }, Static<typeof ThreadFollowers>>(`
  select w.id as "threadId", l.followers, l.total from unnest(:threadIds::uuid[]) as w(id) cross join lateral (
    select count(*) as total, coalesce(json_agg(json_build_object('id', f.user_id, 'name', f.name) order by f.place)
      filter (where f.place <= ${maxAnnouncedFollowers}), '[]') as followers
    from (
      select f.user_id, row_number() over (order by f.created_at desc, f.id desc) as place,
        (select name from users where tenant_id = :tenantId::uuid and id = f.user_id limit 1) as name
      from thread_followers f where f.tenant_id = :tenantId::uuid and f.thread_id = w.id) f) l`)

/** Returns a row when the user is a new follower. */
export const insertFollower = statement<Key & { id: Uuid }, object>(`
  insert into thread_followers (tenant_id, id, user_id, thread_id, thread_created_at)
  select :tenantId::uuid, :id::uuid, :userId::uuid, t.id, t.created_at from threads t where t.tenant_id = :tenantId::uuid and t.id = :threadId::uuid
  on conflict (tenant_id, thread_id, user_id) do nothing returning user_id`)

/** Returns a row when the user was a follower. */
export const deleteFollower = statement<Key, object>(
  'delete from thread_followers where tenant_id = :tenantId::uuid and thread_id = :threadId::uuid and user_id = :userId::uuid returning user_id',
)

/** Adds pairs of user and thread. Returns the new ones. Skips threads that no longer exist. */
export const insertFollowers = statement<
  { tenantId: Uuid; pairs: { id: Uuid; threadId: Uuid; userId: Uuid }[] },
  { threadId: Uuid; userId: Uuid }
>(`
  insert into thread_followers (tenant_id, id, user_id, thread_id, thread_created_at)
  select :tenantId::uuid, p.id, p."userId", t.id, t.created_at from json_to_recordset(:pairs::json) as p(id uuid, "threadId" uuid, "userId" uuid)
  cross join lateral (select id, created_at from threads where tenant_id = :tenantId::uuid and id = p."threadId" limit 1) t
  order by t.id, p."userId"
  on conflict (tenant_id, thread_id, user_id) do nothing returning thread_id as "threadId", user_id as "userId"`)

/**
 * Makes followers of merged threads follow the target. The sources keep their followers, for undoing the merge. Returns a row for each new
 * follower.
 */
export const followTarget = statement<{ tenantId: Uuid; sourceIds: Uuid[]; targetId: Uuid }, object>(`
  insert into thread_followers (tenant_id, id, user_id, thread_id, thread_created_at)
  select :tenantId::uuid, gen_random_uuid(), f.user_id, t.id, t.created_at
  from (select distinct user_id from thread_followers where tenant_id = :tenantId::uuid and thread_id = any(:sourceIds::uuid[])) f
  cross join lateral (select id, created_at from threads where tenant_id = :tenantId::uuid and id = :targetId::uuid limit 1) t
  order by f.user_id
  on conflict (tenant_id, thread_id, user_id) do nothing returning user_id`)
