import { beforeEach, describe, expect, it } from 'vitest'
import type { Customer, Inbox, Message, Thread, WidgetChallenge, WidgetUpload } from '../../../../client/index.ts'
import { statement } from '#platform/db.ts'
import { startVisitor, type Visitor } from '../../../../test/support/chats.ts'
import { randomIdSuffix, setUpService, type TestTenant } from '../../../../test/support/service.ts'
import { solveChallenge } from '../../../../test/support/solve-challenge.ts'
import { signIdentity } from '../../../../test/support/visitors.ts'

const service = await setUpService()
let tenant: TestTenant
let chat: { id: string; key: string }
beforeEach(async () => {
  tenant = await service.createTenant()
  chat = await makeChat()
})

const makeChat = async (widget: object = {}) => {
  const { data } = (await tenant.api<Inbox>('POST', '/inboxes', { body: { name: 'Chat', type: 'WIDGET', widget } })).body
  return { id: data.id, key: data.widget?.key ?? '' }
}
const solve = async (key = chat.key) =>
  solveChallenge((await service.api<WidgetChallenge>('POST', '/widget/challenges', { body: { key } })).body.data)
const form = { name: 'Ada Lovelace', email: 'Ada@Example.com', body: 'How can I get a refund?\nThank you' }
const send = async (more: object = {}, key = chat.key, headers: Record<string, string> = {}) =>
  service.api<{ received: boolean }>('POST', `/forms/${key}`, { body: { ...form, proof: await solve(chat.key), ...more }, headers })
const listThreads = async () => (await tenant.api<Thread[]>('GET', `/threads?inboxId=${chat.id}`)).body.data
const codeOf = ({ status, body }: Awaited<ReturnType<typeof send>>) => [
  status,
  body.error?.code,
  body.error?.details?.map(({ field }) => field),
]

