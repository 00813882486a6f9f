/** Sign-ins to mailboxes at Google and Microsoft, against a token server that the test runs. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Inbox } from '../../../../client/index.ts'
import { forgeToken } from '../../../../test/support/forge-token.ts'
import { setUpTenant } from '../../../../test/support/service.ts'
import { startTokenServer } from '../../../../test/support/token-server.ts'
import { readOauth } from '#platform/read-oauth-settings.ts'
import { parseTypeId } from '#platform/ids.ts'
import { createSecrets } from '#platform/secrets.ts'
import { getMailAccessToken, SignInRequired } from './stored-tokens.ts'

const tokens = await startTokenServer()
const env: Record<string, string> = { GOOGLE_CLIENT_ID: 'client', GOOGLE_CLIENT_SECRET: 'client-secret', OAUTH_GOOGLE_URL: tokens.url }
const oauth = readOauth((name) => env[name], [])
afterAll(() => tokens.stop())
const { service, tenant } = await setUpTenant({ worker: true, config: { oauth } })
const services: Parameters<typeof getMailAccessToken>[0] = {
  db: service.db,
  config: { oauth },
  secrets: createSecrets('a key that is known to everybody, for tests'),
}
beforeEach(() => {
  tokens.refuse = null
  tokens.expiresIn = 3_600
})

let made = 0
const create = async (auth = 'OAUTH2') => {
  const imap = { host: 'imap.gmail.com', user: 'ada@example.com', auth }
  const body = { name: `Mail ${++made}`, type: 'EMAIL', address: `ada${made}@example.com`, email: { receive: { mode: 'IMAP', imap } } }
  const { status, body: answer, text } = await tenant.api<Inbox>('POST', '/inboxes', { body })
  expect(status, text).toBe(201)
  return answer.data.id
}
const authorize = async (id: string, provider = 'GOOGLE', of = tenant) =>
  of.api<{ authorizeUrl: string; expiresAt: string }>('POST', `/inboxes/${id}/oauth`, { body: { provider } })
/** Returns how the service answers the browser that comes back. */
const comeBack = async (query: URLSearchParams, method = 'GET') => {
  const response = await fetch(`${service.baseUrl}/oauth/callback?${query}`, { method, redirect: 'manual' })
  return response.status === 303 ? new URL(response.headers.get('location') ?? '') : response.status
}
const getResult = async (query: URLSearchParams) => {
  const location = await comeBack(query)
  return location instanceof URL ? location.searchParams.get('signIn') : location
}
const connect = async () => {
  const id = await create()
  expect(await getResult(tokens.allow((await authorize(id)).body.data.authorizeUrl))).toBe('connected')
  return id
}
const getToken = async (
  id: string,
  host = 'imap.gmail.com',
  refused: string | null = null,
  server: { port?: number; security?: 'NONE' } = {},
) =>
  getMailAccessToken(
    services,
    { tenantId: tenant.tenantId, inboxId: parseTypeId('inb', id) ?? '' },
    { host, port: 993, security: 'TLS', ...server },
    refused,
  )

