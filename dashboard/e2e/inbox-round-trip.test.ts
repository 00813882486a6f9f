/** An admin tests an inbox with a round-trip mail, by keyboard, and reads the result. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MailServer, type ReceivedMail, startMailServer } from '../../test/support/mail-server.ts'
import { sendMail } from '../../test/support/smtp-client.ts'
import { findViolations, startDashboard, type TestDashboard } from './dashboard.ts'

const address = 'support@acme.localhost'
const kept: ReceivedMail[] = []
let deliver: (mail: ReceivedMail) => unknown = (mail) => kept.push(mail)
let refusal: string | null = null
let mails: MailServer
let dashboard: TestDashboard
let page: Page
beforeAll(async () => {
  mails = await startMailServer({
    onRcptTo: (_address, _session, callback) =>
      callback(refusal === null ? null : Object.assign(new Error(refusal), { responseCode: 550 })),
    onMail: async (mail) => void (await deliver(mail)),
  })
  dashboard = await startDashboard({ worker: true, mailPort: true, config: { mail: { smtpUrl: mails.url } } })
  const { data } = await dashboard.tenant.skein.createInbox({ body: { name: 'Support', type: 'EMAIL', address } })
  const viewport = { width: 390, height: 844 }
  page = (await dashboard.openAs(dashboard.ownerEmail, `/settings/inboxes/${data.id}`, { viewport })).page
})
afterAll(async () => {
  await dashboard.close()
  await mails.stop()
})

const relay = ({ raw, recipients: to }: ReceivedMail) => sendMail(dashboard.service.mailPort ?? 0, { from: address, to, mail: raw })
const part = () => page.getByRole('region', { name: 'Send yourself a test' })
const status = (text: string) => part().getByRole('status').filter({ hasText: text }).waitFor()
const steps = async () => (await part().getByRole('list', { name: 'Steps of the round trip' }).innerText()).replaceAll(/\s+\d+ ms|\n/g, ' ')

it('a test shows its progress and its result, and the button keeps the focus', async () => {
  await part().getByRole('button', { name: 'Send a test' }).focus()
  await page.keyboard.press('Enter')
  await status('Sent. Waiting up to a minute for the mail to come back…')
  const button = part().getByRole('button', { name: 'Testing…' })
  expect(await button.getAttribute('aria-disabled')).toBe('true')
  // A second press sends nothing.
  await page.keyboard.press('Enter')
  expect(await findViolations(page)).toEqual([])
  for (const mail of kept) await relay(mail)
  await status('Everything works. Mail goes out and comes back.')
  expect(await steps()).toMatch(/Send succeeded.*Come back succeeded.*plus sign succeeded/)
  expect(
    await part()
      .getByRole('button', { name: 'Test again' })
      .evaluate((element) => element === document.activeElement),
  ).toBe(true)
  expect(mails.accepted).toHaveLength(2)
  await part().getByText('Sent by the inbox').waitFor()
  await page.getByRole('region', { name: 'Connections' }).getByText('Works').waitFor()
  expect(await findViolations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

it('a test that fails says at which step, and why', async () => {
  deliver = relay
  refusal = 'no such person'
  await part().getByRole('button', { name: 'Test again' }).press('Enter')
  await status('We couldn’t send the mail.')
  expect(await steps()).toMatch(/^Send failed .*no such person/)
  expect(await findViolations(page)).toEqual([])
})
