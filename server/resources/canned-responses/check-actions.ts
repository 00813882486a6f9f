/** Checks that actions have the fields that their types need, and no others. */
import { ApiError, type Static, validationFailed } from '../../kit/index.ts'
import { actionFields, type CannedResponseAction } from './schema.ts'

export type Action = Static<typeof CannedResponseAction>

/** Throws 400 naming each field that is missing or does not belong to its action. */
export function checkActions(actions: readonly Action[]): void {
  const details = actions.flatMap((action, i) => {
    const needs: readonly string[] = actionFields[action.type].needs
    const may: readonly string[] = actionFields[action.type].may
    const missing = needs
      .filter((name) => !Object.hasOwn(action, name))
      .map((name) => ({ name, code: 'REQUIRED', message: `is required by ${action.type}` }))
    const unexpected = Object.keys(action)
      .filter((name) => name !== 'type' && !needs.includes(name) && !may.includes(name))
      .map((name) => ({ name, code: 'NOT_ALLOWED', message: `does not belong to ${action.type}` }))
    return [...missing, ...unexpected].map(({ name, code, message }) => ({ field: `actions[${i}].${name}`, code, message }))
  })
  if (details.length > 0) throw new ApiError(validationFailed, { details })
}
