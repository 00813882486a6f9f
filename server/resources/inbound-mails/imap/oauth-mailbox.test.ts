/** A mailbox whose server takes tokens: they are renewed unseen, until the provider no longer accepts the sign-in. */
import { afterAll, expect, it } from 'vitest'
import type { ChannelConnection, InboundMail, Inbox } from '../../../../client/index.ts'
import { startImapServer } from '../../../../test/support/imap-server.ts'
import { until } from '../../../../test/support/job-fixture.ts'
import { startMailServer } from '../../../../test/support/mail-server.ts'
import { setUpTenant } from '../../../../test/support/service.ts'
import { startTokenServer } from '../../../../test/support/token-server.ts'

const tokens = await startTokenServer()
const imap = await startImapServer()
const outgoing = await startMailServer()
const client = { clientId: 'client', clientSecret: 'client-secret', authorizeUrl: `${tokens.url}/auth`, tokenUrl: `${tokens.url}/token` }
afterAll(async () => {
  await imap.close()
  await outgoing.stop()
  await tokens.stop()
})
const { service, tenant } = await setUpTenant({
  worker: true,
  config: { oauth: { GOOGLE: null, MICROSOFT: client }, mail: { smtpUrl: outgoing.url } },
})

it('is read with tokens that are renewed, and needs a new sign-in when they are not', async () => {
  const settings = { host: '127.0.0.1', port: imap.port, security: 'NONE', user: 'ada', auth: 'OAUTH2' }
  const body = { name: 'Mail', type: 'EMAIL', address: 'ada@example.com', email: { receive: { mode: 'IMAP', imap: settings } } }
  const { id } = (await tenant.api<Inbox>('POST', '/inboxes', { body })).body.data
  const connection = async () => (await tenant.api<ChannelConnection>('GET', `/inboxes/${id}/connection`)).body.data
  const becomes = (state: string) => until(async () => (await connection()).receive.state === state)
  const signIn = async () => {
    const { authorizeUrl } = (
      await tenant.api<{ authorizeUrl: string }>('POST', `/inboxes/${id}/oauth`, { body: { provider: 'MICROSOFT' } })
    ).body.data
    const back = await fetch(`${service.baseUrl}/oauth/callback?${tokens.allow(authorizeUrl)}`, { redirect: 'manual' })
    expect(back.headers.get('location')).toContain('signIn=connected')
  }
  const subjects = async () => (await tenant.api<InboundMail[]>('GET', '/inbound-mails')).body.data.map(({ subject }) => subject)
  const append = (subject: string) => imap.append(`From: Grace <grace@example.com>\r\nSubject: ${subject}\r\n\r\nHello\r\n`)

  const notices = () => outgoing.accepted.filter(({ subject }) => subject?.includes('needs to sign in again'))
  await becomes('NEEDS_AUTH')
  // No notice is sent when the sign-in precedes its job.
  await until(async () => notices().length === 1)
  imap.accounts.set('ada', 'access-1')
  await signIn()
  await becomes('CONNECTED')
  append('One')
  await until(async () => (await subjects()).includes('One'))

  // The server no longer takes the first token, as if it had expired early.
  imap.accounts.set('ada', 'access-2')
  await imap.pause()
  await imap.resume()
  append('Two')
  await tenant.api('POST', `/inboxes/${id}/reconnect`)
  await until(async () => (await subjects()).includes('Two'))
  expect((await connection()).receive.state).toBe('CONNECTED')
  expect(tokens.requests.at(-1)).toMatchObject({ grant_type: 'refresh_token', refresh_token: 'refresh-1' })
  expect(tokens.current()).toBe('refresh-2')

  imap.accounts.set('ada', 'another')
  tokens.refuse = { status: 400, error: 'invalid_grant' }
  await imap.pause()
  await imap.resume()
  await tenant.api('POST', `/inboxes/${id}/reconnect`)
  await becomes('NEEDS_AUTH')
  const shown = await tenant.api<object[]>('GET', '/events?limit=100')
  expect(shown.text).toContain('NEEDS_AUTH')
  expect(shown.text + JSON.stringify(await connection())).not.toMatch(/access-\d|refresh-\d/)

  // The owner is an administrator, who gets a notice each time.
  await until(async () => notices().length === 2)
  const [notice] = notices()
  expect(notice?.text).toContain('The mail server of the inbox Mail doesn’t accept our sign-in')
  expect(notice?.raw).not.toMatch(/access-\d|refresh-\d/)

  tokens.refuse = null
  imap.accounts.set('ada', 'access-3')
  await signIn()
  await becomes('CONNECTED')
})
