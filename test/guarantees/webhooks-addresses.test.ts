/** G7 through the API: no webhook reaches a non-public address, at create, update, test or delivery (SSRF). */
import { afterAll, describe, expect, it } from 'vitest'
import type { Webhook, WebhookDelivery } from '../../client/index.ts'
import { openReceiver } from '../support/receiver.ts'
import { setUpTenant, startTestService } from '../support/service.ts'
import { waitUntilSettled, getDelivery, getHook, hookAt, makeThreads, getUuid } from './webhook-fixture.ts'

/** The current DNS responses. */
const names = new Map<string, string[]>()

const webhooks = { retrySeconds: Array.from({ length: 9 }, () => 0.02), timeoutSeconds: 1, allowedCidrs: [] }
const receiver = await openReceiver()
afterAll(() => receiver.close())
const { service, tenant } = await setUpTenant({ worker: true, config: { webhooks }, resolveHost: async (host) => names.get(host) ?? [] })
afterAll(async () => {
  expect(receiver.received, 'nothing ever came').toEqual([])
})

const forbidden: [string, string][] = [
  ['loopback', '127.0.0.1'],
  ['loopback elsewhere', '127.99.0.3'],
  ['loopback 6', '[::1]'],
  ['private 10', '10.1.2.3'],
  ['private 172', '172.16.0.1'],
  ['private 172, its end', '172.31.255.255'],
  ['private 192', '192.168.1.1'],
  ['link-local', '169.254.169.254'],
  ['carriers', '100.64.0.1'],
  ['this network', '0.0.0.0'],
  ['unspecified 6', '[::]'],
  ['unique local', '[fc00::1]'],
  ['unique local fd', '[fd12:3456::1]'],
  ['link-local 6', '[fe80::1]'],
  ['mapped', '[::ffff:127.0.0.1]'],
  ['mapped, hexadecimal', '[::ffff:7f00:1]'],
  ['NAT64', '[64:ff9b::7f00:1]'],
  ['6to4', '[2002:7f00:1::]'],
  ['Teredo', '[2001:0:53aa::1]'],
  ['multicast', '224.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['decimal', '2130706433'],
  ['octal', '0177.0.0.1'],
  ['hexadecimal', '0x7f.0.0.1'],
  ['hexadecimal in one', '0x7f000001'],
  ['short', '127.1'],
  ['full width', '１２７.0.0.1'],
  ['with a dot', '127.0.0.1.'],
  ['localhost', 'localhost'],
  ['below localhost', 'a.localhost'],
]
names.set('localhost', ['127.0.0.1', '::1'])
names.set('a.localhost', ['127.0.0.1'])
names.set('public.example.com', ['93.184.215.14'])

describe.each(forbidden)('%s (%s)', (_, host) => {
  const url = `http://${host}:9/hook`

  it('is refused at create, update, test and delivery', async () => {
    expect((await tenant.api('POST', '/webhooks', { body: { url } })).body.error, 'create').toMatchObject({
      code: 'SVC-WEBHOOK-URL_FORBIDDEN',
      status: 400,
      details: [{ field: 'url', message: expect.stringContaining('WEBHOOK_ALLOWED_CIDRS') }],
    })
    const { body } = await tenant.api<Webhook>('POST', '/webhooks', {
      body: { url: 'https://public.example.com/hook', events: ['thread.created'] },
    })
    const hook = body.data
    expect((await tenant.api('PATCH', `/webhooks/${hook.id}`, { body: { url } })).body.error, 'update').toMatchObject({
      code: 'SVC-WEBHOOK-URL_FORBIDDEN',
    })
    expect(await getHook(tenant, hook.id)).toMatchObject({ url: 'https://public.example.com/hook' })
    // Simulates a webhook that an older version accepted.
    await service.db.script(`update webhooks set url = 'http://${host}:${receiver.port}/hook' where id = '${getUuid('whk', hook.id)}'`)
    expect((await tenant.api('POST', `/webhooks/${hook.id}/test`)).body.error, 'test').toMatchObject({ code: 'SVC-WEBHOOK-URL_FORBIDDEN' })
    const [eventId = ''] = await makeThreads(tenant, 1)
    await expect.poll(async () => (await getDelivery(tenant, hook.id, eventId)).error).not.toBeNull()
    const { error, responseStatus } = await getDelivery(tenant, hook.id, eventId)
    expect([error, responseStatus], 'delivery').toEqual([expect.stringMatching(/not public/), null])
    await tenant.skein.deleteWebhook({ path: { id: hook.id } })
  })
})

it.each([
  'ftp://public.example.com/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'http://user:secret@public.example.com/',
  'https://',
  'nothing',
])('%s is not a URL for a webhook', async (url) => {
  expect((await tenant.api('POST', '/webhooks', { body: { url } })).body.error?.code).toBe('SVC-WEBHOOK-URL_FORBIDDEN')
})

it('a public host that means this machine at delivery gets nothing', async () => {
  names.set('rebind.example.com', ['93.184.215.14'])
  const { body } = await tenant.api<Webhook>('POST', '/webhooks', {
    body: { url: `http://rebind.example.com:${receiver.port}/hook`, events: ['thread.created'] },
  })
  for (const addresses of [['127.0.0.1'], ['93.184.215.14', '127.0.0.1'], ['::ffff:127.0.0.1']]) {
    names.set('rebind.example.com', addresses)
    expect((await tenant.api('POST', `/webhooks/${body.data.id}/test`)).body.error?.code, String(addresses)).toBe(
      'SVC-WEBHOOK-URL_FORBIDDEN',
    )
  }
  const [eventId = ''] = await makeThreads(tenant, 1)
  await expect.poll(async () => (await getHook(tenant, body.data.id)).status).toBe('DISABLED')
  const delivery: WebhookDelivery = await getDelivery(tenant, body.data.id, eventId)
  expect(delivery.error).toMatch(/not public/)
  expect(delivery.error).not.toContain('127.0.0.1')
  await tenant.skein.deleteWebhook({ path: { id: body.data.id } })
})

it('a redirect inside is the receiver’s response, and is not followed', async () => {
  const own = await startTestService({ worker: true })
  const redirecting = await openReceiver(() => ({ status: 302, headers: { location: receiver.url } }))
  const other = await own.createTenant()
  const hook = await hookAt(other, redirecting)
  const [eventId = ''] = await makeThreads(other, 1)
  await expect.poll(async () => (await getHook(other, hook.id)).status).toBe('DISABLED')
  await waitUntilSettled(own, other, hook.id, 1).catch(() => undefined)
  expect((await getDelivery(other, hook.id, eventId)).error).toBe('Answered 302: redirects are not followed.')
  await own.stop()
  await redirecting.close()
})
