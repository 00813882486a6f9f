import { expect, it } from 'vitest'
import type { Message, ThreadView } from '../../../client/index.ts'
import { setUpTenant } from '../../../test/support/service.ts'

const statements: string[] = []
const { tenant } = await setUpTenant({ onStatement: (text) => statements.push(text) })

async function createThread(): Promise<string> {
  const body = { title: 'T', body: 'first', requester: { email: 'ada@example.com' } }
  return (await tenant.skein.createThread({ body })).data.threadId
}
const getView = async (id: string, key?: string): Promise<ThreadView> =>
  (await tenant.api<ThreadView>('GET', `/threads/${id}/view`, key ? { key } : {})).body.data
const getData = async (path: string): Promise<unknown> => (await tenant.api('GET', path)).body.data

it('each part of the view shows what the operation of that part shows', async () => {
  const id = await createThread()
  await createThread()
  const tomorrow = new Date(Date.now() + 86_400_000)
  await tenant.skein.replyToThread({ path: { id }, body: { body: 'later', sendAt: tomorrow.toISOString() } })
  await tenant.skein.replyToThread({ path: { id }, body: { body: 'now' } })
  await tenant.skein.saveDraft({ path: { id }, query: { kind: 'note' }, body: { body: 'to be continued' } })
  await tenant.skein.reportPresence({ path: { id }, body: {} })
  await tenant.skein.followThread({ path: { id, userId: tenant.ownerId } })
  await tenant.skein.createSatisfactionRequest({ path: { id }, body: { channel: 'LINK' } })
  const meeting = { startsAt: tomorrow.toISOString(), endsAt: new Date(tomorrow.getTime() + 3_600_000).toISOString(), timezone: 'UTC' }
  await tenant.skein.scheduleMeeting({ path: { id }, body: { ...meeting, attendees: [{ email: 'ada@example.com' }] } })
  const view = await getView(id)
  expect(view.thread).toEqual(await getData(`/threads/${id}`))
  expect(view.messages.data).toEqual(await getData(`/threads/${id}/messages`))
  expect(view.scheduledMessages.data).toEqual(await getData(`/threads/${id}/scheduled-messages`))
  expect(view.customer).toEqual(await getData(`/customers/${view.thread.customer.id}`))
  expect(view.customerThreads.data).toEqual(await getData(`/customers/${view.thread.customer.id}/threads`))
  expect(view.meetings?.data).toEqual(await getData(`/scheduled-meetings?threadId=${id}`))
  expect(view.followers.data).toEqual(await getData(`/threads/${id}/followers`))
  expect(view.followers.data).toHaveLength(1)
  expect(view.satisfactionRequests.data).toEqual(await getData(`/satisfaction-requests?threadId=${id}`))
  expect(view.satisfactionRequests.data).toHaveLength(1)
  expect(view.history?.data).toEqual(await getData(`/audit-logs?targetId=${id}`))
  expect(view.drafts).toMatchObject({ reply: null, note: { body: 'to be continued' } })
  expect(view.read).toMatchObject({ unreadCount: 0 })
  expect(view.presence?.present).toMatchObject([{ state: 'VIEWING' }])
  expect([view.messages.data, view.scheduledMessages.data, view.customerThreads.data, view.meetings?.data]).toMatchObject([
    { length: 2 },
    { length: 1 },
    { length: 2 },
    { length: 1 },
  ])
})

it('parts that the caller’s scopes do not allow are null', async () => {
  const id = await createThread()
  const narrow = await getView(id, (await tenant.keyFor(['threads:read'])).key)
  expect(narrow).toMatchObject({
    thread: { id },
    messages: { meta: { total: 1 } },
    customer: null,
    meetings: null,
    history: null,
    drafts: null,
    read: null,
    presence: null,
  })
  const { visitor, ...wider } = await getView(
    id,
    (await tenant.keyFor(['threads:write', 'customers:read', 'audit:read', 'meetings:read'])).key,
  )
  expect(Object.values(wider)).not.toContain(null)
  expect(visitor, 'of a thread that is no chat').toBeNull()
})

