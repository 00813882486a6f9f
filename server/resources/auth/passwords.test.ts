/** Choosing passwords: invitations, reset links, and rejected passwords. */
import { describe, expect, it } from 'vitest'
import type { AcceptedInvitation, CalendarFeedWithUrl, User } from '../../../client/index.ts'
import { defaultPasswordCost } from '../../config.ts'
import type { CallResponse } from '../../../test/support/caller.ts'
import { forgeToken } from '../../../test/support/forge-token.ts'
import { readMailFiles, findLink } from '../../../test/support/mail-server.ts'
import { setUpTenant } from '../../../test/support/service.ts'
import { whereIs } from '../../../test/support/snapshot.ts'
import { hashPassword, isPassword } from './hash-password.ts'

const password = 'salty otters read maps'
const other = 'nine quiet lamps at sea'
let count = 0

const { service, tenant } = await setUpTenant({ worker: true })
const node = await service.startNode()

const newEmail = () => `q${++count}@example.com`
const invite = async (body: object = {}) =>
  (await tenant.skein.createUser({ body: { name: 'Grace Hopper', email: newEmail(), role: 'AGENT', ...body } })).data
const post = <Data = User>(path: string, body: object, options: object = {}) =>
  service.api<Data>('POST', `/auth/${path}`, { body, ...options })
const signIn = (email: string, secret = password) =>
  post<{ accessToken: string; refreshToken: string }>('login', { tenant: tenant.slug, email, password: secret })
const refusal = ({ status, body }: CallResponse<unknown>) => [status, body.error?.code]
const reasons = ({ body }: CallResponse<unknown>) => body.error?.details?.map(({ code }) => code)
const linkIsDead = [400, 'SVC-AUTH-RESET_TOKEN_INVALID']
const wrongPassword = [401, 'SVC-AUTH-INVALID_CREDENTIALS']

/** Waits until `times` mails have been sent to the address. Returns the tokens of their links. */
async function tokensSentTo(email: string, times: number): Promise<string[]> {
  const sent = async () => (await readMailFiles(service.config)).filter(({ to }) => to?.some(({ address }) => address === email))
  await expect.poll(async () => (await sent()).length).toBe(times)
  return (await sent()).map((mail) => new URLSearchParams(findLink(mail).hash.slice(1)).get('token') ?? '')
}
const active = async (body: object = {}) => {
  const made = await invite({ invite: false, ...body })
  await tenant.setPassword(made.id, password)
  return made
}

