/** The optional columns of a thread list. Each saved view has its own choice. */
import type { Thread } from '@skein/client'
import { formatLocale } from '../../texts/language.ts'
import { message, plural, t, type Message } from '../../texts/texts.ts'
import { channels } from './channel-icons.ts'
import { statusNames } from './names.ts'

type Column = { name: Message; format: (thread: Thread) => string }

export const columns = {
  labels: { name: message('Labels'), format: ({ labels }) => labels.map(({ name }) => name).join(' · ') },
  channel: { name: message('Channel'), format: ({ channel }) => t(channels[channel].name) },
  assignee: { name: message('Assignee'), format: ({ assignee }) => assignee?.name ?? '' },
  ticketNumber: { name: message('Number'), format: ({ ticketNumber }) => ticketNumber },
  status: { name: message('Status'), format: ({ status, snoozed }) => t(snoozed ? message('Snoozed') : statusNames[status]) },
  messageCount: { name: message('Messages'), format: ({ messageCount }) => plural(messageCount, '{count} message', '{count} messages') },
  externalRef: { name: message('Reference'), format: ({ externalRef }) => externalRef ?? '' },
  createdAt: {
    name: message('Created'),
    format: ({ createdAt }) => t('created {date}', { date: new Date(createdAt).toLocaleDateString(formatLocale, { dateStyle: 'medium' }) }),
  },
} as const satisfies Readonly<Record<string, Column>>

export type ColumnId = keyof typeof columns

// Safe because the keys of the table are its ids.
export const columnIds = Object.keys(columns) as ColumnId[]
export const defaultColumns: readonly ColumnId[] = ['labels', 'channel', 'assignee']

/** Returns the columns of a view. Ignores unknown names, because API callers may store any name. */
export function parseColumns(names: readonly string[] | undefined): readonly ColumnId[] {
  const known = columnIds.filter((id) => names?.includes(id))
  return known.length > 0 ? known : defaultColumns
}
