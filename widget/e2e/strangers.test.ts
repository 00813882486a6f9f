/** Websites that share a browser, and scripts and frames that pretend to be the chat or its page. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Frame, Page } from 'playwright-core'
import { expectProblems } from '../../dashboard/e2e/browser-problems.ts'
import { protocolMark } from '../shared/protocol.ts'
import { page as pageWith, startSite, type OpenChat, type Site } from './site.ts'

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

/** Waits until the messages that were posted before have been received. */
async function settle(page: Page): Promise<void> {
  for (const each of page.frames()) await each.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
}

describe('two websites with the same chat in one browser', () => {
  it('have two visitors, because the frame’s storage belongs to the website', async () => {
    const first = await site.open('/')
    await first.begin('From the first website')
    const address = new URL(site.origin)
    address.hostname = 'localhost'
    const second = await site.openTab(first.context, `${address.origin}/`)
    await second.openChat()
    await second.chat.getByRole('button', { name: 'Send us a message' }).waitFor()
    expect(await second.chat.getByText('From the first website').count()).toBe(0)
    await second.chat.getByRole('button', { name: 'Send us a message' }).click()
    await second.write('From the second website')
    const { data: threads } = await site.tenant.skein.listThreads({ query: { limit: 2, sort: '-createdAt' } })
    expect(threads.map(({ subject }) => subject)).toEqual(['From the second website', 'From the first website'])
    expect(new Set(threads.map(({ customer }) => customer.id)).size).toBe(2)
    await site.reply('To the second website')
    await second.chat.getByRole('log').getByText('To the second website').waitFor()
    expect(await first.chat.getByText('To the second website').count()).toBe(0)
    // Each finds its own after a reload.
    await first.page.reload()
    await first.openChat()
    await first.chat.getByRole('button', { name: /From the first website/ }).waitFor()
    await first.context.close()
  })
})

describe('a forged message', () => {
  /** What a frame may tell its page. In this order the last ones leave a chat that is closed, with new messages. */
  const fromFrame = [
    { type: 'forgotten' },
    { type: 'open' },
    { type: 'close' },
    { type: 'unread', count: 77 },
    { type: 'preview', height: 500 },
  ]
  const fromPage = [
    { type: 'reset' },
    { type: 'consent', consent: false },
    { type: 'identify', identityToken: 'forged' },
    { type: 'view', view: { open: false, whole: true, safe: { top: 99, right: 0, bottom: 0, left: 0 }, page: null } },
  ]
  const readState = async ({ launcher, panel, page }: OpenChat): Promise<unknown> => [
    await launcher.getAttribute('aria-expanded'),
    await launcher.getAttribute('aria-label'),
    await panel.getAttribute('class'),
    await panel.boundingBox(),
    await getFrame(page).evaluate(() => [document.body.className, Object.keys(localStorage).length, document.body.style.cssText]),
  ]
  const mark = (messages: readonly object[]): object[] => messages.map((message) => ({ ...message, mark: protocolMark }))
  let opened: OpenChat
  let before: unknown
  beforeAll(async () => {
    const text = `<!doctype html><title>Advertisement</title><body>Buy`
    const note = `<script>addEventListener('message', ({ source }) => (window.chatWindow ??= source))</script>`
    site.setPage('/advertisement', text)
    site.setPage(
      '/with-frames',
      pageWith(note + site.script, `<iframe title="Advertisement" src="${site.strangeOrigin}/advertisement"></iframe>`),
    )
    opened = await site.open('/with-frames')
    await opened.begin('My conversation')
    before = await readState(opened)
  })
  afterAll(() => opened.context.close())
  const expectNothingChanged = async (): Promise<void> => {
    await settle(opened.page)
    await settle(opened.page)
    expect(await readState(opened)).toEqual(before)
    await opened.chat.getByRole('log').getByText('My conversation').waitFor()
  }

  it('of a script on the page, as if from the frame, changes nothing', async () => {
    await opened.page.evaluate((messages) => {
      for (const message of messages) window.postMessage(message, '*')
    }, mark(fromFrame))
    await expectNothingChanged()
  })
  it('of another frame to the page changes nothing', async () => {
    const stranger = opened.page.frames().find((frame) => frame.url().startsWith(site.strangeOrigin))
    await stranger?.evaluate((messages) => {
      for (const message of messages) window.parent.postMessage(message, '*')
    }, mark(fromFrame))
    await expectNothingChanged()
  })
  it('of another frame to the chat changes nothing', async () => {
    const stranger = opened.page.frames().find((frame) => frame.url().startsWith(site.strangeOrigin))
    // Frames in shadow roots are no members of their page's window, so only the page itself could pass on a reference to the chat.
    expect(await stranger?.evaluate(() => [window.parent.length, window.parent[0] === window])).toEqual([1, true])
    await opened.page.evaluate((messages) => {
      const frame = document.createElement('iframe')
      document.body.append(frame)
      // Safe because the page's own script has stored it.
      const { chatWindow } = window as unknown as { chatWindow: Window }
      const other = Object.assign(frame.contentWindow ?? window, { chatWindow, messages })
      // A script of the other window posts in its name.
      other.setTimeout('for (const message of messages) chatWindow.postMessage(message, "*")')
    }, mark(fromPage))
    await expectNothingChanged()
  })
  it('of the frame’s site, but of another window, changes nothing', async () => {
    // A popup of the service's origin, such as a form, has the right origin and the wrong source.
    const popup = opened.context.waitForEvent('page')
    await opened.page.evaluate((url) => void window.open(url), `${site.base}/w/${site.key}/form`)
    const form = await popup
    await form.waitForLoadState()
    await form.evaluate((messages) => {
      for (const message of messages) window.opener.postMessage(message, '*')
    }, mark(fromFrame))
    await form.close()
    await expectNothingChanged()
  })
  it('without the mark changes nothing, from the frame or from the page', async () => {
    await getFrame(opened.page).evaluate((messages) => {
      for (const message of messages) window.parent.postMessage(message, '*')
    }, fromFrame)
    await opened.page.evaluate((messages) => {
      const { chatWindow } = window as unknown as { chatWindow: Window }
      for (const message of messages) chatWindow.postMessage(message, '*')
    }, fromPage)
    await expectNothingChanged()
  })
})

