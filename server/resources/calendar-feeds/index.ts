/**
 * Calendar feeds: a secret URL for each person, under which calendar programs read the meetings that the person holds.
 *
 * The token in the URL follows from a random seed in the database and SECRET_KEY, so that neither alone gives it. Making a URL ends the one
 * before, and so do a new password, a suspension of the person, and another address that somebody else gave the person (`auth/`). It shows
 * nothing while the person is not ACTIVE or the tenant is suspended. `server/web/calendar-pages.ts` serves it.
 */
import { room } from '../../kit/index.ts'
import { createCalendarFeed } from './create-calendar-feed.ts'
import { deleteCalendarFeed, getCalendarFeed } from './operations.ts'

export { endCalendarFeed } from './feeds.ts'
export { calendarPath } from './feeds.ts'
export { readFeed } from './feeds.ts'

export const calendarFeeds = room({
  name: 'calendar-feeds',
  description: 'Private calendars of users.',
  endpoints: [createCalendarFeed, getCalendarFeed, deleteCalendarFeed],
  targets: { calendar_feed: 'usr' },
  personal: { excused: { calendar_feeds: 'random bytes' } },
})
