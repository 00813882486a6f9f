/** Forced-colors mode, in which browsers drop backgrounds and shadows: selected items must stay distinguishable. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createThread, startDashboard, type TestDashboard } from './dashboard.ts'

let dashboard: TestDashboard
let page: Page
beforeAll(async () => {
  dashboard = await startDashboard()
  await createThread(dashboard, 'Refund not received')
  await createThread(dashboard, 'Export is empty')
  page = (await dashboard.openAs(dashboard.ownerEmail, '/inbox/all')).page
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await row('Export is empty').waitFor()
})
afterAll(() => dashboard.close())

const row = (subject: string) => page.getByRole('row').filter({ hasText: subject })

type Look = { outline: string; width: number; border: number; ground: string }
const getLook = (locator: Locator): Promise<Look> =>
  locator.evaluate((element) => {
    const { outlineStyle, outlineWidth, borderTopWidth, backgroundColor } = getComputedStyle(element)
    return { outline: outlineStyle, width: parseFloat(outlineWidth), border: parseFloat(borderTopWidth), ground: backgroundColor }
  })

it('chosen rows, toggles and pages have an outline, a wider one with the focus', async () => {
  await row('Export is empty').click()
  await page.getByRole('button', { name: /^Resolve/ }).waitFor()
  await page.keyboard.press('x')
  await page.getByText('1 selected').waitFor()
  const selected = row('Export is empty').and(page.locator('[aria-selected=true]'))
  expect(await getLook(selected)).toMatchObject({ outline: 'solid', width: 4 })
  expect(await getLook(page.getByRole('button', { name: 'Reply', exact: true }))).toMatchObject({ outline: 'solid', width: 2 })
  expect(await getLook(page.getByRole('link', { name: /^All open/ }))).toMatchObject({ outline: 'solid', width: 2 })
  expect(await getLook(row('Refund not received'))).toMatchObject({ outline: 'none' })
})

it('the dot of an unread thread and a badge keep their colours', async () => {
  const dot = row('Refund not received').locator('.bg-fill').first()
  expect((await getLook(dot)).ground).toBe('rgb(75, 77, 207)')
  const badge = page.getByRole('toolbar', { name: 'Change the thread' }).getByText('Open', { exact: true }).locator('..')
  expect((await getLook(badge)).border).toBe(1)
})

it('the active entry of palette, menu and list of choices has an outline', async () => {
  await page.keyboard.press('Control+k')
  expect(await getLook(page.getByRole('option', { selected: true }))).toMatchObject({ outline: 'solid', width: 2 })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More actions' }).press('ArrowDown')
  await page.locator('[role=menuitem][data-active-item]').waitFor()
  expect(await getLook(page.locator('[role=menuitem][data-active-item]'))).toMatchObject({ outline: 'solid', width: 2 })
  await page.keyboard.press('Escape')
  await page.goto(`${dashboard.url}/settings/workspace`)
  await page.getByLabel('Time zone', { exact: true }).click()
  await page.keyboard.press('ArrowDown')
  await page.locator('[role=option][data-active-item]').waitFor()
  expect(await getLook(page.locator('[role=option][data-active-item]'))).toMatchObject({ outline: 'solid', width: 2 })
  await page.keyboard.press('Escape')
})

it('fields have an edge, and an outline with the focus', async () => {
  const search = page.getByRole('searchbox').first()
  await search.focus()
  expect((await getLook(search.locator('..'))).border).toBe(1)
  expect(await getLook(search)).toMatchObject({ outline: 'solid', width: 2 })
})
