import { beforeEach, describe, expect, it } from 'vitest'
import type { BatchResult, CustomField } from '../../../client/index.ts'
import type { CallResponse } from '../../../test/support/caller.ts'
import { getRules } from '../../../test/support/rules.ts'
import { setUpService, type TestTenant } from '../../../test/support/service.ts'

type Thing = { id: string; threadId?: string; status: string; customFields: Record<string, unknown> }

let tenant: TestTenant
const service = await setUpService()
beforeEach(async () => {
  tenant = await service.createTenant()
})

const define = async (body: object) =>
  (await tenant.api<CustomField>('POST', '/custom-fields', { body: { name: 'Field', appliesTo: 'THREAD', type: 'TEXT', ...body } })).body
    .data
const change = (id: string, body: object) => tenant.api<CustomField>('PATCH', `/custom-fields/${id}`, { body })
const createThread = (customFields?: object, more: object = {}, api = tenant.api) =>
  api<Thing>('POST', '/threads', {
    body: { title: 'Help', body: 'Please', requester: { email: 'ada@example.com' }, customFields, ...more },
  })
const getThread = async (customFields?: object) => String((await createThread(customFields)).body.data.threadId)
const patch = (id: string, body: object) => tenant.api<Thing>('PATCH', `/threads/${id}`, { body })
/** Returns the status, and the fields and codes of the error details. */
const refusal = ({ status, body }: CallResponse<unknown>) => [
  status,
  ...(body.error?.details ?? []).map(({ field, code }) => `${field} ${code}`),
]

describe('a custom field', () => {
  it('has a key that is unique for threads and for customers', async () => {
    await define({ key: 'plan' })
    const refused = await tenant.api('POST', '/custom-fields', { body: { key: 'plan', name: 'P', appliesTo: 'THREAD', type: 'URL' } })
    expect([refused.status, refused.body.error?.code, refused.body.error?.details?.[0]?.field]).toEqual([
      409,
      'SVC-CATALOG-DUPLICATE',
      'key',
    ])
    expect((await define({ key: 'plan', appliesTo: 'CUSTOMER' })).key).toBe('plan')
  })

  it('comes last by default, and its key, type and target never change', async () => {
    const orders = [
      await define({ key: 'a' }),
      await define({ key: 'b' }),
      await define({ key: 'c', order: 7 }),
      await define({ key: 'd' }),
    ]
    expect(orders.map(({ order }) => order)).toEqual([0, 1, 7, 8])
    for (const body of [{ key: 'z' }, { type: 'URL' }, { appliesTo: 'CUSTOMER' }]) {
      expect((await change(orders[0]?.id ?? '', body)).body.error?.code).toBe('SVC-VALIDATION-UNKNOWN_FIELD')
    }
  })

  it('has options only as a selection, without duplicates', async () => {
    const make = (type: string, options: object[]) =>
      tenant.api('POST', '/custom-fields', { body: { key: 'k', name: 'K', appliesTo: 'THREAD', type, options } })
    expect(refusal(await make('TEXT', [{ value: 'a' }]))).toEqual([400, 'options NOT_ALLOWED'])
    expect(refusal(await make('SELECT', [{ value: 'a' }, { value: 'b' }, { value: 'a' }]))).toEqual([400, 'options[2].value REPEATED'])
    expect((await make('MULTISELECT', [{ value: 'a' }])).body.data).toMatchObject({
      options: [{ value: 'a', label: 'a', archived: false }],
    })
  })
})

describe('options that are renamed or left out', () => {
  it('keep existing values, but cannot be chosen until the option is restored', async () => {
    const { id } = await define({ key: 'plan', type: 'SELECT', options: [{ value: 'free' }, { value: 'pro', label: 'Pro' }] })
    const thread = await getThread({ plan: 'pro' })
    const renamed = (await change(id, { options: [{ value: 'free' }, { value: 'pro', label: 'Professional' }] })).body.data
    expect(renamed.options[1]).toEqual({ value: 'pro', label: 'Professional', archived: false })
    const removed = (await change(id, { options: [{ value: 'free' }] })).body.data
    expect(removed.options).toEqual([
      { value: 'free', label: 'free', archived: false },
      { value: 'pro', label: 'Professional', archived: true },
    ])
    expect((await patch(thread, { subject: 'Other', customFields: { plan: 'pro', note: 'x' } })).body.data.customFields).toEqual({
      plan: 'pro',
      note: 'x',
    })
    expect(refusal(await createThread({ plan: 'pro' }))).toEqual([400, 'customFields.plan NOT_AN_OPTION'])
    await patch(thread, { customFields: { plan: null } })
    expect(refusal(await patch(thread, { customFields: { plan: 'pro' } }))).toEqual([400, 'customFields.plan NOT_AN_OPTION'])
    await change(id, { options: [{ value: 'pro', label: 'Pro' }, { value: 'free' }] })
    expect((await patch(thread, { customFields: { plan: 'pro' } })).status).toBe(200)
  })
})

