/** Public schemas of push subscriptions. */
import { closed, component, exampleId, idOutput, nullable, time, Type } from '#platform/schema.ts'

/** A subscription as the browser's `PushSubscription.toJSON()` describes it. */
const endpoint = Type.String({
  minLength: 1,
  maxLength: 1000,
  pattern: '^https://',
  description: 'The URL of the browser’s push service, which must be public.',
})
const device = Type.String({ minLength: 1, maxLength: 100, description: 'A name for the browser or the device.' })

const example = { endpoint: 'https://push.example.com/send/4f2c', device: 'Firefox on Android' }

export const PushSubscription = component(
  'PushSubscription',
  closed(
    {
      id: idOutput('psh', 'The subscription.'),
      endpoint: Type.String({ description: 'The URL of the browser’s push service.' }),
      device: nullable(Type.String(), { description: 'The name of the browser or the device.' }),
      current: Type.Boolean({ description: 'Whether the session of this request made it.' }),
      createdAt: time('When it was made.'),
      sentAt: nullable(time('When a notification was sent last.'), { description: 'When the push service last accepted a notification.' }),
    },
    {
      description: 'A browser to which your notifications are pushed.',
      examples: [
        { id: exampleId('psh'), ...example, current: true, createdAt: '2026-03-04T09:30:00.000Z', sentAt: '2026-03-04T10:12:00.000Z' },
      ],
    },
  ),
)

export const PushSubscriptionCreate = component(
  'PushSubscriptionCreate',
  closed(
    {
      endpoint,
      keys: closed(
        {
          p256dh: Type.String({ pattern: '^[A-Za-z0-9_-]{87}=?$', description: 'The browser’s public key, base64url.' }),
          auth: Type.String({ pattern: '^[A-Za-z0-9_-]{22}(==)?$', description: 'The browser’s secret, base64url.' }),
        },
        { description: 'The keys with which notifications are encrypted for the browser.' },
      ),
      device: Type.Optional(device),
    },
    {
      description: 'The subscription that the browser’s `pushManager.subscribe` returned.',
      examples: [
        {
          ...example,
          keys: {
            p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
            auth: 'BTBZMqHH6r4Tts7J_aSIgg',
          },
        },
      ],
    },
  ),
)

export const ApplicationServerKey = Type.String({
  description: 'The key for `applicationServerKey` of `pushManager.subscribe`, base64url. It is the same as long as `SECRET_KEY` is.',
})
