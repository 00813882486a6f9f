/** All scheduled replies are listed with their threads, next first, and their time can be changed until they are sent. */
import { expect, it } from 'vitest'
import { setUpTenant } from '../../../../test/support/service.ts'
import { getEvents, makeThread } from '../../../../test/support/threads.ts'

const { tenant } = await setUpTenant({ worker: true })
const { skein } = tenant

const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString()
async function schedule(body: string, seconds: number, closing = false): Promise<{ id: string; threadId: string }> {
  const threadId = await makeThread(tenant)
  const { data } = await skein.replyToThread({ path: { id: threadId }, body: { body, sendAt: inSeconds(seconds) } })
  if (closing) await skein.updateThread({ path: { id: threadId }, body: { status: 'closed' } })
  return { id: data.id, threadId }
}
const listTexts = async (query: { authorId?: string } = {}) =>
  (await skein.listAllScheduledMessages({ query })).data.map(({ bodyText }) => bodyText)

it('the list has every reply that waits, next first, with its thread and author', async () => {
  const later = await schedule('Later', 7_200)
  const sooner = await schedule('Sooner', 3_600)
  const first = await skein.listAllScheduledMessages({ query: { authorId: 'me', limit: 1 } })
  const { data: thread } = await skein.getThread({ path: { id: sooner.threadId } })
  const { id, ticketNumber, subject, customer } = thread
  expect(first.meta).toMatchObject({ total: 2, hasMore: true })
  expect(first.data).toMatchObject([
    {
      id: sooner.id,
      author: { id: tenant.ownerId },
      delivery: { state: 'QUEUED' },
      thread: { id, ticketNumber, subject, customer: { id: customer.id, email: customer.email } },
    },
  ])
  const next = await skein.listAllScheduledMessages({ query: { authorId: 'me', limit: 1, cursor: first.meta.cursor ?? '' } })
  expect(next.data.map((each) => each.id)).toEqual([later.id])
  const { data: colleague } = await skein.createUser({ body: { email: 'lee@example.com', name: 'Lee', role: 'AGENT', invite: false } })
  expect(await listTexts({ authorId: colleague.id })).toEqual([])
  expect(await listTexts({ authorId: tenant.ownerId })).toEqual(['Sooner', 'Later'])
  await skein.deleteMessage({ path: { id: sooner.id } })
  await skein.sendMessageNow({ path: { id: later.id } })
  expect(await listTexts()).toEqual([])
})

it('a reply with another time is sent once, at that time', async () => {
  const { id, threadId } = await schedule('Moved', 3_600)
  const refused = await tenant.api('POST', `/messages/${id}/reschedule`, { body: { sendAt: inSeconds(-60) } })
  expect([refused.status, refused.body.error?.code]).toEqual([422, 'SVC-VALIDATION-TIME_OUT_OF_RANGE'])
  const sendAt = inSeconds(1)
  const change = { path: { id }, body: { sendAt }, idempotencyKey: 'move-once' }
  const [moved, again] = [await skein.rescheduleMessage(change), await skein.rescheduleMessage(change)]
  expect(moved.data).toMatchObject({ id, sendAt, delivery: { state: 'QUEUED' } })
  expect(again.data).toEqual(moved.data)
  await expect.poll(async () => (await skein.listMessages({ path: { id: threadId } })).data[0]?.id).toBe(id)
  const types = (await getEvents(tenant, threadId)).filter(({ object }) => object['id'] === id).map(({ type }) => type)
  expect(types).toEqual(['message.scheduled', 'message.scheduled', 'message.created'])
  const late = await tenant.api('POST', `/messages/${id}/reschedule`, { body: { sendAt: inSeconds(60) } })
  expect([late.status, late.body.error?.code]).toEqual([409, 'SVC-MESSAGE-SENT'])
})

it('a reply that could not be sent waits again when it gets another time', async () => {
  const { id } = await schedule('Closed too soon', 3_600, true)
  await skein.rescheduleMessage({ path: { id }, body: { sendAt: inSeconds(1) } })
  const read = async () => (await skein.listAllScheduledMessages()).data.find((each) => each.id === id)?.delivery
  await expect.poll(read).toMatchObject({ state: 'FAILED', lastError: expect.stringContaining('closed') })
  await skein.rescheduleMessage({ path: { id }, body: { sendAt: inSeconds(3_600) } })
  expect(await read()).toMatchObject({ state: 'QUEUED', lastError: null })
})
