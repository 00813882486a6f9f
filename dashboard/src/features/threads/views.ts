/** The built-in views, with their filters and order. */
import type { ThreadFilters } from './thread-filters.ts'

export const views = {
  mine: { name: 'Mine', filters: { assigneeId: 'me', status: 'open', sort: '-lastMessageAt' } },
  unassigned: { name: 'Unassigned', filters: { assigneeId: 'none', status: 'open', sort: '-lastMessageAt' } },
  all: { name: 'All', filters: { status: 'open', sort: '-lastMessageAt' } },
  waiting: { name: 'Waiting', filters: { status: 'open', waiting: true, sort: 'waitingSince' } },
  snoozed: { name: 'Snoozed', filters: { snoozed: true, sort: '-updatedAt' } },
  pending: { name: 'Pending', filters: { status: 'pending', snoozed: false, sort: '-lastMessageAt' } },
} as const satisfies Readonly<Record<string, { name: string; filters: ThreadFilters }>>

export type ViewId = keyof typeof views

// Safe because the keys of the table are its ids.
export const viewIds = Object.keys(views) as ViewId[]

export function isViewId(text: string): text is ViewId {
  return Object.hasOwn(views, text)
}
