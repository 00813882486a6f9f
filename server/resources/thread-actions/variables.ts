/** Variables in texts of canned responses and rules, with the scopes that each requires. */
import { findUnknownVariables, listVariables } from '#kit/variables.ts'
import { ApiError, validationFailed } from '#platform/errors.ts'
import type { KeyScope } from '#platform/principal.ts'
import { getAction, type Action } from './vocabulary.ts'

const shownByThreads: readonly KeyScope[] = ['threads:read']

/** The variables, without custom fields. `threads/actions/read-variables.ts` provides their values. */
const variables = {
  'customer.name': shownByThreads,
  'customer.firstName': shownByThreads,
  'customer.email': shownByThreads,
  'customer.externalId': ['customers:read'],
  'thread.subject': shownByThreads,
  'thread.ticketNumber': shownByThreads,
  'thread.status': shownByThreads,
  'thread.priority': shownByThreads,
  'inbox.name': shownByThreads,
  'team.name': shownByThreads,
  'assignee.name': shownByThreads,
  'agent.name': [],
  'agent.email': [],
  'tenant.name': [],
} as const satisfies Readonly<Record<string, readonly KeyScope[]>>

const customFields = { customer: ['customers:read'], thread: shownByThreads } as const satisfies Readonly<
  Record<string, readonly KeyScope[]>
>

/** Values of all variables. A variable without declared scopes does not compile. */
export type VariableValues = Readonly<Record<keyof typeof variables, unknown>> & {
  readonly [Owner in keyof typeof customFields as `${Owner}.customFields`]: Readonly<Record<string, unknown>> | null
}

// Safe because the keys are the variables' names.
export const variableNames = Object.keys(variables) as (keyof typeof variables)[]

/** Variables that have a value even when no agent applies the actions. */
export const variablesWithoutAgent = variableNames.filter((name) => !name.startsWith('agent.'))

const customField = /^(customer|thread)\.customFields\.[A-Za-z]\w*$/

/** Checks a body and the texts of actions. Throws 400 listing each unknown variable, and all in `known`. */
export function checkVariables(
  body: string | null | undefined,
  actions: readonly Action[],
  known: readonly string[] = variableNames,
): void {
  const names = `${known.join(', ')}, customer.customFields.KEY, thread.customFields.KEY`
  const details = listTexts(body, actions).flatMap(({ field, text }) =>
    findUnknownVariables(text, (name) => known.includes(name) || customField.test(name)).map((name) => ({
      field,
      code: 'UNKNOWN_VARIABLE',
      message: `uses ${name}, which is not a variable. The variables are ${names}.`,
    })),
  )
  if (details.length > 0) throw new ApiError(validationFailed, { details: details.slice(0, 20) })
}

/** Returns the body and the texts of actions with their paths. */
export function listTexts(body: string | null | undefined, actions: readonly Action[]): { field: string; text: string }[] {
  return [
    ...(body ? [{ field: 'body', text: body }] : []),
    ...actions.flatMap((action, i) =>
      (getAction(action.type).texts ?? []).map((name) => ({ field: `actions[${i}].${name}`, text: String(action[name] ?? '') })),
    ),
  ]
}

/** Returns the scopes that a caller needs before the variables of a text are filled in. An unknown variable needs none. */
export function getVariableScopes(text: string): KeyScope[] {
  return [...new Set(listVariables(text).flatMap(getScopes))]
}

function getScopes(name: string): readonly KeyScope[] {
  const owner = customField.exec(name)?.[1]
  // Safe because the expression only captures names of `customFields`.
  if (owner !== undefined) return customFields[owner as keyof typeof customFields]
  // Safe because any name may be looked up.
  return Object.hasOwn(variables, name) ? variables[name as keyof typeof variables] : []
}
