/**
 * Calendar feeds: a secret URL per user, at which calendar programs read the meetings that the user hosts. The token in the URL is derived
 * from a random seed in the database and SECRET_KEY, so neither alone is enough to compute it. A URL is revoked when the user creates a new
 * one, changes the password, is suspended, or gets a new e-mail address from another user (`auth/`). While the user is not ACTIVE or the
 * tenant is suspended, the URL returns nothing. `server/web/calendar-pages.ts` serves it.
 */
import { module } from '#kit/module.ts'
import { createCalendarFeed } from './create-calendar-feed.ts'
import { deleteCalendarFeed, getCalendarFeed } from './operations.ts'

export { endCalendarFeed } from './feeds.ts'
export { calendarPath } from './feeds.ts'
export { readFeed } from './feeds.ts'

export const calendarFeeds = module({
  name: 'calendar-feeds',
  description: 'Private calendars of users.',
  endpoints: [createCalendarFeed, getCalendarFeed, deleteCalendarFeed],
  targets: { calendar_feed: 'usr' },
  personal: { excused: { calendar_feeds: 'random bytes' } },
})
