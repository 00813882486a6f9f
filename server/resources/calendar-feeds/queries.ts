import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'

type Key = { tenantId: Uuid; userId: Uuid }

export const findFeed = statement<Key, { createdAt: string }>(
  'select created_at as "createdAt" from calendar_feeds where tenant_id = :tenantId::uuid and user_id = :userId::uuid',
)

export const deleteFeed = statement<Key, { createdAt: string }>(
  'delete from calendar_feeds where tenant_id = :tenantId::uuid and user_id = :userId::uuid returning created_at as "createdAt"',
)

/** Stores the seed of a new URL, which replaces the previous one. */
export const insertFeed = statement<Key & { seed: Buffer }, { createdAt: string }>(`
  insert into calendar_feeds (tenant_id, user_id, seed) values (:tenantId::uuid, :userId::uuid, :seed::bytea)
  on conflict (tenant_id, user_id) do update set seed = excluded.seed, created_at = excluded.created_at returning created_at as "createdAt"`)

/** Finds the seed of an ACTIVE user in a tenant that is not suspended. */
export const findSeed = statement<Key, { seed: Buffer; name: string; email: string }>(`
  select f.seed, u.name, u.email from calendar_feeds f
  join users u on u.tenant_id = :tenantId::uuid and u.id = f.user_id
  join tenants t on t.tenant_id = :tenantId::uuid
  where f.tenant_id = :tenantId::uuid and f.user_id = :userId::uuid and u.status = 'ACTIVE' and t.status <> 'SUSPENDED'`)
