/** A text that is not saved yet is shown as it would be sent to a customer. */
import { expect, it } from 'vitest'
import { setUpTenant } from '../../../../test/support/service.ts'
import { makeThread } from '../../../../test/support/threads.ts'

const { service, tenant } = await setUpTenant()

const thread = await makeThread(tenant, { title: 'Order 1842', requester: { email: 'ada@example.com', name: 'Ada <Lovelace>' } })
const preview = async (body: object, api = tenant.api) => {
  const response = await api<{ body: string; bodyFormat: string; missing: string[] }>('POST', `/threads/${thread}/preview-text`, { body })
  return [response.status, response.body.data?.body, response.body.data?.bodyFormat, response.body.data?.missing]
}

it('a reply is filled in, escaped and sanitised as a canned response is', async () => {
  const text = 'Hello {{customer.firstName|there}}, {{thread.subject}} {{team.name|us}} {{customer.externalId}} {{custmer.name}}'
  const filled = 'Hello Ada, Order 1842 us {{customer.externalId}} {{custmer.name}}'
  expect(await preview({ body: text })).toEqual([200, filled, 'text', ['customer.externalId', 'custmer.name']])
  expect(await preview({ body: '<p onclick="x()">Dear {{customer.name}}</p>' })).toEqual([
    200,
    '<p>Dear Ada &lt;Lovelace&gt;</p>',
    'html',
    [],
  ])
})

it('signatures and automatic replies are filled in by their own rules', async () => {
  expect(await preview({ body: 'Best, {{agent.name}} {{team.name}}', use: 'SIGNATURE' })).toEqual([
    200,
    expect.stringMatching(/^Best, \S/),
    'text',
    [],
  ])
  const automatic = 'Hi {{customer.firstName|there}}: {{inbox.expectedReplyTime|as soon as we can}}'
  expect(await preview({ body: automatic, use: 'AUTO_REPLY' })).toEqual([200, 'Hi Ada: as soon as we can', 'text', []])
})

it('a key without the scopes of the variables, and another tenant, see nothing', async () => {
  const { key } = await tenant.keyFor(['threads:read'])
  const asKey: typeof tenant.api = (method, path, options) => service.api(method, path, { key, ...options })
  expect(await preview({ body: '{{customer.customFields.plan}}' }, asKey)).toEqual([403, undefined, undefined, undefined])
  expect((await preview({ body: 'Hi' }, asKey))[0]).toBe(200)
  expect((await preview({ body: 'Hi' }, (await service.createTenant()).api))[0]).toBe(404)
  expect((await preview({ body: ' ' }))[0]).toBe(400)
})

it('a text that its variables make too long is refused, before it is sanitised', async () => {
  const customFields = { note: 'x'.repeat(4_000) }
  const id = await makeThread(tenant, { title: 'Long', requester: { email: 'ada@example.com' }, customFields })
  const template = '{{thread.customFields.note}} '.repeat(1_000)
  const { status, body } = await tenant.api('POST', `/threads/${id}/preview-text`, { body: { body: template } })
  expect([status, body.error?.details?.[0]]).toMatchObject([400, { field: 'body', code: 'TOO_LONG' }])
  const canned = await tenant.skein.createCannedResponse({ body: { title: 'Long', shortcut: 'long', body: template } })
  const path = `/canned-responses/${canned.data.id}`
  expect((await tenant.api('POST', `${path}/preview`, { body: { threadId: id } })).status).toBe(400)
  const applied = await tenant.api('POST', `/threads/${id}/apply-canned-response`, { body: { cannedResponseId: canned.data.id } })
  expect([applied.status, applied.body.error?.details?.[0]?.code]).toEqual([422, 'TOO_LONG'])
})
