import { describe, expect, it } from 'vitest'
import { setUpTenant } from '../../../test/support/service.ts'

const { tenant } = await setUpTenant()

describe('a link for an invitation', () => {
  const invite = async (name: string, email: string, role = 'AGENT') =>
    (await tenant.api<{ id: string }>('POST', '/users', { body: { name, email, role } })).body.data.id
  const readToken = (url: string): string => new URLSearchParams(new URL(url).hash.slice(1)).get('token') ?? ''
  const read = async (token: string) => tenant.api<Record<string, string>>('POST', '/auth/invitation', { body: { token }, key: '' })

  it('says who invited whom, and earlier links work until one is used', async () => {
    const id = await invite('Lena Fischer', 'lena.link@example.com')
    const urls = [await tenant.skein.createInvitationLink({ path: { id } }), await tenant.skein.createInvitationLink({ path: { id } })]
    const [first = '', second = ''] = urls.map(({ data }) => readToken(data.url))
    expect(first).not.toBe(second)
    for (const token of [first, second]) {
      const { status, body } = await read(token)
      expect([status, body.data]).toEqual([
        200,
        { tenantName: `Tenant ${tenant.slug}`, inviterName: 'owner', name: 'Lena Fischer', email: 'lena.link@example.com' },
      ])
    }
    const accept = async (token: string) =>
      tenant.api('POST', '/auth/accept-invitation', { body: { token, password: 'salty otters read maps' }, key: '' })
    expect((await accept(second)).status).toBe(200)
    expect([(await read(first)).status, (await read(second)).status, (await accept(first)).status]).toEqual([400, 400, 400])
    const again = await tenant.api('POST', `/users/${id}/invitation-link`)
    expect([again.status, again.body.error?.code]).toEqual([409, 'SVC-USER-NOT_INVITED'])
    const { data: log } = await tenant.skein.listAuditLogs({ query: { targetId: id, action: 'user.invitation_link_created' } })
    expect(log).toHaveLength(2)
  })

  it('is for callers with all scopes of the user', async () => {
    const id = await invite('Otto', 'otto.link@example.com', 'ADMIN')
    const { key } = await tenant.keyFor(['catalog:admin'])
    expect((await tenant.api('POST', `/users/${id}/invitation-link`, { key })).status).toBe(403)
  })

  it('reveals nothing to a token that was made up or changed', async () => {
    const id = await invite('Nia', 'nia.link@example.com')
    const token = await tenant.linkFor(id, 'PASSWORD')
    for (const wrong of [token, `svlt_${'A'.repeat(94)}`, 'svlt_', 'x'])
      expect((await read(wrong)).body.error?.code).toMatch(/SVC-AUTH-RESET_TOKEN_INVALID|SVC-REQUEST-VALIDATION_FAILED/)
  })
})
