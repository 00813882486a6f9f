/** An event type with an alias: filters and subscriptions accept both names, events carry only one. */
import { afterAll, expect, it } from 'vitest'
import type { EventType, KbArticle, Webhook, WebhookDelivery } from '../../../client/index.ts'
import { openReceiver } from '../../../test/support/receiver.ts'
import { setUpTenant } from '../../../test/support/service.ts'

const type = 'kb.article.published'
const alias = 'kb_article.published'

const receiver = await openReceiver()
afterAll(() => receiver.close())
const { service, tenant } = await setUpTenant({ worker: true })

const publishArticle = async () => {
  const made = await tenant.api<KbArticle>('POST', '/kb/articles', { body: { title: 'Refunds', body: 'Five days.' } })
  expect((await tenant.api('POST', `/kb/articles/${made.body.data.id}/publish`)).status).toBe(200)
}
const createHook = async (name: string, events: string[]) => {
  const body = { url: `${receiver.url}/${name}`, events }
  const made = await tenant.api<Webhook>('POST', '/webhooks', { body })
  expect(made.status, made.text).toBe(201)
  return made.body.data
}

it('webhooks with either name receive the event, and either name finds deliveries', async () => {
  const hooks = [await createHook('type', [type]), await createHook('alias', [alias]), await createHook('both', [alias, type])]
  const changed = await createHook('changed', ['label.created'])
  const { body } = await tenant.api<Webhook>('PATCH', `/webhooks/${changed.id}`, { body: { events: [alias] } })
  for (const hook of [...hooks, body.data]) expect(hook.events).toEqual([type])
  await publishArticle()
  for (const { id } of [...hooks, changed])
    for (const name of [type, alias]) {
      const find = async () => (await tenant.skein.listWebhookDeliveries({ path: { id }, query: { eventType: name } })).data
      await expect.poll(async () => (await find()).map(({ state }) => state)).toEqual(['SUCCEEDED'])
      const [delivery] = await find()
      expect([delivery?.eventType, JSON.parse(delivery?.requestBody ?? '{}').type]).toEqual([type, type])
    }
  const deliveries = await tenant.api<WebhookDelivery[]>('GET', `/webhook-deliveries?eventType=${alias}`)
  expect(deliveries.body.meta?.total).toBe(4)
})

it('the feed and the stream filter by either name, and the types list the alias', async () => {
  await publishArticle()
  const read = (types: string) => tenant.api<{ id: string; type: string }[]>('GET', `/events?limit=100&types=${types}`)
  const [byType, byAlias, byBoth] = [await read(type), await read(alias), await read(`${alias},${type}`)]
  expect(byType.body.data.length).toBeGreaterThan(0)
  expect(new Set(byType.body.data.map((event) => event.type))).toEqual(new Set([type]))
  expect(byAlias.body).toEqual({ ...byType.body, meta: byAlias.body.meta })
  expect(byBoth.body.data).toEqual(byType.body.data)
  expect(byAlias.body.meta?.total).toBe(byType.body.meta?.total)
  const types = await tenant.api<EventType[]>('GET', '/event-types?limit=100')
  expect(types.body.data.filter((each) => each.alias !== null)).toMatchObject([{ type, alias }])
  const unknown = await read('kb_article.unpublished')
  expect([unknown.status, unknown.body.error?.code]).toEqual([400, 'SVC-VALIDATION-FAILED'])
})

it('a caller without the right to read articles may subscribe to neither name', async () => {
  const { key } = await tenant.keyFor(['webhooks:admin', 'catalog:read'])
  for (const name of [type, alias]) {
    const refused = await service.api('POST', '/webhooks', { key, body: { url: `${receiver.url}/narrow`, events: [name] } })
    expect([refused.status, refused.body.error?.code], name).toEqual([403, 'SVC-AUTH-SCOPE_ESCALATION'])
  }
})
