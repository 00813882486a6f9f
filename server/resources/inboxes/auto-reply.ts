/** Checks the variables of automatic replies. No agent reads such a reply before it is sent, so each variable must have a text to show. */
import { type ErrorDetail, findUnknownVariables, listVariablesWithoutDefault } from '../../kit/index.ts'

/** The variables that `threads/` fills in. The value says where a default is required, because there may be no value. */
const variables = new Map<string, 'NEVER' | 'ALWAYS' | 'INSIDE_HOURS'>([
  ['customer.name', 'ALWAYS'],
  ['customer.firstName', 'ALWAYS'],
  ['customer.email', 'NEVER'],
  ['thread.subject', 'NEVER'],
  ['thread.ticketNumber', 'NEVER'],
  ['inbox.name', 'NEVER'],
  ['inbox.expectedReplyTime', 'ALWAYS'],
  ['inbox.nextOpening', 'INSIDE_HOURS'],
  ['team.name', 'ALWAYS'],
  ['tenant.name', 'NEVER'],
])

type AutoReplies = { autoReply?: string | null | undefined; autoReplyOutsideHours?: string | null | undefined }

/** Returns a detail for each unknown variable, and for each variable without a default that may have no value. */
export function findAutoReplyProblems({ autoReply, autoReplyOutsideHours }: AutoReplies): ErrorDetail[] {
  return [
    ...findTextProblems('autoReply', autoReply ?? '', ['ALWAYS', 'INSIDE_HOURS']),
    ...findTextProblems('autoReplyOutsideHours', autoReplyOutsideHours ?? '', ['ALWAYS']),
  ]
}

function findTextProblems(field: string, text: string, needsDefault: readonly string[]): ErrorDetail[] {
  const unknown = findUnknownVariables(text, (name) => variables.has(name))
  const bare = new Set(listVariablesWithoutDefault(text).filter((name) => needsDefault.includes(variables.get(name) ?? '')))
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
