/** Hostile and careless requests: none causes a 500, and none gets more access than it should. */
import { describe, expect, it } from 'vitest'
import type { CallResponse } from '../../../test/support/caller.ts'
import { setUpTenant } from '../../../test/support/service.ts'

const password = 'salty otters read maps'
let count = 0
const { service, tenant } = await setUpTenant()

type TestUser = { id: string; email: string }
async function createUser(body: object = {}): Promise<TestUser> {
  const sent = { name: 'Grace', email: `h${++count}@example.com`, role: 'AGENT', invite: false, ...body }
  const made = (await tenant.api<TestUser>('POST', '/users', { body: sent })).body.data
  await tenant.setPassword(made.id, password)
  return made
}
const post = <Data = unknown>(path: string, body: object, options: object = {}) =>
  service.api<Data>('POST', `/auth/${path}`, { body, ...options })
const refusal = ({ status, body }: CallResponse<unknown>) => [status, body.error?.code]
const wrong = [401, 'SVC-AUTH-INVALID_CREDENTIALS']

describe('unusual input', () => {
  const nul = 'a\u0000b'
  it.each([
    ['login', { tenant: nul, email: 'grace@example.com', password }],
    ['login', { email: 'grace@example.com', password: nul.repeat(10) }],
    ['login', { email: 'grace@example.com', password, code: `123${nul}` }],
    ['login', { email: `gra${nul}ce@example.com`, password }],
    ['login', { email: 'grace@example.com', password: '\ud800'.repeat(20) }],
    ['forgot', { tenant: nul, email: 'grace@example.com' }],
    ['forgot', { tenant: '%_', email: 'grace@example.com' }],
    ['reset', { token: nul, password }],
    ['reset', { token: `svlt_${nul}`, password: nul.repeat(10) }],
    ['accept-invitation', { token: nul, password, name: nul }],
    ['refresh', { refreshToken: nul }],
    ['refresh', { refreshToken: 'x'.repeat(255) }],
  ])('%s refuses %j like any other wrong input', async (path, body) => {
    const { status } = await post(path, body)
    expect(status).toBeLessThan(500)
    if (path !== 'forgot') expect([400, 401]).toContain(status)
  })

  it.each([
    ['256 characters', 'x y'.repeat(86).slice(0, 256)],
    ['emoji and combining marks', '🦦🦦🦦 otters e\u0301 read'],
    ['spaces at its ends', '  salty otters read  '],
  ])('a password with %s is stored as it is, and no other password signs in', async (_, chosen) => {
    const { id, email } = await createUser()
    const token = await tenant.linkFor(id, 'PASSWORD')
    expect((await post('reset', { token, password: chosen })).status).toBe(200)
    const signIn = (secret: string) => post('login', { tenant: tenant.slug, email, password: secret })
    expect((await signIn(chosen)).status).toBe(200)
    for (const other of [chosen.slice(0, -1), chosen.trim(), chosen.toUpperCase()])
      if (other !== chosen) expect(refusal(await signIn(other))).toEqual(wrong)
  })

  it('a password with NUL is refused by its field, since PostgreSQL cannot store it', async () => {
    const { id } = await createUser()
    const refused = await post('reset', { token: await tenant.linkFor(id, 'PASSWORD'), password: 'salty\u0000otters read maps' })
    expect([refused.status, refused.body.error?.details?.[0]?.field]).toEqual([400, 'password'])
  })
})

