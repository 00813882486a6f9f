import { endpoint, item, unchanged, written } from '../../kit/index.ts'
import { presentFeed } from './present-feed.ts'
import { endFeed } from './queries.ts'
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
  async handle({ tx, effects, principal: { tenantId, user } }) {
    const record = { id: user.id, createdAt: null }
    const ended = await tx.first(endFeed, { tenantId, userId: user.id })
    if (!ended) return unchanged(record)
    return written(record, effects.audit({ action: 'calendar_feed.deleted', target: { type: 'calendar_feed', id: user.id } }))
  },
})
