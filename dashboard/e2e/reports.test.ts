/** Reports: the numbers equal the API's, each links to its facts, and every state has a URL. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReportFigures } from '../../client/index.ts'
import { fillTenant } from '../../test/bulk-tenant.ts'
import { fillFacts } from '../../test/support/facts.ts'
import { allowProblems, expectProblems } from './browser-problems.ts'
import { chooseOption, findViolations, startDashboard, type OpenPage, type TestDashboard } from './dashboard.ts'

const timezone = 'Europe/Berlin'
const options = { timezoneId: timezone, locale: 'en-GB' }
const threads = 400
const span = { from: 'today-29', to: 'today+1' }

let dashboard: TestDashboard
let opened: OpenPage
let page: Page
let totals: ReportFigures
beforeAll(async () => {
  dashboard = await startDashboard()
  const { service, tenant } = dashboard
  await fillTenant(service.db, tenant.tenantId, { count: threads, others: 50 })
  await tenant.skein.updateTenantSettings({ body: { reporting: { timezone } } })
  await fillFacts(service.db, tenant.tenantId, { threads, days: 40, until: new Date().toISOString(), timezone, others: 6 })
  const metrics = 'THREADS_CREATED,THREADS_RESOLVED,FIRST_RESPONSE_TIME,RESOLUTION_TIME,RESOLVED_ON_FIRST_ANSWER'
  totals = (await tenant.skein.getReport({ query: { metrics, ...span } })).data.totals
  opened = await dashboard.openAs(dashboard.ownerEmail, '/inbox/all', options)
  page = opened.page
})
afterAll(() => dashboard.close())

const link = (name: string | RegExp) => page.getByRole('link', { name, exact: true })
const getCount = (metric: 'THREADS_CREATED' | 'THREADS_RESOLVED'): number => totals[metric]?.count ?? 0
const goTo = async (path: string): Promise<void> => {
  await page.goto(`${dashboard.url}${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

it('the keys g r open the overview, whose numbers are those of the API', async () => {
  await page.getByRole('link', { name: 'Reports' }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await page.waitForURL(/\/reports\/overview$/)
  expect(getCount('THREADS_CREATED')).toBeGreaterThan(100)
  await link(`New threads: ${getCount('THREADS_CREATED')}`).waitFor()
  await link(`Resolved: ${getCount('THREADS_RESOLVED')}`).waitFor()
  const rate = totals.RESOLVED_ON_FIRST_ANSWER?.rate ?? 0
  await link(`Resolved with one reply: ${Math.round(rate * 100)}%`).waitFor()
  await page.getByText(/^As of \d\d:\d\d · Europe\/Berlin$/).waitFor()
})

it('a number opens its facts with the exact total, and the back key closes them', async () => {
  await link(`New threads: ${getCount('THREADS_CREATED')}`).click()
  const sheet = page.getByRole('dialog', { name: 'New threads' })
  await sheet.getByText(`${getCount('THREADS_CREATED')} entries`).waitFor()
  expect(await sheet.getByRole('table', { name: 'What happened' }).getByRole('row').count()).toBe(51)
  expect(await findViolations(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Threads' }).click()
  await sheet.getByText(/^\d+ threads$/).waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), sheet.getByRole('button', { name: 'Export as CSV' }).click()])
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(getCount('THREADS_CREATED') + 1)
  expect(new URL(page.url()).searchParams.get('facts')).toContain('metric=THREADS_CREATED')
  await page.goBack()
  await sheet.waitFor({ state: 'detached' })
})

it('the arrow keys walk over a chart, and Enter opens the facts of a point', async () => {
  const chart = page.getByRole('slider', { name: 'Backlog' })
  await chart.focus()
  const read = async (): Promise<string> => (await chart.getAttribute('aria-valuetext')) ?? ''
  const before = await read()
  expect(before).toMatch(/^\w+,? \d+ \w+ \d+: Unresolved \d+ \(Unresolved \d+, New \d+, Resolved \d+\)$/)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowDown')
  const text = await read()
  expect(text).not.toBe(before)
  const created = Number(/: New (\d+) /.exec(text)?.[1])
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'New threads' })
  await sheet.getByText(created === 1 ? '1 entry' : `${created} entries`).waitFor()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
})

it('a chart is also a table, whose numbers are links', async () => {
  await page.getByRole('button', { name: 'Show as table: Backlog' }).click()
  const table = page.getByRole('table', { name: 'Backlog' })
  expect(await table.getByRole('row').count()).toBe(31)
  const cells = await table.locator('td:nth-of-type(2)').allInnerTexts()
  expect(cells.map(Number).reduce((sum, count) => sum + count, 0)).toBe(getCount('THREADS_CREATED'))
  await page.getByRole('button', { name: 'Show as chart: Backlog' }).click()
})

it('a number says what it means', async () => {
  await page.getByRole('button', { name: 'What “Time to first reply” means' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'What “Time to first reply” means' })
  await dialog.getByText(/^The time from a customer’s first message/).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
})

it('a range and a filter are in the URL, hold on other pages, and can be undone', async () => {
  await chooseOption(page, 'Period', 'Last 7 days')
  await page.waitForURL(/range=last-7/)
  await page.getByRole('button', { name: 'Filter' }).click()
  await chooseOption(page.getByRole('group', { name: 'Filters' }), 'Channel', 'Email')
  await page.waitForURL(/channel=email/)
  const query = { metrics: 'THREADS_CREATED', from: 'today-6', to: 'today+1', channel: 'email' } as const
  const { data } = await dashboard.tenant.skein.getReport({ query })
  await link(`New threads: ${data.totals.THREADS_CREATED?.count}`).waitFor()
  await page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name: 'Resolution' }).click()
  await page.waitForURL(/\/reports\/resolution\?(?=.*channel=email)(?=.*range=last-7)/)
  await page.goBack()
  await page.goBack()
  await page.waitForURL(/\/reports\/overview\?range=last-7$/)
})

it('each person’s numbers are those of the API', async () => {
  await goTo('/reports/people')
  const query = { metrics: 'ANSWERS_SENT', ...span, groupBy: 'person' }
  const { data } = await dashboard.tenant.skein.getReport({ query })
  const table = page.getByRole('table', { name: 'By person' })
  await table.getByRole('row').nth(1).waitFor()
  for (const { groups, figures } of data.rows) {
    const [person] = groups
    if (!person?.name) continue
    await table
      .getByRole('link', { name: `${person.name}, Replies: ${figures.ANSWERS_SENT?.count.toLocaleString('en-GB')}` })
      .first()
      .waitFor()
  }
})

it('a report that would be too large says what to narrow', async () => {
  expectProblems(/^422 GET \/reports$/, /^422 GET \/reports$/)
  await goTo('/reports/overview?from=2022-01-01&to=2026-11-01&grain=day')
  await page.getByRole('alert').first().waitFor()
  await page
    .getByText(/^That’s too much for one report\./)
    .first()
    .waitFor()
  // The page may ask again before it is left.
  allowProblems(/^422 GET \/reports$/)
  await goTo('/reports/overview')
  await page.getByRole('region', { name: 'Backlog' }).waitFor()
})

it('a report is saved, opened, renamed and deleted', async () => {
  await goTo('/reports/overview?range=last-7&channel=email')
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this report' })
  await dialog.getByLabel('Name').fill('Monday review')
  await dialog.getByText('Its dates move along with the days.').waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Monday review', level: 1 }).waitFor()
  const [saved] = (await dashboard.tenant.skein.listSavedReports()).data
  expect(saved).toMatchObject({ name: 'Monday review', shared: false, query: { from: 'today-6', to: 'today+1', channel: 'email' } })
  await page.getByRole('combobox', { name: 'Period' }).getByText('Last 7 days').waitFor()
  await page.getByRole('region', { name: 'Backlog' }).waitFor()
  await page.getByRole('link', { name: 'All saved reports' }).click()
  await page.getByRole('button', { name: 'Actions for Monday review' }).click()
  await page.getByRole('menuitem', { name: 'Rename or share…' }).click()
  const change = page.getByRole('dialog', { name: 'Change the report' })
  await change.getByLabel('Name').fill('A weekly email')
  await change.getByLabel('Everyone, and everyone can change it').check()
  await change.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name: 'A weekly email' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Actions for A weekly email' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('button', { name: 'Delete the report' }).click()
  await link('A weekly email').first().waitFor({ state: 'detached' })
  const { data: left } = await dashboard.tenant.skein.listSavedReports()
  expect(left.map(({ id }) => id)).not.toContain(saved?.id)
})

it('the live board has the numbers of now', async () => {
  await goTo('/reports/live')
  const { data } = await dashboard.tenant.skein.getReportNow()
  await link(`Open: ${data.open.toLocaleString('en-GB')}`).waitFor()
  await link(`Waiting for a reply: ${data.waiting.toLocaleString('en-GB')}`).waitFor()
  expect(await findViolations(page)).toEqual([])
})

it('a page is exported as CSV', async () => {
  await goTo('/reports/overview')
  await page.getByRole('button', { name: 'Export' }).click()
  const item = page.getByRole('menuitem', { name: 'Numbers over time (CSV)' })
  const [download] = await Promise.all([page.waitForEvent('download'), item.click()])
  const text = await readFile(await download.path(), 'utf8')
  expect(text).toContain('THREADS_CREATED')
  expect(text.trimEnd().split('\r\n')).toHaveLength(31)
})

describe.each(['overview', 'first-reply', 'resolution', 'targets', 'workload', 'people', 'teams', 'labels', 'channels'])('%s', (name) => {
  it('has no violations in either theme, and fits on a phone', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await goTo(`/reports/${name}`)
    await page.getByRole('table').or(page.getByRole('slider')).first().waitFor()
    await page.waitForFunction(() => document.querySelector('main [role=status]') === null)
    expect(await findViolations(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    const width = await page.evaluate(() => document.querySelector('section[aria-label=Page]')?.scrollWidth)
    const violations = await findViolations(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    expect(width).toBeLessThanOrEqual(390)
    expect(violations).toEqual([])
  })
})

it('a time without anything says what to do', async () => {
  await goTo('/reports/overview?from=2024-01-01&to=2024-01-05')
  await page.getByText(/^Nothing happened in this time\./).waitFor()
  await link('Connect your support address').waitFor()
  await goTo('/reports/overview?from=2024-01-01&to=2024-01-05&channel=email')
  await page.getByText(/^Nothing was counted with these filters\./).waitFor()
})

it('a thread shows how it counts', async () => {
  const { data: facts } = await dashboard.tenant.skein.listReportFacts({ query: { metric: 'THREADS_RESOLVED', ...span, limit: 1 } })
  await page.goto(`${dashboard.url}/inbox/all/${facts[0]?.thread?.id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'How it counts in reports' }).click()
  const table = page.getByRole('dialog', { name: 'How this thread counts in reports' }).getByRole('table')
  await table.getByText('Created', { exact: true }).waitFor()
  await table.getByText('Resolved', { exact: true }).first().waitFor()
  expect(await findViolations(page)).toEqual([])
})

it('a viewer reads reports and saves none, in German and from right to left', async () => {
  const { tenant } = dashboard
  const { data: viewer } = await tenant.skein.createUser({
    body: { email: 'vera@example.com', name: 'Vera', role: 'VIEWER', invite: false },
  })
  const other = await dashboard.openAs(viewer.email, '/reports/overview', { ...options, locale: 'de-DE' })
  await other.page.getByRole('link', { name: `Neue Anfragen: ${getCount('THREADS_CREATED')}` }).waitFor()
  await other.page.getByRole('button', { name: 'Filter' }).waitFor()
  expect(await other.page.getByRole('button', { name: 'Speichern' }).count()).toBe(0)
  // Until the page has loaded the service's preferences, they would overwrite the language.
  await other.page.waitForFunction(() => localStorage.getItem('skein.preferences') !== null)
  await other.page.evaluate(() => localStorage.setItem('skein.language', 'ar-XB'))
  await other.page.reload()
  await other.page.waitForFunction(() => document.documentElement.dir === 'rtl')
  const chart = other.page.getByRole('slider').first()
  const last = Number(await chart.getAttribute('aria-valuenow'))
  // In the other direction, the slider would stay at its last point.
  const walkRight = async (): Promise<number> => {
    await chart.press('ArrowRight')
    return Number(await chart.getAttribute('aria-valuenow'))
  }
  await expect.poll(walkRight).toBeLessThan(last)
  expect(await findViolations(other.page)).toEqual([])
  await other.close()
})

it('without figures of people, no page names them', async () => {
  await dashboard.tenant.skein.updateTenantSettings({ body: { reporting: { people: 'NONE' } } })
  await expect
    .poll(async () => (await dashboard.tenant.skein.listReportMetrics()).data.some(({ dimensions }) => dimensions.includes('person')))
    .toBe(false)
  await goTo('/reports/overview')
  await link(/^New threads: /).waitFor()
  const menu = page.getByRole('navigation', { name: 'Reports' })
  expect(await menu.getByRole('link', { name: 'By team' }).count()).toBe(1)
  expect(await menu.getByRole('link', { name: 'By person' }).count()).toBe(0)
  expect(await page.getByRole('region', { name: 'By person' }).count()).toBe(0)
  await dashboard.tenant.skein.updateTenantSettings({ body: { reporting: { people: 'ALL' } } })
})
