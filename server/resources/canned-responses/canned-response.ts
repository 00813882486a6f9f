import { createPresenter } from '#kit/present.ts'
import { resource } from '#kit/resource.ts'
import type { RowOf } from '#kit/table.ts'
import { absent, defineError } from '#platform/define-error.ts'
import { catalogDuplicate } from '#platform/errors.ts'
import { inbox } from '../inboxes/index.ts'
import { team } from '../teams/index.ts'
import { actionReferences, presentAction } from '../thread-actions/index.ts'
import type { StoredAttachment } from '../uploads/index.ts'
import { user } from '../users/index.ts'
import { cannedResponseTable } from './queries.ts'
import { CannedResponse } from './schema.ts'

/** First sentence of the error when a caller lacks scopes for a canned response. */
export const cannedResponsePurpose = 'The canned response does or shows more than this key may.'

const presentFields = createPresenter(CannedResponse)
const duplicateShortcut = { error: catalogDuplicate, field: 'shortcut', noun: 'canned response' }

/** Returns the files of a canned response, which are shared uploads. */
export function getFiles({ attachments }: Pick<RowOf<typeof CannedResponse>, 'attachments'>): StoredAttachment[] {
  return attachments.map(({ uploadId, ...file }) => ({ id: uploadId, ...file }))
}

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
    attachments: [],
    usageCount: 0,
  },
  events: { previous: { title: 'Refund' } },
  conflicts: { canned_responses_shared_key: duplicateShortcut, canned_responses_own_key: duplicateShortcut },
  owned: { field: 'visibility', value: 'SHARED', all: 'catalog:admin' },
  references: { ownerId: user, inboxIds: inbox, teamIds: team, ...actionReferences },
})
