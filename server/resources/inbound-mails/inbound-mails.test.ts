import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { InboundMail, MailOriginal, SenderRule } from '../../../client/index.ts'
import { runPrivacyRequest } from '../../../test/support/privacy.ts'
import { setUpTenant } from '../../../test/support/service.ts'
import { runUpkeep } from '../../../test/support/upkeep.ts'
import { getFileStore } from '#platform/files/file-store.ts'
import { newId, parseTypeId, toTypeId, type Uuid } from '#platform/ids.ts'
import { rawMailName } from './accept/raw-file.ts'

const { service, tenant } = await setUpTenant({ worker: true })

type Given = {
  outcome?: string
  cause?: string | null
  sender?: string
  threadId?: string
  hasRaw?: boolean
  age?: string
  expires?: string | null
}

/** Inserts a mail as accepting and processing leave it, with its raw file. */
async function insertMail(given: Given = {}, of = tenant): Promise<string> {
  const { outcome = 'MESSAGE', cause = null, sender = 'ada@example.com', threadId, hasRaw = true, age = '0', expires = null } = given
  const { tenantId } = of
  const id = newId()
  const text = (value: string | null): string => (value === null ? 'null' : `'${value}'`)
  const thread: Uuid | null = threadId ? parseTypeId('thr', threadId) : null
  await service.db.script(`
    insert into inbound_mails (tenant_id, id, transport, outcome, cause, sender, recipients, subject, message_id, size, thread_id, has_raw, received_at, created_at, processed_at, expires_at)
    values ('${tenantId}', '${id}', 'SMTP', '${outcome}', ${text(cause)}, '${sender}', '{support@example.com}', 'Empty export', '${id}@example.com', 7, ${text(thread)}, ${hasRaw},
      now() - interval '${age}', now() - interval '${age}', now(), now() + ${expires === null ? 'null' : `interval '${expires}'`});
    update tenant_counters set inbound_mails = inbound_mails + ${outcome === 'RESERVED' ? 0 : 1} where tenant_id = '${tenantId}'`)
  await getFileStore(service.config).write({ tenantId, name: rawMailName(id) }, Readable.from([Buffer.from('A: b\r\n\r\nHello')]))
  return toTypeId('eml', id)
}
const suspended = { outcome: 'SUSPENDED', cause: 'AUTOMATIC', expires: '30 days' } as const
const list = async (query = '', of = tenant) => (await of.api<InboundMail[]>('GET', `/inbound-mails?limit=100&${query}`)).body
const rawSize = (id: string, of = tenant) =>
  getFileStore(service.config).sizeOf({ tenantId: of.tenantId, name: rawMailName(parseTypeId('eml', id) ?? '') })