describe('a page', () => {
  it('without referrers and with a strict policy sends and gets messages', async () => {
    const policy = `default-src 'none'; img-src data:; script-src ${site.base}; connect-src ${site.base}; frame-src ${site.base}; require-trusted-types-for 'script'; trusted-types 'none'`
    site.setPage('/strict', pageWith(site.script), { 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer' })
    const opened = await site.open('/strict')
    const referrers: (string | undefined)[] = []
    opened.page.on('request', (request) => request.url().startsWith(site.base) && referrers.push(request.headers()['referer']))
    await opened.begin('Behind a policy')
    await site.reply('Through the policy')
    await opened.chat.getByRole('log').getByText('Through the policy').waitFor()
    expect(await site.listTexts()).toEqual(['Behind a policy', 'Through the policy'])
    expect(referrers.filter((referrer) => referrer?.includes('/strict'))).toEqual([])
    await opened.context.close()
  })
  it('that the inbox does not allow keeps its clicks while the chat cannot open', async () => {
    const corner = `<button style="position:fixed;right:200px;bottom:300px" onclick="document.title = 'Clicked'">Buy</button>`
    site.setPage('/shop', pageWith(site.script, corner))
    const { page, launcher, panel, context } = await site.open(`${site.strangeOrigin}/shop`)
    await launcher.click()
    expectProblems(/frame-ancestors/, /^net::ERR_BLOCKED_BY_RESPONSE GET \/w\/wgt_/, /target origin provided .* does not match/)
    await expect.poll(() => page.frames().length).toBe(2)
    expect(await panel.evaluate((element) => [element.clientWidth, element.clientHeight])).toEqual([0, 0])
    const covered = await page.evaluate(() => {
      const launcherBox = { left: innerWidth - 100, top: innerHeight - 100 }
      const hits = []
      for (let x = 10; x < innerWidth; x += 40)
        for (let y = 10; y < innerHeight; y += 40)
          if ((x < launcherBox.left || y < launcherBox.top) && document.elementFromPoint(x, y)?.localName === 'skein-chat')
            hits.push([x, y])
      return hits
    })
    expect(covered).toEqual([])
    // Where the panel of an open chat would be.
    await page.getByRole('button', { name: 'Buy' }).click()
    expect(await page.title()).toBe('Clicked')
    await context.close()
  })
})
