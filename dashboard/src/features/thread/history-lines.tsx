/** Converts a thread's audit entries to the lines between its messages. */
import type { ReactNode } from 'react'
import type { AuditLog, Message } from '@skein/client'
import { formatLocale } from '../../texts/language.ts'
import { t, tx } from '../../texts/texts.ts'
import { Icon } from '../../ui/icon.tsx'
import {
  AlarmClock,
  CalendarDays,
  CircleCheck,
  Hourglass,
  Inbox,
  Info,
  Lock,
  Merge,
  Pencil,
  RotateCcw,
  Split,
  Tag,
  TextCursorInput,
  Undo2,
  UserRound,
  Users,
  Zap,
  type IconType,
} from '../../ui/icons.ts'
import { PriorityMark } from '../threads/priority-mark.tsx'
import { LabelName } from '../threads/label-name.tsx'
import { priorityWords } from '../threads/names.ts'
import { ThreadReference } from './thread-reference.tsx'

type Fields = Readonly<Record<string, unknown>>
type FindName = (id: string) => string | undefined
/** `ruleOf` returns the name of the rule that made a change, and `meId` is the signed-in user. */
export type NameLookup = {
  meId: string
  user: FindName
  firstName: FindName
  inbox: FindName
  team: FindName
  ruleOf: (entry: AuditLog) => string | undefined
}

/** One change: an icon, and a sentence with the actor. */
export type HistoryLine = { mark: ReactNode; sentence: ReactNode; hasLink?: boolean }

/** Returns one line per change in an entry. Omits changes that the messages already show, and internal fields. */
export function formatHistoryLines(entry: AuditLog, names: NameLookup): HistoryLine[] {
  const { action, actor } = entry
  // Safe because both are objects of thread fields, and each value is checked before it is used.
  const [before, after] = [(entry.before ?? {}) as Fields, (entry.after ?? {}) as Fields]
  const who = describeActor(entry, names)
  const meeting = meetingActions[action]?.(who, before, after)
  if (meeting) return [line(CalendarDays, meeting)]
  return [...(actions[action]?.(who, after) ?? []), ...describeChanges(who, actor.id, before, after, names)]
}

/** Returns the line of a message that the service wrote about the thread. */
export function describeSystemEvent({ bodyText, internal }: Pick<Message, 'bodyText' | 'internal'>): HistoryLine {
  return line(internal ? Lock : Info, bodyText)
}

/** Returns the subject of a sentence. In some languages, it includes the verb that the person needs. */
function describeActor(entry: AuditLog, names: NameLookup): ReactNode {
  const { actor, via } = entry
  return via !== 'RULE' && actor.type !== 'SYSTEM' && actor.id === names.meId
    ? tx('{you}', { you: person(t('You'), 'you') })
    : tx('{name}', { name: person(nameActor(entry, names)) })
}

function nameActor(entry: AuditLog, names: NameLookup): string {
  const { actor, via } = entry
  if (via === 'RULE') {
    const rule = names.ruleOf(entry)
    return rule === undefined ? t('A rule') : t('The rule “{name}”', { name: rule })
  }
  return actor.type === 'SYSTEM' ? 'Skein' : ((actor.id === null ? undefined : names.firstName(actor.id)) ?? t('Someone'))
}

const line = (icon: IconType, sentence: ReactNode): HistoryLine => ({ mark: <Icon of={icon} size={14} />, sentence })
const linkedLine = (icon: IconType, sentence: ReactNode): HistoryLine => ({ ...line(icon, sentence), hasLink: true })

function person(name: string, key = 'who'): ReactNode {
  return (
    <bdi key={key} className="font-medium text-text-2">
      {name}
    </bdi>
  )
}

