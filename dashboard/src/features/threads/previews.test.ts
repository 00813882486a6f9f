/** Rows show the latest message of their thread, from lists and from events. */
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { Message, Thread, ThreadPreview } from '@skein/client'
import { dropPreview, patchPreview, putPreview, takePreviews, toPreview } from './previews.ts'

type Stored = { byMessage: Map<string, ThreadPreview> }

const message = (id: string, threadId: string, bodyText: string, more: Partial<Message> = {}): Message =>
  // Safe because previews read only these fields.
  ({
    id,
    threadId,
    bodyText,
    authorType: 'CUSTOMER',
    author: null,
    internal: false,
    attachments: [],
    email: null,
    deletedAt: null,
    ...more,
  }) as Message

const listed = (id: string, preview: ThreadPreview): Thread =>
  // Safe because previews read only these fields.
  ({ id, lastMessageId: preview.messageId, preview }) as Thread

it('are those of lists until an event brings a later message, an edit or an erasure', () => {
  const queries = new QueryClient()
  const texts = () => {
    const { byMessage } = queries.getQueryData<Stored>(['thread-previews']) ?? { byMessage: new Map<string, ThreadPreview>() }
    return [...byMessage.values()].map(({ text }) => text)
  }
  const [row] = takePreviews(queries, [listed('thr_1', toPreview(message('msg_1', 'thr_1', 'One')))])
  expect(row).toEqual({ id: 'thr_1', lastMessageId: 'msg_1' })
  expect(texts()).toEqual(['One'])
  putPreview(queries, message('msg_2', 'thr_1', 'Two'))
  expect(texts()).toEqual(['Two'])
  patchPreview(queries, message('msg_2', 'thr_1', 'Two, edited'))
  patchPreview(queries, message('msg_9', 'thr_9', 'Not listed'))
  expect(texts()).toEqual(['Two, edited'])
  dropPreview(queries, 'thr_1')
  expect(texts()).toEqual([])
})

it('are one line without quoted history', () => {
  // Safe because previews read only this field of a mail.
  const email = { replyText: `Yes\n\n please ${'x'.repeat(200)}` } as Message['email']
  const { text } = toPreview(message('msg_1', 'thr_1', 'Yes please\n> quoted', { email }))
  expect(text).toMatch(/^Yes please x+…$/)
  expect(text).toHaveLength(140)
})
