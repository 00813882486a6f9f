/** The thread list stays correct while an agent works: unread threads, presence, rate limits and lost connections. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allowProblems, expectProblems } from './browser-problems.ts'
import { waitForEventStream, startDashboard, findViolations, type OpenPage, type TestDashboard } from './dashboard.ts'

let dashboard: TestDashboard
let opened: OpenPage | undefined
let page: Page
/** Ids of three threads. The first message of each contains a unique fruit. */
let ids: string[]

beforeAll(async () => {
  dashboard = await startDashboard({ worker: true })
  const requester = { email: 'dana@example.com', name: 'Dana Ruiz' }
  ids = []
  for (const [title, word] of [
    ['Refund not received', 'kumquat'],
    ['Export is empty', 'papaya'],
    ['Cannot sign in', 'durian'],
  ] as const) {
    const { data } = await dashboard.tenant.skein.createThread({ body: { title, body: `About a ${word}.`, requester, tags: ['few'] } })
    ids.push(data.threadId)
  }
})
afterAll(() => dashboard.close())

/** Closes the current page and opens another. */
async function open(path: string): Promise<void> {
  await opened?.close()
  opened = await dashboard.openAs(dashboard.ownerEmail, path)
  page = opened.page
}
const findRow = (subject: string) => page.getByRole('row').filter({ hasText: subject })
const countRows = async (): Promise<number> => Number(await page.getByRole('grid').getAttribute('aria-rowcount'))
const getStatus = async (id: string) => (await dashboard.tenant.skein.getThread({ path: { id } })).data.status
const getFilteredPath = async (): Promise<string> => {
  const { data } = await dashboard.tenant.skein.listLabels({ query: { namePrefix: 'few' } })
  return `/inbox/all?labelId=${data[0]?.id}`
}

it('unread threads show the number of new messages until they are opened', async () => {
  await open(await getFilteredPath())
  await findRow('Cannot sign in').waitFor()
  await waitForEventStream(page)
  // A thread counts as read once the agent has stayed in it briefly.
  const readResponse = page.waitForResponse((response) => response.url().endsWith('/read'))
  await findRow('Cannot sign in').click()
  await page.getByText('About a durian.').waitFor()
  await readResponse
  await findRow('Export is empty').click()
  await page.getByText('About a papaya.').waitFor()
  for (const body of ['One more thing.', 'And another.'])
    await dashboard.tenant.skein.createMessage({ path: { id: ids[2] ?? '' }, body: { body, authorType: 'CUSTOMER' } })
  await findRow('Cannot sign in').getByText('2 new').waitFor()
  await findRow('Cannot sign in').click()
  await page.getByRole('article').getByText('And another.').waitFor()
  await expect.poll(() => findRow('Cannot sign in').getByText('2 new').count()).toBe(0)
})

it('a rate-limited change is retried later with the same idempotency key', async () => {
  expectProblems(/^429 PATCH \/threads\//)
  await open(await getFilteredPath())
  await findRow('Refund not received').waitFor()
  const keys: (string | undefined)[] = []
  await page.route('**/api/v1/threads/*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback()
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.fallback()
    const headers = { 'Retry-After': '2', 'Access-Control-Allow-Origin': dashboard.url, 'Access-Control-Expose-Headers': 'Retry-After' }
    await route.fulfill({
      status: 429,
      headers,
      contentType: 'application/json',
      body: '{"data":null,"error":{"code":"SVC-RATE_LIMIT-EXCEEDED","message":"Too many requests."}}',
    })
  })
  await findRow('Refund not received').focus()
  await findRow('Refund not received').click()
  await page.getByText('About a kumquat.').waitFor()
  await page.keyboard.press('e')
  await page.getByText(/send the rest in [123] s/).waitFor()
  await expect.poll(() => getStatus(ids[0] ?? '')).toBe('resolved')
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

it('an idle page sends few requests while many events arrive; its counts stay exact', async () => {
  await open(await getFilteredPath())
  await findRow('Cannot sign in').waitFor()
  const requestedUrls: string[] = []
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^All open/ })
  const readCount = async (): Promise<number> => Number(/\d+/.exec(await link.innerText())?.[0])
  await expect.poll(readCount).toBeGreaterThan(0)
  const before = await readCount()
  page.on('request', (request) => {
    if (request.method() !== 'OPTIONS' && request.url().includes('/api/v1/')) requestedUrls.push(request.url())
  })
  const { skein } = dashboard.tenant
  const requests = Array.from({ length: 50 }, (_, i) =>
    skein.createThread({ body: { title: `Late ${i}`, body: 'Hello', requester: { email: 'late@example.com' } } }),
  )
  const created = await Promise.all(requests)
  await Promise.all(created.map(({ data }) => skein.createMessage({ path: { id: data.threadId }, body: { body: 'Anybody?' } })))
  await expect.poll(readCount).toBe(before + 50)
  await Promise.all(created.map(({ data }) => skein.updateThread({ path: { id: data.threadId }, body: { status: 'closed' } })))
  await expect.poll(readCount).toBe(before)
  // Twice a minute, the page fetches the counts that events do not contain.
  expect(requestedUrls.length, requestedUrls.join('\n')).toBeLessThanOrEqual(3)
})