/** Sentences about a meeting of the thread. Their audit entries contain the meeting's fields instead of the thread's. */
const meetingActions: Readonly<Record<string, (who: ReactNode, before: Fields, after: Fields) => ReactNode>> = {
  'thread.meeting_scheduled': (who, _, after) => tx('{who} scheduled a meeting for {time}', { who, time: formatStart(after) }),
  'thread.meeting_updated': (who, before, after) =>
    'startsAt' in before
      ? tx('{who} moved a meeting to {time}', { who, time: formatStart(after) })
      : tx('{who} changed the meeting on {time}', { who, time: formatStart(after) }),
  'thread.meeting_cancelled': (who, _, after) => tx('{who} cancelled the meeting on {time}', { who, time: formatStart(after) }),
  'thread.meeting_attendance_recorded': (who, _, after) =>
    tx('{who} recorded who came to the meeting on {time}', { who, time: formatStart(after) }),
  'thread.meeting_recording_attached': (who, _, after) =>
    tx('{who} added a recording to the meeting on {time}', { who, time: formatStart(after) }),
  'thread.meeting_recording_removed': (who, _, after) =>
    tx('{who} removed the recording of the meeting on {time}', { who, time: formatStart(after) }),
}

function formatStart({ startsAt }: Fields): string {
  const at = new Date(typeof startsAt === 'string' ? startsAt : Number.NaN)
  return Number.isNaN(at.getTime()) ? '…' : formatTime(at)
}

function formatTime(at: Date): string {
  return at.toLocaleString(formatLocale, { dateStyle: 'medium', timeStyle: 'short' })
}

/** Maximum number of merged threads that are named. */
const maxReferences = 5

/** Names another thread and links to it. */
function refer(id: unknown): ReactNode {
  return typeof id === 'string' ? <ThreadReference key="thread" id={id} /> : t('another thread')
}

const actions: Readonly<Record<string, (who: ReactNode, after: Fields) => HistoryLine[]>> = {
  'thread.created': (who, { splitFrom }) =>
    typeof splitFrom === 'string'
      ? [linkedLine(Split, tx('{who} moved these messages here from {thread}', { who, thread: refer(splitFrom) }))]
      : [],
  'thread.merged': (who, { sourceIds }) => {
    const ids = Array.isArray(sourceIds) ? sourceIds.filter((id): id is string => typeof id === 'string') : []
    // Each name may take a request.
    if (ids.length > maxReferences)
      return [line(Merge, tx('{who} merged {count} threads into this one', { who, count: ids.length.toLocaleString(formatLocale) }))]
    return ids.map((id) => linkedLine(Merge, tx('{who} merged {thread} into this one', { who, thread: refer(id) })))
  },
  'thread.merged_into': (who, { mergedInto }) => [
    linkedLine(Merge, tx('{who} merged this thread into {thread}', { who, thread: refer(mergedInto) })),
  ],
  'thread.unmerged': (who) => [line(Undo2, tx('{who} undid the merge of this thread', { who }))],
  'thread.unmerged_from': (who) => [line(Undo2, tx('{who} moved a merged thread out again', { who }))],
  'thread.split': (who) => [line(Split, tx('{who} moved messages to a new thread', { who }))],
  'thread.canned_response_applied': (who, { shortcut }) => [
    line(
      Zap,
      typeof shortcut === 'string'
        ? tx('{who} used the saved reply {shortcut}', { who, shortcut: `/${shortcut}` })
        : tx('{who} used a saved reply', { who }),
    ),
  ],
}

