/** From the request of a tenant's own program to messages and their changes, through HTTP and the worker. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Customer, InboundItem, Message, Thread } from '../../../client/index.ts'
import { composeMessage as compose, type HookInbox, openHookInbox } from '../../../test/support/hooks.ts'
import { setUpService, type TestTenant } from '../../../test/support/service.ts'

let tenant: TestTenant
let inbox: HookInbox
const service = await setUpService({ worker: true })
beforeEach(async () => {
  tenant = await service.createTenant()
  inbox = await openHookInbox(tenant, service.port)
})

const listThreads = async (): Promise<Thread[]> => (await tenant.skein.listThreads({ query: { sort: 'createdAt' } })).data
const listMessages = async (id: string): Promise<Message[]> =>
  (await tenant.skein.listMessages({ path: { id }, query: { sort: 'createdAt' } })).data
const getCustomer = async ({ customer }: Thread): Promise<Customer> => (await tenant.skein.getCustomer({ path: { id: customer.id } })).data
const search = async (q: string): Promise<string[]> => (await tenant.skein.listThreads({ query: { q } })).data.map(({ id }) => id)
const threadOf = ({ threadId }: InboundItem): string => threadId ?? ''

describe('a message', () => {
  it('becomes a thread of its sender in the channel of the inbox', async () => {
    const text = `The export has been empty since Monday, and nobody has touched the settings of the project ${'x'.repeat(40)}\nPlease help.`
    const event = compose({
      from: { address: 'u-7', name: 'Ada', email: 'Ada@Example.com', phone: '+44 20 7946 0018' },
      body: text,
      sentAt: '2020-01-01T00:00:00Z',
    })
    const found = await inbox.deliver(event)
    expect(found).toMatchObject({
      mailId: null,
      inboxId: inbox.inboxId,
      channel: 'sms',
      kind: 'message.received',
      outcome: 'MESSAGE',
      cause: null,
      externalId: event.data.externalId,
      from: 'u-7',
      attempts: 1,
      duplicateOf: null,
    })
    const [thread, ...others] = await listThreads()
    if (!thread) throw new Error('There is no thread')
    expect(others).toEqual([])
    expect(thread).toMatchObject({
      id: found.threadId,
      subject: 'The export has been empty since Monday, and nobody has touched the settings of…',
      channel: 'sms',
      status: 'open',
      inboxId: inbox.inboxId,
      customer: { email: 'ada@example.com', name: 'Ada' },
    })
    const [message] = await listMessages(thread.id)
    expect(message).toMatchObject({
      id: found.resultId,
      authorType: 'CUSTOMER',
      author: { name: 'Ada' },
      body: text,
      channel: 'sms',
      email: null,
      externalId: event.data.externalId,
      editedAt: null,
      deletedAt: null,
    })
    expect(Date.parse(message?.createdAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
    const { identities } = await getCustomer(thread)
    expect(identities.map(({ type, value, inboxId }) => [type, value, inboxId])).toEqual([
      ['EMAIL', 'ada@example.com', null],
      ['EXTERNAL', 'u-7', inbox.inboxId],
      ['PHONE', '+442079460018', null],
    ])
    expect(identities[1]?.lastSeenAt).toBe(found.receivedAt)
  })

  it('is that of a known customer: by address of the inbox, e-mail address or number', async () => {
    const ada = await inbox.deliver(compose({ from: { address: 'u-1', email: 'ada@example.com' } }))
    const again = await inbox.deliver(compose({ from: { address: 'u-1', name: 'Ada' } }))
    expect(again.threadId).toBe(ada.threadId)
    const other = await openHookInbox(tenant, service.port)
    const foreign = await other.deliver(compose({ from: { address: 'u-1', name: 'Grace', phone: '+1 202 555 0100' } }))
    const byEmail = await other.deliver(compose({ from: { address: 'u-2', email: 'ada@example.com' } }))
    const byPhone = await inbox.deliver(compose({ from: { address: 'u-9', phone: '+12025550100' } }))
    const threads = new Map((await listThreads()).map((thread) => [thread.id, thread]))
    const names = [ada, foreign, byEmail, byPhone].map((item) => threads.get(threadOf(item))?.customer.name)
    expect(names, 'the same address in another inbox is another person').toEqual(['Ada', 'Grace', 'Ada', 'Grace'])
    expect(threads.get(threadOf(foreign))?.customer.email).toMatch(/@unknown\.invalid$/)
  })

  it('joins the thread of its conversation, reopens it, and follows up a closed one', async () => {
    const say = (conversationKey: string | null) => inbox.deliver(compose({ conversationKey }))
    const [first, second] = [await say('a'), await say('b')]
    expect(second.threadId).not.toBe(first.threadId)
    const id = threadOf(first)
    await tenant.skein.updateThread({ path: { id }, body: { status: 'resolved' } })
    expect((await say('a')).threadId).toBe(id)
    expect((await tenant.skein.getThread({ path: { id } })).data.status).toBe('open')
    for (const status of ['resolved', 'closed'] as const) await tenant.skein.updateThread({ path: { id }, body: { status } })
    const followUp = threadOf(await say('a'))
    expect((await tenant.skein.getThread({ path: { id: followUp } })).data).toMatchObject({ followUpOf: id, status: 'open' })
    expect((await say('a')).threadId).toBe(followUp)
    await tenant.skein.mergeThread({ path: { id: threadOf(second) }, body: { sourceIds: [followUp] } })
    expect((await say('a')).threadId, 'follows merges').toBe(second.threadId)
    expect((await listMessages(followUp)).length).toBe(4)
  })

  it('without a conversation joins the customer’s latest thread of the last day', async () => {
    const first = await inbox.deliver(compose())
    expect((await inbox.deliver(compose())).threadId).toBe(first.threadId)
    expect((await inbox.deliver(compose({ from: { address: 'other' } }))).threadId).not.toBe(first.threadId)
    await service.db.script(`update threads set last_message_at = now() - interval '25 hours' where tenant_id = '${tenant.tenantId}'`)
    expect((await inbox.deliver(compose())).threadId).not.toBe(first.threadId)
  })

  it('without a conversation does not join a thread at another address', async () => {
    const first = await inbox.deliver(compose({ from: { address: 'ada-1', email: 'ada@example.com' } }))
    const claimed = await inbox.deliver(compose({ from: { address: 'eve', email: 'ada@example.com' } }))
    expect(claimed.threadId).not.toBe(first.threadId)
    const { data } = await tenant.skein.getThreadRecipients({ path: { id: threadOf(first) } })
    expect(data.to.map(({ address }) => address)).toEqual(['ada-1'])
  })

  it('is not that of somebody else with the same id in the thread', async () => {
    const [from, conversationKey, externalId] = [{ address: 'u', email: 'ada@example.com' }, 'k', 'the-same']
    const first = await inbox.deliver(compose({ from, conversationKey }))
    const id = threadOf(first)
    await tenant.skein.createMessage({ path: { id }, body: { body: 'A note.', internal: true, externalId } })
    await inbox.deliver(compose({ from, conversationKey, externalId, body: 'Of the first inbox.' }))
    const other = await openHookInbox(tenant, service.port)
    const theirs = await other.deliver(compose({ from, conversationKey }))
    await tenant.skein.mergeThread({ path: { id }, body: { sourceIds: [threadOf(theirs)] } })
    const second = await other.deliver(compose({ from, conversationKey, externalId, body: 'Of the second inbox.' }))
    const written = async () => (await listMessages(id)).map(({ body }) => body).toSorted()
    const rest = ['A note.', 'Of the first inbox.', 'The export is empty.', 'The export is empty.']
    expect(await written()).toEqual([...rest.slice(0, 2), 'Of the second inbox.', ...rest.slice(2)])
    await other.deliver({ type: 'message.deleted', data: { externalId } })
    expect(await written()).toEqual(['', ...rest])
    expect((await listMessages(id)).find(({ body }) => body === '')?.id).toBe(second.resultId)
  })

  it('is the one that the program has posted through the API', async () => {
    const { threadId } = await inbox.deliver(compose({ conversationKey: 'k' }))
    const body = { body: 'Posted before.', authorType: 'CUSTOMER', externalId: 'posted' } as const
    const { data } = await tenant.skein.createMessage({ path: { id: threadId ?? '' }, body })
    expect(await inbox.deliver(compose({ conversationKey: 'k', externalId: 'posted' }))).toMatchObject({ resultId: data.id })
  })

  it('keeps the order of acceptance', async () => {
    const words = Array.from({ length: 12 }, (_, n) => `word ${n}`)
    const ids: string[] = []
    for (const body of words) ids.push((await inbox.post(compose({ body, conversationKey: 'k' }))).id ?? '')
    const last = await inbox.deliver(compose({ body: 'end', conversationKey: 'k' }))
    expect((await listMessages(threadOf(last))).map(({ body }) => body)).toEqual([...words, 'end'])
    const { data, meta } = await tenant.skein.listInboundItems({ query: { limit: 100 } })
    expect([data.length, meta.total]).toEqual([13, 13])
    expect(data.map(({ id }) => id)).toEqual([last.id, ...ids.toReversed()])
  })

  it('of HTML is sanitised', async () => {
    const { threadId } = await inbox.deliver(compose({ body: '<p onclick="x()">Hi <script>alert(1)</script></p>', bodyFormat: 'html' }))
    expect((await listMessages(threadId ?? ''))[0]).toMatchObject({ body: '<p>Hi </p>', bodyFormat: 'html', bodyText: 'Hi' })
  })
})

describe('a change', () => {
  it('replaces the text, and a search finds the new one only', async () => {
    const event = compose({ body: 'The turbine hums.' })
    const { externalId } = event.data
    const { threadId, resultId } = await inbox.deliver(event)
    const edit = { type: 'message.edited', data: { externalId, body: 'The generator hums.' } }
    expect(await inbox.deliver(edit)).toMatchObject({ outcome: 'CHANGE', threadId, resultId, externalId })
    const [message] = await listMessages(threadId ?? '')
    expect(message).toMatchObject({ body: 'The generator hums.', bodyText: 'The generator hums.', deletedAt: null })
    expect(message?.editedAt).not.toBeNull()
    expect([await search('generator'), await search('turbine')]).toEqual([[threadId], []])
    const { data } = await tenant.skein.listEvents({ query: { types: 'message.updated' } })
    expect(data.map((each) => [each.data.object, each.data.previous])).toMatchObject([
      [{ id: resultId, body: 'The generator hums.' }, { editedAt: null }],
    ])
  })

  it('empties a deleted message, which no later edit fills again', async () => {
    const event = compose({ body: 'My secret is tulip.' })
    const { externalId } = event.data
    const { threadId, resultId } = await inbox.deliver(event)
    const remove = { type: 'message.deleted', data: { externalId } }
    expect(await inbox.deliver(remove)).toMatchObject({ outcome: 'CHANGE', threadId, resultId })
    expect(await inbox.deliver(remove)).toMatchObject({ outcome: 'CHANGE' })
    const edit = { type: 'message.edited', data: { externalId, body: 'tulip' } }
    expect(await inbox.deliver(edit)).toMatchObject({ outcome: 'IGNORED', cause: 'DELETED' })
    expect((await listMessages(threadId ?? ''))[0]).toMatchObject({ body: '', bodyText: '', attachments: [] })
    expect((await listThreads())[0]?.subject).toBe('(no subject)')
    for (const { id } of (await tenant.skein.listInboundItems({})).data)
      expect((await tenant.skein.getInboundItem({ path: { id } })).data.payload ?? '').not.toContain('tulip')
    expect(await search('tulip')).toEqual([])
    const { data } = await tenant.skein.listEvents({ query: { types: 'message.updated' } })
    expect(data).toHaveLength(1)
  })

  it('waits for its message, and is ignored if it never comes', { timeout: 90_000 }, async () => {
    const event = compose({ body: 'before' })
    const { externalId } = event.data
    const early = await inbox.post({ type: 'message.edited', data: { externalId, body: 'after' } })
    const lost = await inbox.post({ type: 'message.deleted', data: { externalId: 'nothing' } })
    const status = await inbox.post({ type: 'message.status', data: { externalId: 'nothing', state: 'DELIVERED' } })
    const { threadId } = await inbox.deliver(event)
    const ended = await Promise.all([early, lost, status].map(({ id }) => waitFor(id)))
    expect(ended).toMatchObject([
      { outcome: 'CHANGE' },
      { outcome: 'IGNORED', cause: 'UNKNOWN_MESSAGE', attempts: 4 },
      { outcome: 'IGNORED', cause: 'UNKNOWN_DELIVERY', attempts: 4 },
    ])
    expect((await listMessages(threadId ?? ''))[0]).toMatchObject({ body: 'after' })
  })
})

async function waitFor(id: string | null): Promise<InboundItem> {
  for (const deadline = Date.now() + 80_000; Date.now() < deadline; await new Promise((done) => setTimeout(done, 100))) {
    const { data } = await tenant.skein.getInboundItem({ path: { id: id ?? '' } })
    if (data.outcome !== 'RECEIVED') return data
  }
  throw new Error('The item was not processed')
}

describe('a guard', () => {
  it('stops blocked senders, and a release lets the message pass', async () => {
    await tenant.skein.createSenderRule({ body: { pattern: 'ada@example.com', action: 'BLOCK' } })
    const found = await inbox.deliver(compose({ from: { address: 'u-1', email: 'ADA@example.com' } }))
    expect(found).toMatchObject({ outcome: 'SUSPENDED', cause: 'BLOCKED', from: 'u-1', threadId: null })
    expect(Date.parse(found.expiresAt ?? '') - Date.parse(found.receivedAt)).toBeGreaterThan(29 * 86_400_000)
    expect(await listThreads()).toEqual([])
    const released = (await tenant.skein.releaseInboundItem({ path: { id: found.id } })).data
    expect(released).toMatchObject({ outcome: 'MESSAGE', cause: null, expiresAt: null })
    expect((await tenant.skein.releaseInboundItem({ path: { id: found.id } })).data).toEqual(released)
    expect((await listThreads()).map(({ id }) => id)).toEqual([released.threadId])
  })

  it('holds no message back that its customer deletes', async () => {
    await tenant.skein.createSenderRule({ body: { pattern: 'ada@example.com', action: 'BLOCK' } })
    const event = compose({ from: { address: 'u-1', email: 'ada@example.com' } })
    const { id } = await inbox.deliver(event)
    const remove = { type: 'message.deleted', data: { externalId: event.data.externalId } }
    expect(await inbox.deliver(remove)).toMatchObject({ outcome: 'IGNORED', cause: 'DELETED' })
    const found = (await tenant.skein.getInboundItem({ path: { id } })).data
    expect(found).toMatchObject({ outcome: 'IGNORED', cause: 'DELETED', payload: null, expiresAt: null })
    expect((await tenant.api('POST', `/inbound-items/${id}/release`)).body.error?.code).toBe('SVC-INBOUND_ITEM-NOT_SUSPENDED')
  })

  it('stops messages for an inactive inbox, and a sender’s flood', async () => {
    await tenant.skein.updateInbox({ path: { id: inbox.inboxId }, body: { active: false } })
    const found = await inbox.deliver(compose())
    expect(found).toMatchObject({ outcome: 'SUSPENDED', cause: 'INBOX_INACTIVE' })
    const refused = await tenant.api('POST', `/inbound-items/${found.id}/release`)
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'SVC-INBOUND_ITEM-INBOX_INACTIVE'])
    await tenant.skein.updateInbox({ path: { id: inbox.inboxId }, body: { active: true } })
    const first = await inbox.deliver(compose())
    await service.db.script(`insert into inbound_items (tenant_id, id, inbox_id, provider, kind, outcome, sender)
      select tenant_id, gen_random_uuid(), inbox_id, provider, kind, outcome, sender from inbound_items, generate_series(1, 179)
      where tenant_id = '${tenant.tenantId}' and outcome = 'MESSAGE';
      update tenant_counters set inbound_items = inbound_items + 179 where tenant_id = '${tenant.tenantId}'`)
    expect(first.outcome).toBe('MESSAGE')
    expect(await inbox.deliver(compose())).toMatchObject({ outcome: 'SUSPENDED', cause: 'FLOOD' })
    expect(await inbox.deliver(compose({ from: { address: 'grace' } }))).toMatchObject({ outcome: 'MESSAGE' })
  })
})

it('items and mails are in one list with exact totals', async () => {
  await inbox.deliver(compose())
  await inbox.deliver({ type: 'message.liked', data: {} })
  const mailId = await tenant.suspendMail()
  const list = async (query: NonNullable<Parameters<typeof tenant.skein.listInboundItems>[0]>['query']) => {
    const { data, meta } = await tenant.skein.listInboundItems({ query })
    return [meta.total, ...data.map(({ kind }) => kind)]
  }
  expect(await list({})).toEqual([3, 'mail', 'message.liked', 'message.received'])
  expect(await list({ outcome: 'SUSPENDED' })).toEqual([1, 'mail'])
  expect(await list({ cause: 'UNKNOWN_TYPE' })).toEqual([1, 'message.liked'])
  expect(await list({ inboxId: inbox.inboxId })).toEqual([2, 'message.liked', 'message.received'])
  const id = mailId.replace('eml', 'itm')
  expect((await tenant.skein.getInboundItem({ path: { id } })).data).toMatchObject({ mailId, channel: 'email', payload: null })
  const other = await service.createTenant()
  expect((await other.api('GET', `/inbound-items/${id}`)).body.error?.code).toBe('SVC-INBOUND_ITEM-NOT_FOUND')
})
