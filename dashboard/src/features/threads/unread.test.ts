/** A row becomes unread only for messages that make the thread unread in the service, too. */
import type { Message } from '@skein/client'
import { expect, it } from 'vitest'
import { findUnread, noteDelivery, noteMessage, noteRead } from './unread.ts'

const message = (threadId: string, more: object = {}): Message =>
  // Safe because only these fields are read.
  ({
    threadId,
    authorType: 'SYSTEM',
    author: null,
    internal: false,
    email: null,
    parts: [],
    attachments: [],
    delivery: { recipients: [] },
    ...more,
  }) as unknown as Message
const count = (threadId: string) => findUnread(threadId, { ids: new Set(), requestedAt: 0 })?.count ?? 0
const returned = { delivery: { recipients: [{ state: 'BOUNCED' }] } }

it('automatic replies, cards and the end of a chat leave a thread read', () => {
  for (const more of [{ email: { direction: 'OUT' } }, { parts: [{}] }, {}]) noteMessage(message('thr_1', more), 'usr_1')
  expect(count('thr_1')).toBe(0)
  noteMessage(message('thr_1', { authorType: 'CUSTOMER' }), 'usr_1')
  noteMessage(message('thr_1', { internal: true }), 'usr_1')
  expect(count('thr_1')).toBe(2)
})

it('a mail that came back makes a thread unread once', () => {
  noteDelivery(message('thr_2', returned))
  expect(count('thr_2')).toBe(0)
  noteMessage(message('thr_2'), 'usr_1')
  noteDelivery(message('thr_2', returned))
  noteDelivery(message('thr_2', returned))
  expect(count('thr_2')).toBe(1)
  noteMessage(message('thr_3'), 'usr_1')
  noteRead('thr_3')
  noteDelivery(message('thr_3', returned))
  expect(count('thr_3')).toBe(0)
})