describe('values of threads', () => {
  it('must fit their fields when a thread is written; keys without a field fit always', async () => {
    await define({ key: 'seats', type: 'NUMBER' })
    await define({ key: 'since', type: 'DATE' })
    expect(refusal(await createThread({ seats: 'many', since: 'soon', other: true }))).toEqual([
      400,
      'customFields.seats WRONG_TYPE',
      'customFields.since WRONG_TYPE',
    ])
    const made = await createThread({ seats: 3, since: '2026-03-04', other: true, gone: null })
    expect(made.body.data.customFields).toEqual({ seats: 3, since: '2026-03-04', other: true })
    const id = String(made.body.data.threadId)
    expect(refusal(await patch(id, { customFields: { seats: '4' } }))).toEqual([400, 'customFields.seats WRONG_TYPE'])
    expect((await patch(id, { customFields: { seats: 4 } })).body.data.customFields).toMatchObject({ seats: 4 })
  })

  it('of an archived field can be removed, but not set, until it is restored', async () => {
    const { id } = await define({ key: 'note' })
    const thread = await getThread({ note: 'kept' })
    expect((await tenant.skein.deleteCustomField({ path: { id } })).data.archivedAt).not.toBeNull()
    expect((await patch(thread, { subject: 'Other' })).body.data.customFields).toEqual({ note: 'kept' })
    expect(refusal(await patch(thread, { customFields: { note: 'new' } }))).toEqual([400, 'customFields.note ARCHIVED'])
    expect(refusal(await createThread({ note: 'new' }))).toEqual([400, 'customFields.note ARCHIVED'])
    expect((await patch(thread, { customFields: { note: null } })).body.data.customFields).toEqual({})
    await change(id, { archived: false })
    expect((await patch(thread, { customFields: { note: 'new' } })).status).toBe(200)
  })

  it('that are required must be present on creation, and before a thread is resolved', async () => {
    await define({ key: 'topic', required: 'ON_CREATE' })
    await define({ key: 'cause', required: 'ON_RESOLVE' })
    expect(refusal(await createThread())).toEqual([400, 'customFields.topic REQUIRED'])
    const thread = await getThread({ topic: 'export' })
    expect(refusal(await patch(thread, { status: 'resolved' }))).toEqual([400, 'customFields.cause REQUIRED'])
    expect((await patch(thread, { status: 'pending' })).status).toBe(200)
    expect((await patch(thread, { status: 'resolved', customFields: { cause: 'a bug' } })).body.data.status).toBe('resolved')
  })

  it('that are required to resolve a thread are required to close it, and not blank', async () => {
    await define({ key: 'cause', required: 'ON_RESOLVE' })
    const label = (await tenant.skein.createLabel({ body: { name: 'Done' } })).data.id
    const macro = { shortcut: 'close', title: 'Close', actions: [{ type: 'SET_STATUS', status: 'closed' }] }
    const made = await tenant.api<Thing>('POST', '/canned-responses', { body: macro })
    const trigger = { type: 'EVENT', events: ['thread.labels_changed'] }
    const rules = getRules(service, tenant)
    const rule = await rules.make({ trigger, actions: macro.actions })
    for (const blank of [undefined, '', ' \u00a0', '\u200b']) {
      const thread = await getThread(blank === undefined ? {} : { cause: blank })
      const missing = [400, 'customFields.cause REQUIRED']
      for (const status of ['resolved', 'closed']) {
        expect(refusal(await patch(thread, { status }))).toEqual(missing)
        const body = { body: 'Done', changes: { status } }
        expect((await tenant.api('POST', `/threads/${thread}/reply`, { body })).status).toBe(400)
        const batch = await tenant.api<BatchResult>('POST', '/threads/batch', { body: { threadIds: [thread], changes: { status } } })
        expect(batch.body.data.results[0]?.error?.code).toBe('SVC-VALIDATION-FAILED')
      }
      const applied = { cannedResponseId: made.body.data.id }
      expect(refusal(await tenant.api('POST', `/threads/${thread}/apply-canned-response`, { body: applied }))).toEqual(missing)
      await tenant.api('POST', `/threads/${thread}/labels`, { body: { add: [label] } })
      await rules.run()
      expect(await rules.outcomes(`&ruleId=${rule.id}&threadId=${thread}`)).toEqual(['FAILED'])
      const other = await getThread({ cause: 'a bug' })
      expect((await tenant.api('POST', `/threads/${other}/merge`, { body: { sourceIds: [thread] } })).status).toBe(200)
    }
    const thread = await getThread()
    expect((await patch(thread, { status: 'closed', customFields: { cause: 'a bug' } })).body.data.status).toBe('closed')
    const resolved = await getThread({ cause: 'a bug' })
    await patch(resolved, { status: 'resolved' })
    expect((await patch(resolved, { status: 'closed', customFields: { cause: null } })).status, 'it was resolved before').toBe(200)
  })

  it('do not prevent a customer’s message on a closed thread from starting a new one', async () => {
    const thread = await getThread()
    await patch(thread, { status: 'closed' })
    await define({ key: 'topic', required: 'ON_CREATE' })
    const { status } = await tenant.api('POST', `/threads/${thread}/messages`, { body: { body: 'Still there?' } })
    expect(status).toBe(201)
  })

  it('do not change the stored response of a repeated creation', async () => {
    const more = { external_reference_id: 'order-1' }
    const headers = { 'idempotency-key': 'once' }
    const body = { title: 'Help', body: 'Please', requester: { email: 'ada@example.com' } }
    const keyed = await tenant.api<Thing>('POST', '/threads', { body, headers })
    const first = await createThread({}, more)
    await define({ key: 'topic', required: 'ON_CREATE' })
    const again = await createThread({}, more)
    expect([again.status, again.body.data.threadId]).toEqual([200, first.body.data.threadId])
    const replayed = await tenant.api<Thing>('POST', '/threads', { body, headers })
    expect([replayed.status, replayed.body.data.threadId]).toEqual([201, keyed.body.data.threadId])
  })

  it('are checked against the current fields on every node, immediately after a change', async () => {
    const node = await service.startNode()
    const onNode: typeof tenant.api = (method, path, options) => node.api(method, path, { key: tenant.key, ...options })
    const { id } = await define({ key: 'size', type: 'NUMBER' })
    for (const api of [tenant.api, onNode]) expect((await createThread({ size: 1 }, {}, api)).status).toBe(201)
    for (let round = 0; round < 3; round++) {
      await tenant.skein.deleteCustomField({ path: { id } })
      for (const api of [onNode, tenant.api])
        expect(refusal(await createThread({ size: 1 }, {}, api))).toEqual([400, 'customFields.size ARCHIVED'])
      await change(id, { archived: false })
      for (const api of [onNode, tenant.api]) expect((await createThread({ size: 1 }, {}, api)).status).toBe(201)
    }
  })
})

describe('values of customers', () => {
  it('must fit their fields when a customer is created or changed', async () => {
    await define({ key: 'site', type: 'URL', appliesTo: 'CUSTOMER', required: 'ON_CREATE' })
    const upsert = (email: string, customFields?: object) => tenant.api<Thing>('POST', '/customers', { body: { email, customFields } })
    expect(refusal(await upsert('ada@example.com'))).toEqual([400, 'customFields.site REQUIRED'])
    expect(refusal(await upsert('ada@example.com', { site: 'ftp://example.com' }))).toEqual([400, 'customFields.site WRONG_TYPE'])
    const { id } = (await upsert('ada@example.com', { site: 'https://example.com' })).body.data
    expect((await upsert('ada@example.com')).status, 'an existing customer is not created again').toBe(200)
    expect(refusal(await upsert('ada@example.com', { site: 1 }))).toEqual([400, 'customFields.site WRONG_TYPE'])
    expect(refusal(await tenant.api('PATCH', `/customers/${id}`, { body: { customFields: { site: 'x' } } }))).toEqual([
      400,
      'customFields.site WRONG_TYPE',
    ])
    expect((await createThread()).status, 'a thread’s requester is created without').toBe(201)
  })
})
