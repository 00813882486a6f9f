/** Outgoing mails reach each recipient exactly once, even when the mail server fails or users change the thread during an attempt. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Message, ReplyCreate } from '../../../../client/index.ts'
import { until } from '../../../../test/support/job-fixture.ts'
import { composeMail, type MailInbox, openMailInbox, supportAddress } from '../../../../test/support/mails.ts'
import { DROP, type SmtpScript, startScriptedServer } from '../../../../test/support/scripted-smtp.ts'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'
import { statement } from '#platform/db.ts'
import { parseTypeId } from '#platform/ids.ts'
import { CollectedEffects } from '#platform/outbox/ledger.ts'
import { lockOutgoing } from '../outgoing/outgoing-queries.ts'
import { cancelSending } from '../outgoing/resend.ts'

const script: SmtpScript = {}
let tenant: TestTenant
let inbox: MailInbox
const sink = await startScriptedServer(script)
afterAll(() => sink.stop())
const service = await setUpService({ worker: true, config: { mail: { smtpUrl: sink.url, retrySeconds: Array(60).fill(0.05) } } })
beforeEach(async () => {
  for (const name of ['mailFrom', 'rcptTo', 'data', 'dot'] as const) delete script[name]
  sink.received.length = 0
  tenant = await service.createTenant()
  inbox = await openMailInbox(tenant)
})

async function createThread(email = 'ada@example.com'): Promise<string> {
  const body = { title: 'Empty export', body: 'It is empty.', requester: { email }, inboxId: inbox.inboxId }
  return (await tenant.skein.createThread({ body })).data.threadId
}
async function reply(threadId: string, more: Partial<ReplyCreate> = {}): Promise<Message> {
  return (await tenant.skein.replyToThread({ path: { id: threadId }, body: { body: 'We are looking into it.', ...more } })).data
}
async function readMessage({ id, threadId }: Pick<Message, 'id' | 'threadId'>): Promise<Message> {
  const { data } = await tenant.skein.listMessages({ path: { id: threadId } })
  const found = data.find((message) => message.id === id)
  if (!found) throw new Error(`There is no message ${id}`)
  return found
}
async function waitFor(message: Pick<Message, 'id' | 'threadId'>, state: Message['delivery']['state']): Promise<Message> {
  let found = await readMessage(message)
  await until(async () => (found = await readMessage(message)).delivery.state === state)
  return found
}
const getStates = ({ delivery }: Message): Record<string, string> =>
  Object.fromEntries(delivery.recipients.map(({ address, state }) => [address, state]))
const getOffers = (address: string): number => sink.received.filter(({ recipients }) => recipients.includes(address)).length

/** Returns the reply to each mail in turn; the last one stays. */
function inTurn<Reply>(...replies: Reply[]): () => Reply {
  let at = 0
  return () => {
    const found = replies[Math.min(at++, replies.length - 1)]
    if (found === undefined) throw new Error('No replies')
    return found
  }
}

/** Makes the server refuse a mail, so that the inbox sends nothing for a minute. */
async function pauseInbox(): Promise<void> {
  script.mailFrom = () => '421 4.7.0 slow down'
  await reply(await createThread())
  await until(async () => (await readConnection()).send.state === 'PAUSED')
  delete script.mailFrom
}

/** Holds the server's reply to each final dot until `release` is called. */
function holdDots(): { release(): void } {
  let release = (): void => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  script.dot = async () => {
    await released
    return '250 2.0.0 Ok: queued as HELD1'
  }
  return { release }
}

describe('a recipient', () => {
  it('that the server refuses fails alone, and the other gets one mail', async () => {
    script.rcptTo = (address) => (address === 'eve@example.com' ? '550 5.1.1 unknown' : '250 ok')
    const sent = await waitFor(await reply(await createThread(), { to: ['ada@example.com', 'eve@example.com'] }), 'FAILED')
    expect(sent.delivery.recipients).toMatchObject([
      { address: 'ada@example.com', state: 'SENT' },
      { address: 'eve@example.com', state: 'FAILED', code: '5.1.1' },
    ])
    expect(sink.received.map(({ recipients }) => recipients)).toEqual([['ada@example.com']])
  })

  it('whose address the server refuses gets no automatic mail any more', async () => {
    const refusals: Record<string, string> = { 'eve@example.com': '550 5.1.1 unknown', 'mia@example.com': '550 relaying denied' }
    script.rcptTo = (address) => refusals[address] ?? '250 ok'
    const to = ['ada@example.com', ...Object.keys(refusals)]
    const findCustomers = () => Promise.all(to.map(async (email) => (await tenant.skein.upsertCustomer({ body: { email } })).data))
    await findCustomers()
    await waitFor(await reply(await createThread(), { to }), 'FAILED')
    const customers = await findCustomers()
    expect(customers.map(({ emailFailedAt }) => emailFailedAt !== null)).toEqual([false, true, false])
  })

  it('that the server defers gets the mail later, and the other does not get it again', async () => {
    const replies = new Map([['eve@example.com', inTurn('451 4.3.0 later', '451 4.3.0 later', '250 ok')]])
    script.rcptTo = (address) => replies.get(address)?.() ?? '250 ok'
    const sent = await waitFor(await reply(await createThread(), { to: ['ada@example.com', 'eve@example.com'] }), 'SENT')
    expect(sent.delivery.attempts).toBe(3)
    expect(sink.received.map(({ recipients }) => recipients)).toEqual([['ada@example.com'], ['eve@example.com']])
  })

  it('named twice or as a blind copy gets one mail, without a header for blind copies', async () => {
    const many = Array.from({ length: 46 }, (_, i) => `p${i}@example.com`)
    const named = { to: ['Ada <ada@example.com>', 'ADA@example.com'], cc: ['ada@example.com', ...many], bcc: ['eve@example.com'] }
    const sent = await waitFor(await reply(await createThread(), named), 'SENT')
    expect(sent.delivery.recipients).toHaveLength(48)
    expect(sink.received.flatMap(({ recipients }) => recipients).toSorted()).toEqual(
      ['ada@example.com', 'eve@example.com', ...many].toSorted(),
    )
    for (const { recipients, raw } of sink.received) {
      expect(recipients).toHaveLength(1)
      expect(raw).not.toContain('eve@example.com')
    }
  })
})

