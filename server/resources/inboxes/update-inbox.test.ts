import { beforeEach, describe, expect, it } from 'vitest'
import type { CreatedThread, Inbox } from '../../../client/index.ts'
import { setUpService, type TestTenant } from '../../../test/support/service.ts'

let tenant: TestTenant
const service = await setUpService()
beforeEach(async () => {
  tenant = await service.createTenant()
})

const create = async (body: object) => (await tenant.api<Inbox>('POST', '/inboxes', { body })).body.data
const change = (id: string, body: object) => tenant.api<Inbox>('PATCH', `/inboxes/${id}`, { body })
const inboxes = async () => (await tenant.skein.listInboxes({ query: { limit: 100 } })).data
const defaults = async () => (await inboxes()).filter(({ isDefault }) => isDefault).map(({ id }) => id)
const newThread = async () =>
  await tenant.api<CreatedThread>('POST', '/threads', { body: { title: 'Hello', body: 'Hi', requester: { email: 'ada@example.com' } } })
const getAudit = async (id: string) => (await tenant.skein.listAuditLogs({ query: { targetId: id } })).data

describe('the default inbox', () => {
  it('is the one that a new tenant has, until another replaces it', async () => {
    expect(await defaults()).toEqual([tenant.inboxId])
    const made = await create({ name: 'Mail', type: 'email', isDefault: true })
    expect(made).toMatchObject({ type: 'EMAIL', isDefault: true })
    expect(await defaults()).toEqual([made.id])
    await change(tenant.inboxId, { isDefault: true })
    expect(await defaults()).toEqual([tenant.inboxId])
  })

  it('gets an audit row and an event when another replaces it', async () => {
    const { id } = await create({ name: 'Mail', type: 'EMAIL' })
    const before = await tenant.api('GET', `/inboxes/${tenant.inboxId}`)
    await change(id, { isDefault: true })
    expect(await getAudit(tenant.inboxId)).toMatchObject([
      { action: 'inbox.updated', before: { isDefault: true }, after: { isDefault: false } },
    ])
    expect((await tenant.api('GET', `/inboxes/${tenant.inboxId}`)).headers.etag).not.toBe(before.headers.etag)
  })

  it('stays the only one under concurrent requests', async () => {
    const ids = await Promise.all(['A', 'B', 'C', 'D'].map(async (name) => (await create({ name, type: 'API' })).id))
    for (let round = 0; round < 5; round++) {
      const moves = ids.map((id, i) =>
        i === 0 && round % 2
          ? tenant.api('POST', '/inboxes', { body: { name: 'New', type: 'API', isDefault: true } })
          : change(id, { isDefault: true }),
      )
      const others = [change(tenant.inboxId, { isDefault: false }), change(ids[1] ?? '', { name: `B${round}` }), newThread()]
      const responses = await Promise.all([...moves, ...others])
      expect(responses.map(({ status }) => status).filter((status) => status >= 300)).toEqual([])
      expect(await defaults()).toHaveLength(1)
    }
  })

  it('is optional: without it the oldest active EMAIL or API inbox gets the threads', async () => {
    const chat = await create({ name: 'Chat', type: 'WIDGET' })
    const mail = await create({ name: 'Mail', type: 'EMAIL' })
    expect((await newThread()).body.data.inboxId).toBe(tenant.inboxId)
    await change(chat.id, { isDefault: true })
    expect((await newThread()).body.data.inboxId, 'the default, of any type').toBe(chat.id)
    await change(chat.id, { isDefault: false })
    expect(await defaults()).toEqual([])
    expect((await newThread()).body.data.inboxId, 'the oldest').toBe(tenant.inboxId)
    await change(tenant.inboxId, { active: false })
    expect((await newThread()).body.data.inboxId, 'the oldest active').toBe(mail.id)
    await change(chat.id, { isDefault: true, active: false })
    expect((await newThread()).body.data.inboxId, 'an inactive default is skipped').toBe(mail.id)
  })

  it('does not exist without active inboxes, and new threads then get 422', async () => {
    await create({ name: 'Chat', type: 'WIDGET' })
    await change(tenant.inboxId, { active: false })
    const refused = await newThread()
    expect([refused.status, refused.body.error?.code]).toEqual([422, 'SVC-INBOX-NONE_AVAILABLE'])
    expect((await tenant.api('GET', '/threads')).body.meta.total).toBe(0)
    expect((await tenant.api('GET', '/customers')).body.meta.total).toBe(0)
  })
})

describe('changing an inbox', () => {
  it('that changes nothing leaves no audit row and no event', async () => {
    const same = await change(tenant.inboxId, { name: ' API ', isDefault: true, active: true, address: null, teamId: null })
    expect([same.status, same.headers.etag]).toEqual([200, '"1"'])
    expect(await getAudit(tenant.inboxId)).toEqual([])
  })

  it('refuses teams and SLA policies that do not exist, and another type', async () => {
    const unknown = await change(tenant.inboxId, {
      teamId: 'tea_01k2w3t5q7e0r9vbx4m6n8h2dz',
      slaPolicyId: 'sla_01k2w3t5q7e0r9vbx4m6n8h2dz',
    })
    expect([unknown.status, unknown.body.error?.code, unknown.body.error?.details?.map(({ field }) => field)]).toEqual([
      422,
      'SVC-VALIDATION-UNKNOWN_REFERENCE',
      ['teamId', 'slaPolicyId'],
    ])
    expect((await change(tenant.inboxId, { type: 'EMAIL' })).body.error?.code).toBe('SVC-VALIDATION-UNKNOWN_FIELD')
  })

  it('refuses unknown variables in its signature, and keeps those of earlier versions', async () => {
    const signature = '{{agent.nmae}} of {{inbox.name}}'
    const refused = [await tenant.api('POST', '/inboxes', { body: { name: 'B', type: 'API', signature } })]
    refused.push(await change(tenant.inboxId, { signature }))
    for (const { status, body } of refused)
      expect([status, body.error?.details]).toMatchObject([400, [{ field: 'signature', code: 'UNKNOWN_VARIABLE' }]])
    await service.db.script(`update inboxes set signature = '${signature}' where tenant_id = '${tenant.tenantId}'`)
    expect((await change(tenant.inboxId, { name: 'Renamed' })).body.data).toMatchObject({ name: 'Renamed', signature })
    expect((await change(tenant.inboxId, { name: 'Again', signature })).body.data).toMatchObject({ name: 'Again', signature })
    expect((await change(tenant.inboxId, { signature: '{{agent.nmae|Ada}}' })).status).toBe(400)
    expect((await change(tenant.inboxId, { signature: '{{agent.name|Ada}}' })).status).toBe(200)
  })

  it('happens only at the version named in If-Match', async () => {
    const stale = await tenant.api('PATCH', `/inboxes/${tenant.inboxId}`, { body: { name: 'Stale' }, headers: { 'if-match': '"7"' } })
    expect([stale.status, (await inboxes())[0]?.name]).toEqual([412, 'API'])
  })
})
