/**
 * The vocabulary of actions on threads, which canned responses and automation rules share. `threads/actions/` runs them. This is not a
 * module with an API of its own.
 */
export { checkActions } from './check-actions.ts'
export { findInstructionNeeds } from './instruction-needs.ts'
export { presentAction } from './present-action.ts'
export { actionReferences, checkActionLabels } from './references.ts'
export { checkVariables, getVariableScopes, variableNames, type VariableValues, variablesWithoutAgent } from './variables.ts'
export {
  type Action,
  actionTypes,
  type ActionType,
  type ActionUse,
  cannedResponseFields,
  createTypeChoice,
  getAction,
  ruleFields,
} from './vocabulary.ts'
