/** An agent works by keyboard: reads, replies, undoes and resolves, while others' changes appear. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { allowProblems, expectProblems } from './browser-problems.ts'
import { waitForEventStream, startDashboard, password, findViolations, type OpenPage, type TestDashboard, readEditor } from './dashboard.ts'

let dashboard: TestDashboard
let opened: OpenPage
let page: Page
beforeAll(async () => {
  dashboard = await startDashboard({ worker: true })
})
afterAll(() => dashboard.close())
afterEach(() => opened.close())

/** Creates threads with these subjects, and no others. */
async function createThreads(subjects: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const title of subjects) {
    const body = { title, body: `About: ${title}`, requester: { email: 'dana@example.com', name: 'Dana Ruiz' } }
    const { data } = await dashboard.tenant.skein.createThread({ body })
    ids.push(data.threadId)
  }
  return ids
}

const row = (subject: string) => page.getByRole('row').filter({ hasText: subject })
const countRows = async (): Promise<number> => Number(await page.getByRole('grid').getAttribute('aria-rowcount'))

async function resolveEverything(): Promise<void> {
  const { skein } = dashboard.tenant
  for await (const { id } of skein.listThreads({ query: { status: 'open' } }))
    await skein.updateThread({ path: { id }, body: { status: 'closed' } })
}

let ids: string[]
beforeEach(async () => {
  await resolveEverything()
  ids = await createThreads(['Refund not received', 'Export is empty', 'Cannot sign in'])
  opened = await dashboard.openAs(dashboard.ownerEmail, '/inbox/all')
  page = opened.page
  await row('Cannot sign in').waitFor()
})

it('the waiting time of a customer stays up to date', async () => {
  await page.clock.install()
  await page.reload()
  await row('Cannot sign in').getByText('waiting', { exact: true }).waitFor()
  await row('Cannot sign in').getByText('now', { exact: true }).waitFor()
  await page.clock.fastForward(5 * 60_000)
  await row('Cannot sign in')
    .getByText(/^waiting [56] min$/)
    .waitFor()
})

it('J and K move through the list again after the agent has left the editor', async () => {
  const heading = (name: string) => page.getByRole('heading', { name, level: 2 })
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await heading('Cannot sign in').waitFor()
  await page.keyboard.press('r')
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Reply' }).evaluate((field) => field.contains(document.activeElement)))
    .toBe(true)
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await heading('Export is empty').waitFor()
  await page.keyboard.press('k')
  await heading('Cannot sign in').waitFor()
  await page.getByRole('article').getByText('About: Cannot sign in').waitFor()
  await page.keyboard.press('j')
  await heading('Export is empty').waitFor()
})

it('a reply is written, sent and undone by keyboard', async () => {
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Cannot sign in', level: 2 }).waitFor()
  await page.getByRole('article').getByText('About: Cannot sign in').waitFor()
  await page.keyboard.press('r')
  const field = page.getByRole('textbox', { name: 'Reply' })
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.type('Try the link below.')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('status').filter({ hasText: 'Sends in' }).waitFor()
  expect(await readEditor(field)).toBe('')
  const scheduled = async () =>
    (await dashboard.tenant.skein.listScheduledMessages({ path: { id: ids[2] ?? '' } })).data.map(({ bodyText }) => bodyText)
  expect(await scheduled()).toEqual(['Try the link below.'])
  await page.keyboard.press('Escape')
  await page.keyboard.press('z')
  await expect.poll(() => readEditor(field)).toBe('Try the link below.')
  expect(await scheduled()).toEqual([])
})

it('resolving opens the next thread, and undoing it opens the resolved one again', async () => {
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Cannot sign in', level: 2 }).waitFor()
  expect(await countRows()).toBe(3)
  await page.keyboard.press('e')
  await page.getByRole('heading', { name: 'Export is empty', level: 2 }).waitFor()
  expect(await countRows()).toBe(2)
  await expect.poll(async () => (await dashboard.tenant.skein.getThread({ path: { id: ids[2] ?? '' } })).data.status).toBe('resolved')
  await page.keyboard.press('z')
  await page.getByRole('heading', { name: 'Cannot sign in', level: 2 }).waitFor()
  await expect.poll(async () => (await dashboard.tenant.skein.getThread({ path: { id: ids[2] ?? '' } })).data.status).toBe('open')
  await expect.poll(countRows).toBe(3)
})

