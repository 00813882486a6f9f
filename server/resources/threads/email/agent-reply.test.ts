/** An agent's reply from a mail program reaches each person of the thread once. */
import { beforeEach, expect, it } from 'vitest'
import type { Message } from '../../../../client/index.ts'
import { type MailInbox, openMailInbox, supportAddress } from '../../../../test/support/mails.ts'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'
import { newId, parseTypeId } from '#platform/ids.ts'
import { CollectedEffects } from '#platform/outbox/ledger.ts'
import { createSecrets } from '#platform/secrets.ts'
import type { StoredEmail } from '../record/message-email-schema.ts'
import { appendAgentReply } from './write-mail.ts'

let tenant: TestTenant
let inbox: MailInbox
const service = await setUpService()
beforeEach(async () => {
  tenant = await service.createTenant()
  inbox = await openMailInbox(tenant)
})

const toMailbox = (address: string) => ({ name: null, address })

/** Appends a mail of the agent that the recipients have got from the agent's own server. */
async function appendReply(to: string[], cc: string[] = []): Promise<Message> {
  const body = { title: 'Empty export', body: 'It is empty.', requester: { email: 'ada@example.com' }, inboxId: inbox.inboxId }
  const { threadId } = (await tenant.skein.createThread({ body })).data
  const email: StoredEmail = {
    direction: 'IN',
    subject: 'Re: Empty export',
    from: toMailbox('owner@example.com'),
    replyTo: [],
    to: to.map(toMailbox),
    cc: cc.map(toMailbox),
    bcc: [],
    messageId: 'own@example.com',
    inReplyTo: null,
    references: [],
    date: null,
    automatic: null,
    authentication: null,
    sender: 'AGENT',
    quotedFrom: null,
    security: 'NONE',
    omitted: [],
    bodyTruncated: false,
    sentOutside: true,
  }
  const text = { body: 'It works again.', bodyFormat: 'text', bodyText: 'It works again.' } as const
  const mail = { messageId: newId(), body: text, attachments: null, email, receivedAt: new Date().toISOString(), inReplyToId: null }
  const { tenantId, ownerId } = tenant
  const author = { kind: 'AGENT', id: parseTypeId('usr', ownerId) ?? '', name: 'Grace' } as const
  const key = parseTypeId('thr', threadId) ?? ''
  await service.db.transaction((tx) => {
    const context = {
      tx,
      effects: new CollectedEffects(),
      tenantId,
      config: service.config,
      secrets: createSecrets(service.config.secretKey),
    }
    return appendAgentReply(context, mail, { threadId: key, author, replyText: text.body })
  })
  const [message] = (await tenant.skein.listMessages({ path: { id: threadId } })).data
  if (!message) throw new Error('There is no message')
  return message
}

it('a mail to the inbox alone is sent on to the customer', async () => {
  expect(await appendReply([supportAddress])).toMatchObject({
    internal: false,
    email: { direction: 'OUT', sentOutside: true },
    delivery: { state: 'QUEUED', recipients: [{ address: 'ada@example.com' }] },
  })
})

it('a mail that the customer has got from the agent is a reply, and is not sent on', async () => {
  expect(await appendReply([supportAddress], ['ADA@example.com'])).toMatchObject({
    internal: false,
    email: { direction: 'OUT', sentOutside: true },
    delivery: { state: 'NOT_APPLICABLE', recipients: [] },
  })
})
