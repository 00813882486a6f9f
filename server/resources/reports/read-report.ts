/** Computes a report, for `GET /reports` and its CSV export. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Queryable } from '#platform/db.ts'
import { ApiError, validationFailed } from '#platform/errors.ts'
import { createSerialRunner } from '#platform/in-turn.ts'
import { covers, type Principal } from '#platform/principal.ts'
import type { Static } from '#platform/schema.ts'
import { createPauser, type Pauser } from '#platform/turns.ts'
import { behind } from './errors.ts'
import { keyOfGroup } from './query/cells.ts'
import { findNames } from './query/names-queries.ts'
import { checkSize, type ReportPlan } from './query/read-query.ts'
import { readFigures } from './query/read-figures.ts'
import { readAsOf } from './query/sums-queries.ts'
import { sortGroups, writeReport } from './query/write-report.ts'
import type { Report } from './schema.ts'

const maxWaitMs = 5_000
const pollMs = 50

export type Caller = { db: Queryable; principal: Principal; now: number; startPauser?: () => Pauser }

/** Runs one report at a time per tenant: several that yield to each other would together leave little time to other requests. */
const inTurn = createSerialRunner<Static<typeof Report>>()

/** Computes a report. `onlyFacts` ignores the daily sums, for tests that compare both. */
export function computeReport(caller: Caller, plan: ReportPlan, options: { onlyFacts?: boolean } = {}): Promise<Static<typeof Report>> {
  return inTurn(caller.principal.tenantId, null, () => compute(caller, plan, options))
}

async function compute(
  { db, principal, now, startPauser = createPauser }: Caller,
  plan: ReportPlan,
  options: { onlyFacts?: boolean },
): Promise<Static<typeof Report>> {
  const { tenantId, scopes } = principal
  const found = await readFigures(db, tenantId, plan, plan.buckets, options)
  const compared = plan.compared && (await readFigures(db, tenantId, plan, plan.compared, options))
  const ungrouped = plan.groupBy.length === 0
  const present = new Map(
    [found, compared].flatMap((figures) => (figures ? figures.cells.groups : [])).map((group) => [keyOfGroup(group), group]),
  )
  const groups = ungrouped ? [[]] : [...present.values()]
  checkSize(plan.metrics, plan.buckets.length, groups.length)
  const names = new Map<string, string>()
  for (const [i, dimension] of plan.groupBy.entries()) {
    // A report must not reveal a customer's name.
    if (dimension === 'customer' && !covers(scopes, 'customers:read')) continue
    const ids = groups.flatMap((group) => group[i] ?? [])
    for (const [id, name] of await findNames(db, tenantId, dimension, ids)) names.set(`${dimension} ${id}`, name)
  }
  const findName = (dimension: string, value: string): string | null => names.get(`${dimension} ${value}`) ?? null
  return writeReport(plan, { found, compared }, sortGroups(groups, plan, findName), findName, { now, pauser: startPauser() })
}

/** Waits until the events up to a sequence are counted. Throws SVC-REPORT-BEHIND after five seconds, and 400 for an unknown event. */
export async function waitForEvents(
  { db, principal: { tenantId } }: Pick<Caller, 'db' | 'principal'>,
  atLeast: number | undefined,
): Promise<void> {
  if (atLeast === undefined) return
  for (const deadline = performance.now() + maxWaitMs; ; ) {
    const { sequence, head } = await readAsOf(db, tenantId)
    if (sequence >= atLeast) return
    if (atLeast > head) {
      const message = `must not be beyond the newest event, whose sequence is ${head}`
      throw new ApiError(validationFailed, { details: [{ field: 'atLeast', code: 'TOO_LARGE', message }] })
    }
    if (performance.now() + pollMs > deadline) {
      const message = `The reports have counted the events up to ${sequence}, not up to ${atLeast}. Repeat the request later.`
      throw new ApiError(behind, { message, headers: { 'Retry-After': '5' } })
    }
    await sleep(pollMs)
  }
}
