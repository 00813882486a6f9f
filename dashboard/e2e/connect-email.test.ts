/** A new owner connects a mailbox at real IMAP and SMTP servers, and answers its first mail. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ImapServer, startImapServer } from '../../test/support/imap-server.ts'
import { type MailServer, startMailServer } from '../../test/support/mail-server.ts'
import { composeMail } from '../../test/support/mails.ts'
import { findViolations, startDashboard, type TestDashboard } from './dashboard.ts'

const address = 'support@acme.example'
let dashboard: TestDashboard
let mailbox: ImapServer
let mails: MailServer
let page: Page
/** Number of fields that the owner has filled. */
let filled = 0
beforeAll(async () => {
  mailbox = await startImapServer()
  mailbox.accounts.set(address, 'secret')
  mails = await startMailServer({
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, callback) =>
      callback(null, username === address && password === 'secret' ? { user: username } : { message: 'no such account' }),
  })
  dashboard = await startDashboard({ worker: true })
  page = (await dashboard.openAs(dashboard.ownerEmail, '/inbox/all')).page
})
afterAll(async () => {
  await dashboard.close()
  await mailbox.close()
  await mails.stop()
})

const sheet = () => page.getByRole('dialog', { name: 'Connect email' })
const fill = async (label: string, text: string): Promise<void> => {
  filled++
  await page.getByLabel(label, { exact: true }).fill(text)
}

it('the address comes first, and a known provider needs only a password', async () => {
  await page.getByRole('button', { name: 'Connect email' }).click()
  await sheet().getByLabel('Your support address').fill('lena.fischer@gmx.de')
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await sheet().getByRole('radio', { name: /^GMX/ }).waitFor()
  expect(await sheet().getByRole('radio', { name: /^GMX/ }).isChecked()).toBe(true)
  await sheet().getByText('The inbox will be called Lena Fischer.').waitFor()
  await sheet().getByLabel('Password of the mailbox').waitFor()
  expect(await sheet().getByRole('textbox').filter({ visible: true }).count()).toBe(1)
  await sheet().getByText('Servers and user name').click()
  expect(await sheet().getByLabel('IMAP server').inputValue()).toBe('imap.gmx.net:993')
  expect(await findViolations(page)).toEqual([])
  await sheet()
    .getByRole('radio', { name: /^Microsoft/ })
    .click()
  await sheet().getByText('MICROSOFT_CLIENT_ID').waitFor()
  expect(await sheet().getByRole('button', { name: 'Test and connect' }).isDisabled()).toBe(true)
  await sheet().getByRole('button', { name: 'Back' }).click()
})

it('a test that fails says why, and saves nothing', async () => {
  await fill('Your support address', address)
  await page.keyboard.press('Enter')
  await sheet()
    .getByRole('radio', { name: /^Another provider/ })
    .click()
  await fill('IMAP server', `127.0.0.1:${mailbox.port}`)
  await fill('SMTP server', `127.0.0.1:${new URL(mails.url).port}`)
  await fill('Password of the mailbox', 'wrong')
  await sheet().getByText('User name and encryption').click()
  filled++
  await sheet().getByLabel('Encryption').click()
  await page.getByRole('option', { name: 'No encryption' }).click()
  await sheet().getByRole('button', { name: 'Test and connect' }).click()
  await sheet().getByText('The test failed, so nothing is saved.').waitFor()
  expect(await sheet().getByRole('list', { name: 'Steps of the test' }).innerText()).toMatch(/IMAP · Sign in/)
  await sheet().getByRole('button', { name: 'Connect anyway' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  expect((await dashboard.tenant.skein.listInboxes()).data).toHaveLength(1)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await findViolations(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
})

it('after a test that succeeds, the first mail is answered with six fields in all', async () => {
  await page.getByLabel('Password of the mailbox').fill('secret')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { name: 'Support', level: 1 }).waitFor()
  expect(await page.getByText('localhost').count()).toBe(0)
  await expect.poll(() => mailbox.commands.some((command) => command.startsWith('IDLE'))).toBe(true)
  mailbox.append(composeMail({ To: address, Subject: 'Where is my parcel?' }))
  await page.getByRole('link', { name: 'Open the thread' }).click()
  await page.getByRole('article').first().waitFor()
  const reply = page.getByRole('textbox', { name: 'Reply' })
  filled++
  await reply.click()
  await page.keyboard.type('It arrives tomorrow.')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('status').filter({ hasText: 'Sends in' }).waitFor()
  await expect.poll(() => mails.accepted.map(({ text = '' }) => text)).toEqual([expect.stringContaining('It arrives tomorrow.')])
  expect(mails.accepted[0]?.from?.address).toBe(address)
  expect(filled).toBe(6)
})

it('the sample company is loaded, and its removal begins after a question', async () => {
  await page.goto(`${dashboard.url}/settings/workspace`)
  const part = page.getByRole('region', { name: 'Sample company' })
  await part.getByRole('button', { name: 'Load a sample company' }).click()
  await page.waitForURL('**/inbox/all')
  await expect.poll(async () => Number(await page.getByRole('grid').getAttribute('aria-rowcount'))).toBeGreaterThan(10)
  await page.goto(`${dashboard.url}/settings/workspace`)
  await part.getByRole('button', { name: 'Remove the sample company…' }).click()
  expect(await findViolations(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.setViewportSize({ width: 1440, height: 900 })
  await part.getByRole('button', { name: 'Remove the sample company', exact: true }).click()
  await part.getByText('Removing the sample company…').waitFor()
})
