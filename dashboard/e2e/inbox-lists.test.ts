/** Thread lists: filters in the URL, bulk changes, saved views and search. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDashboard, findViolations, type OpenPage, type TestDashboard } from './dashboard.ts'

let dashboard: TestDashboard
let opened: OpenPage | undefined
let page: Page
/** Threads with the label "few". Each contains a unique word. */
let ids: string[]
const many = 120

beforeAll(async () => {
  dashboard = await startDashboard({ worker: true })
  const { skein } = dashboard.tenant
  const requester = { email: 'dana@example.com', name: 'Dana Ruiz' }
  ids = []
  for (const [title, word] of [
    ['Refund not received', 'kumquat'],
    ['Export is empty', 'papaya'],
    ['Cannot sign in', 'durian'],
  ] as const) {
    const { data } = await skein.createThread({ body: { title, body: `About a ${word}.`, requester, tags: ['few'] } })
    ids.push(data.threadId)
  }
  const requests = Array.from({ length: many }, (_, i) =>
    skein.createThread({
      body: { title: `Order ${i}`, body: 'Where is it?', requester: { email: `c${i % 7}@example.com` }, tags: ['many'] },
    }),
  )
  await Promise.all(requests)
})
afterAll(() => dashboard.close())

/** Closes the current page and opens another. */
async function open(path: string): Promise<void> {
  await opened?.close()
  opened = await dashboard.openAs(dashboard.ownerEmail, path)
  page = opened.page
}
const rows = () => page.getByRole('row')
const row = (subject: string) => rows().filter({ hasText: subject })
const countRows = async (): Promise<number> => Number(await page.getByRole('grid').getAttribute('aria-rowcount'))
const getStatus = async (id: string) => (await dashboard.tenant.skein.getThread({ path: { id } })).data.status
const getLabelId = async (name: string): Promise<string> => {
  const { data } = await dashboard.tenant.skein.listLabels({ query: { namePrefix: name } })
  return data[0]?.id ?? ''
}
const getFilteredPath = async (): Promise<string> => `/inbox/all?labelId=${await getLabelId('few')}`

