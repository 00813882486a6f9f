/** Threads that agents start by mail, messages that they forward, and threads that get another customer. */
import { describe, expect, it } from 'vitest'
import type { Inbox, Message, Participant, Thread, ThreadRecipients } from '../../../../client/index.ts'
import { until } from '../../../../test/support/job-fixture.ts'
import { setUpTenant } from '../../../../test/support/service.ts'

const { service, tenant } = await setUpTenant()
const inbox = (await tenant.api<Inbox>('POST', '/inboxes', { body: { name: 'Support', type: 'EMAIL', address: 'support@acme.example' } }))
  .body.data

const compose = (more: object = {}) =>
  tenant.api<Thread>('POST', '/threads/compose', {
    body: { inboxId: inbox.id, to: ['Ada <ada@example.com>'], subject: 'Your export', body: 'It is ready.', ...more },
  })
const getMessages = async (id: string) => (await tenant.api<Message[]>('GET', `/threads/${id}/messages`)).body.data
const getParticipants = async (id: string) =>
  (await tenant.api<Participant[]>('GET', `/threads/${id}/participants`)).body.data.map(({ address, role }) => `${address} ${role}`)

describe('a composed thread', () => {
  it('begins with the agent’s mail and belongs to the first recipient', async () => {
    const { status, headers, body } = await compose({ cc: ['bob@example.com'], tags: ['Exports'], undoSeconds: 0 })
    expect([status, headers.location]).toEqual([201, `/api/v1/threads/${body.data.id}`])
    expect(body.data).toMatchObject({
      subject: 'Your export',
      status: 'open',
      channel: 'email',
      customer: { email: 'ada@example.com', name: 'Ada' },
      assignee: { id: expect.stringMatching(/^usr_/) },
      labels: [{ name: 'Exports' }],
      lastMessageAuthorType: 'AGENT',
      waitingSince: null,
      messageCount: 1,
    })
    const [message] = await getMessages(body.data.id)
    expect(message).toMatchObject({
      authorType: 'AGENT',
      internal: false,
      channel: 'email',
      email: { direction: 'OUT', subject: 'Your export', from: { address: 'support@acme.example' }, cc: [{ address: 'bob@example.com' }] },
      delivery: {
        state: 'QUEUED',
        recipients: [
          { address: 'ada@example.com', kind: 'TO' },
          { address: 'bob@example.com', kind: 'CC' },
        ],
      },
    })
    expect(await getParticipants(body.data.id)).toEqual(['bob@example.com CC', 'ada@example.com CUSTOMER'])
    const events = (await tenant.api<{ type: string }[]>('GET', '/events?types=thread.created,message.created')).body.data
    expect(events.map(({ type }) => type)).toEqual(['thread.created', 'message.created'])
    service.startWorker()
    await until(async () => (await getMessages(body.data.id))[0]?.delivery.state === 'KEPT')
  })

  it('is counted by its status, and can have a given customer', async () => {
    const total = async (status: string) => (await tenant.api('GET', `/threads?status=${status}&limit=1`)).body.meta.total
    const before = [await total('open'), await total('pending')]
    const customer = (await tenant.skein.upsertCustomer({ body: { email: 'grace@example.com' } })).data
    const { body } = await compose({ status: 'pending', customerId: customer.id })
    expect(body.data).toMatchObject({ status: 'pending', customer: { id: customer.id } })
    expect([await total('open'), await total('pending')]).toEqual([before[0], (before[1] ?? 0) + 1])
    const answered = await tenant.api('POST', `/threads/${body.data.id}/messages`, { body: { body: 'Thank you' } })
    expect(answered.status).toBe(201)
    expect((await tenant.api<Thread>('GET', `/threads/${body.data.id}`)).body.data).toMatchObject({ status: 'open', messageCount: 2 })
  })

  it('needs an inbox that can send', async () => {
    const refused = await compose({ inboxId: tenant.inboxId })
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'SVC-INBOX-NOT_SENDING'])
    const unknown = await compose({ inboxId: 'inb_01k2w3t5q7e0r9vbx4m6n8h2dz' })
    expect([unknown.status, unknown.body.error?.details?.[0]?.field]).toEqual([422, 'inboxId'])
    expect((await compose({ to: ['Ada'] })).body.error?.details?.[0]?.field).toBe('to[0]')
  })
})

describe('forwarding', () => {
  it('mails messages to people aside and keeps an internal copy', async () => {
    const { id } = (await compose({ to: ['ada@example.com'] })).body.data
    await tenant.api('POST', `/threads/${id}/messages`, { body: { body: '<p>It is <b>empty</b>.</p>' } })
    const forward = (body: object) => tenant.api<Message>('POST', `/threads/${id}/forward`, { body })
    const { status, body } = await forward({ to: ['expert@example.com'], note: 'Any idea?' })
    expect([status, body.data]).toMatchObject([
      201,
      {
        internal: true,
        authorType: 'AGENT',
        bodyFormat: 'html',
        body: expect.stringMatching(/^<p>Any idea\?<\/p><p>-+ Forwarded message -+<br>From: Ada<br>.*<p>It is <b>empty<\/b>\.<\/p>$/),
        email: { subject: 'Fwd: Your export', to: [{ address: 'expert@example.com' }] },
        delivery: { state: 'QUEUED' },
      },
    ])
    expect(await getParticipants(id)).toContain('expert@example.com SIDE')
    const recipients = (await tenant.api<ThreadRecipients>('GET', `/threads/${id}/recipients`)).body.data
    expect(recipients.to).toMatchObject([{ address: 'ada@example.com' }])
    expect(recipients.cc).toEqual([])
    const unknown = await forward({ to: ['expert@example.com'], messageIds: ['msg_01k2w3t5q7e0r9vbx4m6n8h2dz'] })
    expect([unknown.status, unknown.body.error?.details?.[0]?.field]).toEqual([422, 'messageIds[0]'])
  })
})

it('a thread gets another customer, and later replies go to them', async () => {
  const { id } = (await compose({ to: ['first@example.com'] })).body.data
  const [sent] = await getMessages(id)
  const other = (await tenant.skein.upsertCustomer({ body: { email: 'second@example.com', name: 'Second' } })).data
  const { body } = await tenant.api<Thread>('PATCH', `/threads/${id}`, { body: { customerId: other.id } })
  expect(body.data.customer).toEqual({ id: other.id, email: 'second@example.com', name: 'Second' })
  expect((await tenant.api<Thread[]>('GET', `/customers/${other.id}/threads`)).body.data.map((each) => each.id)).toEqual([id])
  expect((await tenant.api<ThreadRecipients>('GET', `/threads/${id}/recipients`)).body.data.to).toMatchObject([
    { address: 'second@example.com' },
  ])
  expect((await getMessages(id))[0]?.email?.to).toEqual(sent?.email?.to)
  const unknown = await tenant.api('PATCH', `/threads/${id}`, { body: { customerId: 'cst_01k2w3t5q7e0r9vbx4m6n8h2dz' } })
  expect([unknown.status, unknown.body.error?.code]).toEqual([422, 'SVC-VALIDATION-UNKNOWN_REFERENCE'])
})
