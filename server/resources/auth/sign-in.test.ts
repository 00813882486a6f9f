/** Signing in, refreshing and ending sessions. */
import { describe, expect, it } from 'vitest'
import type { ApiKeyWithSecret, Me, Session, SignIn, User } from '../../../client/index.ts'
import { statement } from '#platform/db.ts'
import { parseTypeId } from '#platform/ids.ts'
import type { CallResponse } from '../../../test/support/caller.ts'
import { forgeToken } from '../../../test/support/forge-token.ts'
import { setUpTenant, type TestNode } from '../../../test/support/service.ts'
import { earlierSql } from '../../../test/support/earlier.ts'

const password = 'salty otters read maps'
let count = 0

const { service, tenant } = await setUpTenant()
const node = await service.startNode()

/** Creates a user who can sign in with `password`. */
async function createUser(own = tenant, { email = `p${++count}@example.com`, role = 'AGENT' } = {}): Promise<Pick<User, 'id' | 'email'>> {
  const made = await own.api<User>('POST', '/users', { body: { name: 'Grace Hopper', email, role, invite: false } })
  const token = await own.linkFor(made.body.data.id, 'PASSWORD')
  expect((await service.api('POST', '/auth/reset', { body: { token, password } })).status).toBe(200)
  return { id: made.body.data.id, email }
}

const signIn = (body: object, options: object = {}) =>
  service.api<SignIn>('POST', '/auth/login', { body: { password, ...body }, ...options })
const refresh = (refreshToken: string, at: Pick<TestNode, 'api'> = service) =>
  at.api<SignIn>('POST', '/auth/refresh', { body: { refreshToken } })
const me = (key: string, at: Pick<TestNode, 'api'> = service) => at.api<Me>('GET', '/me', { key })
const refusal = ({ status, body }: CallResponse<unknown>) => [status, body.error?.code]
const refused = [401, 'SVC-AUTH-INVALID_CREDENTIALS']
const eventsAbout = async (type: string, own = tenant) =>
  (await own.api<{ data: { object: Record<string, unknown> } }[]>('GET', `/events?types=${type}&limit=100`)).body.data.map(
    ({ data }) => data.object,
  )
const listAudits = async (action: string, own = tenant) =>
  (await own.api<Record<string, unknown>[]>('GET', `/audit-logs?action=${action}`)).body.data

/** Moves a session's time back, as if `seconds` had passed. */
async function age(id: string, seconds: number, column = 'rotated_at'): Promise<void> {
  const sql = `update sessions set ${column} = ${earlierSql(column, `make_interval(secs => ${seconds})`)} where id = :id::uuid`
  await service.db.rows(statement<{ id: string }, object>(sql), { id: parseTypeId('ses', id) ?? '' })
}
const listSessions = async (key: string) => (await service.api<Session[]>('GET', '/auth/sessions', { key })).body
const getOnlySession = async (key: string) => (await listSessions(key)).data[0]?.id ?? ''

