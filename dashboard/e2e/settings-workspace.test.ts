/** Settings pages with a single form: workspace and profile. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { png } from '../../test/support/files.ts'
import { expectProblems } from './browser-problems.ts'
import { startDashboard, findViolations, type TestDashboard } from './dashboard.ts'

let dashboard: TestDashboard
let page: Page
beforeAll(async () => {
  dashboard = await startDashboard()
  page = (await dashboard.openAs(dashboard.ownerEmail, '/settings/workspace')).page
  await page.getByRole('heading', { name: 'General', level: 1 }).waitFor()
})
afterAll(() => dashboard.close())

describe('settings of the workspace', () => {
  it('accept durations with a unit, and nothing else', async () => {
    // A number field would parse "2w" as 2 days.
    await page.getByLabel('Closed threads').fill('2 moons')
    await page.getByText(/We can’t read “2 moons”/).waitFor()
    expect(await page.getByLabel('Closed threads').evaluate((input) => input.matches(':invalid'))).toBe(true)
    await page.getByLabel('Closed threads').fill('')
    await page.getByLabel('Closed threads').pressSequentially('57w')
    await page.getByText('= 399 days', { exact: true }).waitFor()
    expect(await findViolations(page)).toEqual([])
  })

  it('ask before unsaved changes are left behind, and can discard them', async () => {
    await page.getByRole('link', { name: 'Profile' }).click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect.poll(() => question.count()).toBe(0)
    expect(await page.getByLabel('Closed threads').inputValue()).toBe('57w')
    await page.getByRole('button', { name: 'Discard' }).click()
    expect(await page.getByLabel('Closed threads').inputValue()).toBe('')
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
    await page.getByLabel('Closed threads').fill('57w')
  })

  it('show an error beside the field', async () => {
    expectProblems(/^400 PATCH \/tenant\/settings$/)
    await page.getByLabel('Ticket number prefix').fill('no')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/^Ticket number prefix .*\./).waitFor()
  })

  it('are saved without changing the others', async () => {
    await page.getByLabel('Ticket number prefix').fill('DESK')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('Saved.').waitFor()
    const { data } = await dashboard.tenant.skein.getTenantSettings()
    expect([data.ticketPrefix, data.retention.closedThreads, data.retention.events]).toEqual(['DESK', 399, null])
  })
})

it('the brand is previewed, and shown in the help centre once it is saved', async () => {
  await page.goto(page.url().replace(/\/settings\/.*$/, '/settings/workspace'))
  const color = page.getByRole('textbox', { name: 'Colour (optional)' })
  await color.fill('#ffee88')
  await page.getByText(/hard to see on white/).waitFor()
  await color.fill('#0b6e4f')
  await expect.poll(() => page.getByText(/hard to see on/).count()).toBe(0)
  const files = page.getByLabel('Logo')
  await files.setInputFiles({ name: 'huge.png', mimeType: 'image/png', buffer: Buffer.concat([png, Buffer.alloc(512 * 1024)]) })
  await page.getByText('This picture is too large. It can have 512 KB.').waitFor()
  await files.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png })
  await expect.poll(() => page.getByRole('img', { name: 'Preview' }).locator('img').count()).toBe(2)
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').last().waitFor()
  const { data } = await dashboard.tenant.skein.getTenantSettings()
  expect(data.brand).toEqual({ color: '#0b6e4f', logoUploadId: expect.stringMatching(/^upl_/) })
  const help = await page.context().newPage()
  await help.goto(`http://${dashboard.tenant.slug}.localhost:${dashboard.service.config.port}/help`)
  await expect.poll(() => help.locator('.brand img').evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth)).toBe(1)
  const button = help.getByRole('button', { name: 'Search' })
  expect(await button.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(11, 110, 79)')
  await help.close()
})

it('the availability of the profile applies as soon as it is chosen', async () => {
  await page.getByRole('link', { name: 'Profile' }).click()
  await page.getByRole('combobox', { name: 'Availability' }).click()
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok())
  await page.getByRole('option', { name: 'Away' }).click()
  await saved
  await page.reload()
  await page.getByRole('combobox', { name: 'Availability' }).getByText('Away').waitFor()
  expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
  expect(await findViolations(page)).toEqual([])
})

it('a button on a phone is pressed by a finger that lands a little above it', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  const button = page.getByRole('button', { name: 'Create a link' })
  await button.scrollIntoViewIfNeeded()
  const isHit = await button.evaluate((element) => {
    const { left, top } = element.getBoundingClientRect()
    return document.elementFromPoint(left + 20, top - 5) === element
  })
  expect(isHit).toBe(true)
})
