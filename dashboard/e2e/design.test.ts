/**
 * The dashboard's components in both themes. Fonts and antialiasing differ between machines, so the test compares computed styles with
 * committed ones instead of pixels: heights, corners, type and colours. `npx vitest run dashboard/e2e/design.test.ts -u` accepts a change.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findViolations, startDashboard, type TestDashboard } from './dashboard.ts'

let dashboard: TestDashboard
let page: Page
beforeAll(async () => {
  dashboard = await startDashboard()
  page = (await dashboard.openAs(dashboard.ownerEmail, '/developer/design')).page
  await page.getByRole('heading', { name: 'Design', level: 1 }).waitFor()
})
afterAll(() => dashboard.close())

type Fact = { name: string; height: number; radius: string; type: string; color: string; ground: string; contrast: number }

/** Disabled text, and elements whose text is decorative or missing. */
const withoutContrast = /disabled|^(checkbox|radio|icon button|no avatar|menu button)/

/** Returns the computed styles of each component. Widths are omitted, because they depend on the machine's fonts. */
function readFacts(): Promise<Fact[]> {
  return page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    if (!context) throw new Error('There is no canvas.')
    /** Composites the colours, which may be translucent and in any notation. */
    const mix = (colors: readonly string[]): number[] => {
      context.clearRect(0, 0, 1, 1)
      for (const color of colors) {
        context.fillStyle = color
        context.fillRect(0, 0, 1, 1)
      }
      return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3)
    }
    const toHex = (parts: readonly number[]): string => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
    const toLuminance = (parts: readonly number[]): number => {
      const [red = 0, green = 0, blue = 0] = parts.map((part) => {
        const share = part / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    return [...document.querySelectorAll<HTMLElement>('[data-specimen]')].map((specimen) => {
      const element = specimen.querySelector('input:not([type=search]), button') ?? specimen.firstElementChild
      if (!element) throw new Error(`${specimen.dataset['specimen']} is empty.`)
      const style = getComputedStyle(element)
      const grounds: string[] = []
      for (let at: Element | null = element; at; at = at.parentElement) grounds.unshift(getComputedStyle(at).backgroundColor)
      const [ground, color] = [mix(grounds), mix([...grounds, style.color])]
      const [darker = 0, lighter = 0] = [toLuminance(ground), toLuminance(color)].toSorted((a, b) => a - b)
      return {
        name: specimen.dataset['specimen'] ?? '',
        height: Math.round(element.getBoundingClientRect().height),
        radius: style.borderRadius,
        type: `${style.fontSize} ${style.fontWeight}`,
        color: toHex(color),
        ground: toHex(ground),
        contrast: Math.round(((lighter + 0.05) / (darker + 0.05)) * 10) / 10,
      }
    })
  })
}

describe.each(['light', 'dark'] as const)('in the %s theme', (colorScheme) => {
  it('the components look as they were last accepted', async () => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const facts = await readFacts()
    expect(new Set(facts.map(({ name }) => name)).size).toBe(facts.length)
    const lines = facts.map(({ name, ...rest }) => `${JSON.stringify(name)}: ${JSON.stringify(rest)}`)
    await expect(`{\n  ${lines.join(',\n  ')}\n}\n`).toMatchFileSnapshot(`design/${colorScheme}.json`)
  })

  it('the text of each component has a contrast of at least 4.5', async () => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const faint = (await readFacts()).filter(({ name, contrast }) => !withoutContrast.test(name) && contrast < 4.5)
    expect(faint).toEqual([])
  })
})

it('the charts are drawn as they were last accepted', async () => {
  const drawings = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-chart]')].map((chart) => {
      const drawing = chart.querySelector('svg[viewBox][role=img]') ?? chart.querySelector('svg')
      return `<!-- ${chart.dataset['chart']} -->\n${drawing?.outerHTML.replaceAll('><', '>\n<')}\n`
    }),
  )
  expect(drawings).toHaveLength(5)
  await expect(drawings.join('\n')).toMatchFileSnapshot('design/charts.html')
})

