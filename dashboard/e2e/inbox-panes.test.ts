/** The panes of the inbox: their widths, the keys that hide them and move between them, and narrow screens. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDashboard, findViolations, type TestDashboard } from './dashboard.ts'

let dashboard: TestDashboard
beforeAll(async () => {
  dashboard = await startDashboard()
  const requester = { email: 'dana@example.com', name: 'Dana Ruiz' }
  await dashboard.tenant.skein.createThread({ body: { title: 'Cannot sign in', body: 'About a durian.', requester } })
})
afterAll(() => dashboard.close())

const row = (page: Page) => page.getByRole('row').filter({ hasText: 'Cannot sign in' })

describe('the panes of a wide screen', () => {
  let page: Page
  const customer = () => page.getByRole('complementary', { name: 'Customer' })
  beforeAll(async () => {
    page = (await dashboard.openAs(dashboard.ownerEmail, '/inbox/all', {})).page
    await row(page).click()
    await customer().waitFor()
  })

  it('keep the width that the agent has chosen after a reload', async () => {
    const edge = page.getByRole('separator', { name: 'Width of the list' })
    const widthOfList = async () => Math.round((await page.getByRole('region', { name: 'Threads' }).boundingBox())?.width ?? 0)
    const before = await widthOfList()
    await edge.focus()
    for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowRight')
    const after = await widthOfList()
    expect(after).toBeGreaterThan(before)
    await page.reload()
    await row(page).waitFor()
    expect(Math.abs((await widthOfList()) - after)).toBeLessThanOrEqual(2)
  })

  it('are hidden and shown by keys', async () => {
    await page.keyboard.press(']')
    await expect.poll(() => customer().count()).toBe(0)
    await page.keyboard.press(']')
    await customer().waitFor()
    await page.keyboard.press('\\')
    await expect.poll(() => page.getByRole('region', { name: 'Threads' }).count()).toBe(0)
    await page.keyboard.press('\\')
    await row(page).waitFor()
  })

  it('get the focus in turn by F6', async () => {
    const focused: (string | null)[] = []
    for (let i = 0; i < 4; i++) {
      await page.keyboard.press('F6')
      focused.push(await page.evaluate(() => document.activeElement?.closest('nav, section, aside')?.getAttribute('aria-label') ?? null))
    }
    expect(new Set(focused)).toEqual(new Set(['Main', 'Threads', 'Thread', 'Customer']))
  })
})

describe('a narrow screen', () => {
  let page: Page
  const overflow = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  beforeAll(async () => {
    page = (await dashboard.openAs(dashboard.ownerEmail, '/inbox/all', { viewport: { width: 320, height: 700 } })).page
    await row(page).click()
    await page.getByText('About a durian.').waitFor()
  })

  it('shows one pane, and the customer as a sheet', async () => {
    expect(await page.getByRole('grid').count()).toBe(0)
    await page.getByRole('button', { name: 'Customer', exact: false }).last().click()
    await page.getByRole('dialog', { name: 'Customer' }).getByText('dana@example.com').waitFor()
    expect(await findViolations(page)).toEqual([])
  })

  it('does not scroll sideways', async () => {
    expect(await overflow()).toBe(0)
    await page.keyboard.press(']')
    await page.getByRole('button', { name: 'Back to the list' }).click()
    await row(page).waitFor()
    expect(await overflow()).toBe(0)
  })

  it('offers to create a thread in its menu, because it has no keys', async () => {
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'New thread' }).click()
    await page.getByRole('dialog', { name: 'New thread' }).getByLabel('Subject').waitFor()
  })
})