describe('signing in', () => {
  it('gives tokens that work as credentials with the rights of the user’s role', async () => {
    const { id, email } = await createUser()
    const { status, body, headers } = await signIn(
      { tenant: tenant.slug, email: email.toUpperCase() },
      { headers: { 'user-agent': 'Test/1' } },
    )
    expect([status, body.data.user.id]).toEqual([200, id])
    expect(Date.parse(body.data.expiresAt) - Date.now()).toBeGreaterThan(14 * 60_000)
    expect(Date.parse(body.data.expiresAt) - Date.now()).toBeLessThanOrEqual(15 * 60_000 + 1_000)
    const key = body.data.accessToken
    expect((await me(key)).body.data).toMatchObject({ user: { email }, key: null })
    expect((await service.api('POST', '/labels', { key, body: { name: 'By an agent' } })).status).toBe(201)
    expect(refusal(await service.api('POST', '/teams', { key, body: { name: 'Mine' } }))).toEqual([403, 'SVC-AUTH-INSUFFICIENT_SCOPE'])
    expect(await listSessions(key)).toMatchObject({ data: [{ current: true, userAgent: 'Test/1', ip: '127.0.0.1' }], meta: { total: 1 } })
    const [row] = await listAudits('user.signed_in')
    expect(row).toMatchObject({ actor: { type: 'USER', id }, target: { id }, requestId: headers['x-request-id'] })
    expect(JSON.stringify([row, await eventsAbout('session.created')])).not.toContain(key)
    expect((await eventsAbout('session.created')).filter((session) => session.userId === id)).toHaveLength(1)
  })

  it('is for users of the domains that the tenant allows, who alone can be invited', async () => {
    const own = await service.createTenant()
    const { id, email } = await createUser(own)
    const elsewhere = await createUser(own, { email: `p${++count}@other.example` })
    await own.skein.updateTenantSettings({ body: { allowedSignInDomains: ['example.com'] } })
    expect((await signIn({ tenant: own.slug, email })).status).toBe(200)
    expect(refusal(await signIn({ tenant: own.slug, email: elsewhere.email }))).toEqual(refused)
    const invited = await own.api('POST', '/users', { body: { name: 'X', email: 'x@other.example', role: 'AGENT' } })
    const moved = await own.api('PATCH', `/users/${id}`, { body: { email: 'x@other.example' } })
    for (const { status, body } of [invited, moved]) expect([status, body.error?.details?.[0]]).toMatchObject([400, { field: 'email' }])
    await own.skein.updateTenantSettings({ body: { allowedSignInDomains: [] } })
    expect((await signIn({ tenant: own.slug, email: elsewhere.email })).status).toBe(200)
  })

  it('returns the same error for an unknown tenant, address or password', async () => {
    const { email } = await createUser()
    const none = await tenant.api<User>('POST', '/users', {
      body: { name: 'X', email: `p${++count}@example.com`, role: 'AGENT', invite: false },
    })
    const responses = [
      await signIn({ tenant: 'nobody', email }),
      await signIn({ tenant: tenant.slug, email: 'nobody@example.com' }),
      await signIn({ tenant: tenant.slug, email, password: 'not the password at all' }),
      await signIn({ tenant: tenant.slug, email: none.body.data.email }),
    ]
    const refusals = responses.map(({ status, body, headers }) => [status, { ...body.error, requestId: '' }, headers['www-authenticate']])
    expect(refusals[0]?.[0]).toBe(401)
    for (const other of refusals) expect(other).toEqual(refusals[0])
    expect((await listAudits('user.sign_in_refused')).filter(({ target }) => target !== null)).not.toEqual([])
  })

  it('without a tenant finds the one with this password, and lists several', async () => {
    const other = await service.createTenant()
    const email = `both${++count}@example.com`
    const { id } = await createUser(tenant, { email })
    expect((await signIn({ email })).body.data.user.id).toBe(id)
    await createUser(other, { email })
    const several = await signIn({ email })
    expect(refusal(several)).toEqual([409, 'SVC-AUTH-TENANT_REQUIRED'])
    expect(several.body.error?.details?.map(({ message }) => message).toSorted()).toEqual([tenant.slug, other.slug].toSorted())
    expect(refusal(await signIn({ email, password: 'not the password at all' }))).toEqual(refused)
    expect((await signIn({ email, tenant: tenant.slug })).body.data.user.id).toBe(id)
    expect((await signIn({ email }, { headers: { host: `${tenant.slug}.localhost` } })).body.data.user.id).toBe(id)
    const elsewhere = await signIn({ email, tenant: other.slug }, { headers: { host: `${tenant.slug}.localhost` } })
    expect(refusal(elsewhere)).toEqual([404, 'SVC-TENANT-NOT_FOUND'])
  })

  it('with one Idempotency-Key makes one session and returns the same tokens', async () => {
    const { email } = await createUser()
    const headers = { 'idempotency-key': `login-${++count}` }
    const [first, second] = [
      await signIn({ tenant: tenant.slug, email }, { headers }),
      await signIn({ tenant: tenant.slug, email }, { headers }),
    ]
    expect(second.text).toBe(first.text)
    expect((await listSessions(first.body.data.accessToken)).meta.total).toBe(1)
  })
})

