/** Replies reach the tenant's own program, whatever it responds. */
import { describe, expect, it } from 'vitest'
import { openHookInbox, startConversation, toUuid } from '../../../../test/support/hook-inbox.ts'
import { setUpHookThreads } from '../../../../test/support/hook-threads.ts'
import { until } from '../../../../test/support/job-fixture.ts'
import { CollectedEffects } from '#platform/outbox/ledger.ts'
import { createSecrets } from '#platform/secrets.ts'
import { writeAutomaticReply } from '../email/automatic-reply.ts'

const hook = await setUpHookThreads()

describe('a reply', () => {
  it('arrives signed, with the conversation and the customer, and its state is SENT', async () => {
    const { threadId, inboxId } = await hook.openThread()
    const message = await hook.reply(threadId)
    expect(message).toMatchObject({ channel: 'api', email: null, delivery: { state: 'QUEUED', channel: 'api' } })
    const sent = await hook.waitForState(message, 'SENT')
    expect(sent.delivery).toMatchObject({ attempts: 1, lastError: null, providerId: 'their-1' })
    expect(sent.delivery.recipients).toMatchObject([{ address: 'person-1', kind: 'TO', state: 'SENT', seenAt: null }])
    const [received] = hook.listReceived()
    expect(hook.listReceived()).toHaveLength(1)
    expect(received?.signers).toHaveLength(1)
    const data = hook.getSent(0)
    expect(received?.headers).toMatchObject({ 'webhook-id': data.deliveryId, 'content-type': 'application/json' })
    const { data: thread } = await hook.tenant.skein.getThread({ path: { id: threadId } })
    expect(received?.event.type).toBe('message.send')
    expect(data).toEqual({
      deliveryId: expect.stringMatching(/^dlv_/),
      messageId: message.id,
      threadId,
      inboxId,
      conversationKey: 'room-1',
      to: {
        address: 'person-1',
        name: 'Ada Lovelace',
        email: 'ada@example.com',
        phone: null,
        externalId: null,
        customerId: thread.customer.id,
      },
      body: 'We are looking into it.',
      bodyFormat: 'text',
      bodyText: 'We are looking into it.',
      parts: ['We are looking into it.'],
      attachments: [],
    })
  })

  it('is repeated with the same id and bytes until the program takes it', async () => {
    const { threadId, inboxId } = await hook.openThread()
    hook.receiver.respond = (_, n) => (n === 1 ? 500 : { status: 200, body: 'not JSON' })
    const message = await hook.reply(threadId)
    const failed = await hook.waitFor(message, ({ delivery }) => delivery.lastError !== null)
    expect(failed.delivery).toMatchObject({ state: 'QUEUED', lastError: 'Your program responded 500.' })
    const connection = async () => (await hook.tenant.skein.getInboxConnection({ path: { id: inboxId } })).data
    expect(await connection()).toMatchObject({ send: { state: 'FAILING' }, lastError: { code: 'PROVIDER_FAILED' }, waiting: 1 })
    expect((await hook.waitForState(message, 'SENT')).delivery).toMatchObject({ attempts: 2, lastError: null, providerId: null })
    expect(new Set(hook.listReceived().map(({ body }) => body)).size).toBe(1)
    expect(hook.listReceived().map(({ headers }) => headers['webhook-id'])).toEqual(Array(2).fill(hook.getSent(0).deliveryId))
    expect(await connection()).toMatchObject({ send: { state: 'CONNECTED' }, lastError: null, waiting: 0 })
  })

  it.each([
    [
      'a redirect',
      { status: 302, headers: { location: 'http://127.0.0.1:1/' } },
      'Your program responded 302; redirects are not followed.',
    ],
    ['410', 410, 'Your program responded 410.'],
    ['no response', 'never responds', 'There was no complete answer within 2 seconds.'],
    ['a reset connection', 'reset', expect.stringMatching(/./)],
  ] as const)('is deferred by %s, with a clear error', async (_, response, lastError) => {
    const { threadId } = await hook.openThread()
    hook.receiver.respond = () => response
    const message = await hook.reply(threadId)
    const { delivery } = await hook.waitFor(message, (found) => found.delivery.lastError !== null)
    expect(delivery).toMatchObject({ state: 'QUEUED', lastError, nextAttemptAt: expect.any(String) })
    hook.receiver.respond = () => 204
  })

  it('waits as long as Retry-After says', async () => {
    const { threadId } = await hook.openThread()
    hook.receiver.respond = () => ({ status: 429, headers: { 'retry-after': '3600' } })
    const { delivery } = await hook.waitFor(await hook.reply(threadId), (found) => found.delivery.lastError !== null)
    expect(Date.parse(delivery.nextAttemptAt ?? '') - Date.now()).toBeGreaterThan(3_500_000)
  })

  it('an endless response does not hold up the reply', async () => {
    const { threadId } = await hook.openThread()
    hook.receiver.respond = (_, n) => (n === 1 ? 'an endless body' : 204)
    await hook.waitForState(await hook.reply(threadId), 'SENT')
  })

  it('is refused for good by 409, and sent again with a new id', async () => {
    const { threadId } = await hook.openThread()
    hook.receiver.respond = () => ({ status: 409, body: '{"error":"This number does not exist."}' })
    const failed = await hook.waitForState(await hook.reply(threadId), 'FAILED')
    expect(failed.delivery).toMatchObject({ lastError: 'This number does not exist.', nextAttemptAt: null })
    expect((await hook.tenant.skein.getThread({ path: { id: threadId } })).data.waitingSince).not.toBeNull()
    hook.receiver.respond = () => 204
    await hook.tenant.skein.sendMessageNow({ path: { id: failed.id } })
    await hook.waitForState(failed, 'SENT')
    const [first, second] = hook.listReceived().map((_, n) => hook.getSent(n))
    expect(second).toEqual({ ...first, deliveryId: expect.not.stringMatching(first?.deliveryId ?? '') })
  })

  it('is FAILED after a day of attempts', async () => {
    const { threadId } = await hook.openThread()
    hook.receiver.respond = () => 500
    const message = await hook.reply(threadId)
    await hook.waitFor(message, ({ delivery }) => delivery.lastError !== null)
    await hook.service.db.script(
      `update outgoing_messages set created_at = now() - interval '25 hours' where message_id = '${toUuid('msg', message.id)}';
       update jobs set due_at = now() where name = 'send-message' and tenant_id = '${hook.tenant.tenantId}'`,
    )
    expect((await hook.waitForState(message, 'FAILED')).delivery.lastError).toBe('Your program responded 500.')
  })

  it('is KEPT without a URL, and reaches the program when it is sent again', async () => {
    const { threadId, inboxId } = await hook.openThread({ outboundUrl: null })
    const kept = await hook.waitForState(await hook.reply(threadId), 'KEPT')
    await hook.tenant.skein.updateInbox({ path: { id: inboxId }, body: { hook: { outboundUrl: hook.url } } })
    expect(hook.listReceived()).toEqual([])
    await hook.tenant.skein.sendMessageNow({ path: { id: kept.id } })
    await hook.waitForState(kept, 'SENT')
    expect(hook.listReceived()).toHaveLength(1)
  })

  it('is signed with both secrets while a rotation overlaps', async () => {
    const { threadId, inboxId } = await hook.openThread()
    const rotate = async (overlapSeconds: number): Promise<void> => {
      const { data } = await hook.tenant.skein.rotateInboxSecret({ path: { id: inboxId }, body: { overlapSeconds } })
      hook.receiver.trust(hook.url, data.secret)
    }
    await rotate(3_600)
    await hook.waitForState(await hook.reply(threadId), 'SENT')
    expect(hook.listReceived().at(-1)?.signers).toHaveLength(2)
    await rotate(0)
    await hook.waitForState(await hook.reply(threadId), 'SENT')
    expect(hook.listReceived().at(-1)?.signers).toHaveLength(1)
  })

  it('of one inbox does not wait for the program of another', async () => {
    const slow = await hook.openThread()
    const quick = await openHookInbox(hook.tenant, { outboundUrl: `${hook.url}/quick` })
    const quickThread = await startConversation(hook.service, hook.tenant, quick.id)
    hook.receiver.respond = ({ path }) => (path.endsWith('/quick') ? 204 : 'never responds')
    for (let n = 0; n < 12; n++) await hook.reply(slow.threadId)
    await hook.waitForState(await hook.reply(quickThread), 'SENT')
    hook.receiver.respond = () => 204
  })
})

