/** The optional columns of a thread list. Each saved view has its own choice. */
import type { Thread } from '@skein/client'

type Column = { name: string; format: (thread: Thread) => string }

export const columns = {
  labels: { name: 'Labels', format: ({ labels }) => labels.map(({ name }) => name).join(' · ') },
  channel: { name: 'Channel', format: ({ channel }) => (channel === 'email' ? 'e-mail' : channel) },
  assignee: { name: 'Assignee', format: ({ assignee }) => assignee?.name ?? '' },
  ticketNumber: { name: 'Number', format: ({ ticketNumber }) => ticketNumber },
  status: { name: 'Status', format: ({ status, snoozed }) => (snoozed ? 'snoozed' : status) },
  messageCount: { name: 'Messages', format: ({ messageCount }) => `${messageCount.toLocaleString()} messages` },
  externalRef: { name: 'Reference', format: ({ externalRef }) => externalRef ?? '' },
  createdAt: {
    name: 'Created',
    format: ({ createdAt }) => `created ${new Date(createdAt).toLocaleDateString(undefined, { dateStyle: 'medium' })}`,
  },
} as const satisfies Readonly<Record<string, Column>>

export type ColumnId = keyof typeof columns

// Safe because the keys of the table are its ids.
export const columnIds = Object.keys(columns) as ColumnId[]
export const defaultColumns: readonly ColumnId[] = ['labels', 'channel', 'assignee']

/** Returns the columns of a view. Ignores names that the dashboard lacks, because API callers may store any name. */
export function parseColumns(names: readonly string[] | undefined): readonly ColumnId[] {
  const known = columnIds.filter((id) => names?.includes(id))
  return known.length > 0 ? known : defaultColumns
}
