import { describe, expect, it } from 'vitest'
import type { Inbox } from '../../../client/index.ts'
import { setUpTenant } from '../../../test/support/service.ts'
import { findSecret } from './inbox-secrets.ts'
import { createSecrets } from '#platform/secrets.ts'
import { parseTypeId } from '#platform/ids.ts'

const { service, tenant } = await setUpTenant()

const servers = {
  IMAP: { host: 'mail.example.com', port: 993, security: 'TLS', auth: 'PASSWORD', user: 'ada', folder: 'INBOX' },
  SMTP: { host: 'mail.example.com', port: 587, security: 'STARTTLS', auth: 'PASSWORD', user: 'ada' },
} as const
type Kind = keyof typeof servers
const toEmail = (kind: Kind, server: object): object => (kind === 'IMAP' ? { receive: { imap: server } } : { send: { smtp: server } })

let count = 0
async function create(kind: Kind, server: object = {}): Promise<string> {
  const email = toEmail(kind, { ...servers[kind], password: 'first', ...server })
  const body = { name: `Inbox ${++count}`, type: 'EMAIL', address: `box${count}@example.com`, email }
  const created = await tenant.api<Inbox>('POST', '/inboxes', { body })
  if (created.status !== 201) throw new Error(created.text)
  return created.body.data.id
}
const change = (kind: Kind, id: string, server: object) =>
  tenant.api<Inbox>('PATCH', `/inboxes/${id}`, { body: { email: toEmail(kind, server) } })
const getServer = (kind: Kind, { email }: Inbox) => (kind === 'IMAP' ? email?.receive.imap : email?.send.smtp)
const getPassword = (kind: Kind, id: string) =>
  findSecret(
    { db: service.db, secrets: createSecrets(service.config.secretKey), tenantId: tenant.tenantId, inboxId: parseTypeId('inb', id) ?? '' },
    `${kind}_PASSWORD`,
  )

const kinds = ['IMAP', 'SMTP'] as const
/** Each setting that decides where a password goes, with a value that sends it elsewhere, or with less protection. */
const redirecting = kinds.flatMap((kind) =>
  Object.entries({ host: 'mail.evil.example', port: 2_525, security: 'NONE', user: 'grace' }).map(
    ([field, value]) => [kind, field, value] as const,
  ),
)

describe('a stored password', () => {
  it.each(redirecting)('of %s must be sent again when %s becomes %s', async (kind, field, value) => {
    const id = await create(kind, { port: 3_000 })
    const refused = await change(kind, id, { [field]: value })
    expect([refused.status, refused.body.error?.code, refused.body.error?.details]).toMatchObject([
      400,
      'SVC-VALIDATION-FAILED',
      [{ field: kind === 'IMAP' ? 'email.receive.imap.password' : 'email.send.smtp.password', code: 'REQUIRED' }],
    ])
    expect(refused.body.error?.details?.[0]?.message).toContain(`because ${field} changed`)
    expect(await getPassword(kind, id)).toBe('first')
    expect((await change(kind, id, { [field]: value, password: 'second' })).status).toBe(200)
    expect(await getPassword(kind, id)).toBe('second')
  })

  it.each(kinds)('of %s is deleted when the server gets none, and must be sent to come back', async (kind) => {
    const id = await create(kind)
    const changed = await change(kind, id, { auth: 'OAUTH2' })
    expect([changed.status, getServer(kind, changed.body.data)?.passwordSet, await getPassword(kind, id)]).toEqual([200, false, null])
    expect((await change(kind, id, { auth: 'PASSWORD', password: 'second' })).status).toBe(200)
    expect(await getPassword(kind, id)).toBe('second')
  })

  it.each(kinds)('of %s can be changed alone, and stays with the same server', async (kind) => {
    const id = await create(kind)
    const { passwordSet: _, ...before } = getServer(kind, (await tenant.api<Inbox>('GET', `/inboxes/${id}`)).body.data) ?? {}
    const changed = await change(kind, id, { password: 'second' })
    expect([changed.status, changed.body.data && getServer(kind, changed.body.data)]).toEqual([200, { ...before, passwordSet: true }])
    for (const same of [
      { host: 'MAIL.example.com' },
      servers[kind],
      {},
      ...(kind === 'IMAP' ? [{ folder: 'Other', afterFetch: 'MARK_SEEN' }] : []),
    ])
      expect((await change(kind, id, same)).status).toBe(200)
    expect(await getPassword(kind, id)).toBe('second')
  })

  it.each(kinds)('of %s stays when the encryption of the same port becomes stronger', async (kind) => {
    const id = await create(kind, { security: 'NONE', port: 3_000 })
    for (const security of ['STARTTLS', 'TLS']) expect((await change(kind, id, { security })).status).toBe(200)
    expect(await getPassword(kind, id)).toBe('first')
  })

  it.each(kinds)('of %s goes with its server', async (kind) => {
    const id = await create(kind)
    expect(
      (
        await tenant.api('PATCH', `/inboxes/${id}`, {
          body: { email: kind === 'IMAP' ? { receive: { imap: null } } : { send: { smtp: null } } },
        })
      ).status,
    ).toBe(200)
    expect(await getPassword(kind, id)).toBe(null)
    const again = await change(kind, id, { host: 'mail.example.com', user: 'ada' })
    expect([again.status, getServer(kind, again.body.data)?.passwordSet]).toEqual([200, false])
  })
})

it.each([
  ['IMAP', {}, ['email.receive.imap.host', 'email.receive.imap.user']],
  ['IMAP', { user: 'ada', password: 'first' }, ['email.receive.imap.host']],
  ['SMTP', { password: 'first' }, ['email.send.smtp.host']],
] as const)('a new %s server %o lacks what it needs', async (kind, server, fields) => {
  const body = { name: `Inbox ${++count}`, type: 'EMAIL', email: toEmail(kind, server) }
  const refused = await tenant.api('POST', '/inboxes', { body })
  expect([refused.status, refused.body.error?.details?.map(({ field }) => field)]).toEqual([400, fields])
})

it('the usual port follows the encryption, and another port stays', async () => {
  const [usual, other] = [await create('IMAP'), await create('IMAP', { port: 3_000 })]
  const portAfter = async (id: string) => {
    const changed = await change('IMAP', id, { security: 'STARTTLS', password: 'second' })
    return changed.body.data.email?.receive.imap?.port
  }
  expect([await portAfter(usual), await portAfter(other)]).toEqual([143, 3_000])
})
