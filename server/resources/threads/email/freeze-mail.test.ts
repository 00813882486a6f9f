/** The mail of a reply: its recipients and headers, as they are when the reply is written. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Inbox, ThreadRecipients } from '../../../../client/index.ts'
import { CollectedEffects } from '#platform/outbox/ledger.ts'
import { statement } from '#platform/db.ts'
import { newId, parseTypeId } from '#platform/ids.ts'
import { createSecrets } from '#platform/secrets.ts'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'
import { readSignedMessageId } from '../../mail/index.ts'
import { freezeMail } from './freeze-mail.ts'
import type { MailInput } from '../record/mail-fields.ts'

let tenant: TestTenant
const secrets = createSecrets('a key of this test, which is long enough')
const config = { mail: { from: 'skein@acme.example', domain: 'localhost', requireSenderProof: false } }
const service = await setUpService()
beforeAll(async () => {
  tenant = await service.createTenant()
})

let made = 0
const createInbox = async (more: object = {}) =>
  (
    await tenant.api<Inbox>('POST', '/inboxes', {
      body: { name: 'Support', type: 'EMAIL', address: `support${++made}@acme.example`, ...more },
    })
  ).body.data
async function createThread(inboxId: string) {
  const requester = { email: `ada${++made}@example.com`, name: 'Ada' }
  const body = { title: 'Empty export', body: 'It is empty.', requester, inboxId }
  const { threadId, lastMessageId, customer } = (await tenant.skein.createThread({ body })).data
  return { threadId, messageId: lastMessageId, customer, key: { tenantId: tenant.tenantId, threadId: parseTypeId('thr', threadId) ?? '' } }
}
type Thread = Awaited<ReturnType<typeof createThread>>

const setEmail = statement<{ tenantId: string; id: string; email: object }, object>(
  'update messages set email = :email::jsonb where tenant_id = :tenantId::uuid and id = :id::uuid',
)
const box = (address: string) => ({ name: null, address })
/** Makes the first message of a thread a mail. */
const receive = ({ messageId, customer }: Thread, inbox: Inbox, more: object = {}) =>
  service.db.rows(setEmail, {
    tenantId: tenant.tenantId,
    id: parseTypeId('msg', messageId) ?? '',
    email: {
      direction: 'IN',
      subject: 'AW: Export',
      from: box(customer.email),
      replyTo: [],
      to: [box(inbox.address ?? ''), box('bob@example.com')],
      cc: [],
      bcc: [],
      messageId: 'first@example.com',
      inReplyTo: null,
      references: ['root@example.com'],
      automatic: null,
      sender: 'PARTICIPANT',
      quotedFrom: null,
      threadIndex: 'AdX',
      ...more,
    },
  })
const freeze = (thread: Thread, input: MailInput = {}, messageId = newId()) =>
  service.db.transaction((tx) =>
    freezeMail(
      tx,
      { config, secrets, effects: new CollectedEffects() },
      { ...thread.key, messageId },
      { author: { id: newId(), name: 'Grace' }, content: { body: 'We are on it.', bodyFormat: 'text' }, input },
    ),
  )
const refusal = (thread: Thread, input: MailInput) =>
  freeze(thread, input).then(
    () => null,
    (error: { declaration: { status: number; code: string } }) => [error.declaration.status, error.declaration.code],
  )
const readRecipients = async ({ threadId }: Thread) =>
  (await tenant.api<ThreadRecipients>('GET', `/threads/${threadId}/recipients`)).body.data

