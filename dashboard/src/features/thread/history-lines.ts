/** What the audit log says of a thread, as lines between its messages. */
import type { AuditLog } from '@skein/client'

type Fields = Readonly<Record<string, unknown>>
export type NamesOf = { user: (id: string) => string | undefined; inbox: (id: string) => string | undefined }

/** Who did it, and what; null for what the messages show by themselves, and for fields that nobody needs to know. */
export function historyLine(entry: AuditLog, names: NamesOf): string | null {
  const { action, actor } = entry
  // Safe because these are the fields of the thread by name; each is checked before it is shown.
  const [before, after] = [(entry.before ?? {}) as Fields, (entry.after ?? {}) as Fields]
  const meeting = meetingActions[action]?.(before, after)
  const parts = meeting ? [meeting] : [...(actions[action]?.(after) ?? []), ...changes(before, after, names)]
  if (parts.length === 0) return null
  const who = actor.type === 'SYSTEM' ? 'Skein' : ((actor.id === null ? undefined : names.user(actor.id)) ?? 'Somebody')
  return `${who} ${parts.join(', ')}`
}

/** Lines about a meeting of the thread: its fields are not the thread's. */
const meetingActions: Readonly<Record<string, (before: Fields, after: Fields) => string>> = {
  'thread.meeting_scheduled': (_, after) => `scheduled a meeting for ${momentIn(after)}`,
  'thread.meeting_updated': (before, after) =>
    'startsAt' in before ? `moved a meeting to ${momentIn(after)}` : `changed the meeting of ${momentIn(after)}`,
  'thread.meeting_cancelled': (_, after) => `cancelled the meeting of ${momentIn(after)}`,
  'thread.meeting_attendance_recorded': (_, after) => `recorded who came to the meeting of ${momentIn(after)}`,
  'thread.meeting_recording_attached': (_, after) => `attached a recording to the meeting of ${momentIn(after)}`,
  'thread.meeting_recording_removed': (_, after) => `removed the recording of the meeting of ${momentIn(after)}`,
}

function momentIn({ startsAt }: Fields): string {
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

function changes(before: Fields, after: Fields, names: NamesOf): string[] {
  const parts: string[] = []
  const has = (field: string): boolean => field in after && JSON.stringify(before[field]) !== JSON.stringify(after[field])
  const text = (field: string): string | null => (typeof after[field] === 'string' ? after[field] : null)
  // A thread that is created gets all of its fields: that is no change.
  if (Object.keys(before).length === 0) return parts
  if (has('snoozedUntil')) parts.push(snoozed(after['snoozedUntil']))
  else if (has('status')) parts.push(`set the status to ${text('status')}`)
  if (has('assigneeName') || has('assigneeId')) {
    const name = text('assigneeName') ?? names.user(text('assigneeId') ?? '')
    parts.push(after['assigneeId'] === null || after['assigneeName'] === null ? 'unassigned it' : `assigned it to ${name ?? 'somebody'}`)
  }
  if (has('priority')) parts.push(`set the priority to ${text('priority')?.toLowerCase()}`)
  if (has('labels')) parts.push(...labelled(namesOf(before['labels']), namesOf(after['labels'])))
  if (has('subject')) parts.push(`changed the subject to “${text('subject')}”`)
  if (has('inboxId')) parts.push(`moved it to ${names.inbox(text('inboxId') ?? '') ?? 'another inbox'}`)
  if (has('teamId')) parts.push(after['teamId'] === null ? 'took it from its team' : 'gave it to a team')
  if (has('customFields')) parts.push(`changed ${changedKeys(before['customFields'], after['customFields']).join(', ')}`)
  return parts
}

function snoozed(until: unknown): string {
  if (typeof until !== 'string') return 'woke it up'
  const at = new Date(until)
  if (Number.isNaN(at.getTime())) return 'snoozed it until the customer writes'
  return `snoozed it until ${at.toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })}`
}

function labelled(before: readonly string[], after: readonly string[]): string[] {
  const added = after.filter((name) => !before.includes(name))
  const removed = before.filter((name) => !after.includes(name))
  return [
    ...(added.length > 0 ? [`added the label ${added.join(', ')}`] : []),
    ...(removed.length > 0 ? [`removed the label ${removed.join(', ')}`] : []),
  ]
}

function namesOf(labels: unknown): string[] {
  if (!Array.isArray(labels)) return []
  return labels.flatMap((label: unknown) =>
    typeof label === 'object' && label !== null && 'name' in label && typeof label.name === 'string' ? [label.name] : [],
  )
}

function changedKeys(before: unknown, after: unknown): string[] {
  const [was, is] = [isFields(before) ? before : {}, isFields(after) ? after : {}]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((key) => JSON.stringify(was[key]) !== JSON.stringify(is[key]))
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}
