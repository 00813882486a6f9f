import { endpoint, item } from '../../kit/index.ts'
import { presentFeed } from './present-feed.ts'
import { findFeed } from './queries.ts'
import { CalendarFeed } from './schema.ts'

export const getCalendarFeed = endpoint({
  operationId: 'getCalendarFeed',
  method: 'GET',
  path: '/me/calendar',
  tag: 'me',
  scope: 'session',
  summary: 'Get your calendar',
  description: 'Whether your calendar has a URL, and since when. The URL itself is shown only when it is made.',
  responds: { 200: item(CalendarFeed, 'Your calendar') },
  present: presentFeed,
  async handle({ db, principal: { tenantId, user } }) {
    const found = await db.first(findFeed, { tenantId, userId: user.id })
    return { status: 200, record: { id: user.id, createdAt: found?.createdAt ?? null } }
  },
})
