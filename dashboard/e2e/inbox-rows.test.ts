/** Rows of the inbox: hover buttons, heights, the place in the list, empty states, and the palette's search. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { startDashboard, findViolations, type OpenPage, type TestDashboard } from './dashboard.ts'

let dashboard: TestDashboard
let opened: OpenPage
let page: Page
let ids: string[]
beforeAll(async () => {
  dashboard = await startDashboard()
})
afterAll(() => dashboard.close())
beforeEach(async () => {
  ids = []
  const { skein } = dashboard.tenant
  for await (const { id } of skein.listThreads({ query: { status: 'open' } }))
    await skein.updateThread({ path: { id }, body: { status: 'closed' } })
  for (const title of ['Refund not received', 'Export is empty', 'Cannot sign in']) {
    const body = { title, body: `About: ${title}`, requester: { email: 'dana@example.com', name: 'Dana Ruiz' } }
    ids.push((await skein.createThread({ body })).data.threadId)
  }
  opened = await dashboard.openAs(dashboard.ownerEmail, '/inbox/all')
  page = opened.page
  await row('Cannot sign in').waitFor()
})
afterEach(() => opened.close())

const row = (subject: string) => page.getByRole('row').filter({ hasText: subject })
const getThread = async (at: number) => (await dashboard.tenant.skein.getThread({ path: { id: ids[at] ?? '' } })).data
const getFocusedId = () => page.evaluate(() => document.activeElement?.closest('[role=row]')?.getAttribute('data-id') ?? null)
const getFocusedHeading = () => page.evaluate(() => document.activeElement?.closest('h2')?.textContent ?? null)

it('the pointer resolves and snoozes a row without opening it, and nothing moves', async () => {
  const settings = page.getByRole('link', { name: 'Settings' })
  const before = await settings.boundingBox()
  await row('Export is empty').hover()
  await row('Export is empty').locator('[data-tip^=Resolve]').click()
  await row('Export is empty').waitFor({ state: 'detached' })
  const toast = await page.getByRole('button', { name: 'Undo' }).boundingBox()
  expect(await settings.boundingBox()).toEqual(before)
  const links = await page.getByRole('link', { name: 'Customers' }).boundingBox()
  expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThanOrEqual(links?.y ?? 0)
  await expect.poll(async () => (await getThread(1)).status).toBe('resolved')
  await row('Refund not received').hover()
  await row('Refund not received').locator('[data-tip^=Snooze]').click()
  await page.getByRole('combobox', { name: 'Snooze until' }).fill('2h')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await getThread(0)).snoozed).toBe(true)
  await row('Refund not received').waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/inbox/all')
})

it('rows show what was written last, by whom, and that it has files', async () => {
  const { skein } = dashboard.tenant
  const path = { id: ids[0] ?? '' }
  await row('Refund not received').getByText('About: Refund not received').waitFor()
  const file = { file: new Blob(['ok'], { type: 'text/plain' }), filename: 'log.txt' }
  const attachments = [{ uploadId: (await skein.createUpload({ body: file })).data.id }]
  await skein.createMessage({ path, body: { body: '<p>Ask</p><p>Grace</p>', authorType: 'AGENT', internal: true, attachments } })
  await row('Refund not received').getByText('You: Ask Grace').waitFor()
  expect(await row('Refund not received').getByText('Internal note').count()).toBe(1)
  expect(await row('Refund not received').getByText('1 file').count()).toBe(1)
  await page.reload()
  await row('Refund not received').getByText('You: Ask Grace').waitFor()
  expect(await findViolations(page)).toEqual([])
})

it('a thread with a draft is marked and listed in every tab until it is sent', async () => {
  const { skein } = dashboard.tenant
  await skein.saveDraft({ path: { id: ids[1] ?? '' }, body: { body: 'We are loo' } })
  await page.reload()
  await row('Export is empty').getByText('Draft', { exact: true }).waitFor()
  await row('Refund not received').click()
  await page.getByRole('button', { name: /^Resolve/ }).waitFor()
  await page.keyboard.press('n')
  await page.keyboard.type('Ask Grace')
  await row('Refund not received').getByText('Draft', { exact: true }).waitFor()
  const other = await opened.context.newPage()
  await other.goto(`${dashboard.url}/inbox/drafts`)
  const rowElsewhere = other.getByRole('row')
  await rowElsewhere.filter({ hasText: 'Export is empty' }).waitFor()
  await rowElsewhere.filter({ hasText: 'Refund not received' }).waitFor()
  await other.getByRole('link', { name: 'Drafts 2 threads' }).waitFor()
  expect(await findViolations(other)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await rowElsewhere.filter({ hasText: 'Refund not received' }).waitFor({ state: 'detached' })
  await row('Refund not received').getByText('Draft', { exact: true }).waitFor({ state: 'detached' })
  await other.getByRole('link', { name: 'Drafts 1 thread' }).waitFor()
  await other.close()
})

it('E on a thread that has left the list goes on to the next one', async () => {
  await page.goto(`${dashboard.url}/inbox/unassigned`)
  await row('Export is empty').click()
  await page.getByRole('heading', { name: 'Export is empty', level: 2 }).waitFor()
  await page.keyboard.press('i')
  await row('Export is empty').waitFor({ state: 'detached' })
  await expect.poll(getFocusedHeading).toBe('Export is empty')
  await page.keyboard.press('e')
  await page.getByRole('heading', { name: 'Refund not received', level: 2 }).waitFor()
  await expect.poll(getFocusedId).toBe(ids[0])
  await expect.poll(async () => (await getThread(1)).status).toBe('resolved')
  await page.keyboard.press('k')
  await expect.poll(getFocusedId).toBe(ids[2])
  // The last row has no next row, so the row before it opens.
  await page.keyboard.press('j')
  await page.keyboard.press('i')
  await row('Refund not received').waitFor({ state: 'detached' })
  await page.keyboard.press('e')
  await expect.poll(getFocusedId).toBe(ids[2])
})

it('E stays in the thread or goes back to the list, as the agent has chosen', async () => {
  await page.goto(`${dashboard.url}/settings/keyboard`)
  const choose = async (name: string) => {
    await page.getByRole('combobox', { name: 'When you’re done with a thread' }).click()
    await page.getByRole('option', { name }).click()
  }
  await choose('Stay in the thread')
  await page.goto(`${dashboard.url}/inbox/all/${ids[2]}`)
  await row('Cannot sign in').waitFor()
  await page.getByRole('heading', { name: 'Cannot sign in', level: 2 }).waitFor()
  await page.keyboard.press('e')
  await page.getByRole('button', { name: /^Reopen/ }).waitFor()
  await expect.poll(getFocusedHeading).toBe('Cannot sign in')
  await expect.poll(async () => (await getThread(2)).status).toBe('resolved')
  await page.keyboard.press('z')
  // The next page would abort the request.
  await expect.poll(async () => (await getThread(2)).status).toBe('open')
  await page.goto(`${dashboard.url}/settings/keyboard`)
  await choose('Back to the list')
  await page.goto(`${dashboard.url}/inbox/all/${ids[2]}`)
  await page.getByRole('heading', { name: 'Cannot sign in', level: 2 }).waitFor()
  await row('Cannot sign in').waitFor()
  await page.keyboard.press('e')
  await page.waitForURL(`${dashboard.url}/inbox/all`)
  await expect.poll(getFocusedId).toBe(ids[1])
})

it('compact rows are 56 pixels high and stay chosen', async () => {
  const getHeight = async () => (await row('Export is empty').boundingBox())?.height
  expect(await getHeight()).toBe(76)
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('button', { name: /^owner/ })
    .click()
  await page.getByRole('menuitem', { name: 'Compact rows' }).click()
  await expect.poll(getHeight).toBe(56)
  await page.reload()
  await row('Export is empty').waitFor()
  expect(await getHeight()).toBe(56)
  expect(await findViolations(page)).toEqual([])
})

it('the palette groups what it offers, and leaves out what changes nothing', async () => {
  const group = (name: string) => page.getByRole('group', { name, exact: true })
  const listThreadOptions = async (): Promise<string[]> => {
    await page.keyboard.press('Control+k')
    await group('This thread').waitFor()
    return group('This thread').getByRole('option').allInnerTexts()
  }
  await row('Cannot sign in').click()
  await page.getByRole('button', { name: /^Resolve/ }).waitFor()
  const whileOpen = (await listThreadOptions()).join()
  expect(whileOpen).toContain('Resolve')
  expect(whileOpen).not.toContain('Reopen')
  expect(await group('Go to').getByRole('option').first().innerText()).toContain('Go to the inbox')
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dashboard.tenant.skein.updateThread({ path: { id: ids[2] ?? '' }, body: { status: 'resolved' } })
  await page.getByRole('button', { name: /^Reopen/ }).waitFor()
  const whileResolved = (await listThreadOptions()).join()
  expect(whileResolved).toContain('Reopen')
  expect(whileResolved).not.toContain('Resolve')
})

it('the palette searches for what is typed when nothing else matches', async () => {
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Cannot sign')
  await page.getByRole('option', { name: 'Search threads for “Cannot sign”' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL((at) => at.pathname === '/inbox/search' && at.searchParams.get('q') === 'Cannot sign')
})

it('the palette finds people, threads, articles, saved replies and settings', async () => {
  const { skein } = dashboard.tenant
  await skein.upsertCustomer({ body: { email: 'joana@example.com', name: 'Joana Signer' } })
  await skein.createCannedResponse({ body: { shortcut: 'sign', title: 'Signing in', body: 'Try again.' } })
  const { data: collection } = await skein.createKbCollection({ body: { name: 'Start' } })
  await skein.createKbArticle({ body: { collectionId: collection.id, title: 'How to sign in', body: 'Type it.' } })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('sign')
  const found = (name: string) => page.getByRole('group', { name, exact: true }).getByRole('option')
  await found('Customers').filter({ hasText: 'Joana Signer' }).waitFor()
  const names = async (group: string) => (await found(group).allInnerTexts()).map((text) => text.split('\n')[0])
  expect(await names('Threads')).toEqual(expect.arrayContaining(['Search threads for “sign”', 'Cannot sign in']))
  expect([await names('Articles'), await names('Saved replies')]).toEqual([['How to sign in'], ['Signing in']])
  expect(await names('Settings')).toContain('Sign-in & security')
  expect(await findViolations(page)).toEqual([])
  await found('Customers').filter({ hasText: 'Joana Signer' }).click()
  await page.getByRole('heading', { name: 'Joana Signer' }).waitFor()
  await page.goto(`${dashboard.url}/inbox/all`)
})

it('an empty list of own threads offers the unassigned one that waited longest', async () => {
  await page.goto(`${dashboard.url}/inbox/mine`)
  await page.getByRole('heading', { name: 'You’re all caught up' }).waitFor()
  await page.getByText('3 threads have no owner yet').waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Take the next one' }).click()
  await page.getByRole('heading', { name: 'Refund not received', level: 2 }).waitFor()
  const { data: thread } = await dashboard.tenant.skein.getThread({ path: { id: ids[0] ?? '' } })
  expect(thread.assignee?.id).toBe(dashboard.tenant.ownerId)
})
