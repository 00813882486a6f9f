/** Ratings of chats: the service asks where the visitor is. */
import { beforeEach, describe, expect, it } from 'vitest'
import { openChat, startVisitor, type Visitor } from '../../../test/support/chats.ts'
import { getRules, type RuleKit } from '../../../test/support/rules.ts'
import { getSatisfaction } from '../../../test/support/satisfaction.ts'
import { setUpService, type TestTenant } from '../../../test/support/service.ts'

const service = await setUpService({ worker: true })
const by = getSatisfaction(service)
let tenant: TestTenant
let rules: RuleKit
let visitor: Visitor
let threadId: string

beforeEach(async () => {
  tenant = await service.createTenant()
  rules = getRules(service, tenant)
  visitor = await startVisitor(service, await openChat(tenant))
  threadId = (await visitor.begin('Hello')).id
  await tenant.skein.replyToThread({ path: { id: threadId }, body: { body: 'Done.' } })
  await by.enable(tenant, { minDaysBetween: 0 })
})

const listCards = async () => (await visitor.messages(threadId)).filter(({ parts }) => parts.some(({ kind }) => kind === 'RATING'))
const setPriority = (priority: string) => tenant.api('PATCH', `/threads/${threadId}`, { body: { priority } })
const askByApi = (id: string) => tenant.api('POST', `/threads/${id}/satisfaction-requests`, { body: { channel: 'CHAT' } })

describe('a visitor without a mail address', () => {
  it('is asked by a rule with a card, once in an episode, and answers in the chat', async () => {
    await rules.make({ trigger: { type: 'EVENT', events: ['thread.priority_changed'] }, actions: [{ type: 'REQUEST_SATISFACTION' }] })
    await setPriority('high')
    const [request] = await by.waitFor(tenant, threadId, ['SENT'])
    expect(request).toMatchObject({ channel: 'CHAT', remindedAt: null })
    const [card] = await listCards()
    expect(card).toMatchObject({ from: 'SYSTEM', name: null, body: 'How did we do?', parts: [{ kind: 'RATING' }] })
    const { data } = await tenant.skein.listMessages({ path: { id: threadId }, query: { limit: 1, sort: '-createdAt' } })
    expect(data[0]).toMatchObject({ authorType: 'SYSTEM', internal: false, delivery: { state: 'SENT' } })
    await setPriority('low')
    expect((await askByApi(threadId)).body.error?.code).toBe('SVC-SATISFACTION-ASKED_ALREADY')
    await visitor.call('POST', `/widget/threads/${threadId}/rating`, { score: 5 })
    const requests = await by.waitFor(tenant, threadId, ['ANSWERED'])
    expect([requests.length, requests[0]?.id, (await listCards()).length]).toEqual([1, request?.id, 1])
  })

  it('is not asked by a rule when the settings of satisfaction say so', async () => {
    await by.enable(tenant, { enabled: false })
    await rules.make({ trigger: { type: 'EVENT', events: ['thread.priority_changed'] }, actions: [{ type: 'REQUEST_SATISFACTION' }] })
    await setPriority('high')
    expect(await by.waitFor(tenant, threadId, ['CANCELLED'])).toMatchObject([{ cancelReason: 'DISABLED' }])
    expect(await listCards()).toEqual([])
  })

  it('is asked by the API, only in a chat', async () => {
    expect((await askByApi(threadId)).status).toBe(201)
    await by.waitFor(tenant, threadId, ['SENT'])
    expect(await listCards()).toHaveLength(1)
    const refused = await askByApi(await by.makeThread(tenant))
    expect([refused.status, refused.body.error?.code]).toEqual([422, 'SVC-CUSTOMER-NO_ADDRESS'])
  })

  it('is not asked in a conversation that is closed for good', async () => {
    await by.setStatus(tenant, threadId, 'closed')
    await askByApi(threadId)
    expect(await by.waitFor(tenant, threadId, ['CANCELLED'])).toMatchObject([{ cancelReason: 'NO_ADDRESS' }])
  })
})

it('a visitor with a mail address is asked by mail', async () => {
  const { data } = await tenant.skein.getThread({ path: { id: threadId } })
  await tenant.api('PATCH', `/customers/${data.customer.id}`, { body: { email: 'ada@example.com' } })
  await rules.make({ trigger: { type: 'EVENT', events: ['thread.priority_changed'] }, actions: [{ type: 'REQUEST_SATISFACTION' }] })
  await setPriority('high')
  expect(await by.waitFor(tenant, threadId, ['SENT'])).toMatchObject([{ channel: 'MAIL' }])
  expect(await listCards()).toEqual([])
})
