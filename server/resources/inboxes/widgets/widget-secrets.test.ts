import { beforeEach, describe, expect, it } from 'vitest'
import type { Inbox } from '../../../../client/index.ts'
import { createSecrets } from '#platform/secrets.ts'
import { statement } from '#platform/db.ts'
import { randomIdSuffix, setUpService, type TestTenant } from '../../../../test/support/service.ts'
import { findWidget } from './find-widget.ts'
import { readIdentitySecrets } from './identity-secrets.ts'

const service = await setUpService()
let tenant: TestTenant
let chat: Inbox
beforeEach(async () => {
  tenant = await service.createTenant()
  chat = (await tenant.skein.createInbox({ body: { name: 'Chat', type: 'WIDGET' } })).data
})

const create = async (body: object = {}) => {
  const path = `/inboxes/${chat.id}/widget-secrets`
  return tenant.api<{ id: string; secret: string; expiresAt: string | null }>('POST', path, { body })
}
const remove = (id: string, inboxId = chat.id) => tenant.api('DELETE', `/inboxes/${inboxId}/widget-secrets/${id}`)
const readSettings = async () => (await tenant.skein.getInbox({ path: { id: chat.id } })).data.widget?.identitySecrets ?? []
const readValid = async () => {
  const widget = await findWidget(service.db, chat.widget?.key ?? '')
  if (!widget) throw new Error('The chat is gone')
  return readIdentitySecrets(service.db, createSecrets(service.config.secretKey), widget)
}

describe('an identity secret', () => {
  it('is shown once; the settings list its last characters, newest first', async () => {
    expect(await readValid()).toEqual([])
    const [first, second] = [await create(), await create()]
    expect(first.status, first.text).toBe(201)
    expect(first.body.data.secret).toMatch(/^wsec_[\w-]{43}$/)
    expect(await readSettings()).toEqual(
      [second, first].map(({ body: { data } }) => ({
        id: data.id,
        lastFour: data.secret.slice(-4),
        createdAt: expect.any(String),
        expiresAt: null,
      })),
    )
    expect(await readValid()).toEqual([second.body.data.secret, first.body.data.secret])
    expect((await tenant.api('GET', `/inboxes/${chat.id}`)).text).not.toContain(first.body.data.secret)
  })

  it('is stored encrypted, and in no audit row and no event', async () => {
    const { secret } = (await create()).body.data
    const everything = statement<{ tenantId: string }, { text: string }>(`
      select (select json_agg(s) from inbox_secrets s where s.tenant_id = :tenantId::uuid)::text || (select json_agg(i) from inboxes i where i.tenant_id = :tenantId::uuid)::text
        || (select json_agg(a) from audit_logs a where a.tenant_id = :tenantId::uuid)::text || (select json_agg(e) from events e where e.tenant_id = :tenantId::uuid)::text as text`)
    const { text = '' } = (await service.db.first(everything, { tenantId: tenant.tenantId })) ?? {}
    expect(text).toContain(secret.slice(-4))
    expect(text).not.toContain(secret.slice(5))
    const actions = (await tenant.skein.listAuditLogs({ query: { targetId: chat.id } })).data.map(({ action }) => action)
    expect(actions[0]).toBe('inbox.widget_secret_created')
  })

  it('ends the others after the overlap, and at once without one', async () => {
    const [first, second] = [(await create()).body.data, (await create({ overlapSeconds: 3_600 })).body.data]
    const ends = (await readSettings()).find(({ id }) => id === first.id)?.expiresAt ?? ''
    expect(Date.parse(ends) - Date.now()).toBeGreaterThan(3_500_000)
    expect(Date.parse(ends) - Date.now()).toBeLessThan(3_700_000)
    expect(await readValid()).toEqual([second.secret, first.secret])
    // A later overlap never makes a secret last longer.
    await create({ overlapSeconds: 7_200 })
    expect((await readSettings()).find(({ id }) => id === first.id)?.expiresAt).toBe(ends)
    const last = (await create({ overlapSeconds: 0 })).body.data
    expect([await readValid(), (await readSettings()).map(({ id }) => id)]).toEqual([[last.secret], [last.id]])
  })

  it('is one of at most four; a fifth is refused and changes nothing', async () => {
    const made = [await create(), await create(), await create(), await create()].map(({ body }) => body.data.secret)
    const refused = await create()
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'SVC-CATALOG-LIMIT_REACHED'])
    expect(await readValid()).toEqual(made.toReversed())
    const concurrent = await Promise.all([create({ overlapSeconds: 0 }), create({ overlapSeconds: 0 })])
    expect(concurrent.map(({ status }) => status)).toEqual([201, 201])
    expect(concurrent.map(({ body }) => body.data.secret)).toContain((await readValid())[0])
    expect(await readValid()).toHaveLength(1)
  })

  it('ends at once when it is deleted, and only in its own inbox', async () => {
    const [first, second] = [(await create()).body.data, (await create()).body.data]
    const other = (await tenant.skein.createInbox({ body: { name: 'Other chat', type: 'WIDGET' } })).data
    const stranger = await service.createTenant()
    expect((await stranger.api('DELETE', `/inboxes/${chat.id}/widget-secrets/${first.id}`)).status).toBe(404)
    const missing = await remove(first.id, other.id)
    expect([missing.status, missing.body.error?.code]).toEqual([404, 'SVC-WIDGET-SECRET_NOT_FOUND'])
    expect((await remove(`wsc_${randomIdSuffix()}`)).status).toBe(404)
    expect((await remove(first.id)).body.data).toMatchObject({ id: first.id, lastFour: first.secret.slice(-4) })
    expect((await remove(first.id)).status).toBe(404)
    expect(await readValid()).toEqual([second.secret])
    expect((await remove(second.id)).status).toBe(200)
    expect([await readValid(), await readSettings()]).toEqual([[], []])
  })

  it('needs a website chat, and the scope of threads', async () => {
    const refused = await tenant.api('POST', `/inboxes/${tenant.inboxId}/widget-secrets`, { body: {} })
    expect([refused.status, refused.body.error?.code]).toEqual([422, 'SVC-CHANNEL-NOT_CONNECTED'])
    const { key } = await tenant.keyFor(['catalog:admin'])
    const path = `/inboxes/${chat.id}/widget-secrets`
    expect((await service.api('POST', path, { key, body: {} })).body.error?.code).toBe('SVC-AUTH-SCOPE_ESCALATION')
    const { key: both } = await tenant.keyFor(['catalog:admin', 'threads:write'])
    expect((await service.api('POST', path, { key: both, body: {} })).status).toBe(201)
    for (const overlapSeconds of [-1, 1.5, 2_592_001, '60', null])
      expect((await create({ overlapSeconds })).status, String(overlapSeconds)).toBe(400)
  })
})
