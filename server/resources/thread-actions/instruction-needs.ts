import type { Need } from '#kit/require-scopes.ts'
import { getVariableScopes, listTexts } from './variables.ts'
import { type Action, getAction } from './vocabulary.ts'

/**
 * Returns the scopes that a caller needs to save actions and a body with variables, to run them and to preview them. Saving, restoring,
 * applying, explaining and previewing all check this.
 */
export function findInstructionNeeds(actions: readonly Action[], body: string | null = null): Need[] {
  return [
    ...actions.map(({ type }, i) => ({ field: `actions[${i}].type`, scopes: getAction(type).scopes })),
    ...listTexts(body, actions).map(({ field, text }) => ({ field, scopes: getVariableScopes(text) })),
  ]
}
