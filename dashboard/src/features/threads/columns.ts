/** What a row tells besides who, what about and how long: each view has its own choice. */
import type { Thread } from '@skein/client'

type Column = { name: string; shown: (thread: Thread) => string }

export const columns = {
  labels: { name: 'Labels', shown: ({ labels }) => labels.map(({ name }) => name).join(' · ') },
  channel: { name: 'Channel', shown: ({ channel }) => (channel === 'email' ? 'e-mail' : channel) },
  assignee: { name: 'Assignee', shown: ({ assignee }) => assignee?.name ?? '' },
  ticketNumber: { name: 'Number', shown: ({ ticketNumber }) => ticketNumber },
  status: { name: 'Status', shown: ({ status, snoozed }) => (snoozed ? 'snoozed' : status) },
  messageCount: { name: 'Messages', shown: ({ messageCount }) => `${messageCount.toLocaleString()} messages` },
  externalRef: { name: 'Reference', shown: ({ externalRef }) => externalRef ?? '' },
  createdAt: {
    name: 'Created',
    shown: ({ createdAt }) => `created ${new Date(createdAt).toLocaleDateString(undefined, { dateStyle: 'medium' })}`,
  },
} as const satisfies Readonly<Record<string, Column>>

export type ColumnId = keyof typeof columns

// Safe because the keys of the table are its ids.
export const columnIds = Object.keys(columns) as ColumnId[]
export const columnsDefault: readonly ColumnId[] = ['labels', 'channel', 'assignee']

/** Those of a view that this version knows; the service stores whatever programs wrote. */
export function columnsOf(given: readonly string[] | undefined): readonly ColumnId[] {
  const known = columnIds.filter((id) => given?.includes(id))
  return known.length > 0 ? known : columnsDefault
}
