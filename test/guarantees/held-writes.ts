/** Makes writes overlap: each blocks just before its commit until all others have blocked too. */
import { expect } from 'vitest'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { TestService } from '../support/service.ts'

/**
 * Every write locks the tenant's counters last. A lock on that row blocks all writes after they have written their own rows, before they
 * commit.
 */
const holdCounters = statement<{ tenantId: Uuid }, object>('select from tenant_counters where tenant_id = :tenantId::uuid for update')
const countWaiting = statement<object, { waiting: number }>(
  `select count(*) as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
)

/** Maximum number of concurrent writes: the spare connections of a node. */
export const heldAtOnce = 6

/**
 * Sends each request once the previous one waits for a lock or has a response. Nothing commits until the last request has reached that
 * point.
 */
export async function whileHeld<Answer>({ db }: TestService, tenantId: Uuid, sends: readonly (() => Promise<Answer>)[]): Promise<Answer[]> {
  if (sends.length > heldAtOnce) throw new Error(`At most ${heldAtOnce} writes can be held at once`)
  const responses: Promise<Answer>[] = []
  let answered = 0
  await db.transaction(async (tx) => {
    await tx.rows(holdCounters, { tenantId })
    for (const send of sends) {
      responses.push(send().finally(() => answered++))
      await expect
        .poll(async () => answered + ((await db.first(countWaiting, {}))?.waiting ?? 0), { interval: 5 })
        .toBeGreaterThanOrEqual(responses.length)
    }
  })
  return Promise.all(responses)
}