describe('what others do', () => {
  it('appears without a reload, and moves no row', async () => {
    await waitForEventStream(page)
    const before = await page.getByRole('row').first().getAttribute('data-id')
    await createThreads(['Written meanwhile'])
    await page.getByRole('button', { name: '1 new' }).waitFor()
    expect(await page.getByRole('row').first().getAttribute('data-id')).toBe(before)
    await expect.poll(countRows).toBe(4)
    await page.getByRole('button', { name: '1 new' }).click()
    await expect.poll(() => page.getByRole('row').first().innerText()).toContain('Written meanwhile')
  })
  it('stops a reply to a thread with a newer message, and keeps the text', async () => {
    expectProblems(/^409 POST .*\/reply$/)
    const [id = ''] = ids
    await row('Refund not received').click()
    await page.getByRole('article').getByText('About: Refund').waitFor()
    const field = page.getByRole('textbox', { name: 'Reply' })
    await field.fill('It is on its way.')
    await dashboard.tenant.skein.createMessage({ path: { id }, body: { body: 'I have it now, thank you.' } })
    await page.getByRole('article').getByText('I have it now').waitFor()
    await field.press('Control+Enter')
    await page.getByRole('alert').filter({ hasText: 'New messages arrived' }).waitFor()
    expect(await readEditor(field)).toBe('It is on its way.')
    await page.getByRole('button', { name: 'Send anyway' }).click()
    await page.getByRole('status').filter({ hasText: 'Sends in' }).waitFor()
  })
})

it('a draft survives closing the browser, and appears in another browser', async () => {
  await row('Export is empty').click()
  const here = page.url()
  const reply = page.getByRole('textbox', { name: 'Reply' })
  await reply.fill('Half a sent')
  await page.getByText('Draft saved').waitFor()
  // The page saves the last keystrokes when it closes, without waiting for the debounce.
  await reply.press('End')
  await page.keyboard.type('ence')
  await page.goto('about:blank')
  const other = await dashboard.openAs(dashboard.ownerEmail, new URL(here).pathname)
  await expect.poll(() => readEditor(other.page.getByRole('textbox', { name: 'Reply' }))).toBe('Half a sentence')
  await page.goto(here)
  await expect.poll(() => readEditor(reply)).toBe('Half a sentence')
  await other.close()
})

it('a draft appears in another tab while it is typed', async () => {
  await row('Export is empty').click()
  const reply = page.getByRole('textbox', { name: 'Reply' })
  await reply.fill('Half a sentence')
  await page.getByText('Draft saved').waitFor()
  const tab = await opened.context.newPage()
  await tab.goto(page.url())
  const there = tab.getByRole('textbox', { name: 'Reply' })
  await expect.poll(() => readEditor(there)).toBe('Half a sentence')
  await reply.press('End')
  await page.keyboard.type(', and the rest')
  await expect.poll(() => readEditor(there)).toBe('Half a sentence, and the rest')
  await tab.close()
})

it('the list, a thread and its dialogs are accessible', async () => {
  await row('Export is empty').click()
  await page.getByRole('article').getByText('About: Export').waitFor()
  expect(await findViolations(page)).toEqual([])
  for (const [keys, name] of [
    ['a', 'Assign to'],
    ['h', 'Snooze until'],
    ['?', 'Keyboard shortcuts'],
    ['Control+k', 'Search or go to'],
  ] as const) {
    await page.keyboard.press(keys)
    await page.getByRole('dialog', { name }).waitFor()
    expect(await findViolations(page), name).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name }).waitFor({ state: 'detached' })
  }
})

it('the request inspector is accessible and shows no tokens', async () => {
  await page.keyboard.press('Control+Shift+Y')
  const wire = page.getByRole('complementary', { name: 'Request inspector' })
  await wire.getByText('/threads?').first().waitFor()
  expect(await wire.innerText()).not.toMatch(/svat_|svrt_/)
  expect(await findViolations(page)).toEqual([])
})

it('the palette runs an action while the agent writes, and shows its key', async () => {
  await row('Export is empty').click()
  const field = page.getByRole('textbox', { name: 'Reply' })
  await field.fill('Half a sentence')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('prior')
  await page.getByRole('option', { name: 'Priority P' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Priority' }).waitFor()
  await page.keyboard.type('urg')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await dashboard.tenant.skein.getThread({ path: { id: ids[1] ?? '' } })).data.priority).toBe('urgent')
  expect(await readEditor(field)).toBe('Half a sentence')
})