describe('the list of inbound mails', () => {
  it('shows every mail but reservations, with the exact total', async () => {
    const own = await service.createTenant()
    const first = await insertMail({ age: '2 days' }, own)
    const second = await insertMail({ ...suspended, sender: 'grace@example.com' }, own)
    await insertMail({ outcome: 'RESERVED' }, own)
    const all = await list('', own)
    expect(all.data.map(({ id }) => id)).toEqual([second, first])
    expect(all.meta.total).toBe(2)
    for (const [query, found] of [
      ['outcome=SUSPENDED', [second]],
      ['outcome=BOUNCE', []],
      ['cause=automatic', [second]],
      ['expired=false', [second, first]],
      ['expired=true', []],
      ['from=Grace@Example.com', [second]],
      [`messageId=${all.data[1]?.messageId}`, [first]],
      [`receivedAfter=${new Date(Date.now() - 86_400_000).toISOString()}`, [second]],
      [`receivedBefore=${new Date(Date.now() - 86_400_000).toISOString()}`, [first]],
      [`inboxId=${own.inboxId}`, []],
    ] as const) {
      const { data, meta } = await list(query, own)
      expect([data.map(({ id }) => id), meta.total], query).toEqual([found, found.length])
    }
  })

  it('shows one mail, and a link to its raw form while there is one', async () => {
    const id = await insertMail()
    expect((await tenant.api('GET', `/inbound-mails/${id}`)).body.data).toMatchObject({
      id,
      from: 'ada@example.com',
      preview: { body: 'Hello', bodyFormat: 'text', bodyText: 'Hello' },
    })
    const { data } = (await tenant.api<MailOriginal>('GET', `/inbound-mails/${id}/original`)).body
    expect(Date.parse(data.expiresAt) - Date.now()).toBeGreaterThan(290_000)
    const served = await fetch(data.url.replace('http://localhost', service.baseUrl))
    expect([served.headers.get('content-type'), served.headers.get('content-disposition')]).toEqual([
      'message/rfc822',
      `attachment; filename="${id}.eml"`,
    ])
    expect(await served.text()).toBe('A: b\r\n\r\nHello')
    const gone = await tenant.api('GET', `/inbound-mails/${await insertMail({ hasRaw: false })}/original`)
    expect([gone.status, gone.body.error?.code]).toEqual([404, 'SVC-MESSAGE-ORIGINAL_GONE'])
    const unknown = await tenant.api('GET', `/inbound-mails/${toTypeId('eml', newId())}`)
    expect([unknown.status, unknown.body.error?.code]).toEqual([404, 'SVC-INBOUND_MAIL-NOT_FOUND'])
  })
})

describe('the end of a mail', () => {
  it('a discarded mail is shown as expired until the job deletes it with its file', async () => {
    const id = await insertMail(suspended)
    const discard = () => tenant.api<InboundMail>('POST', `/inbound-mails/${id}/discard`)
    const { status, body } = await discard()
    expect([status, Date.parse(body.data.expiresAt ?? '') <= Date.now()]).toEqual([200, true])
    expect((await discard()).body.data).toEqual(body.data)
    const isListed = async (expired: boolean) => (await list(`expired=${expired}`)).data.some((mail) => mail.id === id)
    expect([await isListed(false), await isListed(true)]).toEqual([false, true])
    expect((await tenant.api('GET', `/inbound-mails/${id}`)).status).toBe(200)
    await runUpkeep(service.db)
    expect((await tenant.api('GET', `/inbound-mails/${id}`)).status).toBe(404)
    expect(await rawSize(id)).toBeNull()
    const other = await tenant.api('POST', `/inbound-mails/${await insertMail()}/discard`)
    expect([other.status, other.body.error?.code]).toEqual([409, 'SVC-INBOUND_MAIL-NOT_SUSPENDED'])
  })

  it('old raw mails, broken reservations and old identities are deleted', async () => {
    const own = await service.createTenant()
    const kept = await insertMail({ age: '29 days' }, own)
    const old = await insertMail({ age: '31 days' }, own)
    const waiting = await insertMail({ ...suspended, age: '29 days' }, own)
    const duplicate = await insertMail({ outcome: 'DUPLICATE', expires: '-1 hour' }, own)
    const reserved = await insertMail({ outcome: 'RESERVED', age: '2 hours' }, own)
    const arriving = await insertMail({ outcome: 'RESERVED', age: '10 minutes' }, own)
    await service.db.script(`insert into inbound_identities (tenant_id, identity, mail_id, body_digest, created_at)
      select '${own.tenantId}', sha256(n::text::bytea), gen_random_uuid(), '', now() - n * interval '1 day' from unnest(array[399, 401]) n`)
    await runUpkeep(service.db)
    const sizes = await Promise.all([kept, old, waiting, duplicate, reserved, arriving].map((id) => rawSize(id, own)))
    expect(sizes.map((size) => size !== null)).toEqual([true, false, true, false, false, true])
    const { data, meta } = await list('', own)
    expect([data.map(({ id }) => id).toSorted(), meta.total]).toEqual([[kept, old, waiting, duplicate].toSorted(), 4])
    const [identities] = await service.db.rows<object, { n: number }>(
      { text: `select count(*) as n from inbound_identities where tenant_id = '${own.tenantId}'`, names: [] },
      {},
    )
    expect(identities?.n).toBe(1)
  })

  it('an erasure deletes the mails of the customer, and keeps their identities', async () => {
    const own = await service.createTenant()
    const thread = await own.skein.createThread({ body: { title: 'a', body: 'b', requester: { email: 'ada@example.com' } } })
    const customer = thread.data.customer?.id ?? ''
    const ofThread = await insertMail({ sender: 'colleague@example.com', threadId: thread.data.id }, own)
    const waiting = await insertMail(suspended, own)
    const other = await insertMail({ ...suspended, sender: 'grace@example.com' }, own)
    await own.api('POST', '/sender-rules', { body: { pattern: 'Ada@example.com', action: 'BLOCK' } })
    await own.api('POST', '/sender-rules', { body: { pattern: '@example.com', action: 'BLOCK' } })
    await service.db.script(
      `insert into inbound_identities (tenant_id, identity, mail_id, body_digest) values ('${own.tenantId}', 'x', gen_random_uuid(), '')`,
    )
    const exported = await runPrivacyRequest(own, '/privacy/export', { customerId: customer })
    expect(exported.state).toBe('DONE')
    const { state, receipt } = await runPrivacyRequest(own, '/privacy/erase', { customerId: customer, mode: 'DELETE' })
    expect([state, receipt]).toMatchObject([
      'DONE',
      {
        places: expect.arrayContaining([
          { place: 'inboundMails', count: 2 },
          { place: 'senderRules', count: 1 },
        ]),
      },
    ])
    const { data, meta } = await list('', own)
    expect([data.map(({ id }) => id), meta.total]).toEqual([[other], 1])
    await runUpkeep(service.db)
    expect(await Promise.all([ofThread, waiting, other].map((id) => rawSize(id, own)))).toEqual([null, null, 13])
    expect((await own.api<SenderRule[]>('GET', '/sender-rules')).body.data.map(({ pattern }) => pattern)).toEqual(['@example.com'])
  })
})