it('a filter can be chosen by keyboard, and the URL contains it', async () => {
  await open('/inbox/all')
  await rows().first().waitFor()
  await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter')
  await page.keyboard.type('label')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Label' }).waitFor()
  await page.keyboard.type('few')
  await page.getByRole('option', { name: 'few' }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(countRows).toBe(3)
  expect(new URL(page.url()).searchParams.get('labelId')).toBe(await getLabelId('few'))
  await page.reload()
  await page.getByText('Label: few').waitFor()
  expect(await countRows()).toBe(3)
})

it('one button clears all filters', async () => {
  await page.goto(`${dashboard.url}${await getFilteredPath()}&priority=urgent`)
  await expect.poll(() => page.getByRole('button', { name: /^Remove the filter/ }).count()).toBe(2)
  await page.getByRole('button', { name: 'Clear 2 filters' }).click()
  await expect.poll(countRows).toBe(3 + many)
  expect(new URL(page.url()).search).toBe('')
})

describe('many threads', () => {
  it('can be selected and resolved by keyboard, and restored with one undo', async () => {
    await open(await getFilteredPath())
    await row('Cannot sign in').waitFor()
    for (const keys of ['j', 'x', 'Shift+J']) await page.keyboard.press(keys)
    await page.getByText('2 selected').waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('e')
    await expect.poll(() => Promise.all(ids.map(getStatus))).toEqual(['open', 'resolved', 'resolved'])
    await expect.poll(countRows).toBe(1)
    await page.keyboard.press('z')
    await expect.poll(() => Promise.all(ids.map(getStatus))).toEqual(['open', 'open', 'open'])
    await expect.poll(countRows).toBe(3)
  })
  it('that cannot be changed are listed with the reason', async () => {
    const { skein } = dashboard.tenant
    const [closed = '', open1 = ''] = ids
    await skein.updateThread({ path: { id: closed }, body: { status: 'closed' } })
    await open(`${await getFilteredPath()}&status=any`)
    await row('Refund not received').waitFor()
    await page.keyboard.press('Control+a')
    await page.getByText('3 selected').waitFor()
    await page.keyboard.press('h')
    await page.keyboard.type('3d')
    await page.keyboard.press('Enter')
    const report = page.getByRole('region', { name: 'What was changed' })
    await report.getByText('2 changed, 1 not').waitFor()
    expect(await report.getByRole('listitem').innerText()).toMatch(/Refund not received: .*closed/i)
    expect(await getStatus(open1)).toBe('pending')
    expect(await findViolations(page)).toEqual([])
    await report.getByRole('button', { name: 'Dismiss' }).click()
    await page.keyboard.press('z')
    await expect.poll(() => getStatus(open1)).toBe('open')
    await skein.updateThread({ path: { id: closed }, body: { status: 'open' } })
  })
  it('that match the filter are all changed after a confirmation', async () => {
    await open(`/inbox/all?labelId=${await getLabelId('many')}`)
    await rows().first().waitFor()
    await page.keyboard.press('Control+a')
    await page.getByRole('button', { name: `Select all ${many}` }).waitFor()
    await page.keyboard.press('Control+a')
    await page.getByText(`All ${many} selected`).waitFor()
    await page.keyboard.press('p')
    await page.keyboard.type('high')
    await page.keyboard.press('Enter')
    const question = page.getByRole('dialog', { name: `Priority: high: all ${many} matching threads?` })
    await question.waitFor()
    expect(await findViolations(page)).toEqual([])
    await question.getByRole('button', { name: `Change ${many} threads` }).click()
    await page.getByText(`${many} changed.`).waitFor()
    const { meta } = await dashboard.tenant.skein.listThreads({ query: { priority: 'high', limit: 1 } })
    expect(meta.total).toBe(many)
  })
  it('have at most sixty rows in the document, among them the focused one', async () => {
    await open('/inbox/all')
    await rows().first().waitFor()
    await page.keyboard.press('j')
    const first = await rows().first().getAttribute('data-id')
    const grid = page.getByRole('grid')
    await expect
      .poll(async () => {
        await grid.evaluate((element) => element.parentElement?.scrollTo({ top: 1e6 }))
        return page.locator(`[aria-rowindex="${3 + many}"]`).count()
      })
      .toBe(1)
    expect(await rows().count()).toBeLessThanOrEqual(60)
    expect(await page.locator(':focus').getAttribute('data-id')).toBe(first)
    expect(await countRows()).toBe(3 + many)
  })
})

describe('a saved view', () => {
  const link = () => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Few/ })

  it('keeps the filters of the list, with a count beside its name', async () => {
    await open(await getFilteredPath())
    await row('Cannot sign in').waitFor()
    await page.getByRole('button', { name: 'Save view' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save as a view' })
    await dialog.getByLabel('Name').fill('Few of them')
    await dialog.getByRole('checkbox', { name: 'Number' }).check()
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await link().innerText()).replaceAll(/\s+/g, ' ')).toMatch(/^Few of them \(only you\) ?3 threads$/)
    expect(await link().getAttribute('aria-current')).toBe('page')
    expect(await row('Cannot sign in').innerText()).toMatch(/ACME-\d+-000003/)
  })

  it('counts a change that comes from elsewhere', async () => {
    await dashboard.tenant.skein.updateThread({ path: { id: ids[2] ?? '' }, body: { status: 'pending' } })
    await expect.poll(async () => (await link().innerText()).replaceAll(/\s+/g, ' ')).toMatch(/2 threads$/)
    await dashboard.tenant.skein.updateThread({ path: { id: ids[2] ?? '' }, body: { status: 'open' } })
  })

  it('is renamed and shared', async () => {
    await page.getByRole('button', { name: 'Edit view' }).click()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Change the view' }).getByLabel('Name').fill('Few and shared')
    await page.getByRole('radio', { name: /Everyone/ }).check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { name: 'Few and shared', level: 1 }).waitFor()
    const { data } = await dashboard.tenant.skein.listViews()
    expect(data.map(({ name, shared, filters }) => [name, shared, filters])).toEqual([
      ['Few and shared', true, { status: 'open', labelId: await getLabelId('few') }],
    ])
  })

  it('is deleted', async () => {
    await page.getByRole('button', { name: 'Edit view' }).click()
    await page.keyboard.type('delete')
    await page.getByRole('option', { name: 'Delete the view…' }).click()
    await page.getByRole('button', { name: 'Delete the view' }).click()
    await page.getByRole('heading', { name: 'Assigned to me', level: 1 }).waitFor()
    expect(await link().count()).toBe(0)
    expect((await dashboard.tenant.skein.listViews()).data).toEqual([])
  })
})

