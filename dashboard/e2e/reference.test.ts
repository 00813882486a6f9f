/** The API reference. Its renderer takes seconds, so a list of all operations is shown first. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { allowProblems } from './browser-problems.ts'
import { startDashboard, type TestDashboard } from './dashboard.ts'

let dashboard: TestDashboard
beforeAll(async () => {
  dashboard = await startDashboard()
})
afterAll(() => dashboard.close())

it('the reference lists all operations before its renderer has loaded', async () => {
  const { page, context } = await dashboard.open('/icon.svg')
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/reference.json', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(new URL('/docs', dashboard.service.config.baseUrl).href)
  const list = page.getByRole('main')
  await list.getByRole('heading', { name: 'API reference' }).waitFor()
  await list.getByText('GET /api/v1/threads', { exact: true }).waitFor()
  await list.getByText('List threads', { exact: true }).waitFor()
  await page.getByRole('status').waitFor()
  const { paths } = (await (await fetch(new URL('/openapi.json', dashboard.service.config.baseUrl))).json()) as { paths: object }
  const operations = Object.values(paths).flatMap((methods: object) => Object.keys(methods))
  expect(await list.getByRole('listitem').count()).toBe(operations.length)
  release()
  // The renderer warns about valid schemas after it has resolved references between them.
  allowProblems(/^console: (document validation errors: |\[Object(, Object)*\])$/)
  await page.getByRole('heading', { name: 'List threads' }).waitFor()
  expect(await page.locator('#operations').count()).toBe(0)
  await context.close()
})
