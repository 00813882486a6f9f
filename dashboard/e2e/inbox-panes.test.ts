/** Panes of the inbox: their widths, shortcuts to hide them and move between them, and narrow screens. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDashboard, findViolations, type TestDashboard } from './dashboard.ts'

let dashboard: TestDashboard
beforeAll(async () => {
  dashboard = await startDashboard()
  const requester = { email: 'dana@example.com', name: 'Dana Ruiz' }
  await dashboard.tenant.skein.createThread({ body: { title: 'Cannot sign in', body: 'About a durian.', requester } })
})
afterAll(() => dashboard.close())

const findRow = (page: Page) => page.getByRole('row').filter({ hasText: 'Cannot sign in' })

describe('the panes of a wide screen', () => {
  let page: Page
  const customerPane = () => page.getByRole('complementary', { name: 'Customer' })
  beforeAll(async () => {
    page = (await dashboard.openAs(dashboard.ownerEmail, '/inbox/all', {})).page
    await findRow(page).click()
    await customerPane().waitFor()
  })

  const edge = () => page.getByRole('separator', { name: 'Width of the list' })
  const getListWidth = async () => Math.round((await page.getByRole('region', { name: 'Threads', exact: true }).boundingBox())?.width ?? 0)

  it('keep their chosen width after a reload', async () => {
    const before = await getListWidth()
    await edge().focus()
    for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowRight')
    const after = await getListWidth()
    expect(after).toBeGreaterThan(before)
    await page.reload()
    await findRow(page).waitFor()
    expect(Math.abs((await getListWidth()) - after)).toBeLessThanOrEqual(2)
    expect(await edge().getAttribute('aria-valuenow')).toBe(String(after))
  })

  it('are dragged within their limits, and a double click restores their width', async () => {
    const drag = async (name: string, dx: number) => {
      const { x = 0, y = 0, height = 0 } = (await page.getByRole('separator', { name }).boundingBox()) ?? {}
      // The hit area is wider than the line.
      await page.mouse.move(x - 3, y + height / 2)
      await page.mouse.down()
      for (const part of [0.3, 0.6, 1]) await page.mouse.move(x - 3 + dx * part, y + height / 2)
      await page.mouse.up()
    }
    const getWidth = async (locator: Locator) => Math.round((await locator.boundingBox())?.width ?? 0)
    const before = await getListWidth()
    await drag('Width of the list', 60)
    expect(await getListWidth()).toBe(before + 60)
    await drag('Width of the list', -600)
    expect(await getListWidth()).toBe(260)
    // The thread keeps its minimum width.
    await drag('Width of the customer', -600)
    expect(await getWidth(customerPane())).toBe(520)
    await drag('Width of the list', 900)
    expect(await getWidth(page.getByRole('region', { name: 'Thread', exact: true }))).toBe(300)
    await edge().dblclick()
    await page.getByRole('separator', { name: 'Width of the customer' }).dblclick()
    expect([await getListWidth(), await getWidth(customerPane())]).toEqual([380, 300])
    await edge().focus()
    await page.keyboard.press('Home')
    expect(await getListWidth()).toBe(260)
    await page.getByRole('separator', { name: 'Width of the customer' }).focus()
    await page.keyboard.press('ArrowLeft')
    expect(await getWidth(customerPane())).toBeGreaterThan(300)
    expect(await findViolations(page)).toEqual([])
  })

  it('can be hidden and shown with shortcuts', async () => {
    await page.keyboard.press(']')
    await expect.poll(() => customerPane().count()).toBe(0)
    await page.keyboard.press(']')
    await customerPane().waitFor()
    await page.keyboard.press('\\')
    await expect.poll(() => page.getByRole('region', { name: 'Threads', exact: true }).count()).toBe(0)
    await page.keyboard.press('\\')
    await findRow(page).waitFor()
  })

  it('receive the focus in turn when F6 is pressed', async () => {
    const focused: (string | null)[] = []
    for (let i = 0; i < 4; i++) {
      await page.keyboard.press('F6')
      focused.push(await page.evaluate(() => document.activeElement?.closest('nav, section, aside')?.getAttribute('aria-label') ?? null))
    }
    expect(new Set(focused)).toEqual(new Set(['Main', 'Threads', 'Thread', 'Customer']))
  })
})

describe('a tablet', () => {
  it('shows the list or the thread beside a rail, whose button has the views', async () => {
    const { page, close } = await dashboard.openAs(dashboard.ownerEmail, '/inbox/all', { viewport: { width: 768, height: 900 } })
    await findRow(page).click()
    await page.getByRole('article').getByText('About a durian.').waitFor()
    expect(await page.getByRole('grid').count()).toBe(0)
    expect((await page.getByRole('region', { name: 'Thread', exact: true }).boundingBox())?.width).toBeGreaterThan(650)
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Back to the list' }).click()
    await findRow(page).waitFor()
    await page.getByRole('button', { name: 'Views' }).click()
    const views = page.getByRole('dialog', { name: 'Views' })
    expect(await findViolations(page)).toEqual([])
    await views.getByRole('link', { name: /^Snoozed/ }).click()
    await page.waitForURL(`${dashboard.url}/inbox/snoozed`)
    await views.waitFor({ state: 'detached' })
    await page.setViewportSize({ width: 1024, height: 768 })
    await page.goto(`${dashboard.url}/inbox/all`)
    await findRow(page).click()
    await page.getByRole('article').getByText('About a durian.').waitFor()
    expect(await page.getByRole('grid').count()).toBe(1)
    await close()
  })
})

describe('a narrow screen', () => {
  let page: Page
  const getOverflow = (): Promise<number> =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  beforeAll(async () => {
    page = (await dashboard.openAs(dashboard.ownerEmail, '/inbox/all', { viewport: { width: 320, height: 700 } })).page
    await findRow(page).click()
    await page.getByRole('article').getByText('About a durian.').waitFor()
  })

  it('shows one pane at a time, and the customer in a sheet', async () => {
    expect(await page.getByRole('grid').count()).toBe(0)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: /^Customer/ }).click()
    await page.getByRole('dialog', { name: 'Customer' }).getByText('dana@example.com').waitFor()
    expect(await findViolations(page)).toEqual([])
  })

  it('has a one-line composer, which opens with a tap, and chips in one row', async () => {
    const reply = page.getByRole('textbox', { name: 'Reply' })
    expect(await reply.count()).toBe(0)
    await page.keyboard.press(']')
    await page.getByRole('button', { name: 'Reply…' }).click()
    await expect.poll(() => reply.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    await page.keyboard.type('Thank you')
    await page.getByRole('region', { name: 'Thread' }).getByRole('button', { name: 'Close' }).click()
    const line = page.getByRole('button', { name: /^Draft\s*Thank you$/ })
    await expect.poll(() => line.evaluate((element) => element === document.activeElement)).toBe(true)
    const chips = page.getByRole('toolbar', { name: 'Change the thread' })
    const middles = await chips.getByRole('button').evaluateAll((all) =>
      all.map((each) => {
        const { top, bottom } = each.getBoundingClientRect()
        return (top + bottom) / 2
      }),
    )
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(8)
    // The thread has the whole screen.
    expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0)
    expect(await findViolations(page)).toEqual([])
  })

  it('shows the request inspector on the full screen', async () => {
    await page.keyboard.press('Control+Shift+Y')
    const inspector = page.getByRole('dialog', { name: 'Request inspector' })
    await inspector.getByRole('listitem').first().waitFor()
    expect(await inspector.boundingBox()).toMatchObject({ x: 0, y: 0, width: 320, height: 700 })
    await page.keyboard.press('Escape')
    await inspector.waitFor({ state: 'detached' })
  })

  it('does not scroll sideways', async () => {
    expect(await getOverflow()).toBe(0)
    await page.getByRole('button', { name: 'Back to the list' }).click()
    await findRow(page).waitFor()
    expect(await getOverflow()).toBe(0)
  })

  it('has rows of 84 pixels, and the buttons for selected rows at its foot', async () => {
    expect((await findRow(page).boundingBox())?.height).toBe(84)
    await findRow(page).getByRole('checkbox').check({ force: true })
    const bar = page.getByRole('region', { name: 'Selected threads' })
    await bar.getByRole('button', { name: 'Resolve' }).waitFor()
    const { y = 0, height = 0 } = (await bar.boundingBox()) ?? {}
    const tabs = await page.getByRole('navigation', { name: 'Main' }).boundingBox()
    expect(y + height).toBe(tabs?.y)
    expect((tabs?.y ?? 0) + (tabs?.height ?? 0)).toBe(700)
    expect(await getOverflow()).toBe(0)
    await bar.getByRole('button', { name: 'Clear selection' }).click()
  })

  it('has sheets at the bottom, which close when their handle is dragged down', async () => {
    const focus = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Filter by' })
    await sheet.getByRole('combobox').fill('sta')
    const { x = 0, y = 0, width = 0, height = 0 } = (await sheet.boundingBox()) ?? {}
    expect({ x, width, bottom: y + height }).toEqual({ x: 0, width: 320, bottom: 700 })
    expect(await findViolations(page)).toEqual([])
    const drag = async (distance: number) => {
      await page.mouse.move(160, y + 10)
      await page.mouse.down()
      await page.mouse.move(160, y + 10 + distance, { steps: 4 })
      await page.mouse.up()
    }
    // A short pull does not close the sheet, and loses nothing.
    await drag(40)
    expect(await sheet.getByRole('combobox').inputValue()).toBe('sta')
    expect((await sheet.boundingBox())?.y).toBe(y)
    await drag(120)
    await sheet.waitFor({ state: 'detached' })
    await expect.poll(focus).toBe('Filter')
    await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter')
    await sheet.getByRole('combobox').press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await expect.poll(focus).toBe('Filter')
  })

  it('has menus at the bottom, which a tap beside them closes', async () => {
    await findRow(page).click()
    await page.getByRole('button', { name: 'More actions' }).click()
    const menu = page.getByRole('menu', { name: 'More actions' })
    await menu.waitFor()
    const { x = 0, y = 0, width = 0, height = 0 } = (await menu.boundingBox()) ?? {}
    expect({ x, width, bottom: y + height }).toEqual({ x: 0, width: 320, bottom: 700 })
    expect(await findViolations(page)).toEqual([])
    await page.mouse.click(160, y / 2)
    await menu.waitFor({ state: 'detached' })
    // The tap does not reach what is behind the menu.
    await page.getByRole('article').getByText('About a durian.').waitFor()
    await page.getByRole('button', { name: 'Back to the list' }).click()
  })

  it('has tabs at its foot, and the views in one row above the list', async () => {
    const main = page.getByRole('navigation', { name: 'Main' })
    await main.getByRole('link', { name: 'Customers' }).click()
    await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor()
    expect(await main.getByRole('link', { name: 'Customers' }).getAttribute('aria-current')).toBe('page')
    for (const tab of await main.locator('a, button').all()) expect((await tab.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await main.getByRole('link', { name: /^Inbox/ }).click()
    const views = page.getByRole('navigation', { name: 'Views' })
    await views.getByRole('link', { name: 'All open 1 thread' }).click()
    await findRow(page).waitFor()
    expect(await findViolations(page)).toEqual([])
    await main.getByRole('button', { name: 'More' }).click()
    const more = page.getByRole('dialog', { name: 'More' })
    await more.getByRole('button', { name: /owner/ }).click()
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
  })

  it('has a button for a new thread, as there may be no keyboard', async () => {
    await page.getByRole('button', { name: 'New thread' }).click()
    await page.getByRole('dialog', { name: 'New thread' }).getByLabel('Subject').waitFor()
  })
})
