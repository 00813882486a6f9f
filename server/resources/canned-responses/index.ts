/**
 * Canned responses: replies with variables, and actions (macros), that agents apply to threads. A shortcut is unique among the shared
 * canned responses and among the personal ones of each owner. Only the owner and callers with the scope `catalog:admin` see a personal one.
 * A variable without a value is reported, never replaced by an empty string. The operations to preview and apply are in `threads/`; uses
 * are counted exactly.
 */
import { module } from '#kit/module.ts'
import { cannedResponse } from './canned-response.ts'
import { createCannedResponse, deleteCannedResponse, getCannedResponse, listCannedResponses, updateCannedResponse } from './operations.ts'

export { cannedResponse, cannedResponsePurpose, getFiles } from './canned-response.ts'
export { countUses } from './queries.ts'
export { CannedResponse, CannedResponseAction, CannedResponseAttachment } from './schema.ts'

export const cannedResponses = module({
  name: 'canned-responses',
  description: 'Replies with variables and actions that agents apply to threads.',
  resources: [cannedResponse],
  endpoints: [listCannedResponses, createCannedResponse, getCannedResponse, updateCannedResponse, deleteCannedResponse],
  personal: { excused: { canned_responses: 'of the tenant, with variables instead of names' } },
})
