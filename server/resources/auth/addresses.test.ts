/** A user's new e-mail address takes effect when it is confirmed with the link mailed to it. */
import { expect, it } from 'vitest'
import type { CalendarFeedWithUrl, User } from '../../../client/index.ts'
import type { CallResponse } from '../../../test/support/caller.ts'
import { forgeToken } from '../../../test/support/forge-token.ts'
import { readMailFiles, findLink } from '../../../test/support/mail-server.ts'
import { setUpTenant } from '../../../test/support/service.ts'
import { whereIs } from '../../../test/support/snapshot.ts'

const password = 'salty otters read maps'
const linkIsDead = [400, 'SVC-AUTH-RESET_TOKEN_INVALID']
let count = 0
const { service, tenant } = await setUpTenant({ worker: true })

const newEmail = () => `a${++count}@example.com`
const create = async (body: object = {}) =>
  (await tenant.skein.createUser({ body: { name: 'Grace Hopper', email: newEmail(), role: 'AGENT', ...body } })).data
const active = async (body: object = {}) => {
  const made = await create({ invite: false, ...body })
  await tenant.setPassword(made.id, password)
  return made
}
const change = (id: string, email: string, key = tenant.key) => service.api<User>('PATCH', `/users/${id}`, { key, body: { email } })
const read = async (id: string) => (await tenant.skein.getUser({ path: { id } })).data
const post = <Data = User>(path: string, body: object, options: object = {}) =>
  service.api<Data>('POST', `/auth/${path}`, { body, ...options })
const confirm = (token: string, options: object = {}) => post('confirm-email', { token }, options)
const signIn = (email: string) => post<{ accessToken: string }>('login', { tenant: tenant.slug, email, password })
const isSignedIn = async (key: string) => (await service.api('GET', '/me', { key })).status === 200
const refusal = ({ status, body }: CallResponse<unknown>) => [status, body.error?.code]

/** Waits until `times` mails have been sent to the address. */
async function mailsTo(email: string, times: number) {
  const sent = async () => (await readMailFiles(service.config)).filter(({ to }) => to?.some(({ address }) => address === email))
  await expect.poll(async () => (await sent()).length).toBe(times)
  return sent()
}
const tokensIn = (mails: Awaited<ReturnType<typeof mailsTo>>) =>
  mails.map((mail) => new URLSearchParams(findLink(mail).hash.slice(1)).get('token') ?? '')

it('a new address changes nothing until it is confirmed: the old one still signs in', async () => {
  const { id, email } = await active()
  const key = (await signIn(email)).body.data.accessToken
  const next = newEmail()
  expect((await change(id, next)).body.data).toMatchObject({ email, pendingEmail: next })
  expect([(await signIn(email)).status, refusal(await signIn(next)), await isSignedIn(key)]).toEqual([
    200,
    [401, 'SVC-AUTH-INVALID_CREDENTIALS'],
    true,
  ])
  const [notice] = await mailsTo(email, 1)
  expect(notice?.text).toContain(next)
  const [mail] = await mailsTo(next, 1)
  expect(mail && findLink(mail).pathname).toBe('/confirm-email')
})

it('the link in the mail confirms a new address and ends other ways into the account', async () => {
  const { id, email } = await active()
  const key = (await signIn(email)).body.data.accessToken
  const calendar = (await service.api<CalendarFeedWithUrl>('POST', '/me/calendar', { key })).body.data.url
  const passwordLink = await tenant.linkFor(id, 'PASSWORD')
  const next = newEmail()
  await change(id, next)
  const [token = ''] = tokensIn(await mailsTo(next, 1))
  expect((await confirm(token)).body.data).toMatchObject({ id, email: next, pendingEmail: null })
  expect([await isSignedIn(key), (await fetch(service.baseUrl + new URL(calendar).pathname)).status]).toEqual([false, 404])
  expect([(await signIn(email)).status, (await signIn(next)).status]).toEqual([401, 200])
  expect(refusal(await post('reset', { token: passwordLink, password }))).toEqual(linkIsDead)
  expect(refusal(await confirm(token)), 'a link works once').toEqual(linkIsDead)
  expect((await mailsTo(email, 2)).at(-1)?.text).toContain(next)
  const { data } = (await tenant.api<{ type: string; data: { object: Record<string, unknown> } }[]>('GET', '/events?limit=100')).body
  const own = data.filter((event) => [event.data.object['id'], event.data.object['userId']].includes(id)).map(({ type }) => type)
  expect(own).toEqual(expect.arrayContaining(['session.ended', 'user.security_notice']))
  const ended = data.find(({ type, data: { object } }) => type === 'session.ended' && object['userId'] === id)
  expect(ended?.data.object['endedReason']).toBe('EMAIL_CHANGED')
  const { body } = await tenant.api<{ before: object; after: object }[]>('GET', '/audit-logs?action=user.email_confirmed')
  expect(body.data[0]).toMatchObject({ before: { email, pendingEmail: next }, after: { email: next, pendingEmail: null } })
  expect(await whereIs(service.db, [token])).toEqual([])
})

