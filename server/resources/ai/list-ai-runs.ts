import { endpoint, list, scopeEscalation } from '../../kit/index.ts'
import { checkReads, needsScopes, presentRun, run } from './run.ts'
import { AiRun, AiRunFilters, operations, type Operation } from './schema.ts'

// Safe because these are the keys of a literal.
const allOperations = Object.keys(operations) as Operation[]

export const listAiRuns = endpoint({
  operationId: 'listAiRuns',
  method: 'GET',
  path: run.path,
  tag: 'ai',
  scope: 'ai:read',
  summary: 'List runs',
  description: `Results of AI operations, newest first. They are kept for 90 days. ${needsScopes} Without \`operation\`, all of them are needed.`,
  query: AiRunFilters,
  errors: [scopeEscalation],
  responds: { 200: list(AiRun) },
  present: presentRun,
  handle({ db, principal, page, query }) {
    checkReads(principal, query.operation === undefined ? allOperations : [query.operation])
    return run.statements.list.fetch(db, principal.tenantId, page, query)
  },
})
