/** An agent's work, by keyboard alone: read, answer, take it back, resolve; and what others do appears by itself. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPlace, password, violationsOf, type OpenPage, type Place } from './place.ts'

let place: Place
let opened: OpenPage
let page: Page
beforeAll(async () => {
  place = await openPlace({ worker: true })
})
afterAll(() => place.close())
afterEach(() => opened.context.close())

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
  await page.getByRole('status').filter({ hasText: 'Sent in' }).waitFor()
  expect(await field.inputValue()).toBe('')
  const scheduled = async () =>
    (await place.tenant.skein.listScheduledMessages({ path: { id: ids[2] ?? '' } })).data.map(({ bodyText }) => bodyText)
  expect(await scheduled()).toEqual(['Try the link below.'])
  await page.keyboard.press('Escape')
  await page.keyboard.press('z')
  await expect.poll(() => field.inputValue()).toBe('Try the link below.')
  expect(await scheduled()).toEqual([])
  expect(opened.wrong).toEqual([])
})

it('resolving leads to the next thread, counts at once, and can be undone', async () => {
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Cannot sign in', level: 2 }).waitFor()
  expect(await total()).toBe(3)
  await page.keyboard.press('e')
  await page.getByRole('heading', { name: 'Export is empty', level: 2 }).waitFor()
  expect(await total()).toBe(2)
  await expect.poll(async () => (await place.tenant.skein.getThread({ path: { id: ids[2] ?? '' } })).data.status).toBe('resolved')
  await page.keyboard.press('z')
  await expect.poll(async () => (await place.tenant.skein.getThread({ path: { id: ids[2] ?? '' } })).data.status).toBe('open')
  await expect.poll(total).toBe(3)
})

describe('what others do', () => {
  it('appears without a reload, and moves nothing', async () => {
    const before = await page.getByRole('row').first().innerText()
    await createThreads(['Written meanwhile'])
    await page.getByRole('button', { name: '1 new' }).waitFor()
    expect(await page.getByRole('row').first().innerText()).toBe(before)
    expect(await total()).toBe(4)
    await page.getByRole('button', { name: '1 new' }).click()
    await expect.poll(() => page.getByRole('row').first().innerText()).toContain('Written meanwhile')
  })
  it('stops a reply to a thread that has moved on, and keeps its text', async () => {
    const [id = ''] = ids
    await row('Refund not received').click()
    await page.getByText('About: Refund').waitFor()
    const field = page.getByRole('textbox', { name: 'Reply' })
    await field.fill('It is on its way.')
    await place.tenant.skein.createMessage({ path: { id }, body: { body: 'I have it now, thank you.' } })
    await page.getByText('I have it now').waitFor()
    await field.press('Control+Enter')
    await page.getByRole('alert').filter({ hasText: 'moved on' }).waitFor()
    expect(await field.inputValue()).toBe('It is on its way.')
    await page.getByRole('button', { name: 'Send anyway' }).click()
    await page.getByRole('status').filter({ hasText: 'Sent in' }).waitFor()
  })
})

it('a draft survives closing the browser, in it and on another', async () => {
  await row('Export is empty').click()
  await page.getByRole('textbox', { name: 'Reply' }).fill('Half a sentence')
  await page.getByText('Draft saved').waitFor()
  await page.reload()
  await expect.poll(() => page.getByRole('textbox', { name: 'Reply' }).inputValue()).toBe('Half a sentence')
  const other = await place.openAs(place.ownerEmail, new URL(page.url()).pathname)
  await expect.poll(() => other.page.getByRole('textbox', { name: 'Reply' }).inputValue()).toBe('Half a sentence')
  await other.context.close()
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
  expect(opened.wrong).toEqual([])
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
  expect(await field.inputValue()).toBe('Half a sentence')
})

it('a session that ends takes nothing that was typed with it', async () => {
  await row('Export is empty').click()
  const field = page.getByRole('textbox', { name: 'Reply' })
  await field.fill('Half a sentence')
  await page.getByText('Draft saved').waitFor()
  const token = await place.tenant.linkFor(place.tenant.ownerId, 'PASSWORD')
  const { status } = await place.tenant.api('POST', '/auth/reset', { body: { token, password } })
  expect(status).toBe(200)
  await field.fill('Half a sentence, and more')
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  // The service may take a second to notice on every node; each pause in typing asks it.
  await expect
    .poll(async () => {
      if (!(await dialog.isVisible())) await field.press('End')
      return dialog.isVisible()
    })
    .toBe(true)
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByLabel('E-mail address').fill(place.ownerEmail)
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await field.inputValue()).toBe('Half a sentence, and more')
})