describe('an invitation', () => {
  it('is mailed, activates the user with a password, and works once', async () => {
    const { id, email } = await invite()
    expect(refusal(await signIn(email)), 'not before').toEqual(wrongPassword)
    const [token = ''] = await tokensSentTo(email, 1)
    const accepted = await post<AcceptedInvitation>('accept-invitation', { token, password, name: 'Rear Admiral Hopper' })
    expect([accepted.status, accepted.body.data]).toMatchObject([200, { id, status: 'ACTIVE', name: 'Rear Admiral Hopper' }])
    // The acceptance signs the user in, so it counts as one attempt.
    const { session } = accepted.body.data
    if (session === null) throw new Error('The acceptance began no session.')
    expect((await service.api<{ user: object }>('GET', '/me', { key: session.accessToken })).body.data.user).toMatchObject({ id })
    expect((await post('refresh', { refreshToken: session.refreshToken })).status).toBe(200)
    expect((await signIn(email)).status).toBe(200)
    expect(refusal(await post('accept-invitation', { token, password: other }))).toEqual(linkIsDead)
    expect((await signIn(email)).status, 'the password stays').toBe(200)
    const { body } = await tenant.api<{ type: string; data: { object: object } }[]>(
      'GET',
      '/events?types=user.updated,user.security_notice&limit=100',
    )
    const own = body.data.filter(({ data }) => Reflect.get(data.object, 'id') === id)
    expect(own.map(({ type }) => type).toSorted()).toEqual(['user.security_notice', 'user.updated'])
    expect(JSON.stringify(own)).not.toContain(password)
  })

  it('to a domain that may no longer sign in is refused', async () => {
    const { id } = await invite()
    const token = await tenant.linkFor(id, 'INVITATION')
    const setDomains = (allowedSignInDomains: string[]) =>
      service.db.script(
        `update tenants set allowed_sign_in_domains = '{${allowedSignInDomains.join()}}' where tenant_id = '${tenant.tenantId}'`,
      )
    await setDomains(['elsewhere.example'])
    expect(refusal(await post('accept-invitation', { token, password }))).toEqual(linkIsDead)
    await setDomains([])
    expect((await post('accept-invitation', { token, password })).status).toBe(200)
  })

  it('is accepted once by two concurrent requests, and a retry gets its response', async () => {
    const { id } = await invite()
    const token = await tenant.linkFor(id, 'INVITATION')
    const responses = await Promise.all([password, other].map((secret) => post('accept-invitation', { token, password: secret })))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400])
    const again = await invite()
    const body = { token: await tenant.linkFor(again.id, 'INVITATION'), password }
    const headers = { 'idempotency-key': `accept-${++count}` }
    const [first, second] = [await post('accept-invitation', body, { headers }), await post('accept-invitation', body, { headers })]
    expect([first.status, second.text]).toEqual([200, first.text])
  })

  it('does not work for suspended, deleted or moved users, or as a password reset', async () => {
    const users = await Promise.all([invite(), invite(), invite(), invite()])
    const tokens = await Promise.all(users.map(({ id }) => tenant.linkFor(id, 'INVITATION')))
    const [suspended, deleted, moved] = users.map(({ id }) => `/users/${id}`)
    await tenant.api('PATCH', suspended ?? '', { body: { status: 'SUSPENDED' } })
    await tenant.api('DELETE', deleted ?? '')
    await tenant.api('PATCH', moved ?? '', { body: { email: newEmail() } })
    for (const token of tokens.slice(0, 3)) expect(refusal(await post('accept-invitation', { token, password }))).toEqual(linkIsDead)
    expect(refusal(await post('reset', { token: tokens[3] ?? '', password }))).toEqual(linkIsDead)
    for (const token of ['x', `svlt_${'A'.repeat(94)}`, forgeToken(tokens[3] ?? '')])
      expect(refusal(await post('accept-invitation', { token, password }))).toEqual(linkIsDead)
  })

  it('can be sent again, at most three times an hour', async () => {
    const { email } = await invite()
    for (let n = 0; n < 4; n++) expect((await post('forgot', { tenant: tenant.slug, email })).status).toBe(200)
    const tokens = await tokensSentTo(email, 3)
    expect((await post('accept-invitation', { token: tokens[2] ?? '', password })).status).toBe(200)
  })
})

describe('a forgotten password', () => {
  it('is reset with a link in a mail, which ends all sessions and other links', async () => {
    const { id, email } = await active()
    const { accessToken, refreshToken } = (await signIn(email)).body.data
    const spare = await tenant.linkFor(id, 'PASSWORD')
    const asked = await post<{ message: string }>('forgot', { email })
    expect(asked.body.data.message).toBe((await post<{ message: string }>('forgot', { email: 'nobody@example.com' })).body.data.message)
    const [token = ''] = await tokensSentTo(email, 1)
    expect((await post('reset', { token, password: other })).body.data).toMatchObject({ id, status: 'ACTIVE' })
    expect([refusal(await signIn(email)), (await signIn(email, other)).status]).toEqual([wrongPassword, 200])
    expect([(await service.api('GET', '/me', { key: accessToken })).status, (await post('refresh', { refreshToken })).status]).toEqual([
      401, 401,
    ])
    await expect.poll(async () => (await node.api('GET', '/me', { key: accessToken })).status).toBe(401)
    for (const used of [token, spare]) expect(refusal(await post('reset', { token: used, password }))).toEqual(linkIsDead)
    expect(await whereIs(service.db, [token, spare, password, other, accessToken, refreshToken])).toEqual([])
  })

  it('sends nothing to suspended users, and a link for every tenant of the address', async () => {
    const second = await service.createTenant()
    const { id, email } = await active()
    await second.skein.createUser({ body: { name: 'G', email, role: 'AGENT', invite: false } })
    await tenant.skein.updateUser({ path: { id }, body: { status: 'SUSPENDED' } })
    await post('forgot', { email })
    expect(await tokensSentTo(email, 1)).toHaveLength(1)
    await tenant.skein.updateUser({ path: { id }, body: { status: 'ACTIVE' } })
    await post('forgot', { email })
    expect(await tokensSentTo(email, 3)).toHaveLength(3)
  })
})

