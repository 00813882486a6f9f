/**
 * Processes an item in a job: decides and writes everything in one transaction, so that a message is written exactly once, even when the
 * process is killed.
 */
import { job, type RunContext } from '#platform/jobs/job.ts'
import type { NoInput } from '#platform/jobs/orders.ts'
import { lockItem } from './queries.ts'
import { readItem, settle } from './settle-item.ts'
import { writeEvent } from './write-event.ts'

declare global {
  interface EnqueuedJobs {
    /** The key is the item's id. */
    'process-item': NoInput
  }
}

type Run = RunContext<NoInput, void>

export const processItem = job({
  name: 'process-item',
  description: 'Decides what becomes of an item that a program has posted.',
  retrySeconds: [1, 10, 30, 60, 300],
  // After a kill, the tenant's items wait no longer than this.
  leaseSeconds: 15,
  // One at a time, so that a thread's messages are in the order in which their items were accepted.
  atOnce: 1,
  async run({ tx, effects, tenantId, key: id, config }: Run) {
    const row = await tx.first(lockItem, { tenantId, id })
    if (row?.outcome !== 'RECEIVED') return undefined
    const context = { tx, effects, tenantId, config }
    const result = await writeEvent(context, row, readItem(row), { isReleased: false })
    if ('againInSeconds' in result) return result
    await settle(context, row, result)
    return undefined
  },
  onDead: giveUp,
})

/** Suspends the item after the last attempt. An agent can release it. */
async function giveUp({ tx, effects, tenantId, key: id, error }: Omit<Run, 'found'> & { error: string }): Promise<void> {
  const row = await tx.first(lockItem, { tenantId, id })
  if (row?.outcome === 'RECEIVED') await settle({ tx, effects, tenantId }, row, { outcome: 'SUSPENDED', cause: 'FAILED', error })
}
