/** Replies that a visitor has not seen go by mail, and the answer joins the conversation. */
import { expect, it } from 'vitest'
import { parseTypeId } from '#platform/ids.ts'
import type { Message } from '../../../client/index.ts'
import { openChat, startVisitor } from '../../../test/support/chats.ts'
import { composeMail, openMailInbox, supportAddress } from '../../../test/support/mails.ts'
import { setUpTenant } from '../../../test/support/service.ts'

const { service, tenant } = await setUpTenant({ worker: true })
const mailInbox = await openMailInbox(tenant)
const chat = await openChat(tenant, { continuity: { inboxId: mailInbox.inboxId, afterSeconds: 60 } })

const reply = (id: string, body: string) => tenant.skein.replyToThread({ path: { id }, body: { body } })
const listMessages = async (id: string): Promise<Message[]> => (await tenant.skein.listMessages({ path: { id } })).data.toReversed()
const listMailed = async (id: string) => (await listMessages(id)).filter(({ email }) => email?.direction === 'OUT')
const countJobs = async () =>
  (await service.db.rows({ text: `select count(*)::int as count from jobs where name = 'mail-unseen-replies'`, names: [] }, {})) as {
    count: number
  }[]

/** Lets the time until the mails pass. */
async function passTime(): Promise<void> {
  await service.db.script(`
    with due as (update jobs set due_at = now() where name = 'mail-unseen-replies' and due_at > now() returning tenant_id, name)
    update job_queues q set due_at = now() from due where q.tenant_id = due.tenant_id and q.name = due.name`)
  await tenant.skein.createThread({ body: { title: 'Wake', body: 'the worker', requester: { email: 'wake@example.com' } } })
}

it('unseen replies are one mail, whose answer verifies the typed address', async () => {
  const visitor = await startVisitor(service, chat)
  const { id } = await visitor.begin('Hello', { preChat: { email: 'ada@typed.example', name: 'Ada' } })
  await reply(id, 'First answer')
  await reply(id, 'Second answer')
  await passTime()
  await expect.poll(async () => (await listMailed(id)).length, { timeout: 20_000 }).toBe(1)
  const [mail] = await listMailed(id)
  expect(mail).toMatchObject({ internal: true, email: { to: [{ address: 'ada@typed.example' }], from: { address: supportAddress } } })
  expect(mail?.bodyText).toMatch(/First answer\n\n.*Second answer$/)
  expect((await visitor.messages(id)).map(({ bodyText }) => bodyText)).toEqual(['Hello', 'First answer', 'Second answer'])

  await reply(id, 'Third answer')
  await passTime()
  await expect.poll(async () => (await countJobs())[0]?.count, { timeout: 20_000 }).toBe(1)
  expect((await listMailed(id)).length, 'within ten minutes').toBe(1)

  const answered = await mailInbox.deliver(
    composeMail(
      { From: 'Ada <ada@typed.example>', Subject: 'Re: Hello', 'In-Reply-To': `<${mail?.email?.messageId}>` },
      'By mail, thanks.',
    ),
  )
  expect(answered).toMatchObject({ outcome: 'MESSAGE', threadId: id })
  const { customer } = (await tenant.skein.getThread({ path: { id } })).data
  const { identities } = (await tenant.skein.getCustomer({ path: { id: customer.id } })).data
  expect(identities.filter(({ type }) => type === 'EMAIL')).toMatchObject([{ value: 'ada@typed.example', verified: true }])
  expect((await visitor.messages(id)).at(-1)).toMatchObject({ from: 'VISITOR', bodyText: 'By mail, thanks.' })
})

it('what the visitor has seen is not mailed, nor is anything without an address', async () => {
  const [seeing, unknown] = [await startVisitor(service, chat), await startVisitor(service, chat)]
  const seen = await seeing.begin('Hello', { preChat: { email: 'seen@typed.example' } })
  const silent = await unknown.begin('Hello')
  for (const { id } of [seen, silent]) await reply(id, 'An answer')
  const sequence = (await seeing.messages(seen.id)).at(-1)?.sequence
  await seeing.call('PUT', `/widget/threads/${seen.id}/read`, { sequence })
  const before = (await countJobs())[0]?.count ?? 0
  expect(before).toBeGreaterThanOrEqual(2)
  await passTime()
  await expect.poll(async () => (await countJobs())[0]?.count, { timeout: 20_000 }).toBeLessThanOrEqual(before - 2)
  expect([await listMailed(seen.id), await listMailed(silent.id)]).toEqual([[], []])
})

