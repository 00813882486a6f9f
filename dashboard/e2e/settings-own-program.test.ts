/** An inbox that the workspace's own program serves: created, given a secret, and shown with what came in. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import german from '../src/texts/de/index.ts'
import { findViolations, startDashboard, type TestDashboard } from './dashboard.ts'

let dashboard: TestDashboard
let page: Page
beforeAll(async () => {
  dashboard = await startDashboard()
  page = (await dashboard.openAs(dashboard.ownerEmail, '/settings/inboxes')).page
  await mockItems()
})
afterAll(() => dashboard.close())

const items = [
  item({ kind: 'message.received', outcome: 'MESSAGE', from: 'ada', threadId: 'thr_00000000000000000000000000' }),
  item({ kind: 'message.moved', outcome: 'IGNORED', cause: 'UNKNOWN_TYPE' }),
  item({ kind: 'message.received', outcome: 'SUSPENDED', from: 'eve', reason: 'The sender is blocked.' }),
]

function item(part: object): object {
  const nothing = { cause: null, reason: null, externalId: null, from: null, threadId: null, differs: false, lastError: null }
  return { id: `itm_${crypto.randomUUID()}`, ...nothing, receivedAt: new Date().toISOString(), ...part }
}

async function mockItems(): Promise<void> {
  await page.route('**/api/v1/inbound-items*', (route) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: { data: items, meta: { cursor: '', hasMore: false, total: items.length }, error: null },
    }),
  )
}

const region = (name: string) => page.getByRole('region', { name, exact: true })
const findInbox = async () => {
  const { data } = await dashboard.tenant.skein.listInboxes()
  const found = data.find(({ name }) => name === 'Chat of our app')
  if (!found) throw new Error('The inbox was not created.')
  return found
}

it('a new inbox of the own program has an address to copy, and says what is missing', async () => {
  await page.getByRole('button', { name: 'New inbox' }).click()
  await page.getByRole('button', { name: 'Add another channel' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Chat of our app')
  await page.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: /Your own program/ }).click()
  await page.getByRole('button', { name: 'Create inbox' }).click()
  await page.getByRole('heading', { name: 'Chat of our app' }).waitFor()
  const { type, hook } = await findInbox()
  expect([type, hook?.provider, hook?.secretSet]).toEqual(['API', 'CUSTOM', false])
  await region('Receiving')
    .getByText(hook?.inboundUrl ?? '')
    .waitFor()
  await region('Health').getByText('There’s no secret yet').waitFor()
  expect(await page.getByRole('button', { name: 'Send a test' }).isDisabled()).toBe(true)
  expect(await findViolations(page)).toEqual([])
})

it('the secret is shown once, and the old one stays valid for the chosen time', async () => {
  await page.getByRole('button', { name: 'Create the secret…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create the secret' })
  await dialog.getByRole('button', { name: 'Create the secret' }).press('Enter')
  await dialog.getByText(/^whsec_/).waitFor()
  expect(await dialog.getByRole('heading').evaluate((heading) => heading === document.activeElement)).toBe(true)
  expect(await findViolations(page)).toEqual([])
  // The secret is lost when the dialog closes, so Escape does not close it.
  await page.keyboard.press('Escape')
  const first = await dialog.getByText(/^whsec_/).textContent()
  await dialog.getByRole('button', { name: 'I’ve saved the secret' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Rotate the secret…' }).click()
  const rotation = page.getByRole('dialog', { name: 'Rotate the secret' })
  await rotation.getByRole('combobox', { name: 'The old secret still works' }).click()
  await page.getByRole('option', { name: 'For an hour' }).click()
  expect(await findViolations(page)).toEqual([])
  await rotation.getByRole('button', { name: 'Rotate the secret' }).click()
  await rotation.getByText(/The old secret works until/).waitFor()
  expect(await rotation.getByText(/^whsec_/).textContent()).not.toBe(first)
  await rotation.getByRole('button', { name: 'I’ve saved the secret' }).click()
  await region('Health').getByText('Your program can sign').waitFor()
})

it('the form of the provider comes from the service, in the user’s language', async () => {
  const form = page.getByRole('region', { name: 'Sending' })
  await form.getByRole('textbox', { name: 'URL of your program' }).fill('https://example.com/skein')
  await form.getByRole('checkbox', { name: 'HTML' }).uncheck()
  await form.getByRole('spinbutton', { name: 'Maximum characters of a message' }).fill('1600')
  await form.getByRole('checkbox', { name: 'Files' }).uncheck()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  const { hook } = await findInbox()
  expect(hook).toMatchObject({ outboundUrl: 'https://example.com/skein', secretSet: true })
  expect(hook?.settings).toMatchObject({ formats: ['text'], maxTextLength: 1_600, files: false, startsConversations: true })
  await region('Health').getByText('Replies go to your program').waitFor()
  const { data: types } = await dashboard.tenant.skein.listInboxTypes()
  const fields = types.flatMap(({ providers }) => providers.flatMap((each) => each.form))
  const labels = fields.flatMap(({ label, options }) => [label, options.map((each) => each.label)].flat())
  const texts = [...labels, ...fields.flatMap(({ hint }) => hint ?? [])]
  expect(texts.length).toBeGreaterThan(5)
  expect(texts.filter((text) => !Object.hasOwn(german, text))).toEqual([])
})

it('what came in is listed with its result, on a phone too', async () => {
  const table = page.getByRole('table', { name: 'Recently received' })
  await table.getByRole('row').filter({ hasText: 'message.moved' }).getByText('Ignored').waitFor()
  await table.getByRole('row').filter({ hasText: 'The sender is blocked.' }).getByText('Held').waitFor()
  await table.getByRole('link', { name: 'Open the thread' }).waitFor()
  const released: string[] = []
  await page.route('**/inbound-items/*/release', (route) => {
    released.push(new URL(route.request().url()).pathname)
    return route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json: { data: items[2], error: null } })
  })
  await table.getByRole('button', { name: 'Release message.received' }).click()
  await expect.poll(() => released).toEqual([expect.stringMatching(/itm_[^/]+\/release$/)])
  expect(await findViolations(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('link', { name: 'Email & inboxes' }).first().click()
  await page.getByRole('row').filter({ hasText: 'Chat of our app' }).getByText('Your own program').waitFor()
  await page.goBack()
})
