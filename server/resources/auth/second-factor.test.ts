/** The second factor: authenticators and recovery codes. */
import { Secret, TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import type { Me, SignIn, User } from '../../../client/index.ts'
import type { CallResponse } from '../../../test/support/caller.ts'
import { setUpTenant } from '../../../test/support/service.ts'
import { whereIs } from '../../../test/support/snapshot.ts'

const password = 'salty otters read maps'
let count = 0
const { service, tenant } = await setUpTenant()

async function createUser(role = 'AGENT', domain = 'example.com') {
  const body = { name: 'Grace', email: `f${++count}@${domain}`, role, invite: false }
  const { id, email } = (await tenant.api<User>('POST', '/users', { body })).body.data
  await tenant.setPassword(id, password)
  return { id, email }
}
const signIn = (email: string, code?: string) =>
  service.api<SignIn>('POST', '/auth/login', { body: { tenant: tenant.slug, email, password, ...(code === undefined ? {} : { code }) } })
const totp = <Data = unknown>(key: string, step: string, body: object) => service.api<Data>('POST', `/auth/totp/${step}`, { key, body })
const refusal = ({ status, body }: CallResponse<unknown>) => [status, body.error?.code]
const wrong = [401, 'SVC-AUTH-INVALID_CREDENTIALS']
/** Returns the code of the current time step, or of a step `later` steps ahead. */
const codeOf = (secret: string, later = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later * 30_000 })

async function createUserWithFactor() {
  const owner = await createUser()
  const key = (await signIn(owner.email)).body.data.accessToken
  const { secret, uri } = (await totp<{ secret: string; uri: string }>(key, 'enroll', { password })).body.data
  const { recoveryCodes } = (await totp<{ recoveryCodes: string[] }>(key, 'confirm', { code: codeOf(secret, -1) })).body.data
  return { ...owner, key, secret, uri, recoveryCodes }
}

it('a code is required after the right password only, and each works once', async () => {
  const { email, secret, uri } = await createUserWithFactor()
  expect(uri).toContain(`secret=${secret}`)
  expect(refusal(await signIn(email))).toEqual([409, 'SVC-AUTH-CODE_REQUIRED'])
  const code = codeOf(secret)
  const maxConcurrent = await Promise.all([signIn(email, code), signIn(email, code)])
  expect(maxConcurrent.map(({ status }) => status).toSorted()).toEqual([200, 401])
  expect([refusal(await signIn(email, code)), refusal(await signIn(email, '000000'))]).toEqual([wrong, wrong])
  expect((await signIn(email, codeOf(secret, 1))).status, 'clocks may differ by half a minute').toBe(200)
  const unknown = { tenant: tenant.slug, email, password: 'not the password at all', code: codeOf(secret, 1) }
  expect(refusal(await service.api('POST', '/auth/login', { body: unknown }))).toEqual(wrong)
  expect(await whereIs(service.db, [secret])).toEqual([])
})

it('a new factor is announced to the user’s sessions, and not to keys', async () => {
  const { email } = await createUser()
  const key = (await signIn(email)).body.data.accessToken
  const readSecondFactor = async (caller: string) => (await service.api<Me>('GET', '/me', { key: caller })).body.data.secondFactor
  expect(await readSecondFactor(key)).toBe(false)
  const { secret } = (await totp<{ secret: string }>(key, 'enroll', { password })).body.data
  expect(await readSecondFactor(key), 'before a code was sent').toBe(false)
  await totp(key, 'confirm', { code: codeOf(secret, -1) })
  expect(await readSecondFactor(key)).toBe(true)
  await totp(key, 'disable', { code: codeOf(secret) })
  expect(await readSecondFactor(key)).toBe(false)
  expect(await readSecondFactor((await tenant.keyFor(['admin'])).key)).toBe(null)
})

it('recovery codes work once each, and a code removes the factor', async () => {
  const { email, key, recoveryCodes } = await createUserWithFactor()
  const [first = '', second = '', third = ''] = recoveryCodes
  expect(recoveryCodes).toHaveLength(10)
  expect((await signIn(email, first)).status).toBe(200)
  expect(refusal(await signIn(email, first))).toEqual(wrong)
  expect((await signIn(email, second.toUpperCase().replace('-', ' '))).status).toBe(200)
  expect(refusal(await totp(key, 'disable', { code: first }))).toEqual([400, 'SVC-AUTH-CODE_REJECTED'])
  expect((await totp(key, 'disable', { code: third })).status).toBe(200)
  expect((await signIn(email)).status).toBe(200)
  expect(await whereIs(service.db, recoveryCodes)).toEqual([])
})