describe('a mail', () => {
  it('is sent once after temporary refusals', async () => {
    script.dot = inTurn('451 4.3.0 later', '451 4.3.0 later', '250 2.0.0 Ok: queued as THIRD1')
    const sent = await waitFor(await reply(await createThread()), 'SENT')
    expect(sent.delivery).toMatchObject({ attempts: 3, uncertain: false, lastError: null, providerId: 'THIRD1' })
    expect(sink.received).toHaveLength(3)
  })

  it('whose response is lost is sent at most twice more, with the same bytes', async () => {
    script.dot = () => DROP
    const failed = await waitFor(await reply(await createThread()), 'FAILED')
    expect(failed.delivery).toMatchObject({ uncertain: true, lastError: expect.stringContaining('may have arrived') })
    expect(sink.received).toHaveLength(3)
    expect(new Set(sink.received.map(({ raw }) => raw)).size).toBe(1)
    script.dot = inTurn('250 2.0.0 Ok')
    await tenant.skein.sendMessageNow({ path: { id: failed.id } })
    expect(await waitFor(failed, 'SENT')).toMatchObject({ delivery: { uncertain: true } })
    expect(new Set(sink.received.map(({ raw }) => raw)).size).toBe(1)
  })

  it('that was accepted is not sent again when its state cannot be written at once', async () => {
    const { release } = holdDots()
    const message = await reply(await createThread())
    await until(() => sink.received.length === 1)
    await service.db.transaction(async (tx) => {
      await tx.rows(lockMessage, { tenantId: tenant.tenantId, id: parseTypeId('msg', message.id) ?? '' })
      release()
      // Longer than a job waits for a lock.
      await until(async () => (await jobErrors()).length > 0)
    })
    await service.db.script(`update jobs set due_at = now() where name = 'send-message'; update job_queues set due_at = now()`)
    expect((await waitFor(message, 'SENT')).delivery).toMatchObject({ attempts: 1, uncertain: false })
    expect(sink.received).toHaveLength(1)
  })

  it('with the same Idempotency-Key is one mail, and the repeated response is the same', async () => {
    const threadId = await createThread()
    const send = () =>
      tenant.api('POST', `/threads/${threadId}/reply`, { body: { body: 'Once.' }, headers: { 'idempotency-key': `once-${threadId}` } })
    const [first, second] = [await send(), await send()]
    expect(second.body.data).toEqual(first.body.data)
    await until(() => sink.received.length > 0)
    expect((await send()).body.data).toEqual(first.body.data)
    expect(sink.received).toHaveLength(1)
  })

  it('whose bounce arrives before the server’s response stays bounced', async () => {
    const { release } = holdDots()
    const message = await reply(await createThread())
    await until(() => sink.received.length === 1)
    const text = `<ada@example.com>: 550 5.1.1 user unknown\r\n\r\nMessage-ID: <${message.email?.messageId}>`
    await inbox.deliver(composeMail({ From: 'MAILER-DAEMON@mx.example.com', Subject: 'Undelivered Mail' }, text), { from: '' })
    release()
    await until(async () => (await countJobs()) === 0)
    expect((await readMessage(message)).delivery).toMatchObject({ state: 'BOUNCED', recipients: [{ state: 'BOUNCED', code: '5.1.1' }] })
    expect(sink.received).toHaveLength(1)
  })
})

