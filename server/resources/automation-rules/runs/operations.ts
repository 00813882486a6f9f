import { item, list } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { createPresenter } from '#kit/present.ts'
import { ApiError } from '#platform/errors.ts'
import { covers, type Principal } from '#platform/principal.ts'
import { closed, type Static } from '#platform/schema.ts'
import { presentStateChanges, readThread, thread } from '../../threads/index.ts'
import { runNotFound } from '../errors.ts'
import { automationRule } from '../rule.ts'
import { findRun, runList, type RunRow } from './run-queries.ts'
import { AutomationRun, AutomationRunFilters, ThreadRunFilters } from './run-schema.ts'

const { changes: _changes, ...plain } = AutomationRun.properties
const presentPlain = createPresenter(closed(plain))

/** Presents a run. */
export function presentRun({ changes, ...row }: RunRow): Static<typeof AutomationRun> {
  return { ...presentPlain(row), changes: presentStateChanges(changes) }
}

/** Hides the values of threads that the caller may not read. */
function hideChanges({ scopes }: Principal, runs: RunRow[]): RunRow[] {
  return covers(scopes, 'threads:read') ? runs : runs.map((run) => ({ ...run, changes: { before: {}, after: {} } }))
}

const shared = { tag: automationRule.tag, scope: automationRule.scopes.read } as const

export const listAutomationRuns = endpoint.read({
  ...shared,
  operationId: 'listAutomationRuns',
  path: '/automation-runs',
  summary: 'List runs of automation rules',
  description:
    'What became of rules on events and at times, newest first. An event that does not fit a rule makes no run. ' +
    '`changes` is empty without the scope `threads:read`.',
  query: AutomationRunFilters,
  responds: { 200: list(AutomationRun) },
  present: presentRun,
  async handle({ db, principal, page, query }) {
    const { records, ...reply } = await runList.fetch(db, principal.tenantId, page, query)
    return { ...reply, records: hideChanges(principal, records) }
  },
})

export const getAutomationRun = endpoint.read({
  ...shared,
  operationId: 'getAutomationRun',
  path: '/automation-runs/{id}',
  summary: 'Get a run of an automation rule',
  description: 'One run of a rule. `changes` is empty without the scope `threads:read`.',
  params: { id: { prefix: 'rrn', description: 'The run, with or without `rrn_`.', notFound: runNotFound } },
  responds: { 200: item(AutomationRun, 'The run') },
  present: presentRun,
  async handle({ db, principal, params: { id } }) {
    const found = await db.first(findRun, { tenantId: principal.tenantId, id })
    if (!found) throw new ApiError(runNotFound)
    const [record = found] = hideChanges(principal, [found])
    return { status: 200, record }
  },
})

export const listThreadAutomationRuns = endpoint.read({
  ...shared,
  operationId: 'listThreadAutomationRuns',
  path: '/threads/{id}/automation-runs',
  summary: 'List the runs of automation rules on a thread',
  description: 'What became of rules on this thread, newest first. `changes` is empty without the scope `threads:read`.',
  params: { id: thread.id },
  query: ThreadRunFilters,
  responds: { 200: list(AutomationRun) },
  present: presentRun,
  async handle({ db, principal, params: { id }, page, query }) {
    const { tenantId } = principal
    const found = await readThread(db, { tenantId, id })
    if (!found) throw new ApiError(thread.notFound)
    const { records, ...reply } = await runList.fetch(db, tenantId, page, { ...query, threadId: id })
    return { ...reply, records: hideChanges(principal, records) }
  },
})