describe('an access token', () => {
  it('is refused when it is expired, changed, or of another installation', async () => {
    const { accessToken } = await tenant.sessionFor()
    expect((await me(accessToken)).status).toBe(200)
    const tampered = [
      accessToken.slice(0, -2),
      `${accessToken}A`,
      `${accessToken.slice(0, 20)}${accessToken[20] === 'A' ? 'B' : 'A'}${accessToken.slice(21)}`,
    ]
    for (const token of tampered) expect(refusal(await me(token))).toEqual(refused)
    const old = await tenant.sessionFor()
    await age(old.id, 16 * 60)
    const { body } = await refresh(old.refreshToken)
    expect((await me(body.data.accessToken)).status, 'refreshing gives a new one').toBe(200)
  })

  it('stops working when the session ends: at once here, in a second on other nodes', async () => {
    const { email } = await createUser()
    const [one, two] = [await signIn({ tenant: tenant.slug, email }), await signIn({ tenant: tenant.slug, email })]
    const [key, other] = [one.body.data.accessToken, two.body.data.accessToken]
    expect([(await me(key)).status, (await me(key, node)).status]).toEqual([200, 200])
    expect((await service.api('POST', '/auth/logout', { key })).body.data).toMatchObject({ current: true })
    expect(refusal(await me(key))).toEqual(refused)
    await expect.poll(async () => (await me(key, node)).status).toBe(401)
    expect(refusal(await refresh(one.body.data.refreshToken))).toEqual(refused)
    expect((await me(other)).status, 'the other session goes on').toBe(200)
  })

  it('stops within a second of a suspension, and stays invalid after it', async () => {
    const worker = service.startWorker()
    const { id, email } = await createUser()
    const { body } = await signIn({ tenant: tenant.slug, email })
    expect((await me(body.data.accessToken, node)).status).toBe(200)
    await tenant.skein.updateUser({ path: { id }, body: { status: 'SUSPENDED' } })
    expect(refusal(await me(body.data.accessToken))).toEqual(refused)
    await expect.poll(async () => (await me(body.data.accessToken, node)).status).toBe(401)
    expect([refusal(await signIn({ tenant: tenant.slug, email })), refusal(await refresh(body.data.refreshToken))]).toEqual([
      refused,
      refused,
    ])
    await expect
      .poll(() => eventsAbout('session.ended'))
      .toContainEqual(expect.objectContaining({ userId: id, endedReason: 'USER_SUSPENDED' }))
    await tenant.skein.updateUser({ path: { id }, body: { status: 'ACTIVE' } })
    expect(refusal(await refresh(body.data.refreshToken))).toEqual(refused)
    expect((await signIn({ tenant: tenant.slug, email })).status).toBe(200)
    await worker.stop()
  })

  it('has the rights of a new role within a second', async () => {
    const { id, email } = await createUser()
    const key = (await signIn({ tenant: tenant.slug, email })).body.data.accessToken
    const label = () => service.api('POST', '/labels', { key, body: { name: `L${++count}` } })
    expect((await label()).status).toBe(201)
    await tenant.skein.updateUser({ path: { id }, body: { role: 'VIEWER' } })
    expect((await label()).status).toBe(403)
  })

  it('creates keys of any lifetime with the rights of the role, and no more', async () => {
    const { email } = await createUser(tenant, { role: 'ADMIN' })
    const key = (await signIn({ tenant: tenant.slug, email })).body.data.accessToken
    const made = await service.api<ApiKeyWithSecret>('POST', '/api-keys', {
      key,
      body: { name: 'Mine', scopes: ['admin'], expiresInDays: 900 },
    })
    expect(made.status).toBe(201)
    const { key: apiKey } = made.body.data as unknown as { key: string }
    expect(refusal(await service.api('GET', '/auth/sessions', { key: apiKey }))).toEqual([403, 'SVC-AUTH-SESSION_REQUIRED'])
  })
})