describe('a person', () => {
  it('who sends again while the mail is being sent causes no second mail', async () => {
    script.rcptTo = (address) => (address === 'eve@example.com' ? '550 5.1.1 unknown' : '451 4.3.0 later')
    const message = await reply(await createThread(), { to: ['ada@example.com', 'eve@example.com'] })
    await until(async () => getStates(await readMessage(message))['eve@example.com'] === 'FAILED')
    const { release } = holdDots()
    delete script.rcptTo
    await until(() => sink.received.length === 1)
    await tenant.skein.sendMessageNow({ path: { id: message.id } })
    release()
    await waitFor(message, 'SENT')
    expect([getOffers('ada@example.com'), getOffers('eve@example.com')]).toEqual([1, 1])
  })

  it('cannot cancel a mail that is being sent', async () => {
    const { release } = holdDots()
    const message = await reply(await createThread())
    await until(() => sink.received.length === 1)
    const refused = await tenant.api('DELETE', `/messages/${message.id}`, { mayFail: true })
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'SVC-MESSAGE-SENT'])
    release()
    await waitFor(message, 'SENT')
  })

  it('cancels a mail before its first attempt, even while that is about to begin', async () => {
    await pauseInbox()
    const message = await reply(await createThread())
    const key = { tenantId: tenant.tenantId, messageId: parseTypeId('msg', message.id) ?? '' }
    await service.db.transaction(async (tx) => {
      await tx.first(lockOutgoing, key)
      await service.db.rows(endPause, key)
      await until(async () => (await readJobs()).some(({ running }) => running))
      await cancelSending({ tx, effects: new CollectedEffects(), tenantId: key.tenantId }, key.messageId, false)
    })
    const cancelled = await waitFor(message, 'FAILED')
    expect(cancelled.delivery).toMatchObject({ attempts: 0, lastError: 'cancelled' })
    await waitFor(await reply(message.threadId), 'SENT')
    expect(sink.received).toHaveLength(1)
  })
})

describe('an inbox', () => {
  it('pauses once when its server throttles several mails, and none of them fails', async () => {
    script.mailFrom = () => '421 4.7.0 too many connections'
    const threadId = await createThread()
    const messages = [await reply(threadId), await reply(threadId), await reply(threadId), await reply(threadId)]
    await until(async () => (await readConnection()).send.state === 'PAUSED')
    const { lastError, nextAttemptAt, waiting } = await readConnection()
    expect([lastError?.attempts, waiting]).toEqual([1, 4])
    expect(Date.parse(nextAttemptAt ?? '') - Date.now()).toBeLessThan(61_000)
    expect((await readMessage(messages[0] as Message)).delivery.state).toBe('QUEUED')
    expect(sink.received).toEqual([])
  })

  it('that stops sending fails waiting mail, and no other server gets it', async () => {
    script.rcptTo = () => '451 4.3.0 later'
    const message = await reply(await createThread())
    await tenant.skein.updateInbox({ path: { id: inbox.inboxId }, body: { email: { send: { mode: 'NONE' } } } })
    const failed = await waitFor(message, 'FAILED')
    expect([failed.delivery.lastError, sink.received]).toEqual(['The inbox does not send mail any more.', []])
  })

  it('with mail that waits cannot be deleted', async () => {
    script.mailFrom = () => '421 4.7.0 slow down'
    const body = { title: 'A', body: 'b', requester: { email: 'ada@example.com' }, inboxId: tenant.inboxId }
    const { threadId } = (await tenant.skein.createThread({ body })).data
    const message = await reply(threadId, { fromInboxId: inbox.inboxId })
    const refused = await tenant.api('DELETE', `/inboxes/${inbox.inboxId}`, { mayFail: true })
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'SVC-CATALOG-IN_USE'])
    expect(refused.body.error?.details).toEqual([{ field: 'mails', code: 'IN_USE', message: '1' }])
    expect((await readMessage(message)).email?.from?.address).toBe(supportAddress)
  })

  it('counts only mail that waits', async () => {
    await waitFor(await reply(await createThread()), 'SENT')
    expect(await readConnection()).toMatchObject({ waiting: 0, send: { state: 'CONNECTED' } })
  })
})

const lockMessage = statement<{ tenantId: string; id: string }, object>(
  'select id from messages where tenant_id = :tenantId::uuid and id = :id::uuid for update',
)
const findSendJobs = statement<{ tenantId: string }, { error: string | null; running: boolean }>(
  "select error, leased_until > now() as running from jobs where tenant_id = :tenantId::uuid and name = 'send-message' and state = 'WAITING'",
)
const endPause = statement<{ tenantId: string; messageId: string }, object>(`with
  connections as (update inbox_connections set send_next_at = null where tenant_id = :tenantId::uuid),
  due as (update jobs set due_at = now() where tenant_id = :tenantId::uuid and name = 'send-message' and key = :messageId)
  update job_queues set due_at = now() where tenant_id = :tenantId::uuid and name = 'send-message'`)
const readJobs = () => service.db.rows(findSendJobs, { tenantId: tenant.tenantId })

async function readConnection() {
  return (await tenant.skein.getInboxConnection({ path: { id: inbox.inboxId } })).data
}
async function countJobs(): Promise<number> {
  return (await readJobs()).length
}
async function jobErrors(): Promise<string[]> {
  return (await readJobs()).flatMap(({ error }) => (error === null ? [] : [error]))
}
