/** Checks that the texts of a canned response use only variables that exist. */
import { ApiError, validationFailed } from '../../kit/index.ts'
import type { Action } from './check-actions.ts'

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
const inBraces = /\{\{([^{}\n]{1,200})\}\}/g
const customField = /^(?:customer|thread)\.customFields\.[A-Za-z]\w*$/

/** Returns the unknown variables of a text, as the text spells them. */
export function findUnknownVariables(text: string): string[] {
  const found = [...text.matchAll(inBraces)].flatMap(([whole, inner = '']) => {
    const [name = ''] = inner.split('|')
    return knownVariables.has(name.trim()) || customField.test(name.trim()) ? [] : [whole]
  })
  return [...new Set(found)]
}

/** Throws 400 that lists each unknown variable and all existing ones. */
export function checkVariables(body: string | null | undefined, actions: readonly Action[]): void {
  const texts = [
    { field: 'body', text: body ?? '' },
    ...actions.map(({ type, body: note }, i) => ({ field: `actions[${i}].body`, text: type === 'ADD_NOTE' ? (note ?? '') : '' })),
  ]
  const names = `${variableNames.join(', ')}, customer.customFields.KEY, thread.customFields.KEY`
  const details = texts.flatMap(({ field, text }) =>
    findUnknownVariables(text).map((name) => ({
      field,
      code: 'UNKNOWN_VARIABLE',
      message: `uses ${name}, which is not a variable. The variables are ${names}.`,
    })),
  )
  if (details.length > 0) throw new ApiError(validationFailed, { details: details.slice(0, 20) })
}
