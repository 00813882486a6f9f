/** A caller who may not read a webhook's events cannot change its URL or secret, or see the events in deliveries. */
import { afterAll, expect, it } from 'vitest'
import type { Webhook, WebhookDelivery } from '../../../client/index.ts'
import { openReceiver } from '../../../test/support/receiver.ts'
import { setUpTenant } from '../../../test/support/service.ts'
import { allScopes, covers } from '#platform/principal.ts'

const receiver = await openReceiver()
afterAll(() => receiver.close())
const { service, tenant } = await setUpTenant({ worker: true })
/** A key that may manage webhooks and read labels, but not threads. */
const narrow = (await tenant.keyFor(['webhooks:admin', 'catalog:read'])).key

const own = 'http://127.0.0.1:9/attacker'
const hookFor = async (events: string[], key = tenant.key) =>
  (await service.api<Webhook>('POST', '/webhooks', { key, body: { url: `${receiver.url}/${events.join('-')}`, events } })).body.data
const thread = () =>
  tenant.api('POST', '/threads', { body: { title: 'Secret', body: 'canary text', requester: { email: 'ada@example.com' } } })
const send = async (method: string, path: string, body?: object, key = narrow) => {
  const answer = await service.api(method, path, { key, ...(body ? { body } : {}) })
  return answer.status === 403 ? answer.body.error?.code : answer.status
}
const escalation = 'SVC-AUTH-SCOPE_ESCALATION'
const getDeliveries = async ({ id }: Webhook, key = tenant.key) =>
  (await service.api<WebhookDelivery[]>('GET', `/webhooks/${id}/deliveries`, { key })).body.data
const settled = (hook: Webhook, state: string) =>
  expect.poll(async () => (await getDeliveries(hook)).map((each) => each.state)).toEqual([state])

it.each([
  ['another address', 'PATCH', '', { url: own }],
  ['fewer events', 'PATCH', '', { events: ['label.created'] }],
  ['a pause', 'PATCH', '', { status: 'PAUSED' }],
  ['a new secret', 'POST', '/rotate-secret', {}],
  ['a new start', 'POST', '/enable', { replayMissed: true }],
])('%s is refused to callers who may not read the webhook’s events, and only to them', async (_, method, more, body) => {
  for (const events of [['thread.created', 'label.created'], ['*']]) {
    const wide = await hookFor(events)
    expect(await send(method, `/webhooks/${wide.id}${more}`, body)).toBe(escalation)
    expect((await tenant.skein.getWebhook({ path: { id: wide.id } })).data).toMatchObject({ url: wide.url, events, status: 'ACTIVE' })
    expect(await send(method, `/webhooks/${wide.id}${more}`, body, tenant.key)).toBe(200)
  }
  const readable = await hookFor(['label.created'], narrow)
  expect(await send(method, `/webhooks/${readable.id}${more}`, body)).toBe(200)
})

it('waiting deliveries count even if the webhook no longer subscribes to their type', async () => {
  const hook = await hookFor(['thread.created'])
  await tenant.skein.updateWebhook({ path: { id: hook.id }, body: { status: 'PAUSED' } })
  await thread()
  await settled(hook, 'PENDING')
  await tenant.skein.updateWebhook({ path: { id: hook.id }, body: { events: ['label.created'] } })
  expect(await send('PATCH', `/webhooks/${hook.id}`, { url: own })).toBe(escalation)
  expect(await send('POST', `/webhooks/${hook.id}/enable`, { replayMissed: true })).toBe(escalation)
  await tenant.skein.enableWebhook({ path: { id: hook.id }, body: { replayMissed: true } })
  await settled(hook, 'SUCCEEDED')
  expect(await send('PATCH', `/webhooks/${hook.id}`, { url: own }), 'once they are sent').toBe(200)
})

it('a delivery’s bodies and replay require the right to read its event', async () => {
  receiver.respond = (_, n) => ({ status: n === 1 ? 500 : 200, body: 'echo: canary text' })
  const hook = await hookFor(['thread.created'])
  await thread()
  await settled(hook, 'SUCCEEDED')
  const [shown] = await getDeliveries(hook)
  expect(shown?.requestBody).toContain('"thread.created"')
  expect(JSON.stringify(shown?.attempts)).toContain('canary text')
  const both = [
    await getDeliveries(hook, narrow),
    (await service.api<WebhookDelivery[]>('GET', '/webhook-deliveries', { key: narrow })).body.data,
  ]
  for (const list of both) {
    const seen = list.find(({ id }) => id === shown?.id)
    expect(seen).toMatchObject({ eventType: 'thread.created', state: 'SUCCEEDED', requestBody: null, responseBody: null })
    expect(JSON.stringify(seen).includes('canary text')).toBe(false)
  }
  expect(await send('POST', `/webhook-deliveries/${shown?.id}/replay`)).toBe(escalation)
  expect(await send('POST', `/webhook-deliveries/${shown?.id}/replay`, undefined, tenant.key)).toBe(201)
})

it('only callers who read threads redirect a webhook that a rule or macro names', async () => {
  const actions = (webhookId: string) => [{ type: 'SEND_WEBHOOK', webhookId }]
  const trigger = { type: 'EVENT', events: ['thread.created'] }
  const named = [
    (id: string) => ['/automation-rules', { name: 'Rule', enabled: false, trigger, actions: actions(id) }] as const,
    (id: string) => ['/canned-responses', { shortcut: 'send', title: 'Send', actions: actions(id) }] as const,
  ]
  for (const name of named) {
    const readable = await hookFor(['label.created'], narrow)
    const redirect = (key: string, n: number) => send('PATCH', `/webhooks/${readable.id}`, { url: `${own}${n}` }, key)
    expect(await redirect(narrow, 0)).toBe(200)
    const [path, body] = name(readable.id)
    expect((await tenant.api('POST', path, { body })).status).toBe(201)
    for (const [i, scope] of allScopes.entries()) {
      const { key } = await tenant.keyFor(['webhooks:admin', 'catalog:read', scope])
      expect(await redirect(key, i + 1), scope).toBe(covers([scope], 'threads:read') ? 200 : escalation)
    }
  }
})