it('typed text survives the end of the session', async () => {
  expectProblems(/^401 POST \/auth\/refresh$/)
  // Any request may be the first that the service refuses.
  allowProblems(/^401 GET \/events\/stream$/, /^401 POST .*\/presence$/, /^401 PUT .*\/draft$/)
  await row('Export is empty').click()
  const field = page.getByRole('textbox', { name: 'Reply' })
  await field.fill('Half a sentence')
  await page.getByText('Draft saved').waitFor()
  const token = await dashboard.tenant.linkFor(dashboard.tenant.ownerId, 'PASSWORD')
  const { status } = await dashboard.tenant.api('POST', '/auth/reset', { body: { token, password } })
  expect(status).toBe(200)
  await field.fill('Half a sentence, and more')
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  // Every node learns of it within a second. Each typing pause sends a request, whose response reports the end of the session.
  for (let n = 1; n < 8 && !(await dialog.isVisible()); n++) {
    // The dialog may open at any time and then covers the field.
    await field.fill(`Half a sentence, and more${'!'.repeat(n)}`, { timeout: 1_000 }).catch(() => undefined)
    await dialog.waitFor({ timeout: 4_000 }).catch(() => undefined)
  }
  await dialog.waitFor()
  const typed = await readEditor(field)
  expect(typed).toMatch(/^Half a sentence, and more!*$/)
  expect(await findViolations(page)).toEqual([])
  await dialog.getByLabel('Email address').fill(dashboard.ownerEmail)
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await readEditor(field)).toBe(typed)
})

it('code that fails to load closes its dialog, and the page stays usable', async () => {
  expectProblems(/^net::ERR_INTERNET_DISCONNECTED /, /^console: Error: We couldn’t load this page/)
  // A new browser context, which has not cached the dialog's code.
  await opened.close()
  opened = await dashboard.openAs(dashboard.ownerEmail, '/inbox/all', {})
  page = opened.page
  await row('Export is empty').click()
  await page.getByRole('article').getByText('About: Export is empty').waitFor()
  await opened.context.setOffline(true)
  await page.keyboard.press('m')
  await page.getByText('We couldn’t load this.').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.getByRole('link', { name: 'Customers', exact: true }).click()
  await page.getByRole('heading', { name: 'We couldn’t show this page' }).waitFor()
  await page.goBack()
  await opened.context.setOffline(false)
})

it('a thread whose code fails to load closes with a message', async () => {
  expectProblems(/^net::ERR_FAILED GET \/assets\/thread-/)
  // A new browser context, which has not cached the code, on a screen that does not load it.
  await opened.close()
  opened = await dashboard.openAs(dashboard.ownerEmail, '/customers', {})
  page = opened.page
  await page.getByRole('heading', { name: 'Customers' }).waitFor()
  // A page that has just been reloaded does not reload again.
  await page.evaluate(() => sessionStorage.setItem('skein.reloaded', String(Date.now())))
  await opened.context.route(/\/assets\/thread-/, (route) => route.abort())
  await page.getByRole('link', { name: /^All open/ }).click()
  await row('Export is empty').click()
  await page.getByText('We couldn’t load this.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/inbox/all')
  await row('Export is empty').waitFor()
})

it('a dialog keeps its input when the screen is turned', async () => {
  await row('Export is empty').click()
  await page.getByRole('article').getByText('About: Export is empty').waitFor()
  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog', { name: /^Merge/ })
  await dialog.getByLabel('Merge into').fill('Refund')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => dialog.getByLabel('Merge into').inputValue()).toBe('Refund')
})

it('a toast is shown above an open dialog and can be clicked there', async () => {
  await row('Export is empty').click()
  await page.getByRole('article').getByText('About: Export is empty').waitFor()
  await waitForEventStream(page)
  await page.keyboard.press('i')
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await page.keyboard.press('m')
  await page.getByRole('dialog', { name: /^Merge/ }).waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  // A modal dialog hides and blocks everything below it.
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await dashboard.tenant.skein.getThread({ path: { id: ids[1] ?? '' } })).data.assignee).toBe(null)
})