describe('a sign-in', () => {
  it('stores tokens, shows none of them, and leads to the dashboard', async () => {
    const id = await create()
    const { status, body, text } = await authorize(id)
    expect(status, text).toBe(200)
    const asked = new URL(body.data.authorizeUrl)
    expect(asked.origin + asked.pathname).toBe(`${tokens.url}/o/oauth2/v2/auth`)
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      client_id: 'client',
      redirect_uri: 'http://localhost/oauth/callback',
      response_type: 'code',
      code_challenge_method: 'S256',
      login_hint: 'ada@example.com',
    })
    const location = await comeBack(tokens.allow(body.data.authorizeUrl))
    expect(String(location)).toBe('http://app.localhost/settings/inboxes?signIn=connected')
    expect(await getToken(id)).toMatch(/^access-/)
    const shown = await tenant.api<Inbox>('GET', `/inboxes/${id}`)
    expect(shown.body.data.email?.receive.imap?.passwordSet).toBe(true)
    expect(shown.text).not.toMatch(/access-|refresh-/)
    const audit = await tenant.api<{ action: string }[]>('GET', `/audit-logs?targetId=${id}`)
    expect(audit.body.data.map(({ action }) => action)).toContain('inbox.authorized')
    expect(audit.text).not.toMatch(/access-|refresh-/)
  })

  it('works once, and not with a changed or foreign state', async () => {
    const id = await create()
    const { authorizeUrl } = (await authorize(id)).body.data
    const query = tokens.allow(authorizeUrl)
    expect(await getResult(query)).toBe('connected')
    expect(await getResult(tokens.allow(authorizeUrl))).toBe('expired')
    for (const state of ['', 'x', forgeToken(query.get('state') ?? '')])
      expect(await getResult(new URLSearchParams({ code: 'code-1', state })), state).toBe('expired')
  })

  it('that the person refuses, or whose code is wrong, stores nothing', async () => {
    const id = await create()
    const state = new URL((await authorize(id)).body.data.authorizeUrl).searchParams.get('state') ?? ''
    expect(await getResult(new URLSearchParams({ error: 'access_denied', state }))).toBe('refused')
    expect(await getResult(new URLSearchParams({ code: 'guessed', state }))).toBe('failed')
    await expect(getToken(id)).rejects.toThrow(SignInRequired)
    expect(await comeBack(new URLSearchParams({ state }), 'POST')).toBe(405)
  })

  it('needs a server that takes tokens, and a provider that the operator has set up', async () => {
    const refused = await authorize(await create('PASSWORD'))
    expect([refused.status, refused.body.error?.code]).toEqual([422, 'SVC-CHANNEL-NOT_CONNECTED'])
    const absent = await authorize(await create(), 'MICROSOFT')
    expect([absent.status, absent.body.error?.code]).toEqual([422, 'SVC-CHANNEL-NOT_CONNECTED'])
    expect((await authorize(await create(), 'GOOGLE', await service.createTenant())).status).toBe(404)
  })
})

describe('an access token', () => {
  it('goes to the servers of the sign-in only', async () => {
    const id = await connect()
    await expect(getToken(id, 'imap.gmail.com', null, { port: 2_525 })).rejects.toThrow(SignInRequired)
    await expect(getToken(id, 'imap.gmail.com', null, { security: 'NONE' })).rejects.toThrow(SignInRequired)
    await expect(getToken(id, 'imap.evil.example')).rejects.toThrow(SignInRequired)
    const imap = { host: 'imap.evil.example', user: 'ada@example.com', auth: 'OAUTH2' }
    await tenant.api('PATCH', `/inboxes/${id}`, { body: { email: { receive: { imap } } } })
    await expect(getToken(id, 'imap.evil.example')).rejects.toThrow(SignInRequired)
  })

  it('that has expired or was refused is renewed once, with the newest refresh token', async () => {
    tokens.expiresIn = 30
    const id = await connect()
    const first = tokens.current()
    tokens.expiresIn = 3_600
    const renewed = await Promise.all(Array.from({ length: 5 }, () => getToken(id)))
    expect(new Set(renewed).size, 'all callers get the same token').toBe(1)
    expect(tokens.requests.at(-1)).toMatchObject({ grant_type: 'refresh_token', refresh_token: first })
    const second = tokens.current()
    expect(await getToken(id, 'imap.gmail.com', renewed[0])).not.toBe(renewed[0])
    expect(tokens.requests.at(-1)).toMatchObject({ refresh_token: second })
  })

  it('is renewed by a job at four fifths of its life', async () => {
    tokens.expiresIn = 2
    const id = await connect()
    const before = tokens.current()
    tokens.expiresIn = 3_600
    await expect.poll(() => tokens.current()).not.toBe(before)
    const asked = tokens.requests.length
    await getToken(id)
    expect(tokens.requests.length).toBe(asked)
  })

  it('is gone when the provider no longer accepts the sign-in', async () => {
    tokens.expiresIn = 30
    const id = await connect()
    tokens.refuse = { status: 503, error: 'temporarily_unavailable' }
    await expect(getToken(id)).rejects.not.toThrow(SignInRequired)
    tokens.refuse = { status: 400, error: 'invalid_grant' }
    await expect(getToken(id)).rejects.toThrow(SignInRequired)
    const asked = tokens.requests.length
    await expect(getToken(id)).rejects.toThrow(SignInRequired)
    expect(tokens.requests.length, 'the provider is not asked again').toBe(asked)
    tokens.refuse = null
    expect(await getResult(tokens.allow((await authorize(id)).body.data.authorizeUrl))).toBe('connected')
    expect(await getToken(id)).toMatch(/^access-/)
  })
})