describe('a refresh token', () => {
  it('is used once and returns the next one; a later second use ends the session', async () => {
    const { id, email } = await createUser()
    const first = (await signIn({ tenant: tenant.slug, email })).body.data
    const second = (await refresh(first.refreshToken)).body.data
    expect(second.refreshToken).not.toBe(first.refreshToken)
    expect(second.user.id).toBe(id)
    expect((await me(first.accessToken)).status, 'the former access token lives until its own end').toBe(200)
    const session = await getOnlySession(second.accessToken)
    await age(session, 11)
    expect(refusal(await refresh(first.refreshToken))).toEqual(refused)
    await expect.poll(async () => (await me(second.accessToken)).status).toBe(401)
    expect(refusal(await refresh(second.refreshToken)), 'the newest token is refused too').toEqual(refused)
    expect(await eventsAbout('session.ended')).toContainEqual(
      expect.objectContaining({ id: session, userId: id, endedReason: 'TOKEN_REUSED' }),
    )
    const [row] = await listAudits('session.ended')
    expect(row).toMatchObject({
      actor: { type: 'SYSTEM', id: null, ip: '127.0.0.1' },
      target: { type: 'session', id: session },
      after: { reason: 'TOKEN_REUSED', userId: id },
    })
  })

  it('that two tabs use at the same time gives both the same next token', async () => {
    const { email } = await createUser()
    const { refreshToken } = (await signIn({ tenant: tenant.slug, email })).body.data
    const responses = await Promise.all(Array.from({ length: 6 }, (_, i) => refresh(refreshToken, i % 2 ? node : service)))
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
    const next = new Set(responses.map(({ body }) => body.data.refreshToken))
    expect(next.size).toBe(1)
    const again = await refresh([...next][0] ?? '')
    expect(again.status).toBe(200)
    expect((await listSessions(again.body.data.accessToken)).meta.total).toBe(1)
  })

  it('expires 14 days after its last use and 90 days after the sign-in', async () => {
    const [idle, used, old] = [await tenant.sessionFor(), await tenant.sessionFor(), await tenant.sessionFor()]
    const day = 86_400
    await age(idle.id, 14 * day + 1)
    await age(used.id, 13 * day)
    await age(old.id, 90 * day + 1, 'created_at')
    expect([refusal(await refresh(idle.refreshToken)), refusal(await refresh(old.refreshToken))]).toEqual([refused, refused])
    expect((await refresh(used.refreshToken)).status).toBe(200)
    await age(used.id, 89 * day + day - 60, 'created_at')
    const { key } = tenant
    expect((await me(key)).status).toBe(200)
  })

  it('that was never issued is refused and ends nothing', async () => {
    const { accessToken, refreshToken, id } = await tenant.sessionFor()
    for (const token of ['x', accessToken, forgeToken(refreshToken), 'svrt_'.padEnd(99, 'A')])
      expect(refusal(await refresh(token))).toEqual(refused)
    await service.db.rows(
      statement<{ id: string }, object>(`update sessions set generation = 3, rotated_at = now() - interval '1 hour' where id = :id::uuid`),
      { id: parseTypeId('ses', id) ?? '' },
    )
    const other = await tenant.sessionFor()
    expect((await me(other.accessToken)).status).toBe(200)
  })
})

describe('sessions', () => {
  it('are shown to their user alone, who can end others of theirs', async () => {
    const [ada, bob] = [await createUser(), await createUser()]
    const tokens = async ({ email }: Pick<User, 'email'>) => (await signIn({ tenant: tenant.slug, email })).body.data.accessToken
    const [here, there, bobs] = [await tokens(ada), await tokens(ada), await tokens(bob)]
    const list = (await listSessions(here)).data
    expect(list.map(({ current }) => current).toSorted()).toEqual([false, true])
    const other = list.find(({ current }) => !current)?.id ?? ''
    expect(refusal(await service.api('DELETE', `/auth/sessions/${other}`, { key: bobs }))).toEqual([404, 'SVC-SESSION-NOT_FOUND'])
    expect((await service.api('DELETE', `/auth/sessions/${other}`, { key: here })).body.data).toMatchObject({ id: other, current: false })
    expect([(await me(there)).status, (await me(here)).status]).toEqual([401, 200])
    expect((await listSessions(here)).meta.total).toBe(1)
  })

  it('end when the user is deleted', async () => {
    const { id, email } = await createUser()
    const key = (await signIn({ tenant: tenant.slug, email })).body.data.accessToken
    expect((await me(key)).status).toBe(200)
    expect((await tenant.api('DELETE', `/users/${id}`)).status).toBe(200)
    expect(refusal(await me(key))).toEqual(refused)
    expect(refusal(await signIn({ tenant: tenant.slug, email }))).toEqual(refused)
  })
})
