/** A thread while the browser is offline, and after reconnecting. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { allowProblems, expectProblems } from './browser-problems.ts'
import { waitForEventStream, startDashboard, findViolations, type OpenPage, type TestDashboard, readEditor } from './dashboard.ts'
import { presentAsMails } from './mails.ts'

let dashboard: TestDashboard
let opened: OpenPage
let page: Page
/** The URLs that the page has requested since it went offline. */
const requested: string[] = []
beforeAll(async () => {
  dashboard = await startDashboard({ worker: true })
  const { skein } = dashboard.tenant
  const requester = { email: 'dana@example.com', name: 'Dana Ruiz' }
  const { data } = await skein.createThread({ body: { title: 'Offline', body: 'Hello', requester } })
  const body = '<p>Look here.</p><blockquote type="cite">the older mail</blockquote>'
  await skein.createMessage({ path: { id: data.threadId }, body: { body } })
  opened = await dashboard.openAs(dashboard.ownerEmail, '/icon.svg', {})
  page = opened.page
  await presentAsMails(page, ['Hello', body])
  await page.goto(`${dashboard.url}/inbox/all/${data.threadId}`)
  await mail().getByText('Look here.').waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  await waitForEventStream(page)
})
afterAll(() => dashboard.close())

const reply = () => page.getByRole('textbox', { name: 'Reply' })
const mail = () => page.frameLocator('article[aria-posinset="2"] iframe')
const retry = () => page.getByRole('button', { name: 'Try again' })

it('a reply that is sent offline stays in the editor', async () => {
  expectProblems(/^net::ERR_INTERNET_DISCONNECTED /)
  await reply().fill('Kept')
  await opened.context.setOffline(true)
  await page.getByText(/^You’re offline\./).waitFor()
  await page.getByRole('img', { name: /^We can’t connect/ }).waitFor()
  page.on('request', (request) => requested.push(request.url()))
  await reply().press('Control+Enter')
  await retry().waitFor()
  expect(await readEditor(reply())).toBe('Kept')
})

it('an offline page requests only the health of the service, and rarely', () => {
  allowProblems(/^net::ERR_INTERNET_DISCONNECTED /)
  expect(requested.filter((url) => !url.endsWith('/healthz'))).toEqual([])
  expect(requested.length).toBeLessThan(6)
})

it('the thread stays as it is, above the banner that says that the page is offline', async () => {
  allowProblems(/^net::ERR_INTERNET_DISCONNECTED /)
  expect(await page.getByText('We can’t show this thread').count()).toBe(0)
  expect(await mail().getByText('… Quoted text').isVisible()).toBe(true)
  // The banner must not cover the composer.
  const send = page.getByRole('button', { name: /^Send\b/ })
  expect(await send.evaluate((button) => button.getBoundingClientRect().bottom)).toBeLessThanOrEqual(
    await page.getByText(/^You’re offline\./).evaluate((banner) => banner.getBoundingClientRect().top),
  )
  expect(await findViolations(page)).toEqual([])
})

it('after the page has reconnected, a retry sends the reply', async () => {
  // After a failed request to save the draft, the page does not know whether the service has the draft, and deletes it.
  allowProblems(/^net::ERR_INTERNET_DISCONNECTED /, /^404 DELETE \/threads\/.*\/draft$/)
  await opened.context.setOffline(false)
  await page.getByText(/^You’re offline\./).waitFor({ state: 'detached' })
  await page.getByRole('img', { name: 'Up to date' }).waitFor({ state: 'attached' })
  await retry().click()
  await page.getByRole('article').filter({ hasText: 'Kept' }).waitFor()
  expect(await readEditor(reply())).toBe('')
  expect(await page.getByText('We can’t show this thread').count()).toBe(0)
})
