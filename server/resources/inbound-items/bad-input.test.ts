/** Requests that a program should not send: each is refused without an effect, or ends in an outcome with a cause. */
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { composeMessage as compose, type HookInbox, openHookInbox } from '../../../test/support/hooks.ts'
import { until } from '../../../test/support/job-fixture.ts'
import { setUpService, type TestTenant } from '../../../test/support/service.ts'
import { parseTypeId } from '#platform/ids.ts'

let tenant: TestTenant
let inbox: HookInbox
const service = await setUpService({ worker: true })
beforeEach(async () => {
  tenant = await service.createTenant()
  inbox = await openHookInbox(tenant, service.port)
})

const countItems = async (): Promise<number> => (await tenant.skein.listInboundItems({})).meta.total
const outcomes = async (): Promise<string[]> =>
  (await tenant.skein.listInboundItems({ query: { limit: 100 } })).data.map(
    ({ outcome, differs }) => `${outcome}${differs ? ', differs' : ''}`,
  )
const countMessages = async (): Promise<number> =>
  (await tenant.skein.listThreads({})).data.reduce((sum, { messageCount }) => sum + messageCount, 0)

describe('a request', () => {
  const refused = [401, 'SVC-HOOK-SIGNATURE_INVALID']
  it('without a valid signature, or to an unknown URL, has no effect', async () => {
    const event = compose()
    const other = await openHookInbox(await service.createTenant(), service.port)
    const without = (name: string) => ({ headers: { [name]: null } })
    const attempts = [
      { secret: other.secret },
      without('webhook-signature'),
      without('webhook-id'),
      without('webhook-timestamp'),
      { headers: { 'webhook-signature': 'v1,AAAA' } },
      { headers: { 'webhook-signature': '' } },
      { headers: { 'webhook-timestamp': 'now' } },
      { headers: { 'webhook-id': 'another' } },
      { at: new Date(Date.now() - 6 * 60_000) },
      { at: new Date(Date.now() + 6 * 60_000) },
      { url: `${inbox.url}x` },
      { url: inbox.url.replace('chk_', 'inb_') },
      { url: inbox.url.replace(/chk_.*/, `chk_${'0'.repeat(26)}`) },
      { url: inbox.url.replace(/chk_.*/, '') },
      { url: other.url },
    ]
    for (const attempt of attempts) {
      const { status, code } = await inbox.post(event, attempt)
      expect([status, code], JSON.stringify(attempt)).toEqual(refused)
    }
    expect(await countItems()).toBe(0)
    expect((await inbox.post(event)).status).toBe(202)
  })

  it('to an inbox without hook or secret, or a suspended tenant, is refused as well', async () => {
    const { data } = await tenant.skein.createInbox({ body: { name: 'Bare', type: 'API', hook: {} } })
    const answers = [await inbox.post(compose(), { url: data.hook?.inboundUrl ?? '' })]
    await tenant.skein.updateInbox({ path: { id: inbox.inboxId }, body: { hook: null } })
    answers.push(await inbox.post(compose()))
    // A program that was cut off stays so when the inbox gets another one.
    await tenant.skein.updateInbox({ path: { id: inbox.inboxId }, body: { hook: {} } })
    answers.push(await inbox.post(compose()))
    const suspended = await service.createTenant()
    const theirs = await openHookInbox(suspended, service.port)
    await service.db.script(`update tenants set status = 'SUSPENDED' where tenant_id = '${suspended.tenantId}'`)
    answers.push(await theirs.post(compose()))
    for (const { status, code } of answers) expect([status, code]).toEqual(refused)
  })

  it('signed with an earlier secret is accepted during the overlap', async () => {
    await tenant.skein.rotateInboxSecret({ path: { id: inbox.inboxId }, body: { overlapSeconds: 3600 } })
    expect((await inbox.post(compose())).status).toBe(202)
    await tenant.skein.rotateInboxSecret({ path: { id: inbox.inboxId }, body: { overlapSeconds: 0 } })
    expect((await inbox.post(compose())).status).toBe(401)
  })

  it('of more than 1 MiB is refused, announced or not', async () => {
    const large = JSON.stringify(compose({ body: 'x'.repeat(10_000_000) }))
    expect(await inbox.post(large, { headers: { 'content-length': String(large.length) } })).toMatchObject({
      status: 413,
      code: 'SVC-HOOK-TOO_LARGE',
    })
    expect(await inbox.post(large, { headers: { 'transfer-encoding': 'chunked' } })).toMatchObject({
      status: 413,
      code: 'SVC-HOOK-TOO_LARGE',
    })
    expect(await countItems()).toBe(0)
  })

  it('with another method is refused', async () => {
    const path = new URL(inbox.url).pathname
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const response = await fetch(`http://127.0.0.1:${service.port}${path}`, { method })
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
    }
  })

  it('with a broken body names the field, and nothing is stored', async () => {
    const from = { address: 'ada-1' }
    const cases: [object | string | Buffer, string][] = [
      ['', 'The body is not JSON.'],
      ['{', 'The body is not JSON.'],
      ['[1]', 'The body must be an object'],
      ['null', 'The body must be an object'],
      [{ data: {} }, 'fields type and data'],
      [{ type: 7, data: {} }, 'fields type and data'],
      [{ type: 'message.received' }, 'data must be an object'],
      [compose({ externalId: undefined }), 'data.externalId is required'],
      [compose({ externalId: '   ' }), 'data.externalId is required'],
      [compose({ externalId: 'x'.repeat(256) }), 'data.externalId has more than 255'],
      [compose({ from: null }), 'data.from must be an object'],
      [compose({ from: {} }), 'data.from.address is required'],
      [compose({ body: ['x'] }), 'data.body must be a string'],
      [compose({ body: 'x'.repeat(100_001) }), 'data.body has more than'],
      [compose({ bodyFormat: 'markdown' }), 'data.bodyFormat must be one of'],
      [compose({ from, sentAt: 'yesterday' }), 'data.sentAt must be a time'],
      [compose({ attachments: [{ url: 'file:///etc/passwd' }] }), 'data.attachments[0].url must be'],
      [compose({ attachments: {} }), 'data.attachments must be a list'],
      [{ type: 'message.status', data: { state: 'SENT' } }, 'data.deliveryId or data.externalId'],
      [{ type: 'message.status', data: { externalId: 'x', state: 'EATEN' } }, 'data.state must be one of'],
      [{ type: 'message.edited', data: {} }, 'data.externalId is required'],
    ]
    for (const [event, message] of cases) {
      const response = await inbox.post(event)
      expect([response.status, response.code], message).toEqual([400, 'SVC-HOOK-MALFORMED'])
      expect(response.message).toContain(message)
    }
    expect(await countItems()).toBe(0)
  })

  it('beyond the limit of the inbox is refused, and other inboxes are not slower', async () => {
    const limited = await setUpService({ rateLimits: { tenantPerMinute: 12 } })
    const [busy, quiet] = [await limited.createTenant(), await limited.createTenant()]
    const [flooded, other] = [await openHookInbox(busy, limited.port), await openHookInbox(quiet, limited.port)]
    for (let i = 0; i < 30; i++) await flooded.post(compose(), { secret: other.secret })
    const statuses: number[] = []
    for (let i = 0; i < 13; i++) statuses.push((await flooded.post(compose())).status)
    expect(statuses, 'only verified requests count').toEqual([...Array<number>(12).fill(202), 429])
    const { status, code, headers } = await flooded.post(compose())
    expect([status, code]).toEqual([429, 'SVC-RATE-TENANT_EXCEEDED'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect((await other.post(compose())).status).toBe(202)
  })
})

describe('an item', () => {
  it('that arrives again is a duplicate of the first', async () => {
    const event = compose()
    const first = await inbox.post(event)
    expect(first.status).toBe(202)
    const replayed = { id: 'the-same', at: new Date() }
    expect(await inbox.post(event, replayed)).toMatchObject({ status: 200, id: first.id })
    expect(await inbox.post(event, replayed)).toMatchObject({ status: 200, id: first.id })
    const changed = { ...event, data: { ...event.data, body: 'Another text.' } }
    expect(await inbox.post(changed)).toMatchObject({ status: 200, id: first.id })
    await inbox.deliver(compose({ from: { address: 'last' } }))
    expect(await outcomes()).toEqual(['MESSAGE', 'DUPLICATE, differs', 'DUPLICATE', 'DUPLICATE', 'MESSAGE'])
    expect(await countMessages()).toBe(2)
    const [differing] = (await tenant.skein.listInboundItems({ query: { outcome: 'DUPLICATE' } })).data
    expect(differing).toMatchObject({ duplicateOf: first.id, differs: true })
    const { payload } = (await tenant.skein.getInboundItem({ path: { id: differing?.id ?? '' } })).data
    expect(payload).toContain('Another text.')
  })

  it('without an id of a message is the same when its request is', async () => {
    const event = { type: 'message.liked', data: { by: 'Ada' } }
    const first = await inbox.post(event, { id: 'request-1' })
    expect(await inbox.post(event, { id: 'request-1' })).toMatchObject({ status: 200, id: first.id })
    expect((await inbox.post(event, { id: 'request-2' })).status).toBe(202)
  })

  it('posted fifty times at once is one message', async () => {
    const event = compose()
    const responses = await Promise.all(Array.from({ length: 50 }, () => inbox.post(event)))
    expect(responses.filter(({ status }) => status === 202)).toHaveLength(1)
    expect(new Set(responses.map(({ id }) => id)).size).toBe(1)
    await inbox.deliver(compose({ from: { address: 'last' } }))
    expect(await countMessages()).toBe(2)
    expect(await countItems()).toBe(51)
  })

  it('with the same id in another inbox is another message', async () => {
    const other = await openHookInbox(tenant, service.port)
    const event = compose()
    expect([(await inbox.deliver(event)).outcome, (await other.deliver(event)).outcome]).toEqual(['MESSAGE', 'MESSAGE'])
    const edited = { type: 'message.edited', data: { externalId: event.data.externalId, body: 'In the second inbox.' } }
    const change = await other.deliver(edited)
    const { data } = await tenant.skein.listMessages({ path: { id: change.threadId ?? '' } })
    expect(data.map(({ body }) => body)).toEqual(['In the second inbox.'])
  })

  it('with text that PostgreSQL cannot store is stored without it', async () => {
    const raw = `{"type":"message.received","data":{"externalId":"odd","from":{"address":"a\\u0000b","name":"\\ud83d"},"body":"one\\u0000two \\ud800 end"}}`
    const { threadId, from } = await inbox.deliver(raw)
    const { data } = await tenant.skein.listMessages({ path: { id: threadId ?? '' } })
    expect([from, data[0]?.body]).toEqual(['ab', 'onetwo \ufffd end'])
    const unknown = await inbox.deliver(`{"type":"li\\u0000ked\\ud83d","data":{}}`)
    expect([unknown.kind, unknown.cause]).toEqual(['liked\ufffd', 'UNKNOWN_TYPE'])
    const invalid = Buffer.concat([Buffer.from(JSON.stringify(compose()).slice(0, -2)), Buffer.from(',"x":"\xff"}}', 'latin1')])
    // The library signs text, so the signature of other bytes is refused.
    expect((await inbox.post(invalid)).status).toBe(401)
  })

  it('of deep JSON, or with many unknown fields, is read', async () => {
    const deep = `{"type":"message.received","data":{"externalId":"deep","from":{"address":"x"},"body":"Hi","more":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`
    expect((await inbox.deliver(deep)).outcome).toBe('MESSAGE')
    const poisoned = `{"type":"message.received","data":{"__proto__":{"externalId":"p"},"from":{"address":"x"},"body":"Hi"}}`
    expect((await inbox.post(poisoned)).message).toContain('data.externalId is required')
  })

  it('of an unknown type is counted and listed, and has no effect', async () => {
    for (const type of ['message.liked', 'constructor', '__proto__', '', 'x'.repeat(5_000)]) {
      const found = await inbox.deliver({ type, data: {} }, { id: randomUUID() })
      expect([found.outcome, found.cause], type.slice(0, 20)).toEqual(['IGNORED', 'UNKNOWN_TYPE'])
    }
    expect(await countMessages()).toBe(0)
  })

  it('with neither words nor a file, or with HTML without words, is ignored', async () => {
    for (const data of [{ body: '' }, { body: '  \n' }, { body: '<p><br></p>', bodyFormat: 'html' }])
      expect(await inbox.deliver(compose(data))).toMatchObject({ outcome: 'IGNORED', cause: 'EMPTY' })
    const { outcome, cause } = await inbox.deliver(compose({ body: '<b>'.repeat(10_001), bodyFormat: 'html' }))
    expect([outcome, cause]).toEqual(['SUSPENDED', 'UNREADABLE'])
  })

  it('is visible to its tenant only', async () => {
    const { id } = await inbox.deliver(compose())
    const other = await service.createTenant()
    for (const [method, path] of [
      ['GET', `/inbound-items/${id}`],
      ['POST', `/inbound-items/${id}/release`],
    ] as const)
      expect((await other.api(method, path)).body.error?.code).toBe('SVC-INBOUND_ITEM-NOT_FOUND')
    expect((await other.skein.listInboundItems({})).meta.total).toBe(0)
  })

  it('that cannot be processed is suspended after the last attempt', async () => {
    const { id } = await inbox.post(compose({ from: { address: 'u-1', email: 'ada@example.com' } }))
    const stuck = await tenant.suspendItem()
    const [uuid, tenantId] = [parseTypeId('itm', stuck) ?? '', tenant.tenantId]
    // As if a later version had accepted it.
    await service.db.script(`
      update inbound_items set outcome = 'RECEIVED', provider = 'LATER', cause = null, processed_at = null, expires_at = null where tenant_id = '${tenantId}' and id = '${uuid}';
      insert into jobs (tenant_id, id, name, key, due_at) values ('${tenantId}', '${uuid}', 'process-item', '${uuid}', now());`)
    const find = async (item: string) => (await tenant.skein.getInboundItem({ path: { id: item } })).data
    await until(async () => {
      await service.db.script(`
        update jobs set due_at = now() where tenant_id = '${tenantId}' and name = 'process-item' and leased_until is null and state = 'WAITING';
        update job_queues set due_at = now() where tenant_id = '${tenantId}' and name = 'process-item'`)
      return (await find(stuck)).outcome !== 'RECEIVED'
    })
    expect(await find(stuck)).toMatchObject({ outcome: 'SUSPENDED', cause: 'FAILED', lastError: 'There is no provider LATER' })
    expect((await find(id ?? '')).outcome, 'does not hold back the others').toBe('MESSAGE')
  })
})