describe('an address', () => {
  it('is one account in any letter case and form, with one limit of attempts', async () => {
    const { email } = await createUser({ email: 'Müller@bücher.example' })
    expect(email).toBe('müller@bücher.example')
    const node = await service.startNode({ rateLimits: { authPerMinute: 5 }, config: { trustProxy: true } })
    const forms = ['MÜLLER@bücher.example', 'mu\u0308ller@BÜCHER.example', 'müller@xn--bcher-kva.example', 'Müller@bücher.example', email]
    const statuses: number[] = []
    for (const [n, form] of [...forms, forms[0]].entries()) {
      const body = { tenant: tenant.slug, email: form, password: 'not the password at all' }
      statuses.push((await node.api('POST', '/auth/login', { body, headers: { 'x-forwarded-for': `198.51.100.${n}` } })).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    expect((await post('login', { email: forms[2], password })).status).toBe(200)
  })

  it('that is taken cannot be taken again, even by two concurrent requests', async () => {
    const body = { name: 'X', email: 'twice@example.com', role: 'AGENT', invite: false }
    const both = await Promise.all([
      tenant.api('POST', '/users', { body }),
      tenant.api('POST', '/users', { body: { ...body, email: 'TWICE@example.com' } }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const [a, b] = [await createUser(), await createUser()]
    expect((await tenant.api('PATCH', `/users/${a.id}`, { body: { email: b.email.toUpperCase() } })).status).toBe(409)
  })
})

describe('tokens', () => {
  it('of one kind do not work as another kind', async () => {
    const { id, email } = await createUser()
    const { accessToken, refreshToken } = (
      await post<{ accessToken: string; refreshToken: string }>('login', { tenant: tenant.slug, email, password })
    ).body.data
    const link = await tenant.linkFor(id, 'PASSWORD')
    for (const key of [refreshToken, link, refreshToken.replace('svrt_', 'svat_'), accessToken.slice(0, -1), `${accessToken}A`])
      expect(refusal(await service.api('GET', '/me', { key }))).toEqual(wrong)
    for (const token of [accessToken, link, accessToken.replace('svat_', 'svrt_')])
      expect(refusal(await post('refresh', { refreshToken: token }))).toEqual(wrong)
    for (const token of [accessToken, refreshToken, link.replace('svlt_', 'svrt_')])
      expect((await post('reset', { token, password })).status).toBe(400)
    expect((await post('accept-invitation', { token: link, password })).status, 'a link for a password is no invitation').toBe(400)
    expect((await service.api('GET', '/me', { key: accessToken })).status, 'none of it ended the session').toBe(200)
  })

  it('of one tenant do not work at the host of another', async () => {
    const other = await service.createTenant()
    const { email } = await createUser()
    const { accessToken } = (await post<{ accessToken: string }>('login', { tenant: tenant.slug, email, password })).body.data
    const headers = { host: `${other.slug}.localhost` }
    expect((await service.api('GET', '/me', { key: accessToken, headers })).body.error?.code).toBe('SVC-TENANT-NOT_FOUND')
    expect(refusal(await post('login', { email, password }, { headers }))).toEqual(wrong)
  })
})

describe('a user’s own account', () => {
  it('cannot get more rights from the user', async () => {
    const admin = await createUser({ role: 'ADMIN' })
    const { accessToken: key } = await tenant.sessionFor(admin.id)
    for (const body of [{ role: 'OWNER' }, { role: 'OWNER', status: 'ACTIVE' }])
      expect(refusal(await service.api('PATCH', `/users/${admin.id}`, { key, body }))).toEqual([403, 'SVC-AUTH-SCOPE_ESCALATION'])
    const viewer = await createUser({ role: 'VIEWER' })
    const { accessToken } = await tenant.sessionFor(viewer.id)
    expect((await service.api('PATCH', `/users/${viewer.id}`, { key: accessToken, body: { role: 'AGENT' } })).status).toBe(403)
  })

  it('is safe if its role is OWNER: an admin cannot change its address to get a link', async () => {
    const admin = await createUser({ role: 'ADMIN' })
    const { accessToken: key } = await tenant.sessionFor(admin.id)
    const taken = await service.api('PATCH', `/users/${tenant.ownerId}`, { key, body: { email: admin.email.replace('@', '+owner@') } })
    expect(refusal(taken)).toEqual([403, 'SVC-AUTH-SCOPE_ESCALATION'])
  })

  it('is open only to links for its current address: earlier ones end on a change', async () => {
    const { id } = await createUser()
    const link = await tenant.linkFor(id, 'PASSWORD')
    await tenant.skein.updateUser({ path: { id }, body: { email: `moved${++count}@example.com` } })
    expect((await post('confirm-email', { token: await tenant.linkFor(id, 'EMAIL') })).status).toBe(200)
    expect((await post('reset', { token: link, password })).status).toBe(400)
  })
})
