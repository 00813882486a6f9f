import { item, list } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { createPresenter } from '#kit/present.ts'
import { ApiError } from '#platform/errors.ts'
import { covers } from '#platform/principal.ts'
import { closed, type Static } from '#platform/schema.ts'
import { presentStateChanges } from '../../threads/index.ts'
import { dryRunNotFound } from '../errors.ts'
import { automationRule } from '../rule.ts'
import { type DryRunRow, findDryRun, matchList, type ShownMatch } from './dry-run-queries.ts'
import { AutomationDryRun, AutomationDryRunMatch } from './dry-run-schema.ts'

const presentFields = createPresenter(AutomationDryRun)

export function presentDryRun({ byDay, ...row }: DryRunRow): Static<typeof AutomationDryRun> {
  const days = Object.entries(byDay).map(([day, matched]) => ({ day, matched }))
  return presentFields({ ...row, byDay: days.toSorted((a, b) => (a.day < b.day ? -1 : 1)) })
}

const { before: _, after: __, ...plain } = AutomationDryRunMatch.properties
const presentPlain = createPresenter(closed(plain))

function presentMatch({ changes, ...row }: ShownMatch): Static<typeof AutomationDryRunMatch> {
  return { ...presentPlain(row), ...presentStateChanges(changes) }
}

/** Hides the thread's data from callers who may not read threads. */
function hideThread(match: ShownMatch): ShownMatch {
  return { ...match, thread: null, changes: { before: {}, after: {} } }
}

const shared = { tag: automationRule.tag, scope: automationRule.scopes.read } as const
const params = { id: { prefix: 'rdy', description: 'The dry run, with or without `rdy_`.', notFound: dryRunNotFound } } as const

export const getAutomationDryRun = endpoint.read({
  ...shared,
  operationId: 'getAutomationDryRun',
  path: '/automation-rules/dry-runs/{id}',
  summary: 'Get a dry run',
  description: 'The progress and the figures of a dry run.',
  params,
  responds: { 200: item(AutomationDryRun, 'The dry run') },
  present: presentDryRun,
  async handle({ db, principal: { tenantId }, params: { id } }) {
    const record = await db.first(findDryRun, { tenantId, id })
    if (!record) throw new ApiError(dryRunNotFound)
    return { status: 200, record }
  },
})

export const listAutomationDryRunMatches = endpoint.read({
  ...shared,
  operationId: 'listAutomationDryRunMatches',
  path: '/automation-rules/dry-runs/{id}/matches',
  summary: 'List the matches of a dry run',
  description:
    'What the rule would have done, latest first. While the dry run runs, more matches are added at the beginning. Without the scope ' +
    '`threads:read`, `thread` is null, and `before` and `after` are empty.',
  params,
  responds: { 200: list(AutomationDryRunMatch) },
  present: presentMatch,
  async handle({ db, principal: { tenantId, scopes }, params: { id }, page }) {
    if (!(await db.first(findDryRun, { tenantId, id }))) throw new ApiError(dryRunNotFound)
    const { records, ...reply } = await matchList.fetch(db, tenantId, page, { dryRunId: id })
    return { ...reply, records: covers(scopes, 'threads:read') ? records : records.map(hideThread) }
  },
})
