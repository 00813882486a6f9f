/** Set-up of an EMAIL inbox, and the warnings when it needs attention. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { composeMail, openMailInbox } from '../../test/support/mails.ts'
import { startDashboard, findViolations, type TestDashboard } from './dashboard.ts'

let dashboard: TestDashboard
let page: Page
let inbox: Awaited<ReturnType<typeof openMailInbox>>
beforeAll(async () => {
  dashboard = await startDashboard({ worker: true })
  inbox = await openMailInbox(dashboard.tenant)
  page = (await dashboard.openAs(dashboard.ownerEmail, `/settings/inboxes/${inbox.inboxId}`)).page
  await page.getByRole('heading', { name: 'Receiving' }).waitFor()
})
afterAll(() => dashboard.close())

const tab = (name: string) => page.getByRole('navigation', { name: 'Parts of this inbox' }).getByRole('link', { name })

it('the health of the inbox says that mail arrived', async () => {
  const health = page.getByRole('region', { name: 'Health' })
  await health.getByText('No mail yet').waitFor()
  await inbox.deliver(composeMail({ Subject: 'First one' }))
  await health.getByText('Last mail just now').waitFor({ timeout: 20_000 })
  await page.getByRole('link', { name: 'Open the thread' }).waitFor()
})

it('the DNS records are a table with buttons that copy each value', async () => {
  const table = page.getByRole('table', { name: 'DNS records' })
  await table.getByRole('button', { name: 'Copy the value of Tells others to check (DMARC)' }).waitFor()
  // The test's service has no public name, so a record that names it would be wrong.
  await page.getByText('no public mail name yet').first().waitFor()
  expect(await table.getByText('localhost').count()).toBe(0)
  expect(await findViolations(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.setViewportSize({ width: 1440, height: 900 })
})

it('a test waits until changed settings are saved, and each choice is listed once', async () => {
  await page.getByText('With your own mail server').click()
  await page.getByText('Save first').first().waitFor()
  expect(await page.getByRole('button', { name: 'Send a test' }).getAttribute('aria-disabled')).toBe('true')
  await page.getByLabel('Encryption').click()
  await expect
    .poll(() => page.getByRole('option').allInnerTexts())
    .toEqual([expect.stringContaining('TLS'), expect.stringContaining('STARTTLS'), expect.stringContaining('No encryption')])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect.poll(() => page.getByText('Save first').count()).toBe(0)
})

it('each tab saves its own settings, and is a link', async () => {
  await tab('Signature & auto-reply').click()
  await page.getByRole('textbox', { name: 'Signature' }).fill('Kind regards')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await tab('Assignment').click()
  await page.getByRole('button', { name: 'Delete…' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.reload()
  await page.getByRole('heading', { name: 'New threads' }).waitFor()
  const { data } = await dashboard.tenant.skein.getInbox({ path: { id: inbox.inboxId } })
  expect(data.signature).toBe('Kind regards')
})

it('automatic replies have a text for business hours and one for all other times', async () => {
  const find = async () => (await dashboard.tenant.skein.getInbox({ path: { id: inbox.inboxId } })).data
  const requester = { email: 'dana@example.com', name: 'Dana Ruiz' }
  await dashboard.tenant.skein.createThread({ body: { title: 'Parcel', body: 'Where is it?', requester, inboxId: inbox.inboxId } })
  await tab('Signature & auto-reply').click()
  await page.getByText('With two texts').click()
  await page.getByRole('textbox', { name: 'Text during business hours' }).fill('We answer soon.')
  const outside = page.getByRole('textbox', { name: 'Text outside business hours' })
  await outside.fill('We are back ')
  await outside.press('End')
  const field = page.locator('[data-field=autoReplyOutsideHours]')
  await field.getByRole('button', { name: 'Insert a variable' }).click()
  await page.getByRole('option', { name: 'When you open again' }).click()
  await field.getByRole('figure').filter({ hasText: 'As Dana Ruiz would get it' }).getByText('We are back soon').waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  expect(await find()).toMatchObject({ autoReply: 'We answer soon.', autoReplyOutsideHours: 'We are back {{inbox.nextOpening|soon}}' })
  await page.getByText('Only outside business hours').click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => (await find()).autoReply).toBe(null)
})

it('an inbox whose sign-in is refused has a banner, and a mark in the menu', async () => {
  const imap = { host: '127.0.0.1', port: 1025, user: 'support', password: 'secret' }
  await dashboard.tenant.skein.updateInbox({
    path: { id: inbox.inboxId },
    body: { email: { receive: { mode: 'IMAP', imap }, send: { mode: 'NONE' } } },
  })
  // The worker cannot connect. Wait for the event that reports this before opening the page: it would overwrite the mocked state.
  const connection = async () => (await dashboard.tenant.skein.getInboxConnection({ path: { id: inbox.inboxId } })).data
  await expect.poll(async () => (await connection()).receive.state).toBe('FAILING')
  // Mock the API's response: a real refusal would need a mail server.
  await page.route('**/system-health*', async (route) => {
    const response = await route.fetch()
    // Safe because the service responds with this envelope.
    const body = (await response.json()) as { data: { component: string }[] }
    const data = body.data.map((each) => (each.component === 'channels' ? { ...each, status: 'DEGRADED' } : each))
    await route.fulfill({ response, json: { ...body, data } })
  })
  await page.route('**/connection', async (route) => {
    const response = await route.fetch()
    // Safe because the service responds with this envelope.
    const body = (await response.json()) as { data: object }
    await route.fulfill({ response, json: { ...body, data: { ...body.data, receive: { state: 'NEEDS_AUTH' } } } })
  })
  await page.goto(`${dashboard.url}/settings`)
  await page.getByText(/doesn’t accept our sign-in any more/).waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Show me how to fix it' }).click()
  await page.getByRole('link', { name: 'Email & inboxes Needs attention' }).waitFor()
})

it('missing DNS records have a banner, and a mark in the list of inboxes', async () => {
  await page.unrouteAll()
  await dashboard.tenant.skein.updateInbox({
    path: { id: inbox.inboxId },
    body: { email: { receive: { mode: 'SMTP' }, send: { mode: 'DEFAULT' } } },
  })
  await page.route('**/system-health*', async (route) => {
    const response = await route.fetch()
    // Safe because the service responds with this envelope.
    const body = (await response.json()) as { data: object[] }
    await route.fulfill({ response, json: { ...body, data: body.data.map((each) => Object.assign(each, { status: 'OK' })) } })
  })
  await page.goto(`${dashboard.url}/settings`)
  await page.getByText(/may land in spam. These DNS records are missing or wrong: SPF and DMARC/).waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Show me how to fix it' }).click()
  await expect
    .poll(() => page.getByRole('region', { name: 'DNS records' }).evaluate((part) => part.getBoundingClientRect().top))
    .toBeLessThan(450)
  await page.getByRole('link', { name: 'Email & inboxes' }).first().click()
  await page.getByRole('row').getByText('May land in spam').waitFor()
  expect(await findViolations(page)).toEqual([])
})
