/** Replies through the own program: what the channel cannot deliver is said before it is written. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findViolations, startDashboard, type TestDashboard } from './dashboard.ts'

const requester = { email: 'ada@example.com', name: 'Ada' }
let dashboard: TestDashboard
let page: Page
let inboxId: string
beforeAll(async () => {
  dashboard = await startDashboard()
  const { skein } = dashboard.tenant
  const settings = { formats: ['text' as const], maxTextLength: 50, files: false }
  const hook = { outboundUrl: 'https://example.com/skein', settings }
  inboxId = (await skein.createInbox({ body: { name: 'Chat', type: 'API', hook } })).data.id
  const { data } = await skein.createThread({ body: { title: 'A question', body: 'Hello', requester, inboxId } })
  page = (await dashboard.openAs(dashboard.ownerEmail, `/inbox/all/${data.threadId}`)).page
  await field().waitFor()
})
afterAll(() => dashboard.close())

const field = () => page.getByRole('textbox', { name: 'Reply', exact: true })
const send = () => page.getByRole('button', { name: /^Send Ctrl/ })
const change = async (settings: object, outboundUrl: string | null = 'https://example.com/skein') =>
  dashboard.tenant.skein.updateInbox({ path: { id: inboxId }, body: { hook: { outboundUrl, settings } } })

it('the composer names the recipient and refuses a text that is too long', async () => {
  await page.getByText('To Ada by your own program').waitFor()
  await field().fill('a'.repeat(45))
  await page.getByText('5 characters left').waitFor()
  expect(await send().isEnabled()).toBe(true)
  await field().fill('a'.repeat(53))
  await page.getByText('This is too long by 3 characters.').waitFor()
  expect(await send().isEnabled()).toBe(false)
  expect(await findViolations(page)).toEqual([])
  await change({ splitsTexts: true })
  await page.getByText('Goes out as several messages of at most 50 characters.').waitFor()
  expect(await send().isEnabled()).toBe(true)
})

it('files and formatting are offered only where the channel delivers them', async () => {
  const attach = page.getByRole('button', { name: 'Attach files' })
  expect(await attach.isDisabled()).toBe(true)
  expect(await attach.getAttribute('data-tip')).toContain('This inbox can’t deliver files.')
  expect(await page.getByRole('button', { name: 'Formatting' }).isVisible()).toBe(false)
  // Shortcuts of the editor still format.
  await field().fill('Bold')
  await field().press('Control+a')
  await field().press('Control+b')
  await page.getByText('Your formatting won’t arrive. This inbox sends plain text.').waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Note', exact: true }).click()
  expect(await attach.isDisabled()).toBe(false)
  await page.getByRole('button', { name: 'Reply', exact: true }).click()
  await change({ formats: ['text', 'html'], files: true })
  await page.getByRole('button', { name: 'Formatting' }).waitFor()
  expect(await attach.isDisabled()).toBe(false)
})

it('without a URL of the program the composer says that the reply waits', async () => {
  await change({}, null)
  await page.getByText('Your program has no URL yet, so your reply waits.').waitFor()
  await page.getByRole('link', { name: 'Set up sending' }).waitFor()
  expect(await findViolations(page)).toEqual([])
})

it('after the channel’s time for a reply, the composer says so and sends nothing', async () => {
  await change({ windowSeconds: 60 })
  await page.getByText(/· until /).waitFor()
  await page.clock.install({ time: Date.now() + 120_000 })
  await page.reload()
  await page.getByText('The customer wrote more than 1 minute ago. You can’t reply here until they write again.').waitFor()
  expect(await send().isEnabled()).toBe(false)
  expect(await findViolations(page)).toEqual([])
})