it('an answer from elsewhere verifies nothing', async () => {
  const visitor = await startVisitor(service, chat)
  const { id } = await visitor.begin('Hello', { preChat: { email: 'typed@victim.example' } })
  await reply(id, 'An answer')
  await passTime()
  await expect.poll(async () => (await listMailed(id)).length, { timeout: 20_000 }).toBe(1)
  const [mail] = await listMailed(id)
  await mailInbox.deliver(composeMail({ From: 'mallory@evil.example', 'In-Reply-To': `<${mail?.email?.messageId}>` }, 'Me'))
  const { customer } = (await tenant.skein.getThread({ path: { id } })).data
  const { identities } = (await tenant.skein.getCustomer({ path: { id: customer.id } })).data
  expect(identities.filter(({ type }) => type === 'EMAIL')).toMatchObject([{ value: 'typed@victim.example', verified: false }])
  expect((await visitor.messages(id)).map(({ bodyText }) => bodyText)).toEqual(['Hello', 'An answer'])
})

it('an automatic reply verifies nothing, and the visitor does not see it', async () => {
  const visitor = await startVisitor(service, chat)
  const { id } = await visitor.begin('Hello', { preChat: { email: 'away@victim.example' } })
  await reply(id, 'An answer')
  await passTime()
  await expect.poll(async () => (await listMailed(id)).length, { timeout: 20_000 }).toBe(1)
  const [mail] = await listMailed(id)
  const headers = { From: 'away@victim.example', 'Auto-Submitted': 'auto-replied', 'In-Reply-To': `<${mail?.email?.messageId}>` }
  expect(await mailInbox.deliver(composeMail(headers, 'I am away. Call 555 0100.'))).toMatchObject({ threadId: id })
  const { customer } = (await tenant.skein.getThread({ path: { id } })).data
  const { identities } = (await tenant.skein.getCustomer({ path: { id: customer.id } })).data
  expect(identities.filter(({ type }) => type === 'EMAIL')).toMatchObject([{ value: 'away@victim.example', verified: false }])
  expect((await visitor.messages(id)).map(({ bodyText }) => bodyText)).toEqual(['Hello', 'An answer'])
})

it('a rule’s reply goes to a typed address only with the answer of a person', async () => {
  const trigger = { type: 'EVENT', events: ['thread.created'] }
  const rule = { name: 'Greet', trigger, actions: [{ type: 'REPLY', body: 'We got it.' }] }
  const { id: ruleId } = (await tenant.api<{ id: string }>('POST', '/automation-rules', { body: rule })).body.data
  const visitor = await startVisitor(service, chat)
  const { id } = await visitor.begin('Your account is locked: https://evil.example', { preChat: { email: 'rule@victim.example' } })
  const listTexts = async () => (await visitor.messages(id)).map(({ bodyText }) => bodyText)
  await expect.poll(listTexts, { timeout: 20_000 }).toContain('We got it.')
  await tenant.api('DELETE', `/automation-rules/${ruleId}`)
  await passTime()
  const messageId = parseTypeId('msg', (await visitor.messages(id)).at(-1)?.id ?? '')
  const isDue = async () =>
    (await service.db.rows({ text: `select 1 from jobs where name = 'mail-unseen-replies' and key = '${messageId}'`, names: [] }, {}))
      .length > 0
  await expect.poll(isDue, { timeout: 20_000 }).toBe(false)
  expect(await listMailed(id)).toEqual([])
  await reply(id, 'How can we help?')
  await passTime()
  await expect.poll(async () => (await listMailed(id)).length, { timeout: 20_000 }).toBe(1)
  expect((await listMailed(id))[0]?.bodyText).toMatch(/We got it\.\n\n.*How can we help\?$/)
})
