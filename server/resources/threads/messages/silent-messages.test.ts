/** Sentences of the service, such as a request for a rating, leave the thread where it is in lists. */
import { expect, it } from 'vitest'
import type { Message, Thread } from '../../../../client/index.ts'
import { gaps } from '../../../../test/thread-invariants.ts'
import { setUpTenant } from '../../../../test/support/service.ts'
import { parseTypeId, toTypeId } from '#platform/ids.ts'
import { lockMergeRoot } from '../record/thread.ts'
import { appendSystemMessage } from './append-system-message.ts'

const { service, tenant, readThread } = await setUpTenant()
const { tenantId } = tenant

const make = async (body = 'Where is my order?'): Promise<string> =>
  (await tenant.skein.createThread({ body: { title: 'T', body, requester: { email: 'ada@example.com' } } })).data.threadId
const messagesOf = async (id: string): Promise<Message[]> => (await tenant.skein.listMessages({ path: { id } })).data
/** Appends a sentence, and returns its id. */
const say = async (threadId: string): Promise<string> => {
  await service.db.transaction(async (tx) => {
    const thread = await lockMergeRoot(tx, { tenantId, id: parseTypeId('thr', threadId) ?? '' })
    await appendSystemMessage(tx, { tenantId, threadId: thread?.id ?? '', text: 'Asked.', action: 'thread.message_added' })
  })
  const [sentence] = await messagesOf(threadId)
  return sentence?.id ?? ''
}
const facts = ({ lastMessageId, lastMessageAt, lastMessageAuthorType, waitingSince }: Thread) => ({
  lastMessageId,
  lastMessageAt,
  lastMessageAuthorType,
  waitingSince,
})
const reply = (id: string, more: object) => tenant.api<Message>('POST', `/threads/${id}/reply`, { body: { body: 'Answer', ...more } })
const expectNoGaps = async () => expect(await service.db.rows(gaps, { tenantId })).toEqual([])

it('a silent message changes neither order, unread state nor preview', async () => {
  const [older, newer] = [await make('Older'), await make('Newer')]
  const before = await readThread(older)
  await tenant.skein.markThreadRead({ path: { id: older }, body: {} })
  const id = await say(older)
  const after = await readThread(older)
  expect(facts(after)).toEqual(facts(before))
  expect(after.messageCount).toBe(before.messageCount + 1)
  expect((await messagesOf(older))[0]).toMatchObject({ id, silent: true, authorType: 'SYSTEM' })
  const { data } = await tenant.skein.listThreads({ query: { sort: '-lastMessageAt', include: 'preview' } })
  expect(data.map((thread) => [thread.id, thread.preview?.text])).toEqual([
    [newer, 'Newer'],
    [older, 'Older'],
  ])
  expect((await tenant.skein.listThreads({ query: { unread: true } })).data.map((thread) => thread.id)).toEqual([newer])
  const { data: read } = await tenant.skein.markThreadRead({ path: { id: older }, body: { messageId: before.lastMessageId } })
  expect(read.unreadCount).toBe(0)
})

it('a reply is not stale because of a silent message, whichever message was seen', async () => {
  const id = await make()
  const first = (await readThread(id)).lastMessageId
  const sentence = await say(id)
  for (const more of [{}, { undoSeconds: 60 }, { changes: { priority: 'HIGH' } }])
    for (const expectedLastMessageId of [first, sentence]) {
      const thread = await make()
      const seen = expectedLastMessageId === first ? (await readThread(thread)).lastMessageId : await say(thread)
      if (expectedLastMessageId === first) await say(thread)
      expect((await reply(thread, { ...more, expectedLastMessageId: seen })).status).toBe(201)
    }
  await tenant.skein.createMessage({ path: { id }, body: { body: 'Hello?' } })
  const missed = (await messagesOf(id))[0]?.id
  for (const expectedLastMessageId of [first, sentence]) {
    const { status, body } = await reply(id, { expectedLastMessageId })
    expect([status, body.error?.details]).toEqual([409, [expect.objectContaining({ code: 'MISSED_MESSAGE', message: missed })]])
  }
  const foreign = toTypeId('msg', '01900000-0000-7000-8000-000000000000')
  expect((await reply(id, { expectedLastMessageId: foreign })).status).toBe(422)
})

it('messages after a silent one are later than it', async () => {
  const id = await make()
  const sentence = await say(id)
  await service.db.script(`update threads set silent_message_at = now() + interval '1 minute' where tenant_id = '${tenantId}' and id = '${parseTypeId('thr', id)}';
    update messages set created_at = now() + interval '1 minute' where tenant_id = '${tenantId}' and id = '${parseTypeId('msg', sentence)}'`)
  const { data } = await reply(id, {}).then(({ body }) => body)
  expect((await messagesOf(id)).map((message) => message.id).slice(0, 2)).toEqual([data.id, sentence])
  expect((await readThread(id)).lastMessageId).toBe(data.id)
})

it('merges, splits and unmerges keep which message is the latest', async () => {
  const [target, source] = [await make('Target'), await make('Source')]
  const last = (await readThread(source)).lastMessageId
  await say(source)
  await say(target)
  const merged = await tenant.api<Thread>('POST', `/threads/${target}/merge`, { body: { sourceIds: [source] } })
  expect(merged.body.data).toMatchObject({ lastMessageId: last, lastMessageAuthorType: 'CUSTOMER', messageCount: 4 })
  await expectNoGaps()
  await tenant.api('POST', `/threads/${source}/unmerge`)
  expect(await readThread(target)).toMatchObject({ messageCount: 2 })
  expect((await readThread(source)).lastMessageId).toBe(last)
  await expectNoGaps()
  // A thread of silent messages alone has the latest of them.
  const sentence = (await messagesOf(target))[0]?.id ?? ''
  const split = await tenant.api<Thread>('POST', `/threads/${target}/split`, { body: { messageIds: [sentence], subject: 'Asked' } })
  expect(split.body.data).toMatchObject({ lastMessageId: sentence, lastMessageAuthorType: 'SYSTEM' })
  await expectNoGaps()
})
