/** A row becomes unread only for messages that make the thread unread in the service, too. */
import type { Message } from '@skein/client'
import { expect, it } from 'vitest'
import { findUnread, noteMessage } from './unread.ts'

const message = (threadId: string, more: object = {}): Message =>
  // Safe because only these fields are read.
  ({ threadId, author: null, silent: false, ...more }) as unknown as Message
const count = (threadId: string) => findUnread(threadId, { ids: new Set(), requestedAt: 0 })?.count ?? 0

it('automatic replies, cards and the end of a chat leave a thread read', () => {
  noteMessage(message('thr_1', { silent: true }), 'usr_1')
  expect(count('thr_1')).toBe(0)
  noteMessage(message('thr_1', { author: { id: 'cst_1' } }), 'usr_1')
  noteMessage(message('thr_1'), 'usr_1')
  expect(count('thr_1')).toBe(2)
  noteMessage(message('thr_1', { author: { id: 'usr_1' } }), 'usr_1')
  expect(count('thr_1')).toBe(0)
})
