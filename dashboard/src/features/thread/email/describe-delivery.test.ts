import { expect, it } from 'vitest'
import type { Message } from '@skein/client'
import { formatMoment } from '../../../ui/time.ts'
import { describeDelivery } from './describe-delivery.ts'

type Delivery = Message['delivery']
type Recipient = Delivery['recipients'][number]

const at = '2026-03-04T09:30:00.000Z'
const to = (address: string, state: Recipient['state'], more: Partial<Recipient> = {}): Recipient => ({
  address,
  kind: 'TO',
  state,
  code: null,
  reason: null,
  seenAt: null,
  at,
  ...more,
})
const delivery = (state: Delivery['state'], more: Partial<Delivery> = {}): Delivery => ({
  state,
  channel: 'email',
  attempts: 1,
  lastError: null,
  nextAttemptAt: null,
  uncertain: false,
  providerId: null,
  recipients: [],
  ...more,
})

it.each<[string, Delivery, string | null, boolean]>([
  ['nothing', delivery('NOT_APPLICABLE', { channel: null }), null, false],
  ['a reply that waits', delivery('QUEUED', { attempts: 0 }), 'Waiting to be sent', false],
  ['a later attempt', delivery('QUEUED', { lastError: 'The server is busy' }), 'Not sent yet. The server is busy.', false],
  ['one recipient', delivery('SENT', { recipients: [to('ada@example.com', 'SENT')] }), 'Sent', false],
  [
    'an uncertain attempt',
    delivery('SENT', { uncertain: true, recipients: [to('ada@example.com', 'SENT')] }),
    'Sent. It may arrive twice, because the mail server stopped responding.',
    false,
  ],
  [
    'many recipients',
    delivery('DELIVERED', { recipients: ['a', 'b', 'c'].map((name) => to(`${name}@example.com`, 'DELIVERED')) }),
    'Delivered',
    false,
  ],
  [
    'some of the recipients',
    delivery('DELIVERED', { recipients: [to('ada@example.com', 'DELIVERED'), to('bob@example.com', 'SENT')] }),
    'Delivered to ada@example.com',
    false,
  ],
  [
    'no mail server',
    delivery('KEPT', { recipients: [to('ada@example.com', 'KEPT')] }),
    'Saved as a file. Nobody received it, because there’s no mail server.',
    true,
  ],
  [
    'an own program without a URL',
    delivery('KEPT', { channel: 'api', recipients: [to('ada', 'KEPT')] }),
    'Not sent yet, because your program has no URL.',
    true,
  ],
  [
    'a message that was seen',
    delivery('DELIVERED', { channel: 'api', recipients: [to('ada', 'DELIVERED', { seenAt: at })] }),
    `Seen ${formatMoment(at)}`,
    false,
  ],
  [
    'a message that one of two has seen',
    delivery('DELIVERED', { recipients: [to('ada', 'DELIVERED', { seenAt: at }), to('bob', 'DELIVERED', { seenAt: null })] }),
    'Delivered',
    false,
  ],
  [
    'only the recipient who was not reached',
    delivery('BOUNCED', {
      recipients: [to('ada@example.com', 'SENT'), to('gone@example.com', 'BOUNCED', { code: '5.1.1', reason: '5.1.1 No such user' })],
    }),
    'Returned by gone@example.com. 5.1.1 No such user.',
    true,
  ],
  [
    'a code without a text',
    delivery('FAILED', { recipients: [to('ada@example.com', 'FAILED', { code: '5.7.1' })] }),
    'Not sent to ada@example.com. 5.7.1.',
    true,
  ],
  ['a cancelled reply', delivery('FAILED', { lastError: 'cancelled' }), 'Not sent, because an agent cancelled it.', true],
])('the delivery of a reply is described: %s', (_name, given, text, canRetry) => {
  const note = describeDelivery(given)
  expect([note?.text ?? null, note?.canRetry ?? false]).toEqual([text, canRetry])
})
