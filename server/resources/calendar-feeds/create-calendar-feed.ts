import { randomBytes } from 'node:crypto'
import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { fetchOne } from '#kit/write.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import { toOutcome } from '#platform/outbox/effects.ts'
import { isoTime } from '#platform/time.ts'
import { feedTokens, feedUrl } from './feeds.ts'
import { insertFeed } from './queries.ts'
import { CalendarFeedWithUrl } from './schema.ts'

export const createCalendarFeed = endpoint.write({
  operationId: 'createCalendarFeed',
  method: 'POST',
  path: '/me/calendar',
  tag: 'me',
  scope: 'session',
  summary: 'Create your calendar URL',
  description:
    'Creates a secret URL at which calendar programs read your meetings (iCalendar, with an ETag). It replaces an earlier URL, ' +
    'which ends at once. It also ends when you change your password or are suspended.',
  responds: { 201: item(CalendarFeedWithUrl, 'The URL, shown only once') },
  secret: true,
  present: ({ id, createdAt, url }: { id: Uuid; createdAt: string; url: string }) => ({
    id: toTypeId('usr', id),
    createdAt: isoTime(createdAt),
    url,
  }),
  async handle({ tx, effects, secrets, config, principal: { tenantId, user } }) {
    const seed = randomBytes(32)
    const { createdAt } = await fetchOne(tx, insertFeed, { tenantId, userId: user.id, seed })
    const token = feedTokens(secrets).make({ tenantId, id: user.id, number: 0 }, seed)
    const audited = effects.audit({ action: 'calendar_feed.created', target: { type: 'calendar_feed', id: user.id } })
    return toOutcome({ id: user.id, createdAt, url: feedUrl(config, token) }, audited, 201)
  },
})