describe('changing a password', () => {
  it('requires the current one, and ends all other sessions', async () => {
    const { email } = await active()
    const [here, there] = [(await signIn(email)).body.data.accessToken, (await signIn(email)).body.data.accessToken]
    const change = (currentPassword: string, newPassword: string) =>
      service.api('POST', '/auth/change', { key: here, body: { currentPassword, newPassword } })
    const refused = await change('not the password', other)
    expect([...refusal(refused), reasons(refused)]).toEqual([400, 'SVC-AUTH-PASSWORD_REJECTED', ['WRONG']])
    expect((await change(password, other)).status).toBe(200)
    expect([(await service.api('GET', '/me', { key: here })).status, (await service.api('GET', '/me', { key: there })).status]).toEqual([
      200, 401,
    ])
    expect([refusal(await signIn(email)), (await signIn(email, other)).status]).toEqual([wrongPassword, 200])
  })

  it('happens once when two requests change it at the same time', async () => {
    const { email } = await active()
    const key = (await signIn(email)).body.data.accessToken
    const bodies = [other, 'green kettle over hills'].map((newPassword) => ({ currentPassword: password, newPassword }))
    const responses = await Promise.all(bodies.map((body) => service.api('POST', '/auth/change', { key, body })))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })
})

describe('the secret URL of a calendar', () => {
  const makeUrl = async (key: string) =>
    new URL((await service.api<CalendarFeedWithUrl>('POST', '/me/calendar', { key })).body.data.url).pathname
  const getStatus = async (path: string) => (await fetch(`${service.baseUrl}${path}`)).status

  it.each([
    ['a reset', async ({ id }: User) => post('reset', { token: await tenant.linkFor(id, 'PASSWORD'), password: other })],
    [
      'a change',
      async (_: User, key: string) => service.api('POST', '/auth/change', { key, body: { currentPassword: password, newPassword: other } }),
    ],
  ])('ends with %s of the password, and a new one is made afterwards', async (_, act) => {
    const resetUser = await active()
    const key = (await signIn(resetUser.email)).body.data.accessToken
    const path = await makeUrl(key)
    expect(await getStatus(path)).toBe(200)
    expect((await act(resetUser, key)).status).toBe(200)
    expect(await getStatus(path)).toBe(404)
    expect(await getStatus(await makeUrl((await signIn(resetUser.email, other)).body.data.accessToken))).toBe(200)
  })

  it('ends with a suspension, and stays ended when the user is activated', async () => {
    const { id, email } = await active()
    const path = await makeUrl((await signIn(email)).body.data.accessToken)
    await tenant.skein.updateUser({ path: { id }, body: { status: 'SUSPENDED' } })
    const ended = async () =>
      (await tenant.skein.listAuditLogs({ query: { action: 'calendar_feed.deleted' } })).data.some(({ target }) => target.id === id)
    await expect.poll(ended).toBe(true)
    await tenant.skein.updateUser({ path: { id }, body: { status: 'ACTIVE' } })
    expect(await getStatus(path)).toBe(404)
  })
})