describe('a search', () => {
  it('marks the words that it has found', async () => {
    await open('/inbox/all')
    await rows().first().waitFor()
    await page.keyboard.press('/')
    const field = page.getByRole('combobox', { name: 'Search threads' })
    await field.fill('papaya')
    // The search index is updated in the background.
    await expect
      .poll(async () => {
        await field.press('Enter')
        return row('Export is empty').count()
      })
      .toBe(1)
    expect(await countRows()).toBe(1)
    expect(await page.locator('mark').allInnerTexts()).toEqual(['papaya'])
    expect(new URL(page.url()).searchParams.get('q')).toBe('papaya')
    expect(await findViolations(page)).toEqual([])
  })

  it('lists threads that keys open and change', async () => {
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Export is empty', level: 2 }).waitFor()
    await page.keyboard.press('p')
    await page.keyboard.type('urg')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await dashboard.tenant.skein.getThread({ path: { id: ids[1] ?? '' } })).data.priority).toBe('urgent')
  })

  it('is offered again on the empty search page', async () => {
    await page.goto(`${dashboard.url}/inbox/search`)
    await page.getByRole('button', { name: 'papaya' }).click()
    await row('Export is empty').waitFor()
  })

  it('takes operators, which become filters that the list shows', async () => {
    await page.goto(`${dashboard.url}/inbox/search`)
    await page.getByRole('region', { name: 'Narrow a search' }).waitFor()
    expect(await page.getByRole('region', { name: 'Thread', exact: true }).count()).toBe(0)
    expect(await findViolations(page)).toEqual([])
    const field = page.getByRole('combobox', { name: 'Search threads' })
    await field.fill('lab')
    await page.getByRole('option', { name: 'label:' }).click()
    expect(await field.inputValue()).toBe('label:')
    await field.pressSequentially('fe')
    await page.getByRole('option', { name: 'few' }).waitFor()
    expect(await findViolations(page)).toEqual([])
    await field.press('ArrowDown')
    await field.press('Enter')
    await expect.poll(countRows).toBe(3)
    await page.getByRole('button', { name: 'Label: few' }).waitFor()
    await field.fill('papaya from:dana@example.com is:odd')
    await field.press('Enter')
    await page.getByRole('button', { name: 'Customer: Dana Ruiz' }).waitFor()
    const params = new URL(page.url()).searchParams
    expect([params.get('labelId'), params.get('q')]).toEqual([await getLabelId('few'), 'papaya is:odd'])
  })

  it('without results suggests customers and articles, which it also finds', async () => {
    await page.goto(`${dashboard.url}/inbox/search?q=dana%20zucchini`)
    await page.getByRole('heading', { name: 'Nothing found for “dana zucchini”' }).waitFor()
    await page.getByRole('list', { name: 'What’s next' }).getByRole('button', { name: 'Search articles' }).click()
    await page.getByText('No published article has these words.').waitFor()
    await page.getByRole('button', { name: 'Customers', exact: true }).click()
    const field = page.getByRole('combobox', { name: 'Search customers' })
    await field.fill('dana')
    await field.press('Enter')
    await page.getByRole('link', { name: 'Dana Ruiz' }).waitFor()
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ q: 'dana', scope: 'customers' })
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Threads', exact: true }).click()
    await row('Export is empty').waitFor()
  })
})

it('a row shows until when its thread is snoozed, or that it is resolved', async () => {
  const { skein } = dashboard.tenant
  const create = async (title: string) =>
    (await skein.createThread({ body: { title, body: 'About a mangosteen.', requester: { email: 'dana@example.com' } } })).data.threadId
  const [later, answered, done] = [await create('Sleeps until later'), await create('Sleeps until a reply'), await create('Is done')]
  const until = new Date(Date.now() + 30 * 86_400_000)
  await skein.snoozeThread({ path: { id: later }, body: { until: until.toISOString() } })
  await skein.snoozeThread({ path: { id: answered }, body: { untilReply: true } })
  await skein.updateThread({ path: { id: done }, body: { status: 'resolved' } })
  await open('/inbox/search?q=mangosteen')
  await row('Is done').getByText('Resolved', { exact: true }).waitFor()
  await row('Sleeps until a reply').getByText('until a reply', { exact: true }).waitFor()
  const shown = await row('Sleeps until later')
    .getByText(/^until \S/)
    .innerText()
  expect(shown).toContain(String(until.getDate()))
  expect(await rows().getByText('Resolved', { exact: true }).count()).toBe(1)
  for (const id of [later, answered, done]) await skein.updateThread({ path: { id }, body: { status: 'closed' } })
})
