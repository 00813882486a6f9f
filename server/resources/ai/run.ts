/** Declares runs as a resource, and their public form. */
import { createPresenter } from '#kit/present.ts'
import { requireScopes } from '#kit/require-scopes.ts'
import { resource } from '#kit/resource.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Principal, KeyScope } from '#platform/principal.ts'
import type { Static } from '#platform/schema.ts'
import { runNotFound } from './errors.ts'
import { runTable } from './queries.ts'
import { AiRun, type Operation } from './schema.ts'

export const run = resource({
  noun: 'ai_run',
  words: 'run',
  path: '/ai/runs',
  tag: 'ai',
  plural: 'ai runs',
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

export const presentRun = createPresenter(AiRun)

export const noOutput: RunOutput = { text: null, suggestions: [], labels: [], classification: null }

/** Scopes that cover an operation's quotes, in addition to `threads:read`. */
const scopesOfQuotes: Partial<Record<Operation, readonly KeyScope[]>> = {
  ANSWER: ['kb:read'],
  // Suggestions quote canned responses, whose variables may be fields of the customer.
  SUGGEST_REPLY: ['catalog:read', 'customers:read'],
}

/** Throws 403 unless the caller may read everything that runs of the operations quote. */
export function checkReads(principal: Principal, operations: readonly Operation[]): void {
  const needed = ['threads:read' as const, ...operations.flatMap((operation) => scopesOfQuotes[operation] ?? [])]
  requireScopes(principal, needed, 'The run quotes what this key may not read.')
}

/** Sentences about scopes in the descriptions of operations that return runs. */
export const needsScopes =
  'Also needs the scope `threads:read`, for runs of `ANSWER` `kb:read`, and for runs of `SUGGEST_REPLY`, which may quote canned ' +
  'responses, `catalog:read` and `customers:read`.'
