/** Converts audit log entries of a thread to the lines between its messages. */
import type { AuditLog } from '@skein/client'

type Fields = Readonly<Record<string, unknown>>
export type NameLookup = { user: (id: string) => string | undefined; inbox: (id: string) => string | undefined }

/** Returns a sentence with the actor and their change; null for changes that the messages show, and for internal fields. */
export function formatHistoryLine(entry: AuditLog, names: NameLookup): string | null {
  const { action, actor } = entry
  // Safe because both are objects of thread fields, and each value is checked before it is used.
  const [before, after] = [(entry.before ?? {}) as Fields, (entry.after ?? {}) as Fields]
  const meeting = meetingActions[action]?.(before, after)
  const parts = meeting ? [meeting] : [...(actions[action]?.(after) ?? []), ...describeChanges(before, after, names)]
  if (parts.length === 0) return null
  const who = actor.type === 'SYSTEM' ? 'Skein' : ((actor.id === null ? undefined : names.user(actor.id)) ?? 'Somebody')
  return `${who} ${parts.join(', ')}`
}

/** The lines about a meeting of the thread. Their entries contain the meeting's fields instead of the thread's. */
const meetingActions: Readonly<Record<string, (before: Fields, after: Fields) => string>> = {
  'thread.meeting_scheduled': (_, after) => `scheduled a meeting for ${formatStart(after)}`,
  'thread.meeting_updated': (before, after) =>
    'startsAt' in before ? `moved a meeting to ${formatStart(after)}` : `changed the meeting of ${formatStart(after)}`,
  'thread.meeting_cancelled': (_, after) => `cancelled the meeting of ${formatStart(after)}`,
  'thread.meeting_attendance_recorded': (_, after) => `recorded who came to the meeting of ${formatStart(after)}`,
  'thread.meeting_recording_attached': (_, after) => `attached a recording to the meeting of ${formatStart(after)}`,
  'thread.meeting_recording_removed': (_, after) => `removed the recording of the meeting of ${formatStart(after)}`,
}

function formatStart({ startsAt }: Fields): string {
  const at = new Date(typeof startsAt === 'string' ? startsAt : Number.NaN)
  return Number.isNaN(at.getTime()) ? 'some time' : at.toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })
}

const actions: Readonly<Record<string, (after: Fields) => string[]>> = {
  'thread.created': ({ splitFrom }) => (typeof splitFrom === 'string' ? ['split this thread off another one'] : []),
  'thread.merged': ({ sourceIds }) => {
    const count = Array.isArray(sourceIds) ? sourceIds.length : 1
    return [`merged ${count === 1 ? 'a thread' : `${count} threads`} into this one`]
  },
  'thread.merged_into': () => ['merged this thread into another one'],
  'thread.unmerged': () => ['undid the merge of this thread'],
  'thread.unmerged_from': () => ['moved a merged thread out again'],
  'thread.split': () => ['split messages off into a new thread'],
  'thread.canned_response_applied': ({ shortcut }) => [`applied ${typeof shortcut === 'string' ? `/${shortcut}` : 'a canned response'}`],
  'thread.reply_scheduled': () => [],
}

function describeChanges(before: Fields, after: Fields, names: NameLookup): string[] {
  const parts: string[] = []
  const has = (field: string): boolean => field in after && JSON.stringify(before[field]) !== JSON.stringify(after[field])
  const text = (field: string): string | null => (typeof after[field] === 'string' ? after[field] : null)
  // The entry of a created thread contains all fields, which are no changes.
  if (Object.keys(before).length === 0) return parts
  if (has('snoozedUntil')) parts.push(describeSnooze(after['snoozedUntil']))
  else if (has('status')) parts.push(`set the status to ${text('status')}`)
  if (has('assigneeName') || has('assigneeId')) {
    const name = text('assigneeName') ?? names.user(text('assigneeId') ?? '')
    parts.push(after['assigneeId'] === null || after['assigneeName'] === null ? 'unassigned it' : `assigned it to ${name ?? 'somebody'}`)
  }
  if (has('priority')) parts.push(`set the priority to ${text('priority')?.toLowerCase()}`)
  if (has('labels')) parts.push(...describeLabels(listNames(before['labels']), listNames(after['labels'])))
  if (has('subject')) parts.push(`changed the subject to “${text('subject')}”`)
  if (has('inboxId')) parts.push(`moved it to ${names.inbox(text('inboxId') ?? '') ?? 'another inbox'}`)
  if (has('teamId')) parts.push(after['teamId'] === null ? 'took it from its team' : 'gave it to a team')
  if (has('customFields')) parts.push(`changed ${listChangedKeys(before['customFields'], after['customFields']).join(', ')}`)
  return parts
}

function describeSnooze(until: unknown): string {
  if (typeof until !== 'string') return 'woke it up'
  const at = new Date(until)
  if (Number.isNaN(at.getTime())) return 'snoozed it until the customer writes'
  return `snoozed it until ${at.toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })}`
}

function describeLabels(before: readonly string[], after: readonly string[]): string[] {
  const added = after.filter((name) => !before.includes(name))
  const removed = before.filter((name) => !after.includes(name))
  return [
    ...(added.length > 0 ? [`added the label ${added.join(', ')}`] : []),
    ...(removed.length > 0 ? [`removed the label ${removed.join(', ')}`] : []),
  ]
}

function listNames(labels: unknown): string[] {
  if (!Array.isArray(labels)) return []
  return labels.flatMap((label: unknown) =>
    typeof label === 'object' && label !== null && 'name' in label && typeof label.name === 'string' ? [label.name] : [],
  )
}

function listChangedKeys(before: unknown, after: unknown): string[] {
  const [was, is] = [isFields(before) ? before : {}, isFields(after) ? after : {}]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((key) => JSON.stringify(was[key]) !== JSON.stringify(is[key]))
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}
