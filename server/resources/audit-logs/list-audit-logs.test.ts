import { describe, expect, it } from 'vitest'
import type { ApiKeyWithSecret, AuditLog } from '../../../client/index.ts'
import { setUpTenant } from '../../../test/support/service.ts'

const { tenant } = await setUpTenant()

const logs = async (query = '') => (await tenant.api<AuditLog[]>('GET', `/audit-logs?limit=100&${query}`)).body
const create = async (path: string, body: object) => (await tenant.api<{ id: string }>('POST', path, { body })).body.data.id
const rawUuid = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/

describe('the audit log', () => {
  it('shows who changed what, and in which request', async () => {
    const id = await create('/labels', { name: 'Billing' })
    await tenant.api('PATCH', `/labels/${id}`, { body: { name: 'Invoices' }, headers: { 'x-request-id': 'my-request' } })
    const { data } = await logs(`targetId=${id}`)
    expect(data).toMatchObject([
      {
        actor: { type: 'API_KEY', id: tenant.ownerId, keyId: expect.stringMatching(/^key_/), ip: '127.0.0.1' },
        action: 'label.updated',
        target: { type: 'label', id },
        before: { name: 'Billing' },
        after: { name: 'Invoices' },
        requestId: 'my-request',
      },
      { action: 'label.created', before: null, after: { name: 'Billing' } },
    ])
  })

  it('shows ids inside changes with their prefix and times in ISO 8601', async () => {
    const inboxId = await create('/inboxes', { name: 'Mail', type: 'EMAIL' })
    const thread = await create('/threads', { title: 'Hello', body: 'Hi', requester: { email: 'ada@example.com' } })
    await tenant.skein.updateThread({ path: { id: thread }, body: { inboxId } })
    const {
      body: { data: key },
    } = await tenant.api<ApiKeyWithSecret>('POST', '/api-keys', { body: { name: 'Import', scopes: ['read'] } })
    const {
      body: { data: next },
    } = await tenant.api<ApiKeyWithSecret>('POST', `/api-keys/${key.id}/rotate`, { body: {} })
    expect((await logs(`targetId=${thread}&action=thread.updated`)).data).toMatchObject([
      { target: { type: 'thread', id: `thr_${thread}` }, before: { inboxId: tenant.inboxId }, after: { inboxId } },
    ])
    const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect((await logs(`targetId=${key.id}&action=api_key.rotated`)).data).toMatchObject([
      { before: { rotatedTo: null, expiresAt: isoTime }, after: { rotatedTo: next.id, expiresAt: isoTime } },
    ])
    for (const { before, after, target } of (await logs()).data) expect(JSON.stringify([before, after, target])).not.toMatch(rawUuid)
  })

  it('leaves values of custom fields unchanged', async () => {
    const ours = '01890a5d-ac96-774b-bcce-b302099a8057'
    const id = await create('/customers', { email: 'own@example.com', externalId: ours, customFields: { crm_id: ours } })
    expect((await logs(`targetId=${id}`)).data).toMatchObject([{ after: { externalId: ours, customFields: { crm_id: ours } } }])
  })

  it('can be filtered by action, target, actor and time, also combined', async () => {
    const all = await logs()
    const last = all.data[0]
    expect(all.meta.total).toBe(all.data.length)
    expect((await logs('action=label.created')).meta.total).toBe(all.data.filter(({ action }) => action === 'label.created').length)
    expect((await logs(`actorId=${tenant.ownerId}`)).meta.total).toBe(all.meta.total)
    expect((await logs('actorId=usr_01k2w3t5q7e0r9vbx4m6n8h2dz')).data).toEqual([])
    expect((await logs(`targetId=${last?.target.id.slice(4)}&action=${last?.action}&actorId=${tenant.ownerId}`)).data).toContainEqual(last)
    expect((await logs(`createdAfter=${last?.createdAt}`)).data).toEqual([])
    expect((await logs(`createdBefore=${last?.createdAt}`)).data).not.toContainEqual(last)
  })

  it('refuses a targetId that is not an id of this API', async () => {
    for (const targetId of ['zzz_01k2w3t5q7e0r9vbx4m6n8h2dz', 'lbl_nonsense', 'x']) {
      const { status, body } = await tenant.api('GET', `/audit-logs?targetId=${targetId}`)
      expect(status, targetId).toBe(400)
      expect(body.error?.details?.[0]?.field).toBe('targetId')
    }
  })
})
