/** Converts the actions of canned responses to the changes that a reply makes. */
import type { RequestOf } from '@skein/client'
import type { Action } from './describe-action.ts'

type Changes = NonNullable<RequestOf<'replyToThread'>['body']['changes']>

/** Builds the changes of a reply; null when there are none. Later actions replace earlier ones, but labels, fields and notes accumulate. */
export function toReplyChanges(actions: readonly Action[], now = Date.now()): Changes | null {
  const changes: Changes = {}
  for (const {
    type,
    status,
    priority,
    assigneeId = null,
    teamId = null,
    labelIds = [],
    customFields,
    durationSeconds,
    body,
    bodyFormat,
  } of actions) {
    if (type === 'SET_STATUS' && status !== undefined) {
      changes.status = status
      delete changes.snoozedUntil
      delete changes.snoozedUntilReply
    } else if (type === 'SET_PRIORITY' && priority !== undefined) changes.priority = priority
    else if (type === 'ASSIGN') changes.assigneeId = assigneeId
    else if (type === 'SET_TEAM') changes.teamId = teamId
    else if (type === 'ADD_LABELS') changes.addLabels = [...new Set([...(changes.addLabels ?? []), ...labelIds])]
    else if (type === 'REMOVE_LABELS') changes.removeLabels = [...new Set([...(changes.removeLabels ?? []), ...labelIds])]
    else if (type === 'SET_CUSTOM_FIELDS') changes.customFields = { ...changes.customFields, ...customFields }
    else if (type === 'SNOOZE') {
      delete changes.status
      delete changes.snoozedUntil
      delete changes.snoozedUntilReply
      if (durationSeconds === undefined) changes.snoozedUntilReply = true
      else changes.snoozedUntil = new Date(now + durationSeconds * 1000).toISOString()
    } else if (type === 'ADD_NOTE' && body !== undefined) {
      changes.note = changes.note === undefined ? body : `${changes.note}\n\n${body}`
      if (bodyFormat !== undefined) changes.noteFormat = bodyFormat
    }
  }
  return Object.keys(changes).length > 0 ? changes : null
}

/** The actions that this page sent with each reply, so that the draft gets them back when the agent undoes the reply. */
export const sentActions = new Map<string, readonly Action[]>()