describe('a contact form', () => {
  it('becomes a thread of the inbox, with the message and a customer of its own', async () => {
    const response = await send({ subject: 'Refund' })
    expect([response.status, response.body.data], response.text).toEqual([201, { received: true }])
    const [thread, ...others] = await listThreads()
    expect(thread).toMatchObject({ subject: 'Refund', status: 'open', channel: 'widget' })
    expect(others).toEqual([])
    const messages = (await tenant.api<Message[]>('GET', `/threads/${thread?.id}/messages`)).body.data
    expect(messages).toMatchObject([{ authorType: 'CUSTOMER', bodyText: form.body, internal: false }])
    const customer = (await tenant.api<Customer>('GET', `/customers/${thread?.customer.id}`)).body.data
    expect(customer).toMatchObject({ name: 'Ada Lovelace', hasEmail: false })
    expect(customer.identities).toEqual(
      expect.arrayContaining([expect.objectContaining({ type: 'EMAIL', value: 'ada@example.com', verified: false })]),
    )
    await send()
    expect((await listThreads())[0]?.subject, 'without a subject').toBe('How can I get a refund?')
  })

  it('never joins the customer who has the address, nor another form of it', async () => {
    const known = (await tenant.api<Customer>('POST', '/customers', { body: { email: 'ada@example.com', name: 'Real Ada' } })).body.data
    await Promise.all([send(), send()])
    const ids = (await listThreads()).map(({ customer }) => customer.id)
    expect(new Set([known.id, ...ids]).size).toBe(3)
    const { body } = await tenant.api<Customer>('GET', `/customers/${known.id}`)
    expect(body.data).toMatchObject({ email: 'ada@example.com', name: 'Real Ada' })
    expect((await tenant.api<Thread[]>('GET', `/customers/${known.id}/threads`)).body.data).toEqual([])
  })

  it('needs a proof of this chat, which works once', async () => {
    const other = await makeChat()
    const [proof, foreign] = [await solve(), await solve(other.key)]
    const refused = [403, 'SVC-WIDGET-CHALLENGE_REQUIRED', undefined]
    expect(codeOf(await send({ proof: undefined }))).toEqual(refused)
    expect(codeOf(await send({ proof: { ...proof, nonce: 'x' } }))).toEqual(refused)
    expect(codeOf(await send({ proof: foreign }))).toEqual(refused)
    const volley = await Promise.all([send({ proof }), send({ proof }), send({ proof })])
    expect(volley.map(({ status }) => status).toSorted()).toEqual([201, 403, 403])
    expect(await listThreads()).toHaveLength(1)
  })

  it('is stored once for an Idempotency-Key', async () => {
    const proof = await solve()
    const headers = { 'idempotency-key': randomIdSuffix() }
    const [first, second] = [await send({ proof }, chat.key, headers), await send({ proof }, chat.key, headers)]
    expect([first.status, second.status, second.headers['idempotent-replayed']]).toEqual([201, 201, 'true'])
    expect(await listThreads()).toHaveLength(1)
  })

  it('fills in custom fields that the inbox asks for, and checks them', async () => {
    const options = [{ value: 'pro', label: 'Professional' }]
    await tenant.skein.createCustomField({ body: { key: 'plan', name: 'Plan', appliesTo: 'THREAD', type: 'SELECT', options } })
    await tenant.skein.createCustomField({ body: { key: 'secret', name: 'Secret', appliesTo: 'THREAD', type: 'TEXT' } })
    chat = await makeChat({ preChat: [{ field: 'plan', required: true }] })
    expect(codeOf(await send())).toEqual([400, 'SVC-VALIDATION-FAILED', ['fields.plan']])
    expect(codeOf(await send({ fields: { plan: 'free' } }))).toEqual([400, 'SVC-VALIDATION-FAILED', ['fields.plan']])
    expect((await send({ fields: { plan: 'pro', secret: 'x' } })).status).toBe(201)
    const [thread] = await listThreads()
    expect((await tenant.api<Thread>('GET', `/threads/${thread?.id}`)).body.data.customFields).toEqual({ plan: 'pro' })
  })

  it.each<[string, object, string]>([
    ['no address', { email: undefined }, 'email'],
    ['an address that is none', { email: 'ada' }, 'email'],
    ['no text', { body: undefined }, 'body'],
    ['an empty text', { body: '' }, 'body'],
    ['a blank text', { body: ' \n\t ' }, 'body'],
    ['a text that is too long', { body: 'x'.repeat(8_193) }, 'body'],
    ['a text with NUL', { body: 'a\0b' }, 'body'],
    ['a number as text', { body: 7 }, 'body'],
    ['a subject that is too long', { subject: 'x'.repeat(256) }, 'subject'],
    ['files without a session', { uploadIds: [`upl_${'0'.repeat(26)}`] }, 'sessionToken'],
    ['a malformed id of a file', { sessionToken: 'svwt_x', uploadIds: ['x'] }, 'uploadIds[0]'],
    [
      'eleven files',
      { sessionToken: 'svwt_x', uploadIds: Array.from({ length: 11 }, (_, i) => `upl_${String(i).padStart(26, '0')}`) },
      'uploadIds',
    ],
  ])('with %s is refused with the field', async (_, more, field) => {
    const response = await send(more)
    expect([response.status, response.body.error?.details?.map((each) => each.field)], response.text).toEqual([400, [field]])
    expect(await listThreads()).toEqual([])
  })

  it('takes the longest text, HTML and right-to-left marks as they are', async () => {
    const text = '<b>‏שלום‎</b> & *stars*'
    expect((await send({ body: text })).status).toBe(201)
    expect((await send({ body: 'é'.repeat(8_192) })).status).toBe(201)
    const bodies = await Promise.all(
      (await listThreads()).map(async ({ id }) => (await tenant.api<Message[]>('GET', `/threads/${id}/messages`)).body.data[0]),
    )
    expect(bodies.map((message) => [message?.bodyFormat, message?.body])).toEqual(
      expect.arrayContaining([
        ['text', text],
        ['text', 'é'.repeat(8_192)],
      ]),
    )
  })

  it('is closed where only identified visitors write, and without an active chat', async () => {
    const strict = await makeChat({ requireIdentity: true })
    expect(codeOf(await send({}, strict.key))).toEqual([403, 'SVC-WIDGET-IDENTITY_REQUIRED', undefined])
    await tenant.api('PATCH', `/inboxes/${strict.id}`, { body: { active: false } })
    for (const key of [strict.key, `wgt_${randomIdSuffix()}`, 'x', tenant.inboxId])
      expect(codeOf(await send({}, key)), key).toEqual([404, 'SVC-WIDGET-NOT_FOUND', undefined])
  })

  it('leaves no network address', async () => {
    expect((await send()).status).toBe(201)
    const stored = statement<{ tenantId: string }, { ip: string | null }>(
      'select ip::text as ip from audit_logs where tenant_id = :tenantId::uuid and ip is not null',
    )
    const before = await service.db.rows(stored, { tenantId: tenant.tenantId })
    await send()
    expect(await service.db.rows(stored, { tenantId: tenant.tenantId })).toEqual(before)
  })
})

