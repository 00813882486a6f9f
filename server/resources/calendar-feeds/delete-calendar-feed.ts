import { endpoint, item, unchanged, written } from '../../kit/index.ts'
import { endCalendarFeed } from './end-feed.ts'
import { presentFeed } from './present-feed.ts'
import { CalendarFeed } from './schema.ts'

export const deleteCalendarFeed = endpoint({
  operationId: 'deleteCalendarFeed',
  method: 'DELETE',
  deletion: 'part',
  path: '/me/calendar',
  tag: 'me',
  scope: 'session',
  summary: 'End the URL of your calendar',
  description: 'The URL of your calendar ends at once. Without one nothing changes.',
  responds: { 200: item(CalendarFeed, 'Your calendar, without a URL') },
  writes: 'transaction',
  present: presentFeed,
  async handle(context) {
    const { tenantId, user } = context.principal
    const record = { id: user.id, createdAt: null }
    const audited = await endCalendarFeed(context, { tenantId, userId: user.id })
    return audited ? written(record, audited) : unchanged(record)
  },
})
