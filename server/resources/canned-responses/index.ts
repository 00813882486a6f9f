/**
 * Canned responses: replies with variables, and actions (macros), that agents apply to threads.
 *
 * A shortcut is unique among shared ones, and among the personal ones of one owner. Only the owner sees a personal one. A variable without
 * a value is reported, never replaced by nothing. Preview and apply are operations of the threads room; each use is counted exactly.
 */
import { room } from '../../kit/index.ts'
import { cannedResponse } from './canned-response.ts'
import { createCannedResponse } from './create-canned-response.ts'
import { deleteCannedResponse, getCannedResponse, listCannedResponses } from './operations.ts'
import { updateCannedResponse } from './update-canned-response.ts'

export { cannedResponse, isVisible, visible } from './canned-response.ts'
export type { Action } from './check-actions.ts'
export { countUse } from './queries.ts'
export { render, variablesOf, type Variables } from './render.ts'
export { scopesOfVariables } from './scopes-of-variables.ts'
export { CannedResponseAction, type ActionType } from './schema.ts'

export const cannedResponses = room({
  name: 'canned-responses',
  description: 'Replies with variables and actions that agents apply to threads.',
  resources: [cannedResponse],
  endpoints: [listCannedResponses, createCannedResponse, getCannedResponse, updateCannedResponse, deleteCannedResponse],
  personal: { excused: { canned_responses: 'of the tenant, with variables instead of names' } },
})
