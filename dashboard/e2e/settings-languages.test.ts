/** The dashboard in German, and in a right-to-left pseudo-language: nothing is cut off, hidden, or left in English. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDashboard, findViolations, type OpenPage, type TestDashboard } from './dashboard.ts'

let dashboard: TestDashboard
let threadId: string
beforeAll(async () => {
  dashboard = await startDashboard()
  threadId = (
    await dashboard.tenant.skein.createThread({
      body: { title: 'Where is my order?', body: 'Hello', requester: { email: 'dana@example.com', name: 'Dana Ruiz' } },
    })
  ).data.threadId
})
afterAll(() => dashboard.close())

/** Opens a page in a language. German is stored as the user's preference on the service, which does not support the pseudo-language. */
async function openIn(language: string): Promise<OpenPage> {
  const { accessToken: key } = await dashboard.tenant.sessionFor(dashboard.tenant.ownerId)
  await dashboard.service.api('PATCH', '/me/preferences', { key, body: { language: language === 'de' ? 'de' : null } })
  const opened = await dashboard.openAs(dashboard.ownerEmail, '/settings/profile')
  await opened.page.getByRole('heading', { level: 1 }).waitFor()
  if (language === 'ar-XB') {
    await opened.page.evaluate((tag) => localStorage.setItem('skein.language', tag), language)
    await opened.page.reload()
  }
  // The page reloads itself once it has received the preference.
  await opened.page.waitForFunction((tag) => document.documentElement.lang === tag, language)
  return opened
}

const screens = [
  ['inbox', () => '/inbox/all'],
  ['thread', () => `/inbox/all/${threadId}`],
  ['settings', () => '/settings'],
  ['form', () => '/settings/labels?open=new'],
] as const

describe.each(['ar-XB', 'de'])('in %s', (language) => {
  let opened: OpenPage
  beforeAll(async () => {
    opened = await openIn(language)
  })
  afterAll(() => opened.close())

  it.each(screens)('the screen “%s” neither scrolls sideways nor has violations', async (_, getPath) => {
    const { page } = opened
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(dashboard.url + getPath())
      await page.waitForFunction((tag) => document.documentElement.lang === tag, language)
      await page.locator('[data-pane]:visible, main :visible').first().waitFor()
      expect(await findViolations(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width} px`).toBe(width)
    }
  })
})

it('in the pseudo-language, the page runs from right to left', async () => {
  const { page, close } = await openIn('ar-XB')
  await page.goto(`${dashboard.url}/settings/labels`)
  expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl')
  const title = await page.getByRole('heading', { level: 1 }).boundingBox()
  const menu = await page.locator('nav[data-pane]').first().boundingBox()
  expect((menu?.x ?? 0) > (title?.x ?? 0), 'the menu is on the right').toBe(true)
  await page.goto(`${dashboard.url}/inbox/all`)
  const getRight = (text: string): Promise<number> =>
    page
      .getByRole('row')
      .getByText(text, { exact: true })
      .evaluate((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        return Math.round(range.getBoundingClientRect().right)
      })
  expect(await getRight('Where is my order?'), 'an English subject begins below the name').toBe(await getRight('Dana Ruiz'))
  await close()
})

it('in German, the guide of a page and the handbook in the menu open in German', async () => {
  const { page, close } = await openIn('de')
  await page.goto(`${dashboard.url}/settings/labels`)
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Anleitung' }).click()
  const guide = await opened
  expect(new URL(guide.url()).pathname).toBe('/docs/for-admins/de/labels')
  await guide.getByRole('heading', { level: 1, name: 'Labels' }).waitFor()
  await guide.getByRole('searchbox').fill('Textbaust')
  await guide.keyboard.press('Enter')
  await guide.getByRole('link', { name: 'Textbausteine' }).first().waitFor()
  await guide.close()
  await page.getByRole('navigation', { name: 'Hauptmenü' }).getByRole('button').last().click()
  expect(await page.getByRole('menuitem', { name: 'So benutzt du Skein' }).getAttribute('href')).toMatch(/\/docs\/for-agents\/de$/)
  await close()
})

/** Texts without a translation: initials, addresses and numbers. */
const isNeutral = (text: string): boolean => /^\p{L}?$|@|^[^\p{L}]*$/u.test(text)
/** Words that are the same in both languages, including names of colours, and a person's name. */
const sameInBoth = new Set([
  'Name',
  'Status',
  'Labels',
  'Teams',
  'Team',
  'Teams (optional)',
  'Webhooks',
  'Admin',
  'owner',
  'Normal',
  'Orange',
  'Gold',
  'Pink',
])

it.each(['/settings', '/settings/labels?open=new', '/settings/users?open=new'])('in German, nothing of %s is in English', async (path) => {
  const readTexts = async (page: Page): Promise<string[]> => {
    await page.goto(dashboard.url + path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    // The page's main region, and its open panel.
    const texts = await page.locator('main section[aria-label] , dialog[open]').allInnerTexts()
    return texts.flatMap((text) => text.split('\n')).map((text) => text.trim())
  }
  const inEnglish = await openIn('en')
  const english = new Set(await readTexts(inEnglish.page))
  await inEnglish.close()
  const inGerman = await openIn('de')
  const german = await readTexts(inGerman.page)
  await inGerman.close()
  expect(german.length).toBeGreaterThan(5)
  const same = german.filter((text) => english.has(text) && !isNeutral(text) && !sameInBoth.has(text))
  expect(same).toEqual([])
})

it('in German, the subject of a thread is readable at 768 pixels', async () => {
  const { page, close } = await openIn('de')
  await page.setViewportSize({ width: 768, height: 900 })
  await page.goto(`${dashboard.url}/inbox/all/${threadId}`)
  const subject = page.getByRole('heading', { name: 'Where is my order?' })
  await subject.waitFor()
  expect(await subject.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await close()
})