describe('files of a contact form', () => {
  let visitor: Visitor
  beforeEach(async () => {
    visitor = await startVisitor(service, chat)
  })

  const upload = async (by = visitor, name = 'notes.txt', content = 'The export is empty.') => {
    const body = new FormData()
    body.append('file', new Blob([content]), name)
    const headers = { authorization: `Bearer ${by.token}` }
    const response = await fetch(`${service.baseUrl}/api/v1/widget/uploads`, { method: 'POST', headers, body })
    // Safe because every response has this form.
    return ((await response.json()) as { data: WidgetUpload }).data.id
  }
  const listFiles = async () => {
    const [thread] = await listThreads()
    const [message] = (await tenant.api<Message[]>('GET', `/threads/${thread?.id}/messages`)).body.data
    return message?.attachments?.map(({ filename }) => filename)
  }

  it('that the session has sent are attached, and the session sees no thread', async () => {
    const uploadIds = [await upload(), await upload(visitor, 'more.txt')]
    const response = await send({ sessionToken: visitor.token, uploadIds })
    expect(response.status, response.text).toBe(201)
    expect(await listFiles()).toEqual(['notes.txt', 'more.txt'])
    expect(await visitor.threads()).toEqual([])
    expect(codeOf(await send({ sessionToken: visitor.token, uploadIds }))).toEqual([
      409,
      'SVC-UPLOAD-ALREADY_ATTACHED',
      ['attachments[0].uploadId', 'attachments[1].uploadId'],
    ])
    expect(await listThreads()).toHaveLength(1)
  })

  it('that another visitor has sent are refused', async () => {
    const foreign = await upload(await startVisitor(service, chat))
    const own = await upload()
    expect(codeOf(await send({ sessionToken: visitor.token, uploadIds: [own, foreign] }))).toEqual([
      422,
      'SVC-VALIDATION-UNKNOWN_REFERENCE',
      ['uploadIds[1]'],
    ])
    expect(await listThreads()).toEqual([])
    expect((await send({ sessionToken: visitor.token, uploadIds: [own] })).status, 'the own file is still free').toBe(201)
  })

  it('of more than 25 MiB together are refused', async () => {
    const large = 'a'.repeat(10 * 1_024 * 1_024)
    const uploadIds = [await upload(visitor, 'a.txt', large), await upload(visitor, 'b.txt', large), await upload(visitor, 'c.txt', large)]
    expect(codeOf(await send({ sessionToken: visitor.token, uploadIds }))).toEqual([413, 'SVC-UPLOAD-TOO_LARGE', undefined])
    expect(await listThreads()).toEqual([])
  })

  it('are attached once for an Idempotency-Key', async () => {
    const more = { proof: await solve(), sessionToken: visitor.token, uploadIds: [await upload()] }
    const headers = { 'idempotency-key': randomIdSuffix() }
    const sent = [await send(more, chat.key, headers), await send(more, chat.key, headers)]
    expect(sent.map(({ status }) => status)).toEqual([201, 201])
    expect(await listFiles()).toEqual(['notes.txt'])
  })

  it('need the live token of an anonymous session of the inbox', async () => {
    const uploadIds = [await upload()]
    const other = await startVisitor(service, await makeChat())
    const identified = await startVisitor(service, await tenant.widget(), { identityToken: await signIdentity(await tenant.widget()) })
    const ended = await startVisitor(service, chat)
    await ended.call('DELETE', '/widget/sessions')
    for (const token of [other.token, identified.token, ended.token, `${visitor.token.slice(0, -2)}xx`, 'x'])
      expect(codeOf(await send({ sessionToken: token, uploadIds }))).toEqual([401, 'SVC-WIDGET-SESSION_INVALID', undefined])
    expect(await listThreads()).toEqual([])
  })
})
