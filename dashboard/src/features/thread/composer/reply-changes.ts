/** Turns the actions of canned responses into the changes that are sent with a reply. */
import type { RequestOf } from '@skein/client'
import type { Action } from './action-words.ts'

type Changes = NonNullable<RequestOf<'replyToThread'>['body']['changes']>

/** The changes of a reply. Later actions replace earlier ones; labels, fields and notes add up. Null when there are none. */
export function changesByActions(actions: readonly Action[], now = Date.now()): Changes | null {
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

/** The actions that were sent with replies from this page, so that a reply that is taken back has them again. */
export const sentActions = new Map<string, readonly Action[]>()
