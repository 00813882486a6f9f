/** The toolbar of a thread keeps its position, whatever the thread shows. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openThread, startDashboard, type TestDashboard } from './dashboard.ts'

let dashboard: TestDashboard
let page: Page
beforeAll(async () => {
  dashboard = await startDashboard()
  page = (await dashboard.openAs(dashboard.ownerEmail, '/inbox/all', {})).page
})
afterAll(() => dashboard.close())

async function createThread(title: string, fields: object = {}): Promise<string> {
  const requester = { email: 'dana@example.com', name: 'Dana Ruiz' }
  return (await dashboard.tenant.skein.createThread({ body: { title, body: 'Hello', requester, ...fields } })).data.threadId
}
const getToolbarTop = (name: string) => page.getByRole('toolbar', { name }).evaluate((element) => element.getBoundingClientRect().top)

it('the toolbar keeps its position with and without labels and SLA clocks', async () => {
  const plain = await createThread('Plain')
  const tags = Array.from({ length: 12 }, (_, i) => `a rather long label ${i}`)
  const targets = { firstResponse: { urgent: 600 }, resolution: { urgent: 2880 } }
  await dashboard.tenant.skein.createSlaPolicy({ body: { name: 'Urgent', conditions: { priorities: ['urgent'] }, targets } })
  const labelled = await createThread('Labelled', { tags, priority: 'urgent' })
  expect((await dashboard.tenant.skein.getThread({ path: { id: labelled } })).data.sla).toHaveLength(2)
  await openThread(page, plain, 'Plain')
  const before = await getToolbarTop('Change the thread')
  await openThread(page, labelled, 'Labelled')
  await page.locator(`[data-tip*="${tags[11]}"]`).first().waitFor()
  // The thread shows the SLA clock that is due first.
  await page.locator('[data-tip*=" within "]').first().waitFor()
  expect(await getToolbarTop('Change the thread')).toBe(before)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: /^Open · Unassigned/ }).click()
  const labelledTop = await getToolbarTop('Change the thread')
  await page.goto(`${dashboard.url}/inbox/all/${plain}`)
  await page.getByRole('heading', { name: 'Plain' }).first().waitFor()
  await page.getByRole('button', { name: /^Open · Unassigned/ }).click()
  expect(await getToolbarTop('Change the thread')).toBe(labelledTop)
})
