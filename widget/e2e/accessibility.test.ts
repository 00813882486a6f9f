/** The chat without a mouse, for screen readers, and with large text. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Frame, Page } from 'playwright-core'
import { findViolations } from '../../dashboard/e2e/dashboard.ts'
import { png } from '../../test/support/files.ts'
import { page as pageWith, phone, startSite, type OpenChat, type Site } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

function getFrame(page: Page): Frame {
  const frame = page.frames().find((each) => each.url().startsWith(`${site.base}/w/`))
  if (!frame) throw new Error('The page has no frame of the chat.')
  return frame
}

/** Replaces what differs between runs. */
const withoutTimes = (snapshot: string): string => snapshot.replaceAll(/Today [\d:]+( [AP]M)?/g, 'Today 9:30')

const home = `- main:
  - text: "Tenant acme Our team: owner"
  - heading "Hello! How can we help?" [level=1]
  - status
  - button "Send us a message We’re online now"
  - region "Help":
    - searchbox "Search for help"
    - status
    - button "Return within 30 days"
    - button "Where is my parcel?"
- navigation "Chat":
  - button "Home"
  - button "Messages"
  - button "Help"`
const conversation = `- main:
  - button "Back"
  - heading "owner" [level=1]
  - text: Tenant acme, online now
  - button "More"
  - status
  - log "Conversation":
    - paragraph: Today 9:30
    - text: "You: My lamp flickers."
    - paragraph: Seen
    - text: "owner: Hold the button."
  - status
  - textbox "Write a message":
    - /placeholder: Write a message…
  - button "Attach a file, up to 10 MB"
  - button "Send"
  - paragraph: Powered by Skein`

describe('a screen reader', () => {
  it('reads the launcher, home and a conversation', async () => {
    site.setPage('/snapshot', pageWith(site.script).replace(/<main>.*<\/main>/s, '<main>Shop</main>'))
    const opened = await site.open('/snapshot')
    const { page, chat, launcher, context } = opened
    await launcher.waitFor()
    expect(await page.locator('skein-chat').ariaSnapshot()).toBe(`- button "Open chat"`)
    await opened.openChat()
    await chat.getByRole('button', { name: 'Where is my parcel?' }).waitFor()
    expect(await page.locator('skein-chat').ariaSnapshot()).toBe(
      ['- button "Close chat" [expanded]', '- dialog "Chat with Tenant acme":', '  - iframe'].join('\n'),
    )
    expect(await chat.locator('body').ariaSnapshot()).toBe(home)
    await chat.getByRole('button', { name: 'Send us a message' }).click()
    await opened.write('My lamp flickers.')
    await site.reply('Hold the button.')
    await chat.getByRole('log').getByText('Hold the button.').waitFor()
    await chat.getByRole('log').getByText('Seen').waitFor()
    expect(withoutTimes(await chat.locator('body').ariaSnapshot())).toBe(conversation)
    await context.close()
  })
})

/** Presses a key until the element with the focus has this name, at most as often as a view has elements. Returns the names on the way. */
async function press(page: Page, key: string, name: string | RegExp): Promise<string[]> {
  const frame = getFrame(page)
  const names: string[] = []
  for (let i = 0; i < 25; i++) {
    await page.keyboard.press(key)
    const focused = await frame.evaluate(() => {
      const element = document.activeElement
      return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? ''
    })
    names.push(focused)
    if (typeof name === 'string' ? focused === name : name.test(focused)) return names
  }
  throw new Error(`${key} does not lead to ${name}, but to ${names.join(' | ')}`)
}

