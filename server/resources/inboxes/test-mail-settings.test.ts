import { afterAll, expect, it } from 'vitest'
import { startImapServer } from '../../../test/support/imap-server.ts'
import { startMailServer } from '../../../test/support/mail-server.ts'
import { setUpTenant } from '../../../test/support/service.ts'

const mails = await startMailServer()
const mailbox = await startImapServer()
afterAll(async () => {
  await mails.stop()
  await mailbox.close()
})
const { tenant } = await setUpTenant()

type Steps = { ok: boolean; steps: { protocol: string; step: string; ok: boolean; detail: string | null }[] }

const local = { host: '127.0.0.1', security: 'NONE' }
const smtp = { ...local, port: Number(new URL(mails.url).port) }
const imap = { ...local, port: mailbox.port, user: 'ada', password: 'secret' }
const run = async (email: object) => tenant.api<Steps>('POST', '/mail-settings/test', { body: { address: 'support@example.com', email } })

it('the settings of the request are tested, and nothing is stored or sent', async () => {
  const { status, body, text } = await run({ receive: { mode: 'IMAP', imap }, send: { mode: 'SMTP', smtp } })
  expect(status, text).toBe(200)
  expect(body.data.ok, text).toBe(true)
  expect(body.data.steps.map(({ protocol, step }) => `${protocol} ${step}`)).toContain('IMAP sign_in')
  expect(body.data.steps.at(-1)).toMatchObject({ protocol: 'SMTP', step: 'sender' })
  expect(mails.accepted).toEqual([])
  expect((await tenant.skein.listInboxes()).data.map(({ type }) => type)).toEqual(['API'])
})

it('a wrong password fails at the sign-in, and the response does not contain it', async () => {
  const { body, text } = await run({ receive: { mode: 'IMAP', imap: { ...imap, password: 'app-password-7' } } })
  expect(body.data.steps.at(-1)).toMatchObject({ protocol: 'IMAP', step: 'sign_in', ok: false })
  expect(text).not.toContain('app-password-7')
})

it('settings without a server, and incomplete settings, are refused', async () => {
  const refused = await run({})
  expect([refused.status, refused.body.error?.code]).toEqual([422, 'SVC-CHANNEL-NOT_CONNECTED'])
  const incomplete = await run({ receive: { mode: 'IMAP' } })
  expect([incomplete.status, incomplete.body.error?.details?.[0]?.field]).toEqual([400, 'email.receive.imap'])
})

it('a key that may not write to customers tests nothing', async () => {
  const { key } = await tenant.keyFor(['catalog:admin'])
  const { status } = await tenant.api('POST', '/mail-settings/test', {
    key,
    body: { address: 'a@example.com', email: { send: { mode: 'SMTP', smtp } } },
  })
  expect(status).toBe(403)
})

it('an address at a known provider has its servers, and an unknown one has none', async () => {
  const all = await tenant.skein.listMailProviders()
  expect(all.meta.total).toBeGreaterThan(20)
  const { data } = await tenant.skein.listMailProviders({ query: { address: 'Lena@GMX.de' } })
  expect(data).toMatchObject([{ provider: 'GMX', imap: { host: 'imap.gmx.net', port: 993 }, oauth: null }])
  expect((await tenant.skein.listMailProviders({ query: { address: 'lena@acme.invalid' } })).data).toEqual([])
})