describe('a new password', () => {
  const choose = async (secret: string, email = newEmail()) => {
    const { id } = await invite({ email, invite: false })
    return { id, answer: await post('reset', { token: await tenant.linkFor(id, 'PASSWORD'), password: secret }) }
  }
  it.each([
    ['mjx qvw', ['TOO_SHORT']],
    ['elevenchars', ['TOO_SHORT']],
    ['\u{1f600}'.repeat(11), ['TOO_SHORT', 'COMMON']],
    ['password', ['TOO_SHORT', 'COMMON']],
    ['qwertyuiop123', ['COMMON']],
    ['Password2026!', ['COMMON']],
    ['passwordpassword', ['COMMON']],
    ['aaaaaaaaaaaaaaaa', ['COMMON']],
  ])('%s is refused, with each reason', async (secret, codes) => {
    const { answer } = await choose(secret)
    expect([...refusal(answer), reasons(answer)]).toEqual([400, 'SVC-AUTH-PASSWORD_REJECTED', codes])
  })
  it('that contains the user’s name is refused, however it is written', async () => {
    for (const secret of ['my grace.hopper 1906', 'GraceHopper is here', 'ｇｒａｃｅ-hopper is here']) {
      const { answer } = await choose(secret, `grace.hopper+t${++count}@example.com`)
      expect(reasons(answer), secret).toEqual(['HOLDS_EMAIL'])
    }
  })
  it('of up to 1,024 characters of any kind is accepted as it is', async () => {
    for (const secret of ['twelve chars', '12 % "quotes" \\ and ünïcode 🦀', ` ${'long '.repeat(51)}`, 'x yz'.repeat(256)]) {
      const { id, answer } = await choose(secret)
      expect(answer.status, answer.text).toBe(200)
      const { email } = (await tenant.skein.getUser({ path: { id } })).data
      expect((await signIn(email, secret)).status).toBe(200)
      expect(refusal(await signIn(email, secret.slice(1)))).toEqual(wrongPassword)
    }
    const { answer } = await choose('x'.repeat(1_025))
    expect(refusal(answer)).toEqual([400, 'SVC-VALIDATION-FAILED'])
  })
  it('is the same when another keyboard composes its letters differently', async () => {
    const { id } = await choose('Ame\u0301lie liest Karten')
    const { email } = (await tenant.skein.getUser({ path: { id } })).data
    expect((await signIn(email, 'Am\u00e9lie liest Karten')).status).toBe(200)
  })
})

describe('hashes', () => {
  it('are argon2id with the cost that OWASP recommends, and do not block the process', async () => {
    expect(defaultPasswordCost).toEqual({ memoryKiB: 19_456, passes: 2 })
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    const hashes = await Promise.all(Array.from({ length: 4 }, () => hashPassword(password, defaultPasswordCost)))
    clearInterval(timer)
    expect(turns).toBeGreaterThan(4)
    expect(new Set(hashes).size).toBe(4)
    for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect([
      await isPassword(password, hashes[0] ?? '', defaultPasswordCost),
      await isPassword(other, hashes[0] ?? '', defaultPasswordCost),
    ]).toEqual([true, false])
  })
  it('with an earlier cost still work, and are replaced at the next sign-in', async () => {
    const { id, email } = await active()
    const dearer = await service.startNode({ config: { passwords: { memoryKiB: 64, passes: 3 } } })
    const body = { tenant: tenant.slug, email, password }
    expect((await dearer.api('POST', '/auth/login', { body })).status).toBe(200)
    expect(await whereIs(service.db, ['$argon2id$v=19$m=64,t=3,p=1$'])).toEqual(['user_passwords.hash'])
    expect((await service.api('POST', '/auth/login', { body })).status).toBe(200)
    expect(id).toBeDefined()
  })
  it('beyond the queue limit are refused with 503', async () => {
    const responses = await Promise.allSettled(Array.from({ length: 600 }, () => hashPassword(password, { memoryKiB: 8, passes: 1 })))
    const failed = responses.filter(({ status }) => status === 'rejected')
    expect(failed.length).toBe(200)
  })
})
