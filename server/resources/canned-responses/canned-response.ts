import {
  absent,
  ApiError,
  catalogDuplicate,
  covers,
  defineError,
  presenterOf,
  type Principal,
  resource,
  type Static,
  toTypeId,
  type Uuid,
} from '../../kit/index.ts'
import { inbox } from '../inboxes/index.ts'
import { label } from '../labels/index.ts'
import { team } from '../teams/index.ts'
import { user } from '../users/index.ts'
import type { Action } from './check-actions.ts'
import { cannedResponseTable } from './queries.ts'
import { CannedResponse, CannedResponseAction } from './schema.ts'

const presented = presenterOf(CannedResponse)
const shortcutTaken = { error: catalogDuplicate, field: 'shortcut', noun: 'canned response' }

export const cannedResponse = resource({
  noun: 'canned_response',
  path: '/canned-responses',
  prefix: 'can',
  scopes: { read: 'catalog:read', write: 'catalog:write' },
  notFound: defineError('SVC-CANNEDRESPONSE-NOT_FOUND', 404, 'There is no such canned response.', absent('canned response')),
  shape: CannedResponse,
  table: cannedResponseTable,
  limit: { of: 'canned responses', atMost: 5_000 },
  present: (row) => ({ ...presented({ ...row, actions: [] }), actions: row.actions.map(presentAction) }),
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
  conflicts: { canned_responses_shared_key: shortcutTaken, canned_responses_own_key: shortcutTaken },
  references: { ownerId: user, inboxIds: inbox, teamIds: team, 'actions[].teamId': team, 'actions[].assigneeId': user },
})

/** Objects that actions refer to and that cannot be deleted. */
export const labelReferences = { labelIds: label }

const actionNames = Object.keys(CannedResponseAction.properties)

/** Actions are stored with UUIDs, and have only the fields of their type. */
function presentAction(action: Action): Action {
  const wire: Action = {
    ...action,
    ...(action.assigneeId ? { assigneeId: toTypeId('usr', action.assigneeId) } : {}),
    ...(action.teamId ? { teamId: toTypeId('tea', action.teamId) } : {}),
    ...(action.labelIds ? { labelIds: action.labelIds.map((id) => toTypeId('lbl', id)) } : {}),
  }
  // The database returns JSON fields in its own order. Safe because the fields stay the same.
  return Object.fromEntries(
    actionNames.flatMap((name) => (Object.hasOwn(wire, name) ? [[name, wire[name as keyof Action]]] : [])),
  ) as Action
}

type Row = Static<typeof CannedResponse> & { id: Uuid; version: number }

/** Whether somebody sees and uses one: shared ones, their own, and with the scope `catalog:admin` all. */
export function isVisible({ user: { id }, scopes }: Principal, { visibility, ownerId }: Row): boolean {
  return visibility === 'SHARED' || ownerId === id || covers(scopes, 'catalog:admin')
}

/** Throws 404 when the caller cannot see it. */
export function visible(principal: Principal, row: Row): Row {
  if (!isVisible(principal, row)) throw new ApiError(cannedResponse.notFound)
  return row
}
