/** The scopes that a key needs for the values that a canned response fills in. */
import { expect, it } from 'vitest'
import type { CannedResponse } from '../../../../client/index.ts'
import type { CallResponse } from '../../../../test/support/caller.ts'
import { setUpTenant } from '../../../../test/support/service.ts'
import { snapshot } from '../../../../test/support/snapshot.ts'

const { service, tenant } = await setUpTenant()

let count = 0
const createCannedResponse = async (body: object): Promise<string> => {
  const created = await tenant.api<CannedResponse>('POST', '/canned-responses', { body: { shortcut: `s${++count}`, title: 'T', ...body } })
  return created.body.data.id
}
const createThread = async (email: string): Promise<string> => {
  const body = { title: 'Export', body: 'Empty', requester: { email } }
  return (await tenant.skein.createThread({ body })).data.threadId
}
const apply = (thread: string, id: string, api: typeof tenant.api) =>
  api('POST', `/threads/${thread}/apply-canned-response`, { body: { cannedResponseId: id } })
const withKey = async (scopes: Parameters<typeof tenant.keyFor>[0]): Promise<typeof tenant.api> => {
  const { key } = await tenant.keyFor(scopes)
  return (method, path, options) => tenant.api(method, path, { key, mayFail: true, ...options })
}
const lacking = ({ status, body }: CallResponse<unknown>) => [status, body.error?.code, body.error?.details?.[0]?.message]

it('only keys with customers:read fill in fields that the thread does not show', async () => {
  const fields = { key: 'plan', name: 'Plan', type: 'TEXT', appliesTo: 'CUSTOMER' }
  expect((await tenant.api('POST', '/custom-fields', { body: fields })).status).toBe(201)
  const customer = { email: 'vip@example.com', name: 'Vera', externalId: 'crm-7', customFields: { plan: 'gold' } }
  expect((await tenant.api('POST', '/customers', { body: customer })).status).toBe(201)
  const thread = await createThread(customer.email)
  const [shown, secret, note] = [
    await createCannedResponse({ body: 'Hello {{customer.firstName}}, {{customer.email}}' }),
    await createCannedResponse({ body: 'Hello {{customer.externalId|you}}' }),
    await createCannedResponse({ body: 'Hello', actions: [{ type: 'ADD_NOTE', body: '{{ customer.customFields.plan }}' }] }),
  ]
  const few = await withKey(['threads:write', 'catalog:read'])
  const all = await withKey(['threads:write', 'catalog:read', 'customers:read'])
  const previewAs = (api: typeof tenant.api, id: string) =>
    api<{ body: string; actions: { body: string }[] }>('POST', `/canned-responses/${id}/preview`, { body: { threadId: thread } })
  expect((await previewAs(few, shown)).body.data.body).toBe('Hello Vera, vip@example.com')
  expect((await previewAs(all, secret)).body.data.body).toBe('Hello crm-7')
  expect((await previewAs(all, note)).body.data.actions[0]?.body).toBe('gold')
  const before = await snapshot(service.db, tenant.tenantId)
  for (const id of [secret, note]) {
    const refused = [403, 'SVC-AUTH-SCOPE_ESCALATION', 'customers:read']
    expect(lacking(await previewAs(few, id))).toEqual(refused)
    expect(lacking(await apply(thread, id, few))).toEqual(refused)
  }
  expect(await snapshot(service.db, tenant.tenantId)).toEqual(before)
  expect((await apply(thread, shown, few)).status).toBe(200)
  for (const id of [secret, note]) expect((await apply(thread, id, all)).status).toBe(200)
})

it('only keys with catalog:read preview a canned response', async () => {
  const id = await createCannedResponse({ body: 'Hello' })
  const api = await withKey(['threads:read'])
  const refused = await api('POST', `/canned-responses/${id}/preview`, { body: { threadId: await createThread('ada@example.com') } })
  expect(lacking(refused)).toEqual([403, 'SVC-AUTH-SCOPE_ESCALATION', 'catalog:read'])
})
