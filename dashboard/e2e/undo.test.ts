/** Undo and bulk changes by shortcut: each change is restored exactly, and shortcuts act on the open thread or on the selection. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Thread } from '../../client/index.ts'
import { startDashboard, type OpenPage, type TestDashboard } from './dashboard.ts'

let dashboard: TestDashboard
let opened: OpenPage
let page: Page
let ids: string[]
beforeAll(async () => {
  dashboard = await startDashboard({ worker: true })
  const minutes = { normal: 600 }
  const targets = { firstResponse: minutes, nextResponse: minutes, resolution: minutes }
  await dashboard.tenant.skein.createSlaPolicy({ body: { name: 'All', targets, pauseOn: ['pending'] } })
})
afterAll(() => dashboard.close())
beforeEach(async () => {
  const { skein } = dashboard.tenant
  for await (const { id } of skein.listThreads({ query: {} }))
    await skein.updateThread({ path: { id }, body: { status: 'closed' } }).catch(() => undefined)
  ids = []
  for (const title of ['Cherry', 'Banana', 'Apple']) {
    const body = { title, body: `About: ${title}`, requester: { email: 'dana@example.com', name: 'Dana Ruiz' } }
    ids.unshift((await skein.createThread({ body })).data.threadId)
  }
  opened = await dashboard.openAs(dashboard.ownerEmail, '/inbox/all')
  page = opened.page
  await row('Apple').waitFor()
})
afterEach(() => opened.close())

const row = (subject: string) => page.getByRole('row').filter({ hasText: subject })
const getThread = async (at: number): Promise<Thread> => (await dashboard.tenant.skein.getThread({ path: { id: ids[at] ?? '' } })).data
/** Returns the thread without fields that every change or the passing of time alters. */
const withoutVolatileFields = ({ version: _version, updatedAt: _updatedAt, sla, ...thread }: Thread) => ({
  ...thread,
  sla: sla.map(({ remainingMs: _remainingMs, ...clock }) => clock),
})
const getFocusedId = () => page.evaluate(() => document.activeElement?.closest('[role=row]')?.getAttribute('data-id') ?? null)
const getFocusedHeading = () => page.evaluate(() => document.activeElement?.closest('h2')?.textContent ?? null)
const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
/** Records the requests that change threads. */
function watchWrites(): string[] {
  const writes: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' && /\/threads\/(?:batch|[^/]+(?:\/assign|\/snooze)?)$/.test(pathname))
      writes.push(`${request.method()} ${pathname.replace(/thr_\w+/, 'ID').replace('/api/v1', '')}`)
  })
  return writes
}

it('Z undoes all changes in reverse order, including clocks and snoozes', async () => {
  const before = [withoutVolatileFields(await getThread(0)), withoutVolatileFields(await getThread(1))]
  await press('j', 'h')
  await page.getByRole('combobox', { name: 'Snooze until' }).fill('2h')
  await press('Enter')
  await expect.poll(async () => (await getThread(0)).snoozed).toBe(true)
  const asleep = withoutVolatileFields(await getThread(0))
  await page.getByRole('link', { name: /^Snoozed/ }).click()
  await row('Apple').click()
  await page.getByRole('heading', { name: 'Apple', level: 2 }).waitFor()
  await press('e')
  await expect.poll(async () => (await getThread(0)).status).toBe('resolved')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^All/ }).click()
  await row('Banana').click()
  await page.getByRole('heading', { name: 'Banana', level: 2 }).waitFor()
  await press('e')
  await expect.poll(async () => (await getThread(1)).status).toBe('resolved')
  await press('z', 'z')
  await expect.poll(async () => withoutVolatileFields(await getThread(1))).toEqual(before[1])
  await expect.poll(async () => withoutVolatileFields(await getThread(0))).toEqual(asleep)
  await press('z')
  await expect.poll(async () => withoutVolatileFields(await getThread(0))).toEqual(before[0])
  await press('z')
  await page.getByRole('status').filter({ hasText: 'Nothing to undo' }).waitFor()
  expect(await page.getByRole('status').getByRole('button', { name: 'Undo' }).count(), 'no offer remains after its undo').toBe(0)
})

