/** The page behind `List-Unsubscribe`, as mail programs, scanners and browsers use it. */
import { request } from 'node:http'
import { beforeEach, expect, it } from 'vitest'
import type { AuditLog, Preferences, User } from '../../../client/index.ts'
import { type Agent, getNotifications } from '../../../test/support/notifications.ts'
import { setUpService, startTestService, type TestTenant } from '../../../test/support/service.ts'
import { parseTypeId } from '#platform/ids.ts'
import { createSecrets } from '#platform/secrets.ts'
import { unsubscribeUrl } from '../../resources/notifications/mail/unsubscribe.ts'

let tenant: TestTenant
let ada: Agent
const service = await setUpService()
const by = getNotifications(service)
beforeEach(async () => {
  tenant = await service.createTenant()
  ada = await by.createAgent(tenant, 'Ada')
})

type Visit = { method?: string; headers?: Record<string, string>; body?: string }
function visit(path: string, { method = 'GET', headers = {}, body = '' }: Visit = {}): Promise<{ status: number; text: string }> {
  return new Promise((done, fail) => {
    const asked = request({ port: service.port, path, method, headers: { host: 'localhost', ...headers } }, (res) => {
      const pieces: Buffer[] = []
      res.on('data', (piece: Buffer) => pieces.push(piece))
      res.on('end', () => done({ status: res.statusCode ?? 0, text: Buffer.concat(pieces).toString() }))
    })
    asked.on('error', fail)
    asked.end(body)
  })
}
/** Sends the request that Gmail sends. */
const press = (path: string) =>
  visit(path, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'List-Unsubscribe=One-Click' })

const getPath = (agent: Pick<Agent, 'id'>, secretKey = service.config.secretKey): string => {
  const owner = { tenantId: tenant.tenantId, userId: parseTypeId('usr', agent.id) ?? '' }
  return new URL(unsubscribeUrl({ config: service.config, secrets: createSecrets(secretKey) }, owner)).pathname
}
const choose = (agent: Agent, notifications: object) => by.as(agent, 'PATCH', '/me/preferences', { notifications })
const chosenBy = async (agent: Agent) => (await by.as<Preferences>(agent, 'GET', '/me/preferences')).body.data.notifications
/** Returns these choices with mail turned off for every notification type. */
const withoutMails = (types: Preferences['notifications']['types']) =>
  Object.fromEntries(Object.entries(types).map(([type, choice]) => [type, { ...choice, mail: 'NEVER' }]))
const getAudited = async () =>
  (await tenant.api<AuditLog[]>('GET', `/audit-logs?targetId=${ada.id}&limit=100`)).body.data.filter(
    ({ action }) => action === 'user.preferences_updated',
  )

it('one POST without credentials stops all mails, and nothing else', async () => {
  const grace = await by.createAgent(tenant, 'Grace')
  const override = { inboxId: tenant.inboxId, types: { NOTE_ADDED: { mail: 'AT_ONCE', desktop: false } } }
  const types = { MENTIONED: { mail: 'AT_ONCE' }, ASSIGNED: { mail: 'DIGEST', desktop: false }, REOPENED: { inApp: false } }
  for (const agent of [ada, grace]) await choose(agent, { types, overrides: [override], digestAt: '07:15' })
  const [before, gracesBefore] = [await chosenBy(ada), await chosenBy(grace)]
  const done = await press(getPath(ada))
  expect(done.status).toBe(200)
  expect(done.text).toContain(`Done. Tenant ${tenant.slug} no longer emails you about notifications.`)
  const after = await chosenBy(ada)
  expect(after).toEqual({
    ...before,
    types: withoutMails(before.types),
    overrides: [{ ...before.overrides[0], types: { NOTE_ADDED: { mail: 'NEVER', desktop: false } } }],
  })
  expect(await chosenBy(grace)).toEqual(gracesBefore)
})

it('pressing it again changes nothing, and the user can choose mails again', async () => {
  await choose(ada, { types: { MENTIONED: { mail: 'AT_ONCE' } } })
  const responses = await Promise.all([1, 2, 3].map(() => press(getPath(ada))))
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
  const [latest, ...others] = await getAudited()
  // The first row is of the choice itself.
  expect(others).toHaveLength(1)
  expect(latest).toMatchObject({
    actor: { type: 'USER', id: ada.id },
    after: { notifications: { types: { MENTIONED: { mail: 'NEVER' } } } },
  })
  await choose(ada, { types: { MENTIONED: { mail: 'DIGEST' } } })
  expect((await chosenBy(ada)).types.MENTIONED.mail).toBe('DIGEST')
})

