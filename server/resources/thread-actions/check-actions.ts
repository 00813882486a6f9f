/** Checks that actions have exactly the fields that their types allow. */
import { ApiError, type ErrorDetail, validationFailed } from '#platform/errors.ts'
import { getAction, type Action } from './vocabulary.ts'

/** Throws 400 listing each field that is missing or does not belong to its action. */
export function checkActions(actions: readonly Action[]): void {
  const details = actions.flatMap((action, i) => findProblems(action, `actions[${i}]`))
  if (details.length > 0) throw new ApiError(validationFailed, { details })
}

function findProblems(action: Action, place: string): ErrorDetail[] {
  const { type } = action
  const { needs = [], may = [], oneOf = [], someOf = [], either = [] } = getAction(type)
  // A false flag means the same as an absent one.
  const sent = Object.entries(action).flatMap(([name, value]) => (name === 'type' || value === false ? [] : [name]))
  const choices = [oneOf, someOf].filter((fields) => fields.length > 0 && !fields.some((name) => sent.includes(name)))
  const excess = [oneOf, either].flatMap((fields) => fields.filter((name) => sent.includes(name)).slice(1))
  const allowed: ReadonlySet<string> = new Set([...needs, ...may, ...oneOf, ...someOf, ...either])
  const toDetail = (name: string, code: string, message: string): ErrorDetail => ({ field: `${place}.${name}`, code, message })
  return [
    ...needs.filter((name) => !sent.includes(name)).map((name) => toDetail(name, 'REQUIRED', `is required by ${type}`)),
    ...choices.map((fields) => toDetail(fields[0] ?? '', 'REQUIRED', `${type} requires one of ${fields.join(', ')}`)),
    ...excess.map((name) => toDetail(name, 'AMBIGUOUS', `cannot be combined with the other fields of ${type}`)),
    ...sent.filter((name) => !allowed.has(name)).map((name) => toDetail(name, 'NOT_ALLOWED', `does not belong to ${type}`)),
  ]
}
