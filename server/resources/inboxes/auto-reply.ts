/**
 * Validates the variables of automatic replies. No agent reads such a reply before it is sent, so each variable must have a value or a
 * default.
 */
import type { Need } from '#kit/require-scopes.ts'
import { findUnknownVariables, listVariables, listVariablesWithoutDefault } from '#kit/variables.ts'
import type { ErrorDetail } from '#platform/errors.ts'
import type { KeyScope } from '#platform/principal.ts'

type Variable = {
  /** When the variable requires a default, because it may have no value. */
  needsDefault: 'NEVER' | 'ALWAYS' | 'INSIDE_HOURS'
  scopes: readonly KeyScope[]
}
const shownByThreads: readonly KeyScope[] = ['threads:read']

/** Variables that `threads/` fills in. */
const variables = new Map<string, Variable>([
  ['customer.name', { needsDefault: 'ALWAYS', scopes: shownByThreads }],
  ['customer.firstName', { needsDefault: 'ALWAYS', scopes: shownByThreads }],
  ['customer.email', { needsDefault: 'NEVER', scopes: shownByThreads }],
  ['thread.subject', { needsDefault: 'NEVER', scopes: shownByThreads }],
  ['thread.ticketNumber', { needsDefault: 'NEVER', scopes: shownByThreads }],
  ['inbox.name', { needsDefault: 'NEVER', scopes: shownByThreads }],
  ['inbox.expectedReplyTime', { needsDefault: 'ALWAYS', scopes: shownByThreads }],
  ['inbox.nextOpening', { needsDefault: 'INSIDE_HOURS', scopes: shownByThreads }],
  ['team.name', { needsDefault: 'ALWAYS', scopes: shownByThreads }],
  ['tenant.name', { needsDefault: 'NEVER', scopes: [] }],
])

type AutoReplies = { autoReply?: string | null | undefined; autoReplyOutsideHours?: string | null | undefined }

/** Returns a detail for each unknown variable, and for each variable without a default that may have no value. */
export function findAutoReplyProblems({ autoReply, autoReplyOutsideHours }: AutoReplies): ErrorDetail[] {
  return [
    ...findTextProblems('autoReply', autoReply ?? '', ['ALWAYS', 'INSIDE_HOURS']),
    ...findTextProblems('autoReplyOutsideHours', autoReplyOutsideHours ?? '', ['ALWAYS']),
  ]
}

/** Returns the scopes that the variables of automatic replies and of the signature require of a caller. */
export function findTextNeeds(texts: AutoReplies & { signature?: string | null | undefined }): Need[] {
  return (['autoReply', 'autoReplyOutsideHours', 'signature'] as const).flatMap((field) =>
    listVariables(texts[field] ?? '').map((name) => ({ field, scopes: variables.get(name)?.scopes ?? [] })),
  )
}

function findTextProblems(field: string, text: string, needsDefault: readonly string[]): ErrorDetail[] {
  const unknown = findUnknownVariables(text, (name) => variables.has(name))
  const bare = new Set(listVariablesWithoutDefault(text).filter((name) => needsDefault.includes(variables.get(name)?.needsDefault ?? '')))
  return [
    ...unknown
      .slice(0, 10)
      .map((name) => ({
        field,
        code: 'UNKNOWN_VARIABLE',
        message: `uses ${name}, which is not a variable of automatic replies. The variables are ${[...variables.keys()].join(', ')}.`,
      })),
    ...[...bare].map((name) => ({
      field,
      code: 'DEFAULT_REQUIRED',
      message: `uses ${name}, which may have no value: write a default after a bar, such as {{${name}|…}}`,
    })),
  ]
}