function describeChanges(who: ReactNode, actorId: string | null, before: Fields, after: Fields, names: NameLookup): HistoryLine[] {
  const lines: HistoryLine[] = []
  const add = (icon: IconType, sentence: ReactNode): void => void lines.push(line(icon, sentence))
  const has = (field: string): boolean => field in after && JSON.stringify(before[field]) !== JSON.stringify(after[field])
  const text = (field: string): string | null => (typeof after[field] === 'string' ? after[field] : null)
  // A created thread's entry contains all fields, and these are not changes.
  if (Object.keys(before).length === 0) return lines
  if (has('snoozedUntil')) add(AlarmClock, describeSnooze(who, after['snoozedUntil']))
  else if (has('status')) lines.push(describeStatus(who, text('status')))
  if (has('assigneeName') || has('assigneeId')) {
    const id = text('assigneeId')
    const isNobody = after['assigneeId'] === null || after['assigneeName'] === null
    if (isNobody) add(UserRound, tx('{who} unassigned this', { who }))
    else if (id !== null && id === actorId) add(UserRound, tx('{who} took this', { who }))
    else if (id === names.meId) add(UserRound, tx('{who} assigned this to you', { who }))
    else
      add(
        UserRound,
        tx('{who} assigned this to {name}', {
          who,
          name: person(names.firstName(id ?? '') ?? text('assigneeName') ?? t('someone'), 'name'),
        }),
      )
  }
  if (has('priority')) lines.push(...describePriority(who, text('priority')))
  if (has('labels')) lines.push(...describeLabels(who, listLabels(before['labels']), listLabels(after['labels'])))
  if (has('subject'))
    add(Pencil, tx('{who} changed the subject to “{subject}”', { who, subject: <bdi key="subject">{text('subject')}</bdi> }))
  if (has('inboxId')) {
    const inbox = names.inbox(text('inboxId') ?? '')
    add(Inbox, inbox === undefined ? tx('{who} moved this to another inbox', { who }) : tx('{who} moved this to {inbox}', { who, inbox }))
  }
  if (has('teamId')) {
    const team = names.team(text('teamId') ?? '')
    if (after['teamId'] === null) add(Users, tx('{who} took this from its team', { who }))
    else
      add(
        Users,
        team === undefined ? tx('{who} assigned this to a team', { who }) : tx('{who} assigned this to the team {team}', { who, team }),
      )
  }
  if (has('customFields')) {
    const fields = listChangedKeys(before['customFields'], after['customFields']).join(', ')
    add(TextCursorInput, tx('{who} changed {fields}', { who, fields }))
  }
  return lines
}

function describeStatus(who: ReactNode, status: string | null): HistoryLine {
  if (status === 'resolved') return line(CircleCheck, tx('{who} resolved this', { who }))
  if (status === 'closed') return line(CircleCheck, tx('{who} closed this', { who }))
  if (status === 'pending') return line(Hourglass, tx('{who} marked this as pending', { who }))
  return line(RotateCcw, tx('{who} reopened this', { who }))
}

function describePriority(who: ReactNode, name: string | null): HistoryLine[] {
  const priority = (['urgent', 'high', 'normal', 'low'] as const).find((each) => each === name?.toLowerCase())
  if (priority === undefined) return []
  const sentence = tx('{who} set the priority to {priority}', { who, priority: t(priorityWords[priority]) })
  return [{ mark: <PriorityMark priority={priority} isDecorative />, sentence }]
}

function describeSnooze(who: ReactNode, until: unknown): ReactNode {
  if (typeof until !== 'string') return tx('{who} ended the snooze', { who })
  const at = new Date(until)
  if (Number.isNaN(at.getTime())) return tx('{who} snoozed this until the customer writes', { who })
  return tx('{who} snoozed this until {time}', { who, time: formatTime(at) })
}

type Label = { id: string; name: string }

function describeLabels(who: ReactNode, before: readonly Label[], after: readonly Label[]): HistoryLine[] {
  const missingIn = (some: readonly Label[]) => (label: Label) => !some.some(({ name }) => name === label.name)
  const [added, removed] = [after.filter(missingIn(before)), before.filter(missingIn(after))]
  return [
    ...(added.length > 0 ? [line(Tag, tx('{who} added {labels}', { who, labels: showLabels(added) }))] : []),
    ...(removed.length > 0 ? [line(Tag, tx('{who} removed {labels}', { who, labels: showLabels(removed) }))] : []),
  ]
}

function showLabels(labels: readonly Label[]): ReactNode {
  return (
    <span key="labels" className="inline-flex flex-wrap gap-x-2 align-bottom text-text-2">
      {labels.map((label) => (
        <LabelName key={label.id} label={label} />
      ))}
    </span>
  )
}

function listLabels(labels: unknown): Label[] {
  if (!Array.isArray(labels)) return []
  return labels.flatMap((label: unknown) =>
    typeof label === 'object' && label !== null && 'name' in label && typeof label.name === 'string'
      ? [{ id: 'id' in label && typeof label.id === 'string' ? label.id : label.name, name: label.name }]
      : [],
  )
}

function listChangedKeys(before: unknown, after: unknown): string[] {
  const [was, is] = [isFields(before) ? before : {}, isFields(after) ? after : {}]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((key) => JSON.stringify(was[key]) !== JSON.stringify(is[key]))
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}
