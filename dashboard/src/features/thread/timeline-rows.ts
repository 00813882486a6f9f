/** Builds the rows of a timeline, oldest first: messages, changes between them, and replies that have not been sent yet. */
import type { AuditLog, Message } from '@skein/client'
import { isSystemEvent } from '../threads/system-event.ts'
import { describeSystemEvent, formatHistoryLines, type HistoryLine, type NameLookup } from './history-lines.tsx'

type MessageRow = {
  kind: 'message'
  key: string
  message: Message
  position: number
  /** Whether the message belongs to the one above, and needs no heading of its own. */
  isContinued: boolean
  /** Whether the message below belongs to this one. */
  isFollowed: boolean
}
type LineRow = HistoryLine & { kind: 'line'; key: string; at: string }
export type TimelineRow =
  | MessageRow
  | LineRow
  /** Number of consecutive changes above which they are collapsed. */
  | { kind: 'fold'; key: string; lines: readonly LineRow[]; at: string }
  | { kind: 'pending'; key: string; message: Message; position: number }
  /** Heading with the day of the rows below. */
  | { kind: 'day'; key: string; at: string }

type Parts = {
  /** Messages in API order. */
  newestFirst: readonly Message[]
  total: number
  entries: readonly AuditLog[]
  pending: readonly Message[]
  names: NameLookup
}

export function buildTimelineRows({ newestFirst, total, entries, pending, names }: Parts): TimelineRow[] {
  const first = total - newestFirst.length + 1
  const messages = moveAboveLaterNotes([
    ...newestFirst.toReversed().map((message) => ({ kind: 'message' as const, message })),
    ...pending.map((message) => ({ kind: 'pending' as const, message })),
  ])
  const lines = entries
    .toReversed()
    .flatMap((entry) =>
      formatHistoryLines(entry, names).map(
        ({ mark, sentence, hasLink = false }, i): LineRow => ({
          kind: 'line',
          key: `${entry.id} ${i}`,
          mark,
          sentence,
          hasLink,
          at: entry.createdAt,
        }),
      ),
    )
  const rows: TimelineRow[] = []
  let next = 0
  const lastMessage = messages.findLastIndex(({ kind }) => kind === 'message')
  const addLines = (until: string): void => {
    const run: LineRow[] = []
    for (let line = lines[next]; line && line.at < until; line = lines[++next]) run.push(line)
    rows.push(...fold(run))
  }
  for (const [i, { kind, message }] of messages.entries()) {
    addLines(i > lastMessage ? endOfTime : message.createdAt)
    const row = { key: message.id, message, position: first + i }
    if (kind === 'message' && isSystemEvent(message)) {
      rows.push({ kind: 'line', key: message.id, at: message.createdAt, ...describeSystemEvent(message) })
      continue
    }
    rows.push(kind === 'pending' ? { kind, ...row } : { kind, ...row, isContinued: false, isFollowed: false })
  }
  addLines(endOfTime)
  return groupMessages(addDays(rows))
}

/** Milliseconds after the first message of a group in which messages of the same author join it. */
const groupMs = 300_000

/** Groups consecutive messages that one author wrote within a few minutes. Mails keep their own headings, which have their recipients. */
function groupMessages(rows: TimelineRow[]): TimelineRow[] {
  let first: MessageRow | null = null
  for (const [i, row] of rows.entries()) {
    if (row.kind !== 'message' || !canGroup(row.message)) {
      first = null
      continue
    }
    const previous = rows[i - 1]
    if (first && previous?.kind === 'message' && isSameGroup(first.message, row.message)) {
      row.isContinued = true
      previous.isFollowed = true
    } else first = row
  }
  return rows
}

function canGroup({ email, authorType, editedAt, deletedAt }: Message): boolean {
  return email === null && authorType !== 'SYSTEM' && editedAt === null && deletedAt === null
}

function isSameGroup(one: Message, other: Message): boolean {
  const writer = ({ authorType, author, internal }: Message): string => [authorType, author?.id, author?.name, internal].join(' ')
  return writer(one) === writer(other) && Math.abs(Date.parse(other.createdAt) - Date.parse(one.createdAt)) <= groupMs
}

/** Adds a day heading before the first row of each day, in the browser's time zone. Unsent replies get no heading. */
function addDays(rows: readonly TimelineRow[]): TimelineRow[] {
  let day = ''
  return rows.flatMap((row) => {
    const at = row.kind === 'message' ? row.message.createdAt : row.kind === 'pending' ? null : row.at
    if (at === null) return [row]
    const dayOfRow = new Date(at).toDateString()
    if (dayOfRow === day) return [row]
    day = dayOfRow
    // A scheduled reply above later notes can start the same day twice, so the day is not a unique key.
    return [{ kind: 'day' as const, key: `day before ${row.key}`, at }, row]
  })
}

/** A string that sorts after any ISO 8601 time. */
const endOfTime = '9999'
/** Longest undo window of a reply, in milliseconds. */
const maxUndoMs = 60_000

type OrderedMessage = { kind: 'message' | 'pending'; message: Message }

/**
 * Moves a reply above the notes that were written during its undo window. `createdAt` is the time of sending, but the id, which sorts by
 * time, contains the time of writing.
 */
function moveAboveLaterNotes(messages: readonly OrderedMessage[]): OrderedMessage[] {
  const ordered: OrderedMessage[] = []
  for (const each of messages) {
    const { message } = each
    const sentAt = Date.parse(message.sendAt ?? message.createdAt)
    const isLaterNote = ({ message: { internal, id, createdAt } }: OrderedMessage): boolean =>
      internal && id > message.id && sentAt - Date.parse(createdAt) <= maxUndoMs
    let at = ordered.length
    if (message.authorType === 'AGENT' && !message.internal) while (at > 0 && isLaterNote(ordered[at - 1] as OrderedMessage)) at--
    ordered.splice(at, 0, each)
  }
  return ordered
}

/** Maximum number of consecutive changes that are not collapsed. */
const maxLines = 3

function fold(run: readonly LineRow[]): TimelineRow[] {
  const [first, last] = [run[0], run.at(-1)]
  if (!first || !last || run.length <= maxLines) return [...run]
  return [{ kind: 'fold', key: `fold ${first.key}`, lines: run, at: last.at }]
}
