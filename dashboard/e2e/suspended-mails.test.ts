/** Suspended mails: handled by keyboard, with a correct count in the menu at every step. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { composeMail, openMailInbox, type MailInbox } from '../../test/support/mails.ts'
import { startDashboard, findViolations, type TestDashboard } from './dashboard.ts'

let dashboard: TestDashboard
let page: Page
let inbox: MailInbox
beforeAll(async () => {
  dashboard = await startDashboard({ worker: true })
  inbox = await openMailInbox(dashboard.tenant)
  for (const [i, sender] of ['ada@example.com', 'grace@example.com', 'spam@shop.example', 'mallory@example.com'].entries())
    await inbox.deliver(composeMail({ From: sender, Subject: `Mail ${i + 1}`, 'X-Spam-Flag': 'YES' }))
  page = (await dashboard.openAs(dashboard.ownerEmail, '/inbox/all')).page
})
afterAll(() => dashboard.close())

const press = async (...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key)
}
/** Lists the menu items of the open mail, and closes the menu with Escape, which leaves the mail open. */
const listActions = async (): Promise<string[]> => {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem').first().waitFor()
  const names = await page.getByRole('menuitem').allInnerTexts()
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  return names
}
const subjects = () =>
  page
    .getByRole('list', { name: 'Held mails' })
    .getByText(/^Mail \d$/)
    .allInnerTexts()
const count = () =>
  page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Held mail/ })
    .innerText()

it('the place of held mails has a count, and says why a mail was stopped', async () => {
  await page.getByRole('link', { name: 'Held mail 4 mails' }).waitFor()
  await press('g', 'u')
  await page.getByRole('link', { name: /Mail 4/ }).waitFor()
  await press('j', 'j', 'Enter')
  await page.getByRole('heading', { name: 'Mail 3' }).waitFor()
  await page.getByText('Your mail server marked this as spam.').waitFor()
  expect(await listActions()).toMatchObject(
    ['Allow sender…', 'Block sender…', 'Show original'].map((name) => expect.stringContaining(name)),
  )
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
  await page.getByRole('dialog', { name: 'Discard 2 emails?' }).waitFor()
  await press('Enter')
  await expect.poll(subjects).toEqual(['Mail 4'])
  await page.reload()
  await page.getByRole('link', { name: 'Held mail 1 mail' }).waitFor()
  await expect.poll(subjects).toEqual(['Mail 4'])
})

it('a released mail becomes a thread', async () => {
  await press('j', 'y')
  await page.getByRole('button', { name: 'Open thread' }).click()
  await page.getByRole('heading', { name: 'Mail 4', level: 2 }).waitFor()
  await page.getByRole('link', { name: 'Held mail 0 mails' }).waitFor()
})

it('a mail without a sender is released for a customer whom the agent chooses', async () => {
  const { skein } = dashboard.tenant
  await skein.upsertCustomer({ body: { email: 'hana@example.com', name: 'Hana Sato' } })
  for (const subject of ['Mail 5', 'Mail 6']) await inbox.deliver(composeMail({ From: 'root@server', Subject: subject }))
  await press('g', 'u')
  await page.getByRole('link', { name: /Mail 6/ }).waitFor()
  await press('Control+a', 'y')
  await page.getByText('2 emails have no sender. Release each for its customer.').waitFor()
  await press('Escape')
  await page.getByRole('link', { name: /Mail 6/ }).click()
  await page.getByText('To release it, choose the customer who wrote it.').waitFor()
  const menu = await listActions()
  expect(menu).toEqual([expect.stringContaining('Show original')])
  await press('Shift+B')
  await press('y')
  const dialog = page.getByRole('dialog', { name: 'Release for a customer' })
  await page.keyboard.type('hana')
  await dialog.getByRole('list', { name: 'Found' }).getByRole('button').filter({ hasText: 'hana@example.com' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect.poll(() => dialog.getByRole('list', { name: 'Found' }).getByRole('button').count()).toBe(1)
  await press('Tab', 'Enter')
  await page.getByRole('button', { name: 'Open thread' }).click()
  await page.getByRole('heading', { name: 'Mail 6', level: 2 }).waitFor()
  const { data: threads } = await skein.listThreads({})
  expect(threads.find(({ subject }) => subject === 'Mail 6')?.customer.name).toBe('Hana Sato')
})