describe('sender rules', () => {
  it('have a normalised pattern, which is unique for each inbox', async () => {
    const create = (body: object) => tenant.api<SenderRule>('POST', '/sender-rules', { body })
    const { body, status } = await create({ pattern: ' Ada@BÜCHER.example', action: 'BLOCK' })
    expect([status, body.data]).toMatchObject([201, { pattern: 'ada@bücher.example', action: 'BLOCK', inboxId: null, note: null }])
    expect((await create({ pattern: 'ada@xn--bcher-kva.example', action: 'ALLOW' })).body.error?.code).toBe('SVC-CATALOG-DUPLICATE')
    expect((await create({ pattern: 'ada@bücher.example', action: 'ALLOW', inboxId: tenant.inboxId })).status).toBe(201)
    expect((await create({ pattern: '@Example.COM', action: 'ALLOW' })).body.data.pattern).toBe('@example.com')
    for (const pattern of ['example.com', '@', 'ada@', '@a b.example']) {
      const wrong = await create({ pattern, action: 'BLOCK' })
      expect([wrong.status, wrong.body.error?.details?.[0]?.field], pattern).toEqual([400, 'pattern'])
    }
    expect((await tenant.api('DELETE', `/sender-rules/${body.data.id}`)).status).toBe(200)
    const events = (await tenant.api<{ type: string }[]>('GET', '/events?limit=100')).body.data.map(({ type }) => type)
    expect(events.filter((type) => type.startsWith('sender_rule.')).toSorted()).toEqual([
      'sender_rule.created',
      'sender_rule.created',
      'sender_rule.created',
      'sender_rule.deleted',
    ])
  })

  it('need the scope threads:admin to be changed', async () => {
    const { key } = await tenant.keyFor(['threads:write'])
    expect((await tenant.api('POST', '/sender-rules', { key, body: { pattern: '@example.com', action: 'BLOCK' } })).status).toBe(403)
  })
})