it('sessions stay when users change their own address', async () => {
  const { id, email } = await active({ role: 'ADMIN' })
  const key = (await signIn(email)).body.data.accessToken
  expect((await change(id, newEmail(), key)).status).toBe(200)
  const { pendingEmail } = await read(id)
  const [token = ''] = tokensIn(await mailsTo(pendingEmail ?? '', 1))
  expect([(await confirm(token)).status, await isSignedIn(key)]).toEqual([200, true])
})

it('sending the current address cancels the change, and three mails an hour are sent', async () => {
  const { id, email } = await active()
  const next = newEmail()
  for (let n = 0; n < 4; n++) {
    expect((await change(id, next)).body.data.pendingEmail).toBe(next)
    expect((await change(id, next)).body.data.pendingEmail, 'nothing new').toBe(next)
    if (n < 3) await change(id, email)
  }
  const tokens = tokensIn(await mailsTo(next, 3))
  expect((await change(id, email)).body.data).toMatchObject({ email, pendingEmail: null })
  for (const token of tokens) expect(refusal(await confirm(token))).toEqual(linkIsDead)
  expect((await change(id, newEmail())).status).toBe(200)
  for (const token of tokens) expect(refusal(await confirm(token)), 'another address waits').toEqual(linkIsDead)
  expect((await read(id)).email).toBe(email)
})

it('a pending address ends when the role changes, which may exceed the caller’s', async () => {
  const { id, email } = await active({ role: 'VIEWER' })
  const narrow = (await tenant.keyFor(['catalog:admin', 'read'])).key
  const next = newEmail()
  expect((await change(id, next, narrow)).body.data.pendingEmail).toBe(next)
  const [token = ''] = tokensIn(await mailsTo(next, 1))
  await tenant.skein.updateUser({ path: { id }, body: { role: 'VIEWER', name: 'Renamed' } })
  expect((await read(id)).pendingEmail, 'the same role').toBe(next)
  await tenant.skein.updateUser({ path: { id }, body: { role: 'ADMIN' } })
  expect(await read(id)).toMatchObject({ email, pendingEmail: null })
  expect(refusal(await confirm(token))).toEqual(linkIsDead)
})

it('a confirmation fails if the address was taken, or with another kind of link', async () => {
  const [{ id }, other] = [await active(), await active()]
  expect(refusal(await change(id, other.email))).toEqual([409, 'SVC-CATALOG-DUPLICATE'])
  const next = newEmail()
  await change(id, next)
  const token = await tenant.linkFor(id, 'EMAIL')
  const taker = await create({ email: next })
  expect(refusal(await confirm(token))).toEqual([409, 'SVC-CATALOG-DUPLICATE'])
  await tenant.skein.deleteUser({ path: { id: taker.id } })
  for (const path of ['reset', 'accept-invitation']) expect(refusal(await post(path, { token, password }))).toEqual(linkIsDead)
  for (const wrong of [await tenant.linkFor(id, 'PASSWORD'), forgeToken(token), 'x'])
    expect(refusal(await confirm(wrong))).toEqual(linkIsDead)
  await service.db.script(`update sign_in_links set expires_at = now() - interval '1 second' where email = '${next}'`)
  expect(refusal(await confirm(token))).toEqual(linkIsDead)
  expect((await confirm(await tenant.linkFor(id, 'EMAIL'))).status).toBe(200)
})

it('one of two concurrent confirmations succeeds, and a retry gets its response', async () => {
  const { id } = await active()
  await change(id, newEmail())
  const token = await tenant.linkFor(id, 'EMAIL')
  const both = await Promise.all([confirm(token), confirm(token)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
  await change(id, newEmail())
  const [again, headers] = [await tenant.linkFor(id, 'EMAIL'), { 'idempotency-key': `confirm-${++count}` }]
  const [first, second] = [await confirm(again, { headers }), await confirm(again, { headers })]
  expect([first.status, second.text]).toEqual([200, first.text])
})

it('the address of an invited user changes at once, and only its new link works', async () => {
  const { id, email } = await create()
  const [old = ''] = tokensIn(await mailsTo(email, 1))
  const next = newEmail()
  expect((await change(id, next)).body.data).toMatchObject({ email: next, pendingEmail: null, status: 'INVITED' })
  expect(refusal(await post('accept-invitation', { token: old, password }))).toEqual(linkIsDead)
  const [token = ''] = tokensIn(await mailsTo(next, 1))
  expect((await post('accept-invitation', { token, password })).status).toBe(200)
  expect((await signIn(next)).status).toBe(200)
  expect(await mailsTo(email, 1), 'the address before hears nothing more').toHaveLength(1)
})
