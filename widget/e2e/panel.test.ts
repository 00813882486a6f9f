/** The panel on a website's page: opening, closing, phones, and pages that get none. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectProblems } from '../../dashboard/e2e/browser-problems.ts'
import { findViolations } from '../../dashboard/e2e/dashboard.ts'
import { phone, startSite, type OpenChat, type Site } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

/** Opens a page of the site in a tab of one context, which the tests of this file share where they can. */
let shared: OpenChat | null = null
async function openPage(path: string): Promise<OpenChat> {
  shared ??= await site.open(path)
  const opened = await site.openTab(shared.context, path)
  return opened
}

describe('the panel', () => {
  it('opens by keyboard, closes with Esc, and gives the focus back', async () => {
    const { page, launcher, panel, chat } = await openPage('/')
    await launcher.focus()
    await page.keyboard.press('Enter')
    await chat.getByRole('main').waitFor()
    expect(await panel.getAttribute('aria-modal')).toBe('false')
    await expect.poll(() => chat.getByRole('main').evaluate((main) => main.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => launcher.getAttribute('aria-expanded')).toBe('false')
    await expect.poll(() => launcher.evaluate((button) => (button.getRootNode() as ShadowRoot).activeElement === button)).toBe(true)
    await page.close()
  })
  it('stays without a size until the frame has spoken', async () => {
    const { page, launcher, panel, chat } = await openPage('/')
    await launcher.waitFor()
    let let_go = (): void => {}
    const held = new Promise<void>((resolve) => (let_go = resolve))
    await page.route('**/w/wgt_*', async (route) => {
      await held
      await route.continue()
    })
    await launcher.click()
    expect(await panel.evaluate((element) => [element.clientWidth, element.clientHeight])).toEqual([0, 0])
    expect(await launcher.getAttribute('aria-busy')).toBe('true')
    let_go()
    await chat.getByRole('main').waitFor()
    expect(await panel.evaluate((element) => [element.clientWidth, element.clientHeight])).toEqual([384, 680])
    await page.close()
  })
  it('says in words that the chat cannot be reached, and can be tried again', async () => {
    const { page, launcher, chat } = await openPage('/')
    await launcher.waitFor()
    await page.clock.install()
    await page.route('**/w/wgt_*', (route) => route.abort())
    await launcher.click()
    await page.clock.fastForward(20_000)
    await page.getByText('We can’t reach the chat. Check your connection and try again.').waitFor()
    expectProblems(/^net::ERR_FAILED GET .*\/w\/wgt_/, /target origin provided .* does not match/)
    await page.unroute('**/w/wgt_*')
    await launcher.click()
    await chat.getByRole('main').waitFor()
    await page.close()
  })
  it('fills a phone, holds the page behind it, and returns it exactly', async () => {
    const { page, launcher, panel, chat, openChat } = await site.open('/', phone)
    await page.evaluate(() => window.scrollTo(0, 777))
    const before = await page.evaluate(() => [scrollX, scrollY])
    await openChat()
    const box = await panel.boundingBox()
    expect(box).toEqual({ x: 0, y: 0, width: 320, height: 568 })
    expect(await panel.getAttribute('aria-modal')).toBe('true')
    expect(await page.evaluate(() => document.body.inert)).toBe(true)
    expect(await launcher.isVisible()).toBe(false)
    await chat.getByText('Send us a message').click()
    const sizes = await chat
      .locator('textarea, input, select')
      .evaluateAll((fields) => fields.map((field) => getComputedStyle(field).fontSize))
    expect(sizes.filter((size) => Number.parseFloat(size) < 16)).toEqual([])
    await chat.getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => launcher.isVisible()).toBe(true)
    expect(await page.evaluate(() => [scrollX, scrollY])).toEqual(before)
    expect(await page.evaluate(() => [document.body.inert, document.adoptedStyleSheets.length])).toEqual([false, 0])
    await page.close()
  })
  it('closes on a phone with the device’s back gesture, with and without CloseWatcher', async () => {
    const { page, context } = await site.open('/', phone)
    await page.close()
    // Closes as the device's gesture does, for which no driver of browsers has a command.
    await context.addInitScript(() => {
      const { CloseWatcher: Watcher } = globalThis as unknown as { CloseWatcher: new () => object }
      Object.assign(globalThis, {
        CloseWatcher: class extends Watcher {
          constructor() {
            super()
            Object.assign(globalThis, { goBack: () => (this as unknown as { requestClose(): void }).requestClose() })
          }
        },
      })
    })
    const first = await site.openTab(context, '/')
    await first.openChat()
    await first.page.evaluate(() => (globalThis as unknown as { goBack(): void }).goBack())
    await expect.poll(() => first.launcher.getAttribute('aria-expanded')).toBe('false')
    await context.addInitScript(() => Object.assign(globalThis, { CloseWatcher: undefined }))
    const second = await site.openTab(context, '/')
    await second.page.evaluate(() => history.replaceState({ router: 1 }, ''))
    await second.openChat()
    await second.page.goBack()
    await expect.poll(() => second.launcher.getAttribute('aria-expanded')).toBe('false')
    expect(await second.page.evaluate(() => history.state)).toEqual({ router: 1 })
    await context.close()
  })
  it('follows the part of a phone’s screen that the keyboard leaves', async () => {
    const { page, panel, openChat, context } = await site.open('/', phone)
    await openChat()
    await page.evaluate(() => {
      Object.defineProperty(visualViewport, 'height', { value: 300 })
      Object.defineProperty(visualViewport, 'offsetTop', { value: 40 })
      visualViewport?.dispatchEvent(new Event('resize'))
    })
    await expect.poll(async () => panel.boundingBox()).toEqual({ x: 0, y: 40, width: 320, height: 300 })
    await context.close()
  })
  it('has nothing that axe objects to around it', async () => {
    const { page, launcher } = await openPage('/')
    await launcher.waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.close()
  })
})

describe('a page', () => {
  it('of a site that the inbox does not allow gets no frame and no session', async () => {
    const { page, launcher, panel, context } = await site.open(`${site.strangeOrigin}/`)
    await launcher.click()
    expectProblems(/frame-ancestors/, /^net::ERR_BLOCKED_BY_RESPONSE GET \/w\/wgt_/, /target origin provided .* does not match/)
    await expect.poll(() => page.frames().length).toBe(2)
    expect(await panel.evaluate((element) => element.clientWidth)).toBe(0)
    await context.close()
  })
  it('hides and shows the chat by its own code', async () => {
    const { page, launcher, chat } = await openPage('/')
    await launcher.waitFor()
    const call = (method: string): Promise<void> =>
      page.evaluate((name) => (window as unknown as { Skein: Record<string, () => void> }).Skein[name]?.(), method)
    await call('hide')
    expect(await launcher.isVisible()).toBe(false)
    await call('show')
    expect(await launcher.isVisible()).toBe(true)
    await call('open')
    await chat.getByRole('main').waitFor()
    await call('close')
    expect(await launcher.getAttribute('aria-expanded')).toBe('false')
    await page.close()
  })
})
