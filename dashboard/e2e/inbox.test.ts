/** An agent's work, by keyboard alone: read, answer, take it back, resolve; and what others do appears by itself. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectProblems } from './browser-problems.ts'
import { followsEvents, openPlace, password, violationsOf, type OpenPage, type Place, written } from './place.ts'

let place: Place
let opened: OpenPage
let page: Page
beforeAll(async () => {
  place = await openPlace({ worker: true })
})
afterAll(() => place.close())
afterEach(() => opened.close())

/** Threads of the test's own, in a view that holds nothing else: the labels of the list are their subjects. */
async function createThreads(subjects: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const title of subjects) {
    const body = { title, body: `About: ${title}`, requester: { email: 'dana@example.com', name: 'Dana Ruiz' } }
    const { data } = await place.tenant.skein.createThread({ body })
    ids.push(data.threadId)
  }
  return ids
}

const row = (subject: string) => page.getByRole('row').filter({ hasText: subject })
const total = async (): Promise<number> => Number(await page.getByRole('grid').getAttribute('aria-rowcount'))

async function resolveEverything(): Promise<void> {
  const { skein } = place.tenant
  for await (const { id } of skein.listThreads({ query: { status: 'open' } }))
    await skein.updateThread({ path: { id }, body: { status: 'closed' } })
}

let ids: string[]
beforeEach(async () => {
  await resolveEverything()
  ids = await createThreads(['Refund not received', 'Export is empty', 'Cannot sign in'])
  opened = await place.openAs(place.ownerEmail, '/inbox/all')
  page = opened.page
  await row('Cannot sign in').waitFor()
})

it('how long a customer has waited stays true while nothing else happens', async () => {
  await page.clock.install()
  await page.reload()
  await row('Cannot sign in').getByText('waiting', { exact: true }).waitFor()
  await page.clock.fastForward(5 * 60_000)
  await row('Cannot sign in')
    .getByText(/^waits [56] min$/)
    .waitFor()
})

it('whoever comes back to a thread goes on with the list, although they once began to write in it', async () => {
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
  await page.getByText('About: Cannot sign in').waitFor()
  await page.keyboard.press('j')
  await heading('Export is empty').waitFor()
})

it('a reply is written, sent and taken back without a mouse', async () => {
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Cannot sign in', level: 2 }).waitFor()
  await page.getByText('About: Cannot sign in').waitFor()
  await page.keyboard.press('r')
  const field = page.getByRole('textbox', { name: 'Reply' })
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.type('Try the link below.')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('status').filter({ hasText: 'Sends in' }).waitFor()
  expect(await written(field)).toBe('')
  const scheduled = async () =>
    (await place.tenant.skein.listScheduledMessages({ path: { id: ids[2] ?? '' } })).data.map(({ bodyText }) => bodyText)
  expect(await scheduled()).toEqual(['Try the link below.'])
  await page.keyboard.press('Escape')
  await page.keyboard.press('z')
  await expect.poll(() => written(field)).toBe('Try the link below.')
  expect(await scheduled()).toEqual([])
})

it('resolving leads to the next thread, counts at once, and can be undone, which leads back', async () => {
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Cannot sign in', level: 2 }).waitFor()
  expect(await total()).toBe(3)
  await page.keyboard.press('e')
  await page.getByRole('heading', { name: 'Export is empty', level: 2 }).waitFor()
  expect(await total()).toBe(2)
  await expect.poll(async () => (await place.tenant.skein.getThread({ path: { id: ids[2] ?? '' } })).data.status).toBe('resolved')
  await page.keyboard.press('z')
  await page.getByRole('heading', { name: 'Cannot sign in', level: 2 }).waitFor()
  await expect.poll(async () => (await place.tenant.skein.getThread({ path: { id: ids[2] ?? '' } })).data.status).toBe('open')
  await expect.poll(total).toBe(3)
})

describe('what others do', () => {
  it('appears without a reload, and moves nothing', async () => {
    await followsEvents(page)
    const before = await page.getByRole('row').first().getAttribute('data-id')
    await createThreads(['Written meanwhile'])
    await page.getByRole('button', { name: '1 new' }).waitFor()
    expect(await page.getByRole('row').first().getAttribute('data-id')).toBe(before)
    await expect.poll(total).toBe(4)
    await page.getByRole('button', { name: '1 new' }).click()
    await expect.poll(() => page.getByRole('row').first().innerText()).toContain('Written meanwhile')
  })
  it('stops a reply to a thread that has moved on, and keeps its text', async () => {
    expectProblems(/^409 POST .*\/reply$/)
    const [id = ''] = ids
    await row('Refund not received').click()
    await page.getByText('About: Refund').waitFor()
    const field = page.getByRole('textbox', { name: 'Reply' })
    await field.fill('It is on its way.')
    await place.tenant.skein.createMessage({ path: { id }, body: { body: 'I have it now, thank you.' } })
    await page.getByText('I have it now').waitFor()
    await field.press('Control+Enter')
    await page.getByRole('alert').filter({ hasText: 'moved on' }).waitFor()
    expect(await written(field)).toBe('It is on its way.')
    await page.getByRole('button', { name: 'Send anyway' }).click()
    await page.getByRole('status').filter({ hasText: 'Sends in' }).waitFor()
  })
})

