import { afterAll, expect, it } from 'vitest'
import type { Inbox } from '../../../client/index.ts'
import { startMailServer } from '../../../test/support/mail-server.ts'
import { setUpTenant } from '../../../test/support/service.ts'

const mail = await startMailServer()
afterAll(() => mail.stop())
const { tenant } = await setUpTenant()

type Steps = { ok: boolean; steps: { protocol: string; step: string; ok: boolean; detail: string | null }[] }

let made = 0
const create = async (email: object) => {
  const body = { name: `Mail ${++made}`, type: 'EMAIL', address: `support${made}@example.com`, email }
  const { status, body: answer, text } = await tenant.api<Inbox>('POST', '/inboxes', { body })
  expect(status, text).toBe(201)
  return answer.data.id
}
const run = async (id: string) => tenant.api<Steps>('POST', `/inboxes/${id}/test`, { body: {} })
const port = (): number => Number(new URL(mail.url).port)

it('a mail server is tested up to the sender, and no mail is sent', async () => {
  const id = await create({ send: { mode: 'SMTP', smtp: { host: '127.0.0.1', port: port(), security: 'NONE' } } })
  const { status, body, text } = await run(id)
  expect(status, text).toBe(200)
  expect(body.data.ok, text).toBe(true)
  expect(body.data.steps.map(({ protocol, step }) => `${protocol} ${step}`)).toEqual(
    ['resolve', 'connect', 'greeting', 'sender'].map((step) => `SMTP ${step}`),
  )
  expect(mail.accepted).toEqual([])
})

it('a mailbox is tested first, and its failure ends the test', async () => {
  const imap = { host: '127.0.0.1', port: port(), security: 'NONE', user: 'ada', password: 'app-password-7' }
  const smtp = { host: '127.0.0.1', port: port(), security: 'NONE' }
  const { body, text } = await run(await create({ receive: { mode: 'IMAP', imap }, send: { mode: 'SMTP', smtp } }))
  expect(body.data.ok).toBe(false)
  expect(body.data.steps.at(-1)).toMatchObject({ protocol: 'IMAP', step: 'greeting', ok: false })
  expect(text).not.toContain('app-password-7')
})

it('an inbox without a mailbox and a mail server is refused', async () => {
  const refused = await run(await create({}))
  expect([refused.status, refused.body.error?.code]).toEqual([422, 'SVC-CHANNEL-NOT_CONNECTED'])
  const other = await run(tenant.inboxId)
  expect([other.status, other.body.error?.code]).toEqual([422, 'SVC-CHANNEL-NOT_CONNECTED'])
})
