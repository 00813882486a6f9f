/** Pauser the actions of a canned response into fields of a thread and notes. */
import { ApiError, checkReferences, fetchOne, type Principal, type Queryable, type Sent, unknownReference } from '../../../kit/index.ts'
import type { Action, ActionType } from '../../canned-responses/index.ts'
import { mergeCustomFields } from '../../custom-fields/index.ts'
import { leaveQueue, findAssignee } from '../assignment/find-assignee.ts'
import { listLabelsById } from './canned-queries.ts'
import type { ThreadFields } from '../change-thread.ts'
import { readTime, untilReply, type ThreadRecord } from '../queries.ts'
import { threadReferences } from '../thread.ts'

type Context = { readonly tx: Queryable; readonly principal: Principal }
/** `thread` is the record after the preceding actions; `place` is the path of the action in the response, for errors. */
type ActionResolver = (context: Context, thread: ThreadRecord, action: Action, place: string) => Promise<Sent<ThreadFields>>

/** A message that a canned response writes. `place` is the path of its text in the canned response, for errors. */
export type CannedMessage = { body: string; bodyFormat: 'text' | 'html' | undefined; place: string; internal: boolean }

const resolvers: Readonly<Record<ActionType, ActionResolver>> = {
  SET_STATUS: (_, __, { status }) => Promise.resolve({ status }),
  SET_PRIORITY: (_, __, { priority }) => Promise.resolve({ priority }),
  SET_TEAM: (_, __, { teamId }) => Promise.resolve({ teamId }),
  ASSIGN: ({ tx, principal }, _, { assigneeId = null }, place) =>
    findAssignee(tx, principal.tenantId, assigneeId, { field: `${place}.assigneeId` }),
  async ADD_LABELS({ tx, principal }, { labels }, { labelIds = [] }, place) {
    const found = await tx.rows(listLabelsById, { tenantId: principal.tenantId, ids: labelIds })
    const carried = new Set(labels.map(({ id }) => id))
    const missing = labelIds.find((id) => !carried.has(id) && found.every((label) => label.id !== id))
    if (missing !== undefined) throw actionError(`${place}.labelIds`, 'names a label that is archived')
    return { labels: [...labels, ...found.filter(({ id }) => !carried.has(id))] }
  },
  REMOVE_LABELS: (_, { labels }, { labelIds = [] }) => Promise.resolve({ labels: labels.filter(({ id }) => !labelIds.includes(id)) }),
  SET_CUSTOM_FIELDS: (_, thread, { customFields }) =>
    Promise.resolve({ customFields: mergeCustomFields(thread.customFields, customFields) }),
  async SNOOZE({ tx }, _, { durationSeconds }) {
    if (durationSeconds === undefined) return { status: 'pending', snoozedUntil: untilReply }
    return { status: 'pending', snoozedUntil: (await fetchOne(tx, readTime, { at: null, inSeconds: durationSeconds })).at }
  },
  // A note changes no field. `resolveActions` collects it, and the operation writes it as a message.
  ADD_NOTE: () => Promise.resolve({}),
}

/** Returns the fields that the actions set, later actions taking precedence, and their notes. Throws 422 with the path of a bad action. */
export async function resolveActions(
  context: Context,
  thread: ThreadRecord,
  actions: readonly Action[],
): Promise<{ fields: Sent<ThreadFields>; notes: CannedMessage[] }> {
  // Lock teams before users, like all writers, whatever the order of the actions.
  for (const [i, { teamId }] of actions.entries())
    await checkReferences(
      context.tx,
      context.principal.tenantId,
      { [`actions[${i}].teamId`]: threadReferences.teamId },
      { [`actions[${i}]`]: { teamId } },
    )
  const fields: Sent<ThreadFields> = {}
  const notes: CannedMessage[] = []
  for (const [i, action] of actions.entries()) {
    const place = `actions[${i}]`
    if (action.type === 'ADD_NOTE')
      notes.push({ body: action.body ?? '', bodyFormat: action.bodyFormat, place: `${place}.body`, internal: true })
    const sent = await resolvers[action.type](context, { ...thread, ...dropUndefined(fields) }, action, place)
    Object.assign(fields, dropUndefined(sent))
  }
  return { fields: { ...fields, ...leaveQueue(thread, fields) }, notes }
}

function dropUndefined(fields: Sent<ThreadFields>): Partial<ThreadFields> {
  // Safe because only undefined fields are dropped.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<ThreadFields>
}

function actionError(field: string, message: string): ApiError {
  return new ApiError(unknownReference, { details: [{ field, code: 'UNKNOWN', message }] })
}
