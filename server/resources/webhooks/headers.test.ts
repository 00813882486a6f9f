/** Headers that a webhook's deliveries get: sent, never shown. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Webhook, WebhookDelivery } from '../../../client/index.ts'
import { openReceiver, type Receiver } from '../../../test/support/receiver.ts'
import { setUpService, type TestTenant } from '../../../test/support/service.ts'
import { whereIs } from '../../../test/support/snapshot.ts'

const value = 'Bearer a-gateway-key-of-acme'

let tenant: TestTenant
let receiver: Receiver
const service = await setUpService()
beforeEach(async () => {
  tenant = await service.createTenant()
  receiver = await openReceiver()
})
afterEach(() => receiver.close())

const create = (headers: unknown, more: object = {}) =>
  tenant.api<Webhook>('POST', '/webhooks', { body: { url: receiver.url, headers, ...more } })
const patch = (id: string, body: object) => tenant.api<Webhook>('PATCH', `/webhooks/${id}`, { body })
const sendTest = async (id: string) => (await tenant.api<WebhookDelivery>('POST', `/webhooks/${id}/test`)).body.data
const getProblem = ({ body }: Awaited<ReturnType<typeof create>>) => [body.error?.code, body.error?.details?.[0]?.field]

describe('the headers of a webhook', () => {
  it('reach the receiver, and no response, audit row or table shows their values', async () => {
    receiver.respond = ({ headers }) => ({ status: 500, body: `You sent ${headers['authorization']}` })
    const { status, text, body } = await create([
      { name: 'Authorization', value },
      { name: 'X-Team', value: 'a b' },
    ])
    expect(status, text).toBe(201)
    expect(body.data.headers).toEqual([{ name: 'Authorization' }, { name: 'X-Team' }])
    const delivery = await sendTest(body.data.id)
    expect(receiver.received[0]?.headers).toMatchObject({ authorization: value, 'x-team': 'a b', 'content-type': 'application/json' })
    expect(delivery).toMatchObject({ requestHeaders: { Authorization: '(hidden)' }, responseBody: 'You sent (hidden)' })
    const shown = [text, JSON.stringify(delivery), (await tenant.api('GET', '/audit-logs')).text, (await tenant.api('GET', '/events')).text]
    for (const each of shown) expect(each).not.toContain(value)
    expect(await whereIs(service.db, [value])).toEqual([])
  })

  it('are replaced by PATCH, where a header without a value keeps its stored one', async () => {
    const { id } = (
      await create([
        { name: 'X-One', value: '1' },
        { name: 'X-Two', value: '2' },
      ])
    ).body.data
    const changed = await patch(id, { headers: [{ name: 'x-two' }, { name: 'X-Three', value: '3' }] })
    expect(changed.body.data.headers).toEqual([{ name: 'x-two' }, { name: 'X-Three' }])
    await sendTest(id)
    expect(receiver.received[0]?.headers).toMatchObject({ 'x-two': '2', 'x-three': '3' })
    expect(receiver.received[0]?.headers).not.toHaveProperty('x-one')
    const first = await patch(id, { headers: [{ name: 'X-Two', value: 'new' }] })
    const again = await patch(id, { headers: [{ name: 'X-Two', value: 'new' }] })
    expect([again.headers.etag, again.body.data], 'nothing changes').toEqual([first.headers.etag, first.body.data])
    expect((await patch(id, { headers: [{ name: 'X-Two', value: 'newer' }] })).headers.etag).not.toBe(first.headers.etag)
    await patch(id, { headers: [{ name: 'X-Two', value: 'new' }] })
    await sendTest(id)
    expect(receiver.received[1]?.headers).toMatchObject({ 'x-two': 'new' })
    expect((await patch(id, { headers: [] })).body.data.headers).toEqual([])
    expect(getProblem(await patch(id, { headers: [{ name: 'X-Two' }] }))).toEqual(['SVC-VALIDATION-FAILED', 'headers[0].value'])
  })

  it('are not sent to another server unless their values are sent again', async () => {
    const other = await openReceiver()
    const { id } = (await create([{ name: 'X-Key', value }])).body.data
    expect(getProblem(await patch(id, { url: other.url }))).toEqual(['SVC-VALIDATION-FAILED', 'headers'])
    expect(getProblem(await patch(id, { url: other.url, headers: [{ name: 'X-Key' }] }))).toEqual([
      'SVC-VALIDATION-FAILED',
      'headers[0].value',
    ])
    expect((await patch(id, { url: `${receiver.url}/elsewhere` })).status, 'the same server').toBe(200)
    expect((await patch(id, { url: other.url, headers: [] })).status).toBe(200)
    await sendTest(id)
    expect(other.received[0]?.headers).not.toHaveProperty('x-key')
    await other.close()
  })

  it.each([
    'Host',
    'content-length',
    'Content-Type',
    'Transfer-Encoding',
    'Connection',
    'TE',
    'webhook-id',
    'Webhook-Signature',
    'user-agent',
  ])('cannot be %s', async (name) => {
    expect(getProblem(await create([{ name, value: 'x' }]))).toEqual(['SVC-VALIDATION-FAILED', 'headers[0].name'])
  })

  it.each(['a b', 'a:', 'a\r\nb', 'ä', '', 'x'.repeat(65)])('refuse the name %j', async (name) => {
    expect(getProblem(await create([{ name, value: 'x' }]))).toEqual(['SVC-VALIDATION-FAILED', 'headers[0].name'])
  })

  it.each(['a\r\nX-Other: b', 'a\nb', ' a', 'a ', 'ä', '\u0000', '\u007f', '', 'x'.repeat(2_049)])('refuse the value %j', async (wrong) => {
    expect(getProblem(await create([{ name: 'X-Key', value: wrong }]))).toEqual(['SVC-VALIDATION-FAILED', 'headers[0].value'])
  })

  it('are at most ten, each once in any letter case', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => ({ name: `X-${i}`, value: 'x' }))
    expect((await create(many(10))).status).toBe(201)
    expect(getProblem(await create(many(11)))).toEqual(['SVC-VALIDATION-FAILED', 'headers'])
    expect(
      getProblem(
        await create([
          { name: 'X-Key', value: 'a' },
          { name: 'x-key', value: 'b' },
        ]),
      ),
    ).toEqual(['SVC-VALIDATION-FAILED', 'headers[1].name'])
  })
})
