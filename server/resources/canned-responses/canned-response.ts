import { createPresenter } from '#kit/present.ts'
import { resource } from '#kit/resource.ts'
import { absent, defineError } from '#platform/define-error.ts'
import { ApiError, catalogDuplicate } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import { covers, type Principal } from '#platform/principal.ts'
import type { Static } from '#platform/schema.ts'
import { inbox } from '../inboxes/index.ts'
import { team } from '../teams/index.ts'
import { actionReferences, presentAction } from '../thread-actions/index.ts'
import { user } from '../users/index.ts'
import { cannedResponseTable } from './queries.ts'
import { CannedResponse } from './schema.ts'

/** The first sentence of the error when a caller lacks scopes of a canned response. */
export const cannedResponsePurpose = 'The canned response does or shows more than this key may.'

const presentFields = createPresenter(CannedResponse)
const duplicateShortcut = { error: catalogDuplicate, field: 'shortcut', noun: 'canned response' }

export const cannedResponse = resource({
  noun: 'canned_response',
  path: '/canned-responses',
  prefix: 'can',
  scopes: { read: 'catalog:read', write: 'catalog:write' },
  notFound: defineError('SVC-CANNEDRESPONSE-NOT_FOUND', 404, 'There is no such canned response.', absent('canned response')),
  shape: CannedResponse,
  table: cannedResponseTable,
  limit: { of: 'canned responses', atMost: 5_000 },
  present: (row) => ({ ...presentFields({ ...row, actions: [] }), actions: row.actions.map(presentAction) }),
  defaults: {
    body: null,
    bodyFormat: 'text' as const,
    visibility: 'SHARED' as const,
    inboxIds: [],
    teamIds: [],
    actions: [],
    usageCount: 0,
  },
  events: { previous: { title: 'Refund' } },
  conflicts: { canned_responses_shared_key: duplicateShortcut, canned_responses_own_key: duplicateShortcut },
  references: { ownerId: user, inboxIds: inbox, teamIds: team, ...actionReferences },
})

type Row = Static<typeof CannedResponse> & { id: Uuid; version: number }

/** Whether the caller may see and use a canned response: a shared one, the caller's own, or any with the scope `catalog:admin`. */
export function isVisible({ user: { id }, scopes }: Principal, { visibility, ownerId }: Row): boolean {
  return visibility === 'SHARED' || ownerId === id || covers(scopes, 'catalog:admin')
}

/** Returns the canned response, or throws 404 if the caller may not see it. */
export function requireVisible(principal: Principal, row: Row): Row {
  if (!isVisible(principal, row)) throw new ApiError(cannedResponse.notFound)
  return row
}
