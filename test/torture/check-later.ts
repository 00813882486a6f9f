/** Compares the results of background work with the clients' requests: replies were sent once, and batches changed each thread once. */
import { setTimeout as sleep } from 'node:timers/promises'
import { statement } from '#platform/db.ts'
import { countBy } from './check-facts.ts'
import { findToken } from './check-ledger.ts'
import type { TenantFacts } from './facts.ts'
import type { Service, TortureTenant } from './service.ts'

const maxWaitMs = 300_000

const waiting = statement<{ tenantId: string }, { name: string; n: number }>(`
  select name, count(*) as n from jobs where tenant_id = :tenantId::uuid and (due_at <= now() + interval '5 seconds' or leased_until is not null)
    and name in ('wake-thread', 'send-scheduled-message', 'run-thread-batch', 'hand-out-threads', 'announce-sla') group by name
  -- Clocks go on: what has just become due is not late.
  union all select 'due sla', count(*) from sla_threads where tenant_id = :tenantId::uuid and next_at <= now() - interval '2 seconds' having count(*) > 0`)

/** Waits until all due work is done. Returns the work that takes too long. */
export async function untilAllIsDone(service: Service, tenants: readonly TortureTenant[]): Promise<string[]> {
  return service.withDatabase(async (db) => {
    for (const deadline = performance.now() + maxWaitMs; ; await sleep(200)) {
      const left = await Promise.all(tenants.map(({ tenantId }) => db.rows(waiting, { tenantId })))
      if (left.flat().length === 0) return []
      if (performance.now() > deadline) return [`work still waits after ${maxWaitMs / 1000} s: ${JSON.stringify(left)}`]
    }
  })
}

/** Checks that all due work took effect once. Empty when everything is correct. */
export function checkLater({ slug, audits, messages, scheduled, jobs }: TenantFacts): string[] {
  const own = audits.filter(({ requestId }) => !requestId.startsWith('op'))
  const sent = scheduled.filter(({ state }) => state === 'SENT')
  const written = countBy(messages, ({ body }) => findToken(body) ?? '')
  const byId = new Map(messages.map((message) => [message.id, message]))
  /** Returns how often a scheduled reply was sent. A sent reply keeps only its id, which is also the message's. */
  const timesSent = (id: string): number => written.get(findToken(byId.get(id)?.body ?? '') ?? 'none') ?? 0
  const replied = own.filter(({ action }) => action === 'thread.replied').length
  const labels = new Map(jobs.map((job) => [job.label, job]))
  return [
    ...scheduled.filter(({ state }) => state === 'QUEUED').map(({ body }) => `the scheduled reply ${body} was not sent`),
    ...scheduled
      .map(({ id, state }) => ({ id, state, times: timesSent(id) }))
      .filter(({ state, times }) => times !== (state === 'SENT' ? 1 : 0))
      .map(({ id, state, times }) => `${times} messages of the scheduled reply ${id}, which is ${state}`),
    ...(replied === sent.length ? [] : [`${replied} audit rows of scheduled replies, ${sent.length} were sent`]),
    ...jobs
      .filter(({ state, done, total }) => state !== 'DONE' || done !== total)
      .map((job) => `a batch did not end: ${JSON.stringify(job)}`),
    ...jobs.flatMap(({ label, total, failed }) => {
      const changed = countBy(own, ({ labelsAdded, targetId }) => (label !== null && labelsAdded.includes(label) ? targetId : ''))
      changed.delete('')
      const again = [...changed].filter(([, times]) => times > 1).map(([id, times]) => `${label} changed ${id} ${times} times`)
      // A changed thread may have been merged into this one before its turn, so this one already has the label and the batch does not
      // change it.
      const had = audits.filter(
        ({ requestId, labelsAdded, targetId }) =>
          requestId.startsWith('op') && label !== null && labelsAdded.includes(label) && !changed.has(targetId),
      )
      const leftOut = total - failed - changed.size
      const isExplained = leftOut >= 0 && leftOut <= new Set(had.map(({ targetId }) => targetId)).size
      return isExplained ? again : [...again, `${label} changed ${changed.size} threads instead of ${total - failed}`]
    }),
    ...own
      .filter(({ action, labelsAdded }) => action === 'thread.updated' && !labelsAdded.some((label) => labels.has(label)))
      .map(({ targetId }) => `thread ${targetId} was changed by no batch and no request`),
  ].map((violation) => `${slug}: ${violation}`)
}