it('a user without choices stops the mails that are sent by default', async () => {
  const before = await chosenBy(ada)
  expect(Object.values(before.types).some(({ mail }) => mail !== 'NEVER')).toBe(true)
  for (let i = 0; i < 2; i++) expect((await press(getPath(ada))).status).toBe(200)
  expect(await chosenBy(ada)).toEqual({ ...before, types: withoutMails(before.types) })
  expect(await getAudited()).toHaveLength(1)
})

it('programs that follow links change nothing, and see a page with a button', async () => {
  await choose(ada, { types: { MENTIONED: { mail: 'AT_ONCE' } } })
  for (const method of ['GET', 'HEAD', 'GET', 'HEAD']) {
    const { status, text } = await visit(`${getPath(ada)}?List-Unsubscribe=One-Click`, { method })
    expect(status).toBe(200)
    if (method === 'GET') expect(text).toMatch(/<form method="post"><button>Stop these emails<\/button>/)
  }
  expect((await visit(getPath(ada), { method: 'PUT' })).status).toBe(405)
  expect((await chosenBy(ada)).types.MENTIONED.mail).toBe('AT_ONCE')
})

it('the page speaks the user’s language, or else that of the browser', async () => {
  const german = 'Diese E-Mails abbestellen'
  expect((await visit(getPath(ada), { headers: { 'accept-language': 'de-AT,de;q=0.9' } })).text).toContain(german)
  await by.as(ada, 'PATCH', '/me/preferences', { language: 'de' })
  expect((await visit(getPath(ada))).text).toContain(german)
})

it('forged and foreign tokens, and those of deleted users, are the same 404', async () => {
  const body = { name: 'Gone', email: 'gone@example.com', role: 'AGENT', invite: false }
  const { id } = (await tenant.api<User>('POST', '/users', { body })).body.data
  const path = getPath({ id })
  expect((await visit(path)).status).toBe(200)
  const forged = getPath(ada, 'another-secret-key-of-thirty-two-bytes')
  const paths = [forged, path.slice(0, -1), `${path}x`, '/unsubscribe/', '/unsubscribe/svcn_x', `/unsubscribe/${'a'.repeat(5_000)}`]
  expect((await tenant.api('DELETE', `/users/${id}`)).status).toBe(200)
  const responses = await Promise.all([path, ...paths].flatMap((each) => [visit(each), press(each)]))
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([404]))
  expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
  expect(responses[0]?.text).not.toContain(tenant.slug)
})

it('a mail provider stops the mails of many users from one address', async () => {
  const limited = await startTestService({ rateLimits: { ipPerMinute: 2 } })
  try {
    const owner = await limited.createTenant()
    const userId = parseTypeId('usr', owner.ownerId) ?? ''
    const links = Array.from(
      { length: 12 },
      (_, i) =>
        new URL(
          unsubscribeUrl(
            { config: limited.config, secrets: createSecrets(limited.config.secretKey) },
            { tenantId: owner.tenantId, userId: i < 6 ? userId : (parseTypeId('usr', ada.id) ?? '') },
          ),
        ).pathname,
    )
    const statuses: number[] = []
    for (const path of links)
      statuses.push((await fetch(`${limited.baseUrl}${path}`, { method: 'POST', body: 'List-Unsubscribe=One-Click' })).status)
    // Users of other tenants do not exist here.
    expect(statuses).toEqual([...Array<number>(6).fill(200), ...Array<number>(6).fill(404)])
    for (let i = 0; i < 3; i++) await fetch(`${limited.baseUrl}${links[0]}`)
    expect((await fetch(`${limited.baseUrl}${links[0]}`)).status).toBe(429)
    expect((await fetch(`${limited.baseUrl}${links[0]}`, { method: 'POST', body: 'List-Unsubscribe=One-Click' })).status).toBe(200)
  } finally {
    await limited.stop()
  }
})
