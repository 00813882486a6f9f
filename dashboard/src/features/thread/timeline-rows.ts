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
  const messages = newestFirst.toReversed()
  const first = total - messages.length + 1
  const lines = entries.toReversed().flatMap((entry): TimelineRow[] => {
    const text = historyLine(entry, names)
    return text === null ? [] : [{ kind: 'line', key: entry.id, text, at: entry.createdAt }]
  })
  const rows: TimelineRow[] = []
  let next = 0
  for (const [i, message] of messages.entries()) {
    for (let line = lines[next]; line && timeOf(line) < message.createdAt; line = lines[++next]) rows.push(line)
    rows.push({ kind: 'message', key: message.id, message, position: first + i })
  }
  rows.push(...lines.slice(next))
  for (const [i, message] of pending.entries()) rows.push({ kind: 'pending', key: message.id, message, position: total + i + 1 })
  return rows
}

function timeOf(row: TimelineRow): string {
  return row.kind === 'line' ? row.at : row.message.createdAt
}
