/**
 * Canned responses: replies with variables, and actions (macros), that agents apply to threads.
 *
 * A shortcut is unique among shared ones, and among those of one owner. Personal ones are seen by their owner alone. What a variable has no
 * value for is named, never left blank. Previewing and applying are operations of the threads room; applying is counted exactly.
 */
import { room } from '../../kit/index.ts'
import { cannedResponse } from './canned-response.ts'
import { createCannedResponse } from './create-canned-response.ts'
import { deleteCannedResponse } from './delete-canned-response.ts'
import { getCannedResponse } from './get-canned-response.ts'
import { listCannedResponses } from './list-canned-responses.ts'
import { updateCannedResponse } from './update-canned-response.ts'

export { cannedResponse, isVisible, visible } from './canned-response.ts'
export type { Action } from './check-actions.ts'
export { countUse } from './queries.ts'
export { render, variablesOf, type Variables } from './render.ts'
export type { ActionType } from './schema.ts'

export const cannedResponses = room({
  name: 'canned-responses',
  description: 'Replies with variables and actions that agents apply to threads.',
  resources: [cannedResponse],
  endpoints: [listCannedResponses, createCannedResponse, getCannedResponse, updateCannedResponse, deleteCannedResponse],
})
