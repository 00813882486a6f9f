/** The commands about users and about deleting tenants, as operators run them. */
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestInstallation, type Ended, type TestInstallation, type SkeinProcess } from '../../test/support/skein-process.ts'

let installation: TestInstallation
let service: SkeinProcess
beforeAll(async () => {
  installation = await createTestInstallation()
  service = await installation.serve({ RATE_LIMIT_AUTH_PER_MINUTE: '1000000' })
  await installation.runHere(['tenant', 'create', '--slug', 'acme', '--name', 'Acme', '--owner-email', 'owner@acme.test'])
})
afterAll(() => installation.remove())

const password = 'salty otters read maps'
const linkOf = ({ stdout }: Ended): { url: string; expiresAt: string } => JSON.parse(stdout) as { url: string; expiresAt: string }
const getToken = (ended: Ended): string => new URLSearchParams(new URL(linkOf(ended).url).hash.slice(1)).get('token') ?? ''
const daysUntil = (time: string): number => (Date.parse(time) - Date.now()) / 86_400_000
async function post(
  path: string,
  body: object,
  key?: string,
): Promise<{ status: number; body: { data: Record<string, unknown>; error: { code: string } } }> {
  const response = await fetch(`${service.url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }) },
    body: JSON.stringify(body),
  })
  // Safe because every response has this envelope.
  return { status: response.status, body: (await response.json()) as never }
}
const invite = (...more: string[]) => ['user', 'invite', '--tenant', 'acme', '--name', 'Grace Hopper', ...more]
const linkFor = (email: string, ...more: string[]) => ['user', 'sign-in-link', '--tenant', 'acme', '--email', email, ...more]

it('user invite creates a link that activates the user once, within seven days', async () => {
  const invited = await installation.run(invite('--email', 'Grace@Acme.test', '--role', 'admin', '--json'))
  expect(invited).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(invited.stdout)).toMatchObject({ id: expect.stringMatching(/^usr_/), url: expect.stringContaining('http://app.') })
  expect(daysUntil(linkOf(invited).expiresAt)).toBeCloseTo(7, 1)
  const token = getToken(invited)
  const accepted = await post('/auth/accept-invitation', { token, password })
  expect([accepted.status, accepted.body.data]).toMatchObject([200, { email: 'grace@acme.test', role: 'ADMIN', status: 'ACTIVE' }])
  expect((await post('/auth/accept-invitation', { token, password })).body.error.code).toBe('SVC-AUTH-RESET_TOKEN_INVALID')
  expect((await post('/auth/login', { email: 'grace@acme.test', password })).status).toBe(200)
})

it('every audit row of a command says that it came through the command line', async () => {
  const made = await installation.run(['key', 'create', '--tenant', 'acme', '--scopes', 'admin', '--json'])
  const { key } = JSON.parse(made.stdout) as { key: string }
  expect((await installation.run(invite('--email', 'via@acme.test', '--json'))).code).toBe(0)
  expect((await installation.run(linkFor('owner@acme.test', '--json'))).code).toBe(0)
  expect((await installation.run(linkFor('owner@acme.test', '--without-second-factor', '--json'))).code).toBe(0)
  for (const verb of ['suspend', 'resume']) expect((await installation.run(['tenant', verb, '--slug', 'acme', '--json'])).code).toBe(0)
  const actions = ['tenant.created', 'api_key.created', 'user.created', 'user.link_made', 'tenant.suspended', 'tenant.resumed']
  const read = async (action: string): Promise<(string | null)[]> => {
    const response = await fetch(`${service.url}/api/v1/audit-logs?limit=100&action=${action}`, {
      headers: { Authorization: `Bearer ${key}` },
    })
    // Safe because the response has this envelope.
    const { data } = (await response.json()) as { data: { via: string | null; actor: { type: string } }[] }
    return data.filter(({ actor }) => actor.type === 'SYSTEM').map(({ via }) => via)
  }
  await expect.poll(() => read('tenant.resumed')).toHaveLength(1)
  for (const action of actions) {
    const vias = await read(action)
    expect(vias.length, action).toBeGreaterThan(0)
    expect(new Set(vias), action).toEqual(new Set(['CLI']))
  }
})

it('user invite uses the role AGENT by default, and prints the link for people', async () => {
  const invited = await installation.runHere(invite('--email', 'ada@acme.test'))
  expect(invited.code).toBe(0)
  expect(invited.stdout).toMatch(/^Grace Hopper was invited\. The link to accept works once, until .*:\nhttp:\/\/app\.\S+#token=\S+\n$/)
  const token = /#token=(\S+)/.exec(invited.stdout)?.[1]
  expect((await post('/auth/accept-invitation', { token, password })).body.data['role']).toBe('AGENT')
})

it.each([
  [
    'an address that somebody has, in other letter case',
    () => invite('--email', 'OWNER@acme.test'),
    /A user of the tenant already has the address/,
  ],
  ['no address', () => invite('--email', 'grace'), /"grace" is not an e-mail address: it has no @\./],
  ['an unknown role', () => invite('--email', 'x@acme.test', '--role', 'BOSS'), /There is no role "BOSS"\. Roles are OWNER, ADMIN/],
  ['an empty name', () => ['user', 'invite', '--tenant', 'acme', '--name', ' ', '--email', 'x@acme.test'], /--name/],
  [
    'an unknown tenant',
    () => ['user', 'invite', '--tenant', 'nobody', '--name', 'X', '--email', 'x@acme.test'],
    /There is no tenant "nobody"/,
  ],
  ['a link for nobody', () => linkFor('nobody@acme.test'), /No user of the tenant "acme" has the address "nobody@acme\.test"/],
])('%s is refused with exit code 2', async (_, args, says) => {
  expect(await installation.runHere(args())).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(says) })
})

it('user sign-in-link prints a link that sets the password once, within a day', async () => {
  const [first, second] = [
    await installation.run(linkFor('owner@acme.test', '--json')),
    await installation.runHere(linkFor('OWNER@acme.test', '--json')),
  ]
  expect(daysUntil(linkOf(first).expiresAt)).toBeCloseTo(1, 1)
  expect((await post('/auth/reset', { token: getToken(first), password })).status).toBe(200)
  const again = await post('/auth/reset', { token: getToken(second), password: 'nine quiet lamps at sea' })
  expect([again.status, again.body.error.code], 'using one ends the others').toEqual([400, 'SVC-AUTH-RESET_TOKEN_INVALID'])
  const signedIn = await post('/auth/login', { email: 'owner@acme.test', password })
  expect(signedIn.status).toBe(200)
  const rows = await fetch(`${service.url}/api/v1/audit-logs?action=user.link_made`, {
    headers: { Authorization: `Bearer ${String(signedIn.body.data['accessToken'])}` },
  })
  // Safe because a list has this envelope.
  const { data } = (await rows.json()) as { data: { actor: { type: string } }[] }
  expect(data.length).toBeGreaterThanOrEqual(2)
  expect(new Set(data.map(({ actor }) => actor.type))).toEqual(new Set(['SYSTEM']))
})

it('user sign-in-link renews an invitation, and refuses a suspended user', async () => {
  const invited = await installation.runHere(invite('--email', 'mary@acme.test', '--json'))
  const link = await installation.runHere(linkFor('mary@acme.test', '--json'))
  expect((await post('/auth/accept-invitation', { token: getToken(link), password })).status).toBe(200)
  const owner = await post('/auth/login', { email: 'owner@acme.test', password })
  const headers = { Authorization: `Bearer ${String(owner.body.data['accessToken'])}`, 'content-type': 'application/json' }
  // Safe because the command prints this shape.
  const { id } = JSON.parse(invited.stdout) as { id: string }
  const suspended = await fetch(`${service.url}/api/v1/users/${id}`, { method: 'PATCH', headers, body: '{"status":"SUSPENDED"}' })
  expect(suspended.status).toBe(200)
  expect(await installation.runHere(linkFor('mary@acme.test'))).toMatchObject({ code: 2, stderr: expect.stringContaining('is suspended') })
})

it('--without-second-factor removes a lost second factor, with an audit row', async () => {
  await installation.runHere(invite('--email', 'linus@acme.test'))
  const link = () => installation.runHere(linkFor('linus@acme.test', '--json'))
  expect((await post('/auth/accept-invitation', { token: getToken(await link()), password })).status).toBe(200)
  const signIn = () => post('/auth/login', { email: 'linus@acme.test', password })
  const key = String((await signIn()).body.data['accessToken'])
  const { secret } = (await post('/auth/totp/enroll', { password }, key)).body.data
  const code = new TOTP({ secret: Secret.fromBase32(String(secret)) }).generate()
  expect((await post('/auth/totp/confirm', { code }, key)).status).toBe(200)
  await link()
  expect((await signIn()).body.error.code, 'a link alone removes nothing').toBe('SVC-AUTH-CODE_REQUIRED')
  expect((await installation.runHere(linkFor('linus@acme.test', '--without-second-factor', '--json'))).code).toBe(0)
  expect((await signIn()).status).toBe(200)
})

it('tenant delete deletes nothing unless the slug is typed on the terminal', async () => {
  await installation.runHere(['tenant', 'create', '--slug', 'hooli', '--name', 'Hooli', '--owner-email', 'owner@hooli.test'])
  const typed = (text: string) => installation.runHere(['tenant', 'delete', '--slug', 'hooli'], {}, text)
  const asked = expect.stringContaining('Everything of hooli will be deleted. Type its slug to continue: ')
  for (const [text, says] of [
    ['acme\n', '"acme" is not hooli: nothing was deleted.'],
    ['\n', '"" is not hooli: nothing was deleted.'],
    ['y\n', '"y" is not hooli: nothing was deleted.'],
  ]) {
    const refused = await typed(text ?? '')
    expect(refused).toMatchObject({ code: 2, stdout: '', stderr: asked })
    expect(refused.stderr).toContain(says)
  }
  expect(await typed('')).toMatchObject({ code: 130, stdout: '', stderr: expect.stringContaining('Nothing was deleted.') })
  expect(await installation.run(['tenant', 'delete', '--slug', 'hooli']), 'no terminal').toMatchObject({
    code: 2,
    stderr: 'This deletes everything of the tenant. Confirm it with --confirm hooli.\n',
  })
  const deleted = await typed('hooli\n')
  expect(deleted).toMatchObject({ code: 0, stderr: asked, stdout: expect.stringMatching(/^The tenant hooli was deleted: \d+ rows/) })
  expect(await typed('hooli\n')).toMatchObject({ code: 2, stderr: 'There is no tenant "hooli".\n' })
})