it('the arrow keys walk over a chart, and its numbers are also a table', async () => {
  const walk = page.getByRole('slider', { name: 'Time to first reply' })
  const read = () => walk.getAttribute('aria-valuetext')
  await walk.focus()
  expect(await read()).toBe('14 November: Median 41 min (Median 41 min, Nine in ten 1 h 35)')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowDown')
  expect(await read()).toBe('13 November: Nine in ten 3 h 10 (Median 1 h 10, Nine in ten 3 h 10)')
  await page.keyboard.press('Home')
  expect(await read()).toMatch(/^1 November: /)
  await page.getByRole('button', { name: 'Show as table: Time to first reply' }).click()
  const table = page.getByRole('table', { name: 'Time to first reply' })
  expect(await table.getByRole('row').nth(9).innerText()).toMatch(/^9 November\s+44 min\s+–$/)
  await page.getByRole('button', { name: 'Show as chart: Time to first reply' }).click()
  const map = page.getByRole('slider', { name: 'When customers write' })
  await map.focus()
  await page.keyboard.press('ArrowDown')
  expect(await map.getAttribute('aria-valuetext')).toBe('Tuesday, 11:00: 9 messages')
})

it('axe finds nothing on the page, nor in what opens above it', async () => {
  await page.getByRole('status', { name: 'Loading' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  for (const name of ['Open a dialog', 'Open a sheet']) {
    await page.getByRole('button', { name }).click()
    await page.getByRole('dialog').waitFor()
    expect(await findViolations(page), name).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await page.getByRole('button', { name: 'Show a toast' }).click()
  await page.getByRole('button', { name: 'Show a problem' }).click()
  await page.getByText('We couldn’t save this.').waitFor()
  expect(await findViolations(page), 'toasts').toEqual([])
})

it('a tooltip opens for mouse and keyboard, and Escape closes it', async () => {
  await page.reload()
  const button = page.locator('[data-specimen="icon button"] button')
  const tooltip = page.getByRole('tooltip')
  await button.hover()
  await tooltip.filter({ hasText: 'More (M)' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  expect(await button.getAttribute('aria-describedby')).toBe(await tooltip.getAttribute('id'))
  await page.mouse.down()
  await tooltip.waitFor({ state: 'detached' })
  await page.mouse.up()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await tooltip.waitFor()
  await page.keyboard.press('Escape')
  await tooltip.waitFor({ state: 'detached' })
  expect(await button.getAttribute('aria-describedby')).toBeNull()
  // A disabled button cannot have the focus, but hovering it shows the reason.
  await page.locator('[data-specimen="button disabled"] button').hover()
  await tooltip.filter({ hasText: 'Why it is disabled' }).waitFor()
})

it('a date can be typed or chosen in a calendar by keyboard', async () => {
  const field = page.getByLabel('Date', { exact: true })
  const calendar = page.getByRole('dialog', { name: 'Choose a date' })
  const getFocused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await field.fill('3/31/2031')
  await field.press('Alt+ArrowDown')
  await expect.poll(getFocused).toBe('Monday, March 31, 2031')
  expect(await findViolations(page)).toEqual([])
  for (const [key, day] of [
    ['ArrowRight', 'Tuesday, April 1, 2031'],
    ['PageDown', 'Thursday, May 1, 2031'],
    ['Home', 'Sunday, April 27, 2031'],
    ['End', 'Saturday, May 3, 2031'],
    ['ArrowUp', 'Saturday, April 26, 2031'],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(getFocused).toBe(day)
  }
  await page.keyboard.press('Enter')
  await calendar.waitFor({ state: 'detached' })
  expect(await field.inputValue()).toBe('4/26/2031')
  await expect.poll(getFocused).toBe('Open the calendar')
  await field.fill('2/29/31')
  await field.press('Tab')
  await page.getByText('Enter a date such as').first().waitFor()
  await field.fill('2/28/31')
  await field.press('Tab')
  expect(await field.inputValue()).toBe('2/28/2031')
  const first = page.getByLabel('Date and time')
  await first.fill('1/14/2031')
  await first.press('Tab')
  await page.getByText('Choose 1/15/2031 or later.').waitFor()
  expect(await page.getByLabel('Time', { exact: true }).isDisabled()).toBe(true)
})
