/** What a timeline shows, oldest first: messages, what happened between them, and replies that are still to be sent. */
import type { AuditLog, Message } from '@skein/client'
import { historyLine, type NamesOf } from './history-lines.ts'

export type TimelineRow =
  | { kind: 'message'; key: string; message: Message; position: number }
  | { kind: 'line'; key: string; text: string; at: string }
  | { kind: 'pending'; key: string; message: Message; position: number }

type Parts = {
  /** As the service gives them. */
  newestFirst: readonly Message[]
  total: number
  entries: readonly AuditLog[]
  pending: readonly Message[]
  names: NamesOf
}

export function timelineRows({ newestFirst, total, entries, pending, names }: Parts): TimelineRow[] {
  const first = total - newestFirst.length + 1
  const shown = aboveLaterNotes([
    ...newestFirst.toReversed().map((message) => ({ kind: 'message' as const, message })),
    ...pending.map((message) => ({ kind: 'pending' as const, message })),
  ])
  const lines = entries.toReversed().flatMap((entry): TimelineRow[] => {
    const text = historyLine(entry, names)
    return text === null ? [] : [{ kind: 'line', key: entry.id, text, at: entry.createdAt }]
  })
  const rows: TimelineRow[] = []
  let next = 0
  const lastMessage = shown.findLastIndex(({ kind }) => kind === 'message')
  const addLines = (until: string): void => {
    for (let line = lines[next]; line && timeOf(line) < until; line = lines[++next]) rows.push(line)
  }
  for (const [i, { kind, message }] of shown.entries()) {
    addLines(i > lastMessage ? endOfTime : message.createdAt)
    rows.push({ kind, key: message.id, message, position: first + i })
  }
  addLines(endOfTime)
  return rows
}

/** Later than any time in ISO 8601. */
const endOfTime = '9999'
/** The longest time for which the composer holds a reply back so that it can be undone. */
const undoMsMax = 60_000

type Shown = { kind: 'message' | 'pending'; message: Message }

/**
 * Moves a reply above the notes that were written while it waited to be sent. A message has the time at which it was sent, but its id the
 * time at which it was written, and ids sort by time.
 */
function aboveLaterNotes(shown: readonly Shown[]): Shown[] {
  const ordered: Shown[] = []
  for (const each of shown) {
    const { message } = each
    const sentAt = Date.parse(message.sendAt ?? message.createdAt)
    const isLaterNote = ({ message: { internal, id, createdAt } }: Shown): boolean =>
      internal && id > message.id && sentAt - Date.parse(createdAt) <= undoMsMax
    let at = ordered.length
    if (message.authorType === 'AGENT' && !message.internal) while (at > 0 && isLaterNote(ordered[at - 1] as Shown)) at--
    ordered.splice(at, 0, each)
  }
  return ordered
}

function timeOf(row: TimelineRow): string {
  return row.kind === 'line' ? row.at : row.message.createdAt
}
