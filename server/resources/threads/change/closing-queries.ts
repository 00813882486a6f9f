/** Finds resolved threads to close. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'

/**
 * Returns the threads that have been resolved longest, with the seconds until each is due for closing. No rows if the tenant disabled
 * closing.
 */
export const findLongestResolved = statement<{ tenantId: Uuid; limit: number }, { id: Uuid; resolvedAt: string; secondsLeft: number }>(`
  select r.id, r.resolved_at as "resolvedAt",
    extract(epoch from r.resolved_at + make_interval(days => p.auto_close_days) - now())::double precision as "secondsLeft"
  from tenants p cross join lateral (
    select t.id, t.resolved_at from threads t where t.tenant_id = :tenantId::uuid and t.status = 'resolved' and t.resolved_at is not null
    order by t.resolved_at, t.id limit :limit::int) r
  where p.tenant_id = :tenantId::uuid and p.auto_close_days > 0
  order by r.resolved_at, r.id`)
