/** Suspended mails are worked through with the keyboard, and the count beside their place is always right. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { composeMail, openMailInbox } from '../../test/support/mails.ts'
import { startDashboard, findViolations, type TestDashboard } from './dashboard.ts'

let dashboard: TestDashboard
let page: Page
beforeAll(async () => {
  dashboard = await startDashboard({ worker: true })
  const { deliver } = await openMailInbox(dashboard.tenant)
  for (const [i, sender] of ['ada@example.com', 'grace@example.com', 'spam@shop.example', 'mallory@example.com'].entries())
    await deliver(composeMail({ From: sender, Subject: `Mail ${i + 1}`, 'X-Spam-Flag': 'YES' }))
  page = (await dashboard.openAs(dashboard.ownerEmail, '/inbox/all')).page
})
afterAll(() => dashboard.close())

const press = async (...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key)
}
const subjects = () =>
  page
    .getByRole('list', { name: 'Suspended mails' })
    .getByText(/^Mail \d$/)
    .allInnerTexts()
const count = () =>
  page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Suspended mail/ })
    .innerText()

it('the place of suspended mails has a count, and says why a mail was stopped', async () => {
  await page.getByRole('link', { name: 'Suspended mail 4 mails' }).waitFor()
  await press('g', 'u')
  await page.getByRole('link', { name: /Mail 4/ }).waitFor()
  await press('j', 'j', 'Enter')
  await page.getByRole('heading', { name: 'Mail 3' }).waitFor()
  await page.getByText('Your mail server marked this mail as spam.').waitFor()
  expect(await findViolations(page)).toEqual([])
})

it('blocking a sender adds a rule, discards the mail and moves on to the next one', async () => {
  await press('Shift+B')
  await page.getByRole('option', { name: 'Block everyone @shop.example' }).waitFor()
  await press('ArrowDown', 'Enter')
  await page.getByRole('heading', { name: 'Mail 2' }).waitFor()
  const { data: rules } = await dashboard.tenant.skein.listSenderRules()
  expect(rules).toMatchObject([{ pattern: '@shop.example', action: 'BLOCK' }])
  expect([await subjects(), await count()]).toEqual([['Mail 4', 'Mail 2', 'Mail 1'], expect.stringContaining('3')])
})

it('several mails are discarded together, after a question', async () => {
  await press('Escape', 'x', 'Shift+J', 'd')
  await page.getByRole('dialog', { name: 'Discard 2 mails?' }).waitFor()
  await press('Enter')
  await expect.poll(subjects).toEqual(['Mail 4'])
  await page.reload()
  await page.getByRole('link', { name: 'Suspended mail 1 mail' }).waitFor()
  expect(await subjects()).toEqual(['Mail 4'])
})

it('a released mail becomes a thread', async () => {
  await press('j', 'y')
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByRole('heading', { name: 'Mail 4', level: 2 }).waitFor()
  await page.getByRole('link', { name: 'Suspended mail 0 mails' }).waitFor()
})