describe('the keyboard alone', () => {
  it('writes, attaches, searches, rates, and uses the menu, in the order of the screen', async () => {
    const opened = await site.open('/')
    const { page, chat, launcher, context } = opened
    await launcher.waitFor()
    // The launcher comes last on the page.
    await page.evaluate(() => document.querySelector('h1')?.setAttribute('tabindex', '0'))
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await chat.getByRole('button', { name: 'Where is my parcel?' }).waitFor()
    await expect.poll(() => chat.getByRole('main').evaluate((main) => main === document.activeElement)).toBe(true)

    // Help: search, article, back.
    expect((await press(page, 'Tab', 'Search for help'))[0]).toMatch(/^Send us a message/)
    await page.keyboard.type('parcel')
    await chat.getByRole('button', { name: 'Return within 30 days' }).waitFor({ state: 'detached' })
    await press(page, 'Tab', 'Where is my parcel?')
    await page.keyboard.press('Enter')
    await chat.getByRole('heading', { name: 'Where is my parcel?' }).waitFor()
    await press(page, 'Tab', 'Still need help? Write to us')
    await page.keyboard.press('Enter')

    // A message with a file.
    const field = chat.getByRole('textbox', { name: 'Write a message' })
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.type('A picture of it')
    await press(page, 'Tab', /^Attach a file/)
    const chooser = page.waitForEvent('filechooser')
    await page.keyboard.press('Enter')
    await (await chooser).setFiles({ name: 'lamp.png', mimeType: 'image/png', buffer: png })
    await expect.poll(() => chat.getByRole('button', { name: 'Send', exact: true }).isEnabled()).toBe(true)
    await press(page, 'Tab', 'Send')
    await page.keyboard.press('Enter')
    await chat
      .getByRole('log')
      .getByRole('button', { name: /lamp.png/ })
      .waitFor()
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)

    // Choices.
    await site.reply('Which colour?', {
      parts: [
        {
          kind: 'CHOICES',
          options: [
            { id: 'red', label: 'Red' },
            { id: 'blue', label: 'Blue' },
          ],
        },
      ],
    })
    await chat.getByRole('button', { name: 'Blue' }).waitFor()
    await press(page, 'Shift+Tab', 'Blue')
    await page.keyboard.press('Enter')
    await chat.getByRole('log').locator('.mine').getByText('Blue').waitFor()

    // The menu: opens with the focus inside, closes with Esc, which does not close the chat.
    await press(page, 'Shift+Tab', 'More')
    await page.keyboard.press('Enter')
    await expect.poll(() => chat.getByRole('button', { name: 'Turn sound on' }).evaluate((e) => e === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    expect(await launcher.getAttribute('aria-expanded')).toBe('true')
    await expect.poll(() => chat.getByRole('button', { name: 'More' }).evaluate((e) => e === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await press(page, 'Tab', 'End conversation')
    await page.keyboard.press('Enter')
    await chat.getByText('This conversation has ended. Write to continue.').waitFor()

    // The rating: one stop for the stars, which the arrows choose.
    await expect.poll(() => chat.getByRole('button', { name: 'More' }).evaluate((e) => e === document.activeElement)).toBe(true)
    const stars = chat.getByRole('radio')
    for (let i = 0; i < 10 && (await chat.locator('input[type=radio]:focus').count()) === 0; i++) await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await chat.getByText('Thank you for your rating').waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => stars.nth(2).isChecked()).toBe(true)
    await expect.poll(() => chat.locator('input[type=radio]:focus').count()).toBe(1)
    await page.keyboard.press('Tab')
    await page.keyboard.type('Quick')
    await press(page, 'Tab', 'Send comment')
    await page.keyboard.press('Enter')
    await chat.getByRole('textbox', { name: 'Comment' }).waitFor({ state: 'detached' })
    const { data } = await site.tenant.skein.listThreads({ query: { limit: 1, sort: '-createdAt' } })
    const { data: answers } = await site.tenant.skein.listSatisfactionRequests({ query: { threadId: data[0]?.id ?? '' } })
    expect(answers).toMatchObject([{ state: 'ANSWERED', answer: { score: 3, comment: 'Quick' } }])

    // Out again.
    await press(page, 'Shift+Tab', 'Back')
    await page.keyboard.press('Enter')
    await chat.getByRole('button', { name: /A picture of it/ }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => launcher.evaluate((button) => (button.getRootNode() as ShadowRoot).activeElement === button)).toBe(true)
    await context.close()
  })
})

describe('axe, with all rules in both themes, finds nothing', () => {
  it('in the launcher on the smallest phone', async () => {
    const { page, launcher, context } = await site.open('/', phone)
    await launcher.waitFor()
    expect(await findViolations(page, page.mainFrame(), { isThorough: true })).toEqual([])
    await context.close()
  })
  it.each([
    ['a desktop', {}],
    ['the smallest phone', phone],
  ])('in the article, the panels of the menu and the preview on %s', async (_, options) => {
    const opened = await site.open('/', options)
    const { page, chat, context } = opened
    const check = async (what: string, except?: RegExp): Promise<void> => {
      const frame = getFrame(page)
      const violations = await findViolations(page, frame, { isThorough: true })
      expect(
        violations.filter((each) => !except?.test(each)),
        what,
      ).toEqual([])
      expect(await frame.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `width of ${what}`).toBe(true)
    }
    await opened.openChat()
    await chat.getByRole('button', { name: 'Where is my parcel?' }).click()
    await chat.getByText('About: Where is my parcel?').waitFor()
    await check('the article')
    await chat.getByRole('button', { name: 'Still need help? Write to us' }).click()
    await opened.write('Hello')
    await check('the conversation')
    // A person's answer allows the transcript.
    await site.reply('Hello, how can we help?')
    await chat.getByRole('log').getByText('Hello, how can we help?').waitFor()
    const more = chat.getByRole('button', { name: 'More' })
    await more.click()
    await check('the menu')
    await chat.getByRole('button', { name: 'Email me a transcript' }).click()
    await chat.getByRole('textbox', { name: 'Email address' }).waitFor()
    await check('the transcript')
    await page.keyboard.press('Escape')
    await more.click()
    await chat.getByRole('button', { name: 'Delete my conversations' }).click()
    await chat.getByRole('button', { name: 'Delete for good' }).waitFor()
    await check('the deletion')
    await page.keyboard.press('Escape')
    await page.evaluate(() => (window as unknown as { Skein: { close(): void } }).Skein.close())
    await expect.poll(() => opened.launcher.getAttribute('aria-expanded')).toBe('false')
    await site.reply('While it was closed')
    await chat.getByText('While it was closed').waitFor()
    // The rules of a page's outline are the host page's to follow: axe takes the frame for a page.
    const ofPages = /: (landmark-one-main|page-has-heading-one) /
    await check('the preview', ofPages)
    await context.close()
  })
})

describe('at 400 % zoom', () => {
  it('home and a conversation fit, and can be used', async () => {
    // A screen of 1,280 × 1,024 pixels at four times the size.
    const opened: OpenChat = await site.open('/', { viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 })
    const { page, chat, context } = opened
    await opened.openChat()
    const fits = async (): Promise<unknown> => {
      const widths = await getFrame(page).evaluate(() =>
        [...document.querySelectorAll('*')]
          .filter((element) => element.getBoundingClientRect().right > innerWidth + 1 && getComputedStyle(element).position !== 'absolute')
          .map((element) => element.outerHTML.slice(0, 80)),
      )
      return [widths, await getFrame(page).evaluate(() => document.documentElement.scrollWidth <= innerWidth)]
    }
    await chat.getByRole('searchbox').waitFor()
    expect(await fits()).toEqual([[], true])
    // What is below can be scrolled to.
    await chat.getByRole('button', { name: 'Return within 30 days' }).click()
    await chat.getByRole('heading', { name: 'Return within 30 days' }).waitFor()
    await chat.getByRole('button', { name: 'Back' }).click()
    await chat.getByRole('button', { name: 'Send us a message' }).click()
    await opened.write('My lamp flickers, and I would like to have another one of the same kind.')
    await site.reply('Please hold the button for ten seconds.')
    const answer = chat.getByRole('log').getByText('Please hold the button for ten seconds.')
    await answer.waitFor()
    expect(await fits()).toEqual([[], true])
    // There is room for a line of the conversation above the field.
    const scroller = await chat.locator('.scroller').boundingBox()
    expect(scroller?.height).toBeGreaterThan(60)
    await context.close()
  })
})