describe('a reply on an EMAIL inbox', () => {
  it('answers the latest mail, with signed ids and the token of the thread', async () => {
    const inbox = await createInbox({ signature: 'Regards', email: { send: { bccTo: 'archive@acme.example', plusAddressing: 'ON' } } })
    const thread = await createThread(inbox.id)
    await receive(thread, inbox)
    const id = newId()
    const [frozen, again] = [await freeze(thread, {}, id), await freeze(thread)]
    const ownId = frozen?.email.messageId ?? ''
    expect(readSignedMessageId(secrets, tenant.tenantId, ownId)).toBe(id)
    const from = { name: 'Grace (Support)', address: inbox.address }
    const recipients = { to: [box(thread.customer.email)], cc: [box('bob@example.com')] }
    expect(frozen).toMatchObject({
      inboxId: parseTypeId('inb', inbox.id),
      inReplyToId: parseTypeId('msg', thread.messageId),
      email: {
        direction: 'OUT',
        subject: 'Re: Export',
        from,
        ...recipients,
        bcc: [box('archive@acme.example')],
        inReplyTo: 'first@example.com',
      },
      snapshot: {
        envelopeFrom: inbox.address,
        references: [expect.stringMatching(/^[0-9a-z]{26}\.[0-9a-z]{16}@acme\.example$/), 'root@example.com', 'first@example.com'],
        headers: [['Thread-Index', 'AdX']],
        signature: { body: 'Regards' },
        quoted: { body: 'It is empty.', attribution: expect.stringMatching(/^On .*, Ada wrote:$/) },
      },
    })
    const replyTo = frozen?.snapshot.replyTo?.address ?? ''
    expect(replyTo).toMatch(/^support\d+\+r[0-9a-z]{16}@acme\.example$/)
    expect(again?.snapshot.replyTo?.address).toBe(replyTo)
    expect(await readRecipients(thread)).toMatchObject({
      from: { address: inbox.address },
      ...recipients,
      subject: 'Re: Export',
      suppressed: [],
    })
    const participants = await tenant.api<{ address: string; role: string }[]>('GET', `/threads/${thread.threadId}/participants`)
    expect(participants.body.data.map(({ address, role }) => [address, role])).toEqual([
      ['bob@example.com', 'CC'],
      [thread.customer.email, 'CUSTOMER'],
    ])
  })

  it('goes to whom its author names, each once', async () => {
    const inbox = await createInbox()
    const thread = await createThread(inbox.id)
    const input = {
      to: ['"Bob, B." <Bob@Example.com>'],
      cc: ['bob@example.com', 'c@example.com'],
      bcc: ['d@example.com'],
      subject: 'Hello',
    }
    expect((await freeze(thread, input))?.email).toMatchObject({
      subject: 'Hello',
      to: [{ name: 'Bob, B.', address: 'bob@example.com' }],
      cc: [box('c@example.com')],
      bcc: [box('d@example.com')],
      inReplyTo: null,
    })
    expect(await refusal(thread, { to: ['Bob'] })).toEqual([400, 'SVC-VALIDATION-FAILED'])
    const many = Array.from({ length: 30 }, (_, i) => `p${i}@example.com`)
    expect(await refusal(thread, { to: many, bcc: many.map((each) => `x${each}`) })).toEqual([400, 'SVC-VALIDATION-FAILED'])
    expect(await refusal(thread, { inReplyToId: newId() })).toEqual([422, 'SVC-VALIDATION-UNKNOWN_REFERENCE'])
  })

  it('is refused for a customer without an address, and not sent on request', async () => {
    const inbox = await createInbox({ email: { send: { plusAddressing: 'OFF', quoteHistory: 'NONE' } } })
    const thread = await createThread(inbox.id)
    expect((await freeze(thread))?.snapshot).toMatchObject({ replyTo: null, quoted: null, subject: 'Re: Empty export' })
    await tenant.api('PATCH', `/customers/${thread.customer.id}`, { body: { email: `${thread.customer.id}@unknown.invalid` } })
    expect(await refusal(thread, {})).toEqual([422, 'SVC-CUSTOMER-NO_ADDRESS'])
    expect(await readRecipients(thread)).toMatchObject({ to: [], cc: [] })
    expect(await freeze(thread, { sendBy: 'NONE' })).toBeNull()
  })

  it('is sent only if the inbox can send', async () => {
    const silent = await createInbox({ email: { send: { mode: 'NONE' } } })
    const thread = await createThread(silent.id)
    expect(await freeze(thread)).toBeNull()
    expect(await refusal(thread, { sendBy: 'EMAIL' })).toEqual([409, 'SVC-INBOX-NOT_SENDING'])
    expect(await readRecipients(thread)).toMatchObject({ from: null })
    expect(await refusal(thread, { fromInboxId: parseTypeId('inb', silent.id) ?? '' })).toEqual([422, 'SVC-VALIDATION-UNKNOWN_REFERENCE'])
  })
})

it('a reply on another inbox is sent only on request, from the oldest EMAIL inbox', async () => {
  tenant = await service.createTenant()
  const thread = await createThread(tenant.inboxId)
  expect(await freeze(thread)).toBeNull()
  expect(await refusal(thread, { sendBy: 'EMAIL' })).toEqual([409, 'SVC-INBOX-NOT_SENDING'])
  const [oldest, other] = [await createInbox(), await createInbox()]
  expect(await freeze(thread)).toBeNull()
  expect((await freeze(thread, { sendBy: 'EMAIL' }))?.email.from?.address).toBe(oldest.address)
  expect((await freeze(thread, { sendBy: 'EMAIL', fromInboxId: parseTypeId('inb', other.id) ?? '' }))?.email.from?.address).toBe(
    other.address,
  )
})

it('default recipients say whether a mail would leave, become a file, or fail', async () => {
  tenant = await service.createTenant()
  const smtp = { host: 'smtp.example.com', port: 587, security: 'STARTTLS', user: 'ada', password: 'secret' }
  const api = await createThread(tenant.inboxId)
  expect(await readRecipients(api)).toMatchObject({ from: null, sending: 'NONE' })
  const inbox = await createInbox()
  const thread = await createThread(inbox.id)
  expect([await readRecipients(api), await readRecipients(thread)]).toMatchObject([{ sending: 'FILE' }, { sending: 'FILE' }])
  const setSend = (send: object) => tenant.api('PATCH', `/inboxes/${inbox.id}`, { body: { email: { send } } })
  await setSend({ mode: 'SMTP', smtp })
  expect(await readRecipients(thread)).toMatchObject({ sending: 'MAIL_SERVER' })
  // The inbox keeps its server, but uses the operator's, which does not exist.
  await setSend({ mode: 'DEFAULT' })
  expect(await readRecipients(thread)).toMatchObject({ sending: 'FILE' })
  await setSend({ mode: 'NONE' })
  expect(await readRecipients(thread)).toMatchObject({ from: null, sending: 'NONE' })
})