it('a new factor counts once a code of it was entered; until then the old one does', async () => {
  const { email, key, secret, recoveryCodes } = await createUserWithFactor()
  expect(refusal(await totp(key, 'enroll', { password: 'not the password at all' }))).toEqual([400, 'SVC-AUTH-PASSWORD_REJECTED'])
  const next = (await totp<{ secret: string }>(key, 'enroll', { password, code: recoveryCodes[1] })).body.data.secret
  expect(refusal(await signIn(email, codeOf(next)))).toEqual(wrong)
  expect((await signIn(email, codeOf(secret))).status).toBe(200)
  expect(refusal(await totp(key, 'confirm', { code: codeOf(secret) }))).toEqual([400, 'SVC-AUTH-CODE_REJECTED'])
  expect((await totp(key, 'confirm', { code: codeOf(next) })).status).toBe(200)
  expect(refusal(await signIn(email, recoveryCodes[0]))).toEqual(wrong)
})

it('a session and the password are not enough to replace a factor', async () => {
  const { email, key, secret, recoveryCodes } = await createUserWithFactor()
  expect(refusal(await totp(key, 'enroll', { password }))).toEqual([409, 'SVC-AUTH-CODE_REQUIRED'])
  expect(refusal(await totp(key, 'enroll', { password, code: '000000' }))).toEqual([400, 'SVC-AUTH-CODE_REJECTED'])
  expect(refusal(await totp(key, 'confirm', { code: codeOf(secret, 1) })), 'nothing waits').toEqual([400, 'SVC-AUTH-CODE_REJECTED'])
  const code = recoveryCodes[0] ?? ''
  expect((await totp(key, 'enroll', { password, code })).status).toBe(200)
  expect(refusal(await totp(key, 'enroll', { password, code })), 'each code is good once').toEqual([400, 'SVC-AUTH-CODE_REJECTED'])
  expect((await totp(key, 'enroll', { password, code: codeOf(secret) })).status).toBe(200)
  expect(refusal(await signIn(email, codeOf(secret)))).toEqual(wrong)
})

it('a password link does not bypass the second factor', async () => {
  const { id, email } = await createUserWithFactor()
  const token = await tenant.linkFor(id, 'PASSWORD')
  expect((await service.api('POST', '/auth/reset', { body: { token, password } })).status).toBe(200)
  expect(refusal(await signIn(email))).toEqual([409, 'SVC-AUTH-CODE_REQUIRED'])
})

it('a session without the factor that its role needs can only enroll', async () => {
  const viewer = await createUser('VIEWER')
  const key = (await signIn(viewer.email)).body.data.accessToken
  const read = () => service.api('GET', '/labels', { key })
  expect((await read()).status).toBe(200)
  await tenant.skein.updateTenantSettings({ body: { secondFactor: { requiredRoles: ['VIEWER'] } } })
  await expect.poll(async () => (await read()).status).toBe(403)
  type Lacking = SignIn & { lacksSecondFactor: boolean }
  const next = await service.api<Lacking>('POST', '/auth/login', { body: { tenant: tenant.slug, email: viewer.email, password } })
  const { lacksSecondFactor, refreshToken } = next.body.data
  const refresh = async () => (await service.api<Lacking>('POST', '/auth/refresh', { body: { refreshToken } })).body.data.lacksSecondFactor
  expect([lacksSecondFactor, await refresh()]).toEqual([true, true])
  const { secret } = (await totp<{ secret: string }>(key, 'enroll', { password })).body.data
  expect((await totp(key, 'confirm', { code: codeOf(secret) })).status).toBe(200)
  expect((await read()).status).toBe(200)
  expect(await refresh(), 'the same tokens, within ten seconds').toBe(false)
  await tenant.skein.updateTenantSettings({ body: { secondFactor: { requiredRoles: [] } } })
})

it('users of domains that the tenant does not allow get the wrong-password error', async () => {
  const { email } = await createUser('AGENT', 'example.org')
  await tenant.skein.updateTenantSettings({ body: { allowedSignInDomains: ['example.com'] } })
  expect(refusal(await signIn(email))).toEqual(wrong)
  await tenant.skein.updateTenantSettings({ body: { allowedSignInDomains: ['example.org', 'example.com'] } })
  expect((await signIn(email)).status).toBe(200)
  await tenant.skein.updateTenantSettings({ body: { allowedSignInDomains: [] } })
})
