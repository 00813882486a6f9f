/** Checks that texts with variables use only variables that exist. */
import { ApiError, findUnknownVariables, validationFailed } from '../../kit/index.ts'
import { getAction, type Action } from '../thread-actions/index.ts'

/** The variables that `threads/` fills in (`readVariables`), except custom fields. */
export const variableNames = [
  'customer.name',
  'customer.firstName',
  'customer.email',
  'customer.externalId',
  'thread.subject',
  'thread.ticketNumber',
  'thread.status',
  'thread.priority',
  'inbox.name',
  'team.name',
  'assignee.name',
  'agent.name',
  'agent.email',
  'tenant.name',
] as const

/** The variables that have values without an agent who applies the actions. */
export const variablesWithoutAgent = variableNames.filter((name) => !name.startsWith('agent.'))

const customField = /^(?:customer|thread)\.customFields\.[A-Za-z]\w*$/

/** Checks a body and the texts of actions. Throws 400 that lists each variable that is not in `known` and all that are. */
export function checkVariables(
  body: string | null | undefined,
  actions: readonly Action[],
  known: readonly string[] = variableNames,
): void {
  const texts = [
    { field: 'body', text: body ?? '' },
    ...actions.flatMap((action, i) =>
      (getAction(action.type).texts ?? []).map((name) => ({ field: `actions[${i}].${name}`, text: String(action[name] ?? '') })),
    ),
  ]
  const names = `${known.join(', ')}, customer.customFields.KEY, thread.customFields.KEY`
  const details = texts.flatMap(({ field, text }) =>
    findUnknownVariables(text, (name) => known.includes(name) || customField.test(name)).map((name) => ({
      field,
      code: 'UNKNOWN_VARIABLE',
      message: `uses ${name}, which is not a variable. The variables are ${names}.`,
    })),
  )
  if (details.length > 0) throw new ApiError(validationFailed, { details: details.slice(0, 20) })
}
