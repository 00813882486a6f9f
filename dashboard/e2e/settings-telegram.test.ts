/** A Telegram bot: connected with its token, tried with a first message, and answered. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BotApi, openBotApi } from '../../test/support/providers.ts'
import { expectProblems } from './browser-problems.ts'
import { findViolations, startDashboard, type TestDashboard } from './dashboard.ts'

let bot: BotApi
let dashboard: TestDashboard
let page: Page
beforeAll(async () => {
  bot = await openBotApi()
  dashboard = await startDashboard({ worker: true, config: { providerApis: { TELEGRAM: { url: bot.url, isOperators: true } } } })
  page = (await dashboard.openAs(dashboard.ownerEmail, '/settings/inboxes')).page
})
afterAll(async () => {
  await dashboard.close()
  await bot.close()
})

it('an admin connects a bot with its token, and sees the first message arrive', async () => {
  await page.getByRole('button', { name: 'New inbox' }).click()
  await page.getByRole('button', { name: 'Add another channel' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Support bot')
  await page.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: /Telegram/ }).click()
  const token = page.getByLabel('Token of the bot')
  expect(await page.getByRole('textbox', { name: 'Address' }).count()).toBe(0)
  expectProblems(/^400 POST \/inboxes$/)
  await token.fill('1:AAunknown-token-0123456789')
  await page.getByRole('button', { name: 'Create inbox' }).click()
  await page
    .getByText(/Telegram does not know the token/)
    .first()
    .waitFor()
  expect(await findViolations(page)).toEqual([])
  await token.fill(bot.token)
  await page.getByRole('button', { name: 'Create inbox' }).click()
  await page.getByRole('heading', { name: 'Support bot' }).waitFor()
  await page.getByText('Waiting for the first message…').waitFor()
  await page.getByText('https://t.me/acme_support_bot').waitFor()
  await page.getByText('Connected to Telegram').waitFor()
  bot.say('The export is empty.')
  await page.getByRole('link', { name: 'Open the thread' }).first().waitFor()
  await page.getByRole('button', { name: 'Test the connections' }).click()
  await page.getByText('Signed in as @acme_support_bot').waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await findViolations(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
})

it('an agent answers in the thread, and the reply reaches the bot’s chat', async () => {
  await page.getByRole('link', { name: 'Open the thread' }).first().click()
  await page.getByText('To Ada Lovelace in Telegram').waitFor()
  expect(await findViolations(page)).toEqual([])
  const { data: threads } = await dashboard.tenant.skein.listThreads({ query: { channel: 'telegram' } })
  await dashboard.tenant.skein.replyToThread({ path: { id: threads[0]?.id ?? '' }, body: { body: 'We are on it.', undoSeconds: 0 } })
  await expect.poll(() => bot.sent.map(({ text }) => text), { timeout: 30_000 }).toEqual(['We are on it.'])
})
