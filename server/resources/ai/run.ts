/** A run as a resource, and how its record becomes the answer. */
import { ApiError, covers, presenterOf, resource, scopeEscalation, type Principal, type Static, type Uuid } from '../../kit/index.ts'
import { runNotFound } from './errors.ts'
import { runTable } from './queries.ts'
import { AiRun, type Operation } from './schema.ts'

export const run = resource({
  noun: 'ai_run',
  path: '/ai/runs',
  prefix: 'run',
  scopes: { read: 'ai:read', write: 'ai:write' },
  notFound: runNotFound,
  shape: AiRun,
  table: runTable,
  limit: { none: 'runs are data: budgets of tokens limit them, and they are deleted after a time' },
  events: null,
})

export type RunRecord = Static<typeof AiRun> & { id: Uuid; version: number }
export type RunOutput = RunRecord['output']
export type Citation = RunRecord['citations'][number]

export const presentRun = presenterOf(AiRun)

export const noOutput: RunOutput = { text: null, suggestions: [], labels: [], classification: null }

/** What runs of an operation repeat besides words of threads. */
const repeats: Partial<Record<Operation, 'kb:read' | 'catalog:read'>> = { ANSWER: 'kb:read', SUGGEST_REPLY: 'catalog:read' }

/** Runs say what threads say, and articles, and canned responses: who may not read these is not told by a detour. */
export function checkReads({ scopes }: Principal, operations: readonly Operation[]): void {
  const needed = ['threads:read' as const, ...operations.flatMap((operation) => repeats[operation] ?? [])]
  const missing = needed.filter((scope) => !covers(scopes, scope))
  if (missing.length === 0) return
  const names = missing.join(' and ')
  throw new ApiError(scopeEscalation, {
    message: `A run tells what this key may not read. Use a key that also has the scope ${names}.`,
    details: missing.map((scope) => ({ field: 'scope', code: 'NOT_COVERED', message: scope })),
  })
}

/** For descriptions. */
export const needsScopes =
  'The key must also have the scope `threads:read`, for runs of `ANSWER` also `kb:read`, and for those of `SUGGEST_REPLY`, which may be canned responses, also `catalog:read`.'