describe('a thread', () => {
  it('shows where a reply goes', async () => {
    const { threadId } = await hook.openThread()
    const { data } = await hook.tenant.skein.getThreadRecipients({ path: { id: threadId } })
    expect(data).toMatchObject({ from: null, sending: 'CHANNEL', to: [{ name: 'Ada Lovelace', address: 'person-1' }], cc: [] })
  })

  it('that others were merged into answers where the newest of them took place', async () => {
    const { threadId, inboxId } = await hook.openThread()
    const target = await hook.tenant.skein.createThread({
      body: { title: 'Other', body: 'Other', requester: { email: 'ada@example.com' }, inboxId },
    })
    await hook.tenant.skein.mergeThread({ path: { id: target.data.threadId }, body: { sourceIds: [threadId] } })
    await hook.waitForState(await hook.reply(target.data.threadId), 'SENT')
    expect(hook.getSent(0)).toMatchObject({ conversationKey: 'room-1', to: { address: 'person-1' } })
  })

  it('a macro and a scheduled reply go to the program', async () => {
    const { threadId } = await hook.openThread()
    const scheduled = await hook.reply(threadId, { undoSeconds: 1 })
    expect(scheduled.delivery.state).toBe('QUEUED')
    await until(() => hook.listReceived().length === 1)
    const { data: canned } = await hook.tenant.skein.createCannedResponse({
      body: { shortcut: 'thanks', title: 'Thanks', body: 'Thank you.' },
    })
    await hook.tenant.skein.applyCannedResponse({ path: { id: threadId }, body: { cannedResponseId: canned.id } })
    await until(() => hook.listReceived().length === 2)
    expect(hook.getSent(1).bodyText).toBe('Thank you.')
  })

  it('gets the automatic reply of a rule and of its inbox on its own channel', async () => {
    const { threadId, inboxId } = await hook.openThread()
    const rule = {
      name: 'Thanks',
      trigger: { type: 'EVENT', events: ['message.created'] },
      actions: [{ type: 'REPLY', body: 'Thank you.' }],
    }
    expect((await hook.tenant.api('POST', '/automation-rules', { body: rule })).status).toBe(201)
    await hook.tenant.skein.createMessage({ path: { id: threadId }, body: { body: 'It works again.' } })
    await until(() => hook.listReceived().length === 1)
    expect(hook.getSent(0)).toMatchObject({ bodyText: 'Thank you.', to: { address: 'person-1' } })
    const { tenantId } = hook.tenant
    const ids = { threadId: toUuid('thr', threadId), inboxId: toUuid('inb', inboxId) }
    const texts = { insideHours: 'We are back on Monday.', outsideHours: null }
    const { config } = hook.service
    const isWritten = await hook.service.db.background(tenantId, async (tx) => {
      const context = { tx, effects: new CollectedEffects(), tenantId, config, secrets: createSecrets(config.secretKey) }
      return writeAutomaticReply(context, { ...ids, address: null, texts, loop: [] })
    })
    expect(isWritten).toBe(true)
    await until(() => hook.listReceived().length === 2)
    expect(hook.getSent(1).bodyText).toBe('We are back on Monday.')
  })
})
