/** Scans for threads for which TIME rules are due. */
import type { Queryable } from '#platform/db.ts'
import { isBusy } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import { type OpenQueue, queue, type WorkerServices } from '#platform/jobs/job.ts'
import { isoTime } from '#platform/time.ts'
import { measures } from '../../reports/index.ts'
import { readSettings } from '../../tenants/index.ts'
import { listEnabled } from '../queries.ts'
import type { RunServices } from '../runs/run-rule.ts'
import { toStart, toDueTime } from './due-time.ts'
import { recordStuck, runWhenDue, toTimeRule, type TimeRule } from './run-when-due.ts'
import { advanceTimes, type Candidate, candidates, claimScan, findFirstUncounted, findRulesToScan } from './time-queries.ts'

const secondsBetweenScans = 15
/** Minimum milliseconds between searches for rules whose scan is due. A search is one statement for all tenants. */
const minProbeGapMs = 1_000
/** Maximum number of threads per scan. The next scan follows immediately. */
const threadsPerScan = 200
/** Milliseconds after which every transaction has committed. A rule with a shorter wait sees threads late, so it scans again. */
const longestWriteMs = 60_000
/** Number of failed scans in a row after which a rule skips the threads on which it fails. */
const maxFailures = 10
const ofFacts: ReadonlySet<string> = new Set(['LAST_MESSAGE', 'STATUS', 'ASSIGNED', 'SNOOZE_ENDED'])

/** Runs a rule on everything that has become due since its last scan, at most one chunk. Returns whether there is more. */
export async function scanTimes(services: RunServices, tenantId: Uuid, ruleId: Uuid, chunk = threadsPerScan): Promise<boolean> {
  const { db } = services
  const times = await db.first(claimScan, { tenantId, ruleId, inSeconds: secondsBetweenScans })
  if (!times) return false
  const rule = (await db.rows(listEnabled, { tenantId })).find(({ id }) => id === ruleId)
  const settings = await readSettings(db, tenantId)
  if (rule?.trigger.type !== 'TIME' || !settings) return false
  const tenant = { tenantId, name: settings.name, mailsPerDay: settings.automations.mailsPerDay }
  const timeRule = await toTimeRule(db, tenantId, rule, times)
  const now = toMs(times.nextScanAt) - secondsBetweenScans * 1000
  const { found, scannedUntil, isMore } = await findCandidates(db, tenantId, timeRule, { from: toMs(times.scannedUntil), now, chunk })
  const failures: unknown[] = []
  for (const { threadId, at } of found)
    try {
      await runWhenDue(services, tenant, timeRule, { threadId, event: null, now })
    } catch (error) {
      // A thread on which the rule fails must not hold up the others.
      if (isBusy(error) || times.failures <= maxFailures) failures.push(error)
      else await recordStuck(db, tenantId, timeRule, { threadId, at }, error)
    }
  if (failures.length > 0) throw failures[0]
  const toIso = (ms: number) => new Date(ms).toISOString()
  await db.rows(advanceTimes, { tenantId, ruleId, scannedUntil: toIso(scannedUntil), nextScanAt: isMore ? toIso(now) : null })
  return isMore
}

async function findCandidates(
  db: Queryable,
  tenantId: Uuid,
  { rule: { trigger }, duration, startedAt }: TimeRule,
  { from, now, chunk }: { from: number; now: number; chunk: number },
): Promise<{ found: Candidate[]; scannedUntil: number; isMore: boolean }> {
  const { since = 'CREATED' } = trigger
  const isSoon = duration.ms >= 0 && duration.ms < longestWriteMs
  const after = isSoon ? Math.max(startedAt, from - longestWriteMs) : from
  const counted = ofFacts.has(since) ? ((await db.first(findFirstUncounted, { tenantId, reader: measures.name }))?.at ?? null) : null
  const due = toStart(duration, now)
  // A later scan covers the events that reports have not counted yet.
  const through = counted === null ? due : Math.min(due, counted - 1)
  const reached = through < due ? Math.min(now, toDueTime(duration, through)) : now
  const found = await db.rows(candidates[since], { tenantId, after: toStart(duration, after), through, limit: chunk })
  const isMore = found.length >= chunk
  const last = found.at(-1)
  return { found, scannedUntil: isMore && last ? Math.min(reached, toDueTime(duration, last.at)) : reached, isMore }
}

function toMs(time: string): number {
  return Date.parse(isoTime(time))
}

function openScans(services: WorkerServices): OpenQueue<Uuid> {
  const { db, config, secrets, log, observe, wake } = services
  let probedAt = -Infinity
  return {
    async due({ tenants, lanes }, limit) {
      const now = performance.now()
      if (now - probedAt < minProbeGapMs) return null
      probedAt = now
      const found = await db.rows(findRulesToScan, { fullTenants: tenants, fullRules: lanes.map(({ lane }) => lane), limit })
      return found.map(({ tenantId, ruleId }) => ({ tenantId, lane: ruleId }))
    },
    claim: ({ lane }) => Promise.resolve({ items: [lane], more: false, prevented: false }),
    open: (lane) => async (ruleId) => {
      const { tenantId } = lane
      const startedAt = performance.now()
      const done = (outcome: 'succeeded' | 'failed') => observe(runRulesAtTimes, outcome, (performance.now() - startedAt) / 1000)
      try {
        const isMore = await scanTimes({ db, config, secrets }, tenantId, ruleId)
        done('succeeded')
        // Scan again after this item has ended, because until then the lane is busy.
        if (isMore) setImmediate(() => wake(runRulesAtTimes, lane))
      } catch (error) {
        done('failed')
        log.warn({ error, tenantId, ruleId }, 'what a rule is due for was not run and is looked for again')
      }
    },
    atOnce: () => 1,
  }
}

export const runRulesAtTimes = queue({
  name: 'run-rules-at-times',
  description: 'Runs automation rules with a time on the threads that they are due for.',
  shares: { inAll: 4, perTenant: 1 },
  paced: false,
  open: openScans,
  seen: null,
})