it('a draft survives closing the browser, in it and on another', async () => {
  await row('Export is empty').click()
  const here = page.url()
  const reply = page.getByRole('textbox', { name: 'Reply' })
  await reply.fill('Half a sent')
  await page.getByText('Draft saved').waitFor()
  // What is typed last goes with the page, without the pause after which it is saved.
  await reply.press('End')
  await page.keyboard.type('ence')
  await page.goto('about:blank')
  const other = await place.openAs(place.ownerEmail, new URL(here).pathname)
  await expect.poll(() => written(other.page.getByRole('textbox', { name: 'Reply' }))).toBe('Half a sentence')
  await page.goto(here)
  await expect.poll(() => written(reply)).toBe('Half a sentence')
  await other.close()
  // Another tab of the browser shows it as it is written: what is last written in either is not that of before.
  const tab = await opened.context.newPage()
  await tab.goto(page.url())
  const there = tab.getByRole('textbox', { name: 'Reply' })
  await expect.poll(() => written(there)).toBe('Half a sentence')
  await reply.press('End')
  await page.keyboard.type(', and the rest')
  await expect.poll(() => written(there)).toBe('Half a sentence, and the rest')
  await tab.close()
})

it('is readable and operable for everybody: list, thread, dialogs and the calls', async () => {
  await row('Export is empty').click()
  await page.getByText('About: Export').waitFor()
  expect(await violationsOf(page)).toEqual([])
  for (const [keys, name] of [
    ['a', 'Assign to'],
    ['h', 'Snooze until'],
    ['?', 'Shortcuts'],
    ['Control+k', 'What do you want to do'],
  ] as const) {
    await page.keyboard.press(keys)
    await page.getByRole('dialog', { name }).waitFor()
    expect(await violationsOf(page), name).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name }).waitFor({ state: 'detached' })
  }
  await page.keyboard.press('Control+Shift+Y')
  const wire = page.getByRole('complementary', { name: 'Calls of this tab' })
  await wire.getByText('/threads?').first().waitFor()
  expect(await wire.innerText()).not.toMatch(/svat_|svrt_/)
  expect(await violationsOf(page)).toEqual([])
})

it('what keys do can be found by its name, also while writing, and its keys are learnt there', async () => {
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
  await expect.poll(async () => (await place.tenant.skein.getThread({ path: { id: ids[1] ?? '' } })).data.priority).toBe('urgent')
  expect(await written(field)).toBe('Half a sentence')
})

it('a session that ends takes nothing that was typed with it', async () => {
  expectProblems(/^401 GET \/events\/stream$/, /^401 POST \/auth\/refresh$/)
  await row('Export is empty').click()
  const field = page.getByRole('textbox', { name: 'Reply' })
  await field.fill('Half a sentence')
  await page.getByText('Draft saved').waitFor()
  const token = await place.tenant.linkFor(place.tenant.ownerId, 'PASSWORD')
  const { status } = await place.tenant.api('POST', '/auth/reset', { body: { token, password } })
  expect(status).toBe(200)
  await field.fill('Half a sentence, and more')
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  // The service may take a second to notice on every node; each pause of two seconds in typing asks it.
  for (let n = 1; n < 8 && !(await dialog.isVisible()); n++) {
    // The dialog may open at any moment, and nothing below it can be written in.
    await field.fill(`Half a sentence, and more${'!'.repeat(n)}`, { timeout: 1_000 }).catch(() => undefined)
    await dialog.waitFor({ timeout: 4_000 }).catch(() => undefined)
  }
  await dialog.waitFor()
  const typed = await written(field)
  expect(typed).toMatch(/^Half a sentence, and more!*$/)
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByLabel('E-mail address').fill(place.ownerEmail)
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await written(field)).toBe(typed)
})

it('a dialog or page that cannot be loaded takes nothing with it, dialogs stay when the screen is turned, and messages stand above it', async () => {
  expectProblems(/^net::ERR_INTERNET_DISCONNECTED /, /^console: Error: Its program could not be loaded/)
  // In a browser that does not know the dialog yet.
  await opened.close()
  opened = await place.openAs(place.ownerEmail, '/inbox/all', {})
  page = opened.page
  await row('Export is empty').click()
  await page.getByText('About: Export is empty').waitFor()
  await opened.context.setOffline(true)
  await page.keyboard.press('m')
  await page.getByText('This could not be loaded.').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.getByRole('link', { name: 'Customers', exact: true }).click()
  await page.getByRole('heading', { name: 'This page could not be shown' }).waitFor()
  await page.goBack()
  await opened.context.setOffline(false)
  // Browsers remember that a module could not be loaded for as long as the page lives.
  await page.reload()
  await page.getByText('About: Export is empty').waitFor()
  await followsEvents(page)
  await page.keyboard.press('i')
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog', { name: /^Merge/ })
  await dialog.getByLabel('Into which thread').fill('Refund')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => dialog.getByLabel('Into which thread').inputValue()).toBe('Refund')
  // What lies below a modal dialog can be neither seen nor clicked.
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await place.tenant.skein.getThread({ path: { id: ids[1] ?? '' } })).data.assignee).toBe(null)
})
