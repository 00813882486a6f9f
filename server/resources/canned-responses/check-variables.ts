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

const knownVariables: ReadonlySet<string> = new Set(variableNames)
const customField = /^(?:customer|thread)\.customFields\.[A-Za-z]\w*$/

/** Returns the unknown variables of a text, as the text spells them. */
function findUnknownNames(text: string): string[] {
  return findUnknownVariables(text, (name) => knownVariables.has(name) || customField.test(name))
}

/** Checks a body and the texts of actions. Throws 400 that lists each unknown variable and all existing ones. */
export function checkVariables(body: string | null | undefined, actions: readonly Action[]): void {
  const texts = [
    { field: 'body', text: body ?? '' },
    ...actions.flatMap((action, i) =>
      (getAction(action.type).texts ?? []).map((name) => ({ field: `actions[${i}].${name}`, text: String(action[name] ?? '') })),
    ),
  ]
  const names = `${variableNames.join(', ')}, customer.customFields.KEY, thread.customFields.KEY`
  const details = texts.flatMap(({ field, text }) =>
    findUnknownNames(text).map((name) => ({
      field,
      code: 'UNKNOWN_VARIABLE',
      message: `uses ${name}, which is not a variable. The variables are ${names}.`,
    })),
  )
  if (details.length > 0) throw new ApiError(validationFailed, { details: details.slice(0, 20) })
}
