import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { toUnchangedOutcome, toOutcome } from '#platform/outbox/effects.ts'
import { endCalendarFeed, presentFeed } from './feeds.ts'
import { findFeed } from './queries.ts'
import { CalendarFeed } from './schema.ts'

export const getCalendarFeed = endpoint.read({
  operationId: 'getCalendarFeed',
  path: '/me/calendar',
  tag: 'me',
  scope: 'session',
  summary: 'Get your calendar',
  description: 'Returns whether your calendar has a URL, and since when. The URL is shown only when it is created.',
  responds: { 200: item(CalendarFeed, 'Your calendar') },
  present: presentFeed,
  async handle({ db, principal: { tenantId, user } }) {
    const found = await db.first(findFeed, { tenantId, userId: user.id })
    return { status: 200, record: { id: user.id, createdAt: found?.createdAt ?? null } }
  },
})

export const deleteCalendarFeed = endpoint.write({
  operationId: 'deleteCalendarFeed',
  method: 'DELETE',
  deletion: 'part',
  path: '/me/calendar',
  tag: 'me',
  scope: 'session',
  summary: 'Delete your calendar URL',
  description: 'Ends your calendar URL at once. Without a URL nothing changes.',
  responds: { 200: item(CalendarFeed, 'Your calendar, without a URL') },
  present: presentFeed,
  async handle(context) {
    const { tenantId, user } = context.principal
    const record = { id: user.id, createdAt: null }
    const audited = await endCalendarFeed(context, { tenantId, userId: user.id })
    return audited ? toOutcome(record, audited) : toUnchangedOutcome(record)
  },
})
