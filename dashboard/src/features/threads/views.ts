/** Built-in views, with their filters and sort order. */
import { AlarmClock, BellRing, FilePen, Hourglass, Layers, Reply, UserRound, UserRoundPlus, type IconType } from '../../ui/icons.ts'
import { message, type Message } from '../../texts/texts.ts'
import type { ThreadFilters } from './thread-filters.ts'

export const views = {
  mine: { name: message('Assigned to me'), icon: UserRound, filters: { assigneeId: 'me', status: 'open', sort: '-lastMessageAt' } },
  unassigned: { name: message('Unassigned'), icon: UserRoundPlus, filters: { assigneeId: 'none', status: 'open', sort: '-lastMessageAt' } },
  all: { name: message('All open'), icon: Layers, filters: { status: 'open', sort: '-lastMessageAt' } },
  waiting: { name: message('Needs a reply'), icon: Reply, filters: { status: 'open', waiting: true, sort: 'waitingSince' } },
  followed: { name: message('Followed by me'), icon: BellRing, filters: { followerId: 'me', status: 'open', sort: '-lastMessageAt' } },
  snoozed: { name: message('Snoozed'), icon: AlarmClock, filters: { snoozed: true, sort: '-updatedAt' } },
  pending: { name: message('Pending'), icon: Hourglass, filters: { status: 'pending', snoozed: false, sort: '-lastMessageAt' } },
  drafts: { name: message('Drafts'), icon: FilePen, filters: { drafts: true } },
} as const satisfies Readonly<Record<string, { name: Message; icon: IconType; filters: ThreadFilters }>>

export type ViewId = keyof typeof views

// Safe because the keys of the table are its ids.
export const viewIds = Object.keys(views) as ViewId[]

export function isViewId(text: string): text is ViewId {
  return Object.hasOwn(views, text)
}