it('a reply changes its thread in the same request, and one undo takes both back', async () => {
  const { skein } = dashboard.tenant
  const path = { id: ids[0] ?? '' }
  const writes = watchWrites()
  const reply = page.getByRole('textbox', { name: 'Reply' })
  const send = async (item: string): Promise<void> => {
    await page.getByRole('button', { name: 'More ways to send' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await row('Apple').click()
  await page.getByRole('heading', { name: 'Apple', level: 2 }).waitFor()
  await press('r')
  await reply.pressSequentially('Please send the log')
  await send('Send and set to pending')
  await page.getByRole('heading', { name: 'Banana', level: 2 }).waitFor()
  await row('Apple').waitFor({ state: 'detached' })
  await page.getByText('Sends in 8 seconds. Set to pending.').waitFor()
  await press('z')
  await page.getByRole('heading', { name: 'Apple', level: 2 }).waitFor()
  await row('Apple').waitFor()
  await reply.filter({ hasText: 'Please send the log' }).waitFor()
  await expect.poll(async () => (await skein.listScheduledMessages({ path })).data).toEqual([])
  expect((await getThread(0)).status).toBe('open')
  await send('Send and snooze…')
  await page.getByRole('combobox', { name: 'Snooze until' }).fill('2h')
  await press('Enter')
  await row('Apple').waitFor({ state: 'detached' })
  const [scheduled] = (await skein.listScheduledMessages({ path })).data
  expect((await skein.sendMessageNow({ path: { id: scheduled?.id ?? '' } })).data.bodyText).toBe('Please send the log')
  expect(await getThread(0)).toMatchObject({ status: 'pending', snoozed: true, messageCount: 2 })
  expect(writes, 'the replies bring their changes').toEqual([])
})

it('a row that leaves passes the focus on, and without a row the keys do nothing', async () => {
  await press('j', 'h')
  await page.getByRole('combobox', { name: 'Snooze until' }).fill('2h')
  await press('Enter')
  await row('Apple').waitFor({ state: 'detached' })
  await expect.poll(getFocusedId).toBe(ids[1])
  // Other agents' changes move the focus, too.
  await dashboard.tenant.skein.updateThread({ path: { id: ids[1] ?? '' }, body: { status: 'pending' } })
  await row('Banana').waitFor({ state: 'detached' })
  await expect.poll(getFocusedId).toBe(ids[2])
  await press('e')
  await row('Cherry').waitFor({ state: 'detached' })
  await expect.poll(async () => (await getThread(2)).status).toBe('resolved')
  const writes = watchWrites()
  await press('e', 'i', 'Shift+E')
  await press('a', 'h', 'p', 'l')
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect([(await getThread(0)).status, (await getThread(1)).status, writes]).toEqual(['pending', 'pending', []])
})

it('rows that leave together pass the focus to the row below them', async () => {
  for (const title of ['Elder', 'Damson'])
    await dashboard.tenant.skein.createThread({ body: { title, body: `About: ${title}`, requester: { email: 'dana@example.com' } } })
  await page.reload()
  await row('Elder').waitFor()
  await press('j', 'x', 'j', 'x', 'h')
  await page.getByRole('combobox', { name: 'Snooze until' }).fill('2h')
  await press('Enter')
  for (const name of ['Damson', 'Elder']) await row(name).waitFor({ state: 'detached' })
  await expect.poll(getFocusedId).toBe(ids[0])
})

it('an undo of a thread that the list does not show keeps the focus', async () => {
  await press('j', 'e')
  await row('Apple').waitFor({ state: 'detached' })
  await expect.poll(async () => (await getThread(0)).status).toBe('resolved')
  // A colleague reopens the thread, so it waits among the new rows.
  await dashboard.tenant.skein.updateThread({ path: { id: ids[0] ?? '' }, body: { status: 'open' } })
  await page.getByRole('button', { name: '1 new' }).waitFor()
  await press('z')
  await page.getByText('Reopened the thread').waitFor()
  await expect.poll(getFocusedId).toBe(ids[1])
  await press('e')
  await expect.poll(async () => (await getThread(1)).status).toBe('resolved')
})

it('each bulk key changes all selected threads in one request, with one undo', async () => {
  const { skein } = dashboard.tenant
  await skein.createLabel({ body: { name: 'Refund' } }).catch(() => undefined)
  const before = await Promise.all([0, 1, 2].map(async (at) => withoutVolatileFields(await getThread(at))))
  const all = async () => Promise.all([0, 1, 2].map(async (at) => withoutVolatileFields(await getThread(at))))
  const choose = async (name: string, text: string) => {
    await page.getByRole('combobox', { name }).fill(text)
    await page.getByRole('option', { name: text }).waitFor()
    await press('Enter')
  }
  const changes: [string, () => Promise<void>, string, (thread: Thread) => unknown][] = [
    ['i', async () => undefined, 'Assigned to owner: 3 threads', ({ assignee }) => assignee?.id],
    ['e', async () => undefined, 'Resolved: 3 threads', ({ status }) => status === 'resolved'],
    ['a', () => choose('Assign to', 'owner'), 'Assigned to owner: 3 threads', ({ assignee }) => assignee?.id],
    ['l', () => choose('Add a label', 'Refund'), 'Label Refund added: 3 threads', ({ labels }) => labels.length > 0],
    ['p', () => choose('Set the priority', 'High'), 'Priority: high: 3 threads', ({ priority }) => priority === 'high'],
    ['h', () => choose('Snooze until', '2h'), /^Snoozed until .*: 3 threads/.source, ({ snoozed }) => snoozed],
  ]
  for (const [key, answer, text, isChanged] of changes) {
    await press('j')
    for (const subject of ['Apple', 'Banana', 'Cherry']) await row(subject).getByRole('checkbox').check({ force: true })
    await page.getByText('3 selected').waitFor()
    const writes = watchWrites()
    await press(key)
    await answer()
    await page.getByRole('status').getByText(new RegExp(text)).waitFor()
    await expect
      .poll(async () => (await Promise.all([0, 1, 2].map(getThread))).every((thread) => Boolean(isChanged(thread))), { message: key })
      .toBe(true)
    expect(writes, key).toEqual(['POST /threads/batch'])
    page.removeAllListeners('request')
    await press('z')
    await expect.poll(all, { message: key }).toEqual(before)
    await row('Cherry').waitFor()
    await page
      .getByRole('status')
      .getByText(new RegExp(`^${text}`))
      .waitFor({ state: 'detached' })
  }
})

it('Enter merges into the only match, counts stay correct, and Z undoes it', async () => {
  const { skein } = dashboard.tenant
  const body = { title: 'Somewhere else', body: 'Paid twice', requester: { email: 'dana@example.com' } }
  const { data: target } = await skein.createThread({ body })
  await skein.assignThread({ path: { id: target.threadId }, body: { assigneeId: dashboard.tenant.ownerId } })
  // None of the lists that this page has fetched contains the target.
  await page.goto(`${dashboard.url}/inbox/unassigned`)
  await row('Apple').click()
  await page.getByRole('heading', { name: 'Apple', level: 2 }).waitFor()
  const before = [
    withoutVolatileFields(await getThread(0)),
    withoutVolatileFields((await skein.getThread({ path: { id: target.threadId } })).data),
  ]
  const counts = async () =>
    Promise.all(
      ['Assigned to me', 'Unassigned', 'All open', 'Needs a reply'].map(async (name) =>
        Number((await page.getByRole('link', { name: new RegExp(`^${name} ?\\d`) }).innerText()).match(/\d+/)?.[0]),
      ),
    )
  const totals = async () =>
    Promise.all(
      [{ assigneeId: 'me' }, { assigneeId: 'none' }, {}, { waiting: true }].map(
        async (filter) => (await skein.listThreads({ query: { status: 'open', ...filter, limit: 1 } })).meta.total,
      ),
    )
  await expect.poll(counts).toEqual([1, 3, 4, 4])
  await press('m')
  await page.getByRole('searchbox', { name: 'Merge into' }).fill(target.ticketNumber)
  await press('Enter')
  await page.getByText('What happens').waitFor()
  await press('Enter')
  await page.getByRole('heading', { name: 'Somewhere else', level: 2 }).waitFor()
  await expect.poll(async () => (await getThread(0)).status).toBe('closed')
  await expect.poll(counts).toEqual([1, 2, 3, 3])
  // The agent stays in the list, although it does not contain the target.
  expect(new URL(page.url()).pathname).toBe(`/inbox/unassigned/${target.threadId}`)
  await expect.poll(getFocusedHeading).toBe('Somewhere else')
  expect(await totals()).toEqual([1, 2, 3, 3])
  await press('z')
  await expect
    .poll(async () => [
      withoutVolatileFields(await getThread(0)),
      withoutVolatileFields((await skein.getThread({ path: { id: target.threadId } })).data),
    ])
    .toEqual(before)
  await expect.poll(counts).toEqual([1, 3, 4, 4])
})

it('every message of a long thread can be split off', async () => {
  const { skein } = dashboard.tenant
  const id = ids[0] ?? ''
  for (let n = 1; n < 130; n++) await skein.createMessage({ path: { id }, body: { body: `Message ${n}` } })
  await row('Apple').click()
  await page.getByRole('heading', { name: 'Apple', level: 2 }).waitFor()
  await press('Shift+M')
  const dialog = page.getByRole('dialog', { name: 'Move messages to a new thread' })
  const boxes = dialog.getByRole('checkbox')
  await boxes.first().waitFor()
  await expect
    .poll(async () => {
      await boxes.last().scrollIntoViewIfNeeded()
      return boxes.count()
    })
    .toBe(130)
})

it('toasts cover no controls, on any screen', async () => {
  for (const [width, height] of [
    [1440, 900],
    [800, 700],
    [390, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(`${dashboard.url}/inbox/all`)
    await row('Apple').waitFor()
    for (const subject of ['Apple', 'Banana']) await row(subject).getByRole('checkbox').check({ force: true })
    await press('p')
    await page.getByRole('combobox', { name: 'Set the priority' }).fill('High')
    await press('Enter')
    await row('Cherry').getByRole('checkbox').check({ force: true })
    const toast = page.getByRole('status').filter({ hasText: 'Priority: high: 2 threads' })
    await toast.waitFor()
    const covered = await toast.evaluate((status) => {
      // Elements under the toast, which a click would hit without the toast.
      const below = [...status.children].flatMap((each) => {
        const { left, top, width: w, height: h } = each.getBoundingClientRect()
        const steps = Array.from({ length: 9 }, (_, i) => (i + 0.5) / 9)
        return steps.flatMap((x) => steps.flatMap((y) => document.elementsFromPoint(left + x * w, top + y * h)))
      })
      const clickable = below.flatMap((element) =>
        status.contains(element) ? [] : (element.closest('a, button, input, label, [role=row]') ?? []),
      )
      return [...new Set(clickable)].map((element) => element.outerHTML.slice(0, 200))
    })
    expect(covered, `${width} px`).toEqual([])
  }
})