it('the list shows who else is in a thread', async () => {
  const { skein } = dashboard.tenant
  const { data: lee } = await skein.createUser({ body: { email: 'lee@example.com', name: 'Lee Park', role: 'AGENT', invite: false } })
  await dashboard.tenant.setPassword(lee.id, 'salty otters read maps')
  await open(await getFilteredPath())
  await findRow('Export is empty').waitFor()
  const other = await dashboard.openAs('lee@example.com', `/inbox/all/${ids[1]}`)
  await findRow('Export is empty').getByText('Lee Park').waitFor()
  expect(await findViolations(page)).toEqual([])
  await other.close()
})

describe('a lost connection', () => {
  beforeAll(async () => {
    await open(await getFilteredPath())
    await page.clock.install()
    await page.reload()
    await page.getByRole('img', { name: 'Up to date' }).waitFor()
  })

  it('is reported when the browser goes offline, until the connection returns', async () => {
    allowProblems(/^net::ERR_INTERNET_DISCONNECTED /)
    await opened?.context.setOffline(true)
    await page.getByText(/^You’re offline\./).waitFor()
    await page.getByRole('img', { name: /^We can’t connect/ }).waitFor()
    await opened?.context.setOffline(false)
    await page.getByRole('img', { name: 'Up to date' }).waitFor()
  })

  it('is reported when the event stream stays silent for a minute', async () => {
    expectProblems(/^net::ERR_FAILED GET \/events\/stream$/)
    await page.route('**/api/v1/events/stream*', (route) => route.abort())
    // The service sends data at least every fifteen seconds. The page reconnects after three silent intervals.
    await page.clock.fastForward(50_000)
    await page.getByRole('img', { name: 'Connecting' }).waitFor()
    await page.clock.fastForward(75_000)
    await page.getByRole('img', { name: /^We can’t connect/ }).waitFor()
    await page.unroute('**/api/v1/events/stream*')
  })
})

it('a new inbox lists the first steps, which are ticked off and can be dismissed', async () => {
  const beta = await dashboard.service.createTenant('beta')
  await beta.setPassword(beta.ownerId, 'another password of hers')
  await opened?.close()
  const { data: owner } = await beta.skein.getUser({ path: { id: beta.ownerId } })
  opened = await dashboard.open('/sign-in?to=%2Finbox%2Fall')
  page = opened.page
  await page.getByLabel('Email address').fill(owner.email)
  await page.getByLabel('Password').fill('another password of hers')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Let’s get your first message in' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  const steps = page.getByRole('progressbar', { name: 'Steps done' })
  const countDone = async () => Number(await steps.getAttribute('aria-valuenow'))
  expect([await countDone(), await page.getByRole('list', { name: 'First steps' }).getByRole('listitem').count()]).toEqual([0, 5])
  await page.getByRole('button', { name: 'Load a sample company' }).waitFor()
  await page.getByRole('button', { name: 'Create a test thread' }).click()
  await page.getByRole('heading', { name: 'My first thread', level: 2 }).waitFor()
  await findRow('My first thread').waitFor()
  expect(await countRows()).toBe(1)
  const [thread] = (await beta.skein.listThreads({ query: {} })).data
  await beta.skein.replyToThread({ path: { id: thread?.id ?? '' }, body: { body: 'Welcome.' } })
  await page.keyboard.press('Escape')
  await expect.poll(countDone).toBe(2)
  await page.getByRole('button', { name: 'Connect email' }).click()
  await page.getByRole('dialog', { name: 'Connect email' }).getByLabel('Your support address').waitFor()
  await page.goto(`${dashboard.url}/inbox/all`)
  // This test's service has no mail server, so it sends no invitation.
  await page.getByText('There’s no mail server yet.').waitFor()
  await page.getByRole('button', { name: 'Invite people' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email addresses').fill('Grace Hopper <grace@example.com>')
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
  await dialog.getByText('Invited grace@example.com').waitFor()
  await dialog.getByRole('button', { name: 'Copy link for Grace Hopper' }).click()
  const link = await dialog.getByLabel('Invitation link for Grace Hopper', { exact: true }).innerText()
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Grace Hopper' }).click()
  await page.getByRole('button', { name: 'Copy link for Grace Hopper' }).waitFor()
  const invited = (await dashboard.open(new URL(link).pathname + new URL(link).hash)).page
  await invited.getByText('owner invited you to Tenant beta. You’ll sign in as grace@example.com.').waitFor()
  expect(await findViolations(invited)).toEqual([])
  await invited.context().close()
  expect(await findViolations(page)).toEqual([])
  await page.goto(`${dashboard.url}/inbox/all`)
  await expect.poll(countDone).toBe(3)
  // The sample company's articles and colleagues do not tick off a step.
  await beta.skein.loadSampleCompany()
  await expect.poll(async () => (await beta.skein.getSampleCompany()).data.state, { timeout: 60_000 }).toBe('LOADED')
  await page.goto(`${dashboard.url}/settings/users`)
  await expect.poll(() => page.getByRole('row').filter({ hasText: '@sample.example' }).getByText('Sample', { exact: true }).count()).toBe(4)
  expect(await findViolations(page)).toEqual([])
  await page.goto(`${dashboard.url}/inbox/all`)
  await expect.poll(countDone).toBe(3)
  await page.getByRole('button', { name: 'I don’t need these steps' }).click()
  await page.getByText('Choose a thread, or press').waitFor()
  await page.reload()
  await findRow('My first thread').waitFor()
  expect(await steps.count()).toBe(0)
})