it('parts end with cursors with which their list operations continue', async () => {
  const id = await createThread()
  for (let i = 0; i < 50; i++) await tenant.skein.createMessage({ path: { id }, body: { body: `message ${i}` } })
  const { messages, thread } = await getView(id)
  expect(messages).toMatchObject({ data: { length: 50 }, meta: { hasMore: true, total: 51 } })
  const rest = await tenant.api<Message[]>('GET', `/threads/${id}/messages?cursor=${messages.meta.cursor}`)
  expect(rest.body.data.map(({ bodyText }) => bodyText)).toEqual(['first'])
  for (let i = 0; i < 20; i++) await createThread()
  const { customerThreads } = await getView(id)
  expect(customerThreads.meta.hasMore).toBe(true)
  const { cursor } = customerThreads.meta
  expect((await tenant.api('GET', `/customers/${thread.customer.id}/threads?cursor=${cursor}`)).status).toBe(200)
  for (let i = 0; i < 101; i++) await tenant.skein.updateThread({ path: { id }, body: { priority: i % 2 ? 'low' : 'high' } })
  const { history } = await getView(id)
  expect(history?.meta.hasMore).toBe(true)
  expect((await tenant.api('GET', `/audit-logs?targetId=${id}&cursor=${history?.meta.cursor}`)).status).toBe(200)
})

it('the view stays below the page size, and the list of messages has the rest', async () => {
  const id = await createThread()
  for (let i = 0; i < 8; i++) await tenant.skein.createMessage({ path: { id }, body: { body: 'ä'.repeat(100_000) } })
  const { messages } = await getView(id)
  expect(Buffer.byteLength(JSON.stringify(messages))).toBeLessThan(525_000)
  expect(messages.meta.hasMore).toBe(true)
  let shown = messages.data.length
  for (let { cursor } = messages.meta; cursor !== ''; ) {
    const next = await tenant.api<unknown[]>('GET', `/threads/${id}/messages?limit=100&cursor=${cursor}`)
    shown += next.body.data.length
    cursor = next.body.meta.cursor
  }
  expect(shown).toBe(9)
})

it('threads of merged customers appear with their target before a job moves them', async () => {
  const create = async (email: string) =>
    (await tenant.skein.createThread({ body: { title: 'T', body: 'b', requester: { email } } })).data.threadId
  const [kept, moved] = [await create('one@example.com'), await create('other@example.com')]
  const [into, source] = [(await getView(kept)).customer?.id, (await getView(moved)).customer?.id]
  await tenant.api('POST', `/customers/${into}/merge`, { body: { sourceIds: [source] } })
  for (const id of [kept, moved]) {
    const { customer, customerThreads } = await getView(id)
    expect(customer?.id).toBe(into)
    expect(customerThreads.data.map((thread) => thread.id)).toEqual([moved, kept])
  }
})

it('a long thread needs as many statements as a short one', async () => {
  // The fewest of several: a credential that is read again now and then adds a statement to some of them.
  const count = async (id: string): Promise<number> => {
    const counts: number[] = []
    for (let n = 0; n < 4; n++) {
      statements.length = 0
      await getView(id)
      counts.push(statements.filter((text) => !/api_keys/.test(text)).length)
    }
    return Math.min(...counts)
  }
  const [short, long] = [await createThread(), await createThread()]
  for (let i = 0; i < 10; i++) await tenant.skein.createMessage({ path: { id: long }, body: { body: `message ${i}` } })
  expect(await count(long)).toBe(await count(short))
  // One for each part, and one for the customers that were merged into the thread's.
  const parts = Object.keys(await getView(short)).length
  expect(await count(short)).toBeLessThanOrEqual(parts + 1)
})

it('a merged thread is shown with the messages of its target', async () => {
  const [target, source] = [await createThread(), await createThread()]
  await tenant.skein.mergeThread({ path: { id: target }, body: { sourceIds: [source] } })
  const view = await getView(source)
  expect(view).toMatchObject({ thread: { id: source, mergedInto: target }, messages: { meta: { total: 2 } } })
})

it('an unknown thread is 404', async () => {
  expect((await tenant.api('GET', '/threads/thr_00000000000000000000000000/view')).body.error?.code).toBe('SVC-THREAD-NOT_FOUND')
})
