/** Rebuilds facts and daily sums: the operation and its jobs. */
import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { createPresenter } from '#kit/present.ts'
import { fetchOne } from '#kit/write.ts'
import { newId } from '#platform/ids.ts'
import { enqueue } from '#platform/jobs/enqueue.ts'
import { job, JobFailure, type RunContext } from '#platform/jobs/job.ts'
import type { NoInput } from '#platform/jobs/orders.ts'
import { toOutcome, toUnchangedOutcome } from '#platform/outbox/effects.ts'
import { eventJob } from '#platform/outbox/event-jobs.ts'
import { getActor } from '#platform/outbox/write-identity.ts'
import { choice, closed, component, type Static, Type } from '#platform/schema.ts'
import { advanceJob, findJob, insertJob, Job, lockJob, type JobRecord } from '../../jobs/index.ts'
import { tenantUpdated } from '../../tenant-settings/index.ts'
import { beginRebuild, countEarlierThreads, readHead, rebuildFacts, rebuildSums, switchFacts, type Rebuilt } from './rebuild.ts'
import { ensureTenant } from './queries.ts'
import { findRunningRebuild, lockMeasures, type RebuiltRange } from './rebuild-queries.ts'

const RebuiltMeasures = component(
  'RebuiltMeasures',
  choice(
    { SUMS: 'The sums by day, from the facts.', FACTS: 'The facts, from the events, and then the sums.' },
    { description: 'What to make again.' },
  ),
)

const ReportRebuild = component(
  'ReportRebuild',
  closed(
    {
      what: RebuiltMeasures,
      from: Type.Optional(
        Type.String({
          format: 'date',
          description:
            'A local date in the time zone of reports. With it, sums of earlier days stay as they are, and facts are made again only of threads with ' +
            'an event or a fact since then.',
          examples: ['2026-03-01'],
        }),
      ),
    },
    { examples: [{ what: 'SUMS', from: '2026-03-01' }] },
  ),
)
type RebuildInput = { what: Static<typeof RebuiltMeasures> } & RebuiltRange

export const rebuildReports = endpoint.write({
  operationId: 'rebuildReports',
  method: 'POST',
  path: '/reports/rebuild',
  tag: 'reports',
  scope: 'reports:admin',
  summary: 'Rebuild the data of reports',
  description:
    'Starts a background job that makes the facts or the sums of reports again and replaces those that differ. Reports show the old ones until ' +
    'the job ends. Its `result` has `compared`, the number of facts or sums, `different`, the first hundred that were replaced, and `kept`, the ' +
    'number of threads whose facts stay because their events were deleted. While a rebuild runs, the response is that job.',
  body: ReportRebuild,
  responds: { 202: item(Job, 'The job') },
  present: createPresenter(Job),
  async handle({ tx, effects, principal, body }) {
    const { tenantId } = principal
    const { what } = body
    await tx.rows(ensureTenant, { tenantId })
    // Concurrent requests start a single rebuild.
    await tx.rows(lockMeasures, { tenantId })
    const running = await tx.first(findRunningRebuild, { tenantId })
    if (running) return toUnchangedOutcome(await fetchOne(tx, findJob, { tenantId, id: running.id }), 202)
    const id = newId()
    const head = await readHead(tx, tenantId)
    const input: RebuildInput = { what, from: toFirstDay(body.from), head }
    // Number of events; sums are one step.
    const total = what === 'FACTS' ? Math.min(head, maxInteger) : 1
    const record = await fetchOne(tx, insertJob, { tenantId, id, type: 'REPORT_REBUILD', total, input, actor: getActor(principal) })
    await enqueue(tx, 'rebuild-reports', { tenantId, key: id })
    return toOutcome(record, effects.audit({ action: 'job.created', target: { type: 'job', id }, after: body }), 202)
  },
})

const maxInteger = 2 ** 31 - 1

/** Returns the date from which to rebuild; null for all. PostgreSQL has no year 0. */
export function toFirstDay(date: string | undefined): string | null {
  return date === undefined || date < '0001' ? null : date
}

type Context = Omit<RunContext<NoInput, unknown>, 'found'>

/** Runs the next chunk of a rebuild. */
async function runRebuild({ tx, effects, tenantId, key: id }: Context): Promise<{ againInSeconds: number } | undefined> {
  const shown = await tx.first(lockJob, { tenantId, id })
  if (!shown || shown.state === 'DONE' || shown.state === 'FAILED') return undefined
  const advance = (fields: Pick<JobRecord, 'state' | 'done' | 'result'>) =>
    advanceJob({ tx, effects, tenantId }, id, { failed: 0, ...fields, done: Math.min(fields.done, maxInteger) })
  const end = async (result: Rebuilt): Promise<undefined> => void (await advance({ state: 'DONE', done: shown.total, result }))
  // Safe because `rebuildReports` stored it. Jobs from before `from` existed rebuild everything.
  const { what, from = null, head = shown.total } = shown.input as Pick<RebuildInput, 'what'> & Partial<RebuildInput>
  if (what === 'SUMS') return end(await rebuildSums(tx, tenantId, from))
  const rebuild = { id, from, head }
  const again = async (done: number): Promise<{ againInSeconds: number }> => {
    await advance({ state: 'RUNNING', done, result: null })
    return { againInSeconds: 0 }
  }
  if (shown.state === 'QUEUED') await beginRebuild(tx, tenantId, id)
  if (shown.done === 0 && from === null && (await countEarlierThreads(tx, tenantId))) return again(0)
  const reached = await rebuildFacts(tx, tenantId, rebuild, shown.done)
  if (reached === 'REPLACED') throw new JobFailure('Another rebuild has begun.', { permanent: true })
  return reached === null ? end(await switchFacts(tx, tenantId, rebuild, { dryRun: false })) : again(reached)
}

declare global {
  interface EnqueuedJobs {
    /** The key is the id of the job that the API shows. */
    'rebuild-reports': NoInput
    /** One job per tenant, with an empty key. */
    'move-report-days': NoInput
  }
}

/** Lease in seconds. A chunk takes tens of milliseconds; rebuilding all sums of a large tenant takes minutes, in one transaction. */
const leaseSeconds = 1_800

export const rebuildReportsJob = job({
  name: 'rebuild-reports',
  description: 'Makes the facts or the sums of reports again.',
  leaseSeconds,
  atOnce: 1,
  run: runRebuild,
  async onDead({ tx, effects, tenantId, key: id, error }) {
    const shown = await tx.first(lockJob, { tenantId, id })
    if (shown) await advanceJob({ tx, effects, tenantId }, id, { ...shown, state: 'FAILED', result: { error } })
  },
})

export const moveReportDays = job({
  name: 'move-report-days',
  description: 'Makes the sums of reports by day again after a change of the time zone.',
  leaseSeconds,
  atOnce: 1,
  run: async ({ tx, tenantId }) => void (await rebuildSums(tx, tenantId)),
})

export const moveDaysWhenZoneChanges = eventJob(tenantUpdated, 'move-report-days', (record, previous) => {
  const getZone = ({ timezone, reporting }: Pick<typeof record, 'timezone' | 'reporting'>): string => reporting.timezone ?? timezone
  return getZone({ ...record, ...previous }) === getZone(record) ? null : { key: '' }
})
