/** Splitting moves messages to a new thread; the message fields of both threads are correct afterwards. */
import { expect, test } from 'vitest'
import type { CreatedThread, Thread } from '../../../../client/index.ts'
import { setUpTenant } from '../../../../test/support/service.ts'

const { tenant, readThread } = await setUpTenant()

async function conversation(...bodies: string[]): Promise<string> {
  const [first = '', ...more] = bodies
  const created = { title: first, body: first, requester: { email: 'ada@example.com' }, tags: ['billing'], priority: 'HIGH' }
  const made = await tenant.api<CreatedThread>('POST', '/threads', { body: created })
  for (const body of more) await tenant.skein.createMessage({ path: { id: made.body.data.threadId }, body: { body } })
  return made.body.data.threadId
}
const messages = async (id: string) => (await tenant.skein.listMessages({ path: { id } })).data
const split = (id: string, messageIds: (string | undefined)[]) =>
  tenant.api<Thread>('POST', `/threads/${id}/split`, { body: { messageIds, subject: 'A second question' } })

test('a split creates a thread with the same messages and the next number', async () => {
  const id = await conversation('One', 'Two', 'Three')
  await tenant.skein.replyToThread({ path: { id }, body: { body: 'Answer' } })
  const [answer, three, two, one] = await messages(id)
  const before = await readThread(id)
  const made = await split(id, [two?.id, three?.id, two?.id])
  expect(made.status).toBe(201)
  expect(made.headers.location).toMatch(new RegExp(`/threads/${made.body.data.id}$`))
  const { customer, inboxId, teamId, assignee, channel, priority, labels } = before
  expect(made.body.data).toMatchObject({ customer, inboxId, teamId, assignee, channel, priority, labels })
  expect(made.body.data).toMatchObject({
    subject: 'A second question',
    status: 'open',
    publicNumber: before.publicNumber + 1,
    messageCount: 2,
    lastMessageId: three?.id,
    waitingSince: two?.createdAt,
    externalRef: null,
  })
  expect(made.body.data.labels).toHaveLength(1)
  expect((await messages(made.body.data.id)).map(({ id: own, createdAt }) => [own, createdAt])).toEqual(
    [three, two].map((message) => [message?.id, message?.createdAt]),
  )
  expect((await messages(id)).map(({ id: own }) => own)).toEqual([answer?.id, one?.id])
  expect(await readThread(id)).toMatchObject({ messageCount: 2, lastMessageId: answer?.id, waitingSince: null })
  const events = await tenant.api<{ type: string; data: { object: { id: string }; previous?: object } }[]>('GET', '/events?limit=100')
  const told = events.body.data.slice(-2)
  expect(told.map(({ type, data }) => [type, data.object.id])).toEqual([
    ['thread.updated', id],
    ['thread.created', made.body.data.id],
  ])
  expect(told[0]?.data.previous).toMatchObject({ messageCount: 4 })
  const audits = await tenant.api<{ action: string; after: object }[]>('GET', '/audit-logs?limit=2')
  expect(audits.body.data.map(({ action, after }) => [action, after])).toEqual(
    expect.arrayContaining([
      ['thread.split', expect.objectContaining({ splitInto: made.body.data.id })],
      ['thread.created', { subject: 'A second question', splitFrom: id }],
    ]),
  )
  expect((await tenant.api('GET', '/threads?status=open')).body.meta.total).toBe(2)
})

test('a search finds split-off messages in their new thread', async () => {
  const id = await conversation('Shipping', 'Zeppelin')
  const found = async (word: string) => (await tenant.skein.listThreads({ query: { q: word } })).data.map((thread) => thread.id)
  expect(await found('zeppelin')).toEqual([id])
  const made = await split(id, [(await messages(id))[0]?.id])
  expect([await found('zeppelin'), await found('shipping')]).toEqual([[made.body.data.id], [id]])
})

test('a split leaves at least one message, and takes only messages of its thread', async () => {
  const [id, other] = [await conversation('One', 'Two'), await conversation('Other')]
  const ids = (await messages(id)).map((message) => message.id)
  const all = await split(id, ids)
  expect([all.status, all.body.error?.code]).toEqual([409, 'SVC-THREAD-MERGE_CONFLICT'])
  const strange = await split(id, [ids[0], (await messages(other))[0]?.id])
  expect([strange.status, strange.body.error?.code, strange.body.error?.details?.map(({ field }) => field)]).toEqual([
    422,
    'SVC-VALIDATION-UNKNOWN_REFERENCE',
    ['messageIds[1]'],
  ])
  expect((await messages(id)).map((message) => message.id)).toEqual(ids)
})

test('an unmerge leaves split messages where they are, and is refused if none remain', async () => {
  const [target, source] = [await conversation('Target'), await conversation('One', 'Two')]
  const [two, one] = await messages(source)
  await tenant.skein.mergeThread({ path: { id: target }, body: { sourceIds: [source] } })
  const first = await split(source, [two?.id])
  expect(first.status, 'the thread that has the messages is split').toBe(201)
  expect((await tenant.api('POST', `/threads/${source}/unmerge`)).status).toBe(200)
  expect((await messages(source)).map(({ body }) => body)).toEqual(['One'])
  await tenant.skein.mergeThread({ path: { id: target }, body: { sourceIds: [source] } })
  expect((await split(target, [one?.id])).status).toBe(201)
  const refused = await tenant.api('POST', `/threads/${source}/unmerge`)
  expect([refused.status, refused.body.error?.code]).toEqual([409, 'SVC-THREAD-MERGE_CONFLICT'])
  expect((await readThread(source)).mergedInto).toBe(target)
})
