/** The script on a website's page: what it loads, where it hangs, and what it leaves of the page. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectProblems } from '../../dashboard/e2e/browser-problems.ts'
import { sharedBrowser } from '../../test/support/browser.ts'
import { page as pageWith, startSite, type OpenChat, type Site } from './site.ts'

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

/** Whether the launcher is what a click in its middle would hit, and is inside the viewport. */
async function isReachable({ launcher, page }: OpenChat): Promise<boolean> {
  const box = await launcher.boundingBox()
  // A phone shows the whole of a page that is wider than its screen.
  const size = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }))
  if (!box) return false
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const isInside = x > 0 && y > 0 && x < size.width && y < size.height
  return isInside && page.evaluate(([left, top]) => document.elementFromPoint(left, top)?.localName === 'skein-chat', [x, y] as const)
}

describe('before the first open', () => {
  it('a page requests the script and the configuration, and stores nothing', async () => {
    const opened = await site.open('/quiet')
    const { page, context, launcher } = opened
    await launcher.waitFor()
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await page.reload()
    await launcher.waitFor()
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    const own = requests.filter((url) => url.startsWith(site.base)).map((url) => new URL(url).pathname)
    expect(own).toEqual(['/w/skein.js', '/api/v1/widget/config'])
    expect(page.frames()).toHaveLength(1)
    const { cookies, origins } = await context.storageState()
    expect([cookies, origins]).toEqual([[], []])
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([0, 0, ''])
    await context.close()
  })
  it('the launcher moves nothing on the page and is named in its language', async () => {
    site.setPage('/german', pageWith(site.script).replace('lang="en"', 'lang="de"'))
    const { page, launcher } = await openPage('/german')
    await launcher.waitFor()
    expect(await launcher.getAttribute('aria-label')).toBe('Chat öffnen')
    expect(await launcher.getAttribute('aria-expanded')).toBe('false')
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            // Safe because the observer has this type of entries.
            resolve(list.getEntries().reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0))
          }).observe({ type: 'layout-shift', buffered: true })
          setTimeout(() => resolve(0), 100)
        }),
    )
    expect(shift).toBe(0)
    await page.close()
  })
  it('a page that is being prerendered requests nothing until it is shown', async () => {
    const { page, launcher } = await openPage('/')
    await page.addInitScript(() => Object.defineProperty(document, 'prerendering', { get: () => true }))
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await page.reload()
    await page.waitForFunction(() => 'Skein' in window)
    expect(requests).not.toContain('/api/v1/widget/config')
    await page.evaluate(() => document.dispatchEvent(new Event('prerenderingchange')))
    await launcher.waitFor()
    expect(requests).toContain('/api/v1/widget/config')
    await page.close()
  })
})

describe('the script', () => {
  it.each([
    ['in the head, not async', (): string => pageWith(site.script.replace(' async', ''))],
    ['in the body', (): string => pageWith('', site.script)],
    ['twice', (): string => pageWith(site.script, site.script)],
    ['by a tag manager, which removes its data attributes', (): string => pageWith('<script src="/tags.js"></script>')],
    ['without a head and a body', (): string => `<!doctype html><title>Shop</title><link rel="icon" href="data:,">${site.script}`],
  ])('shows one launcher: %s', async (name, html) => {
    const path = `/where-${name.replaceAll(/\W/g, '-')}`
    site.setPage(path, html())
    site.setPage(
      '/tags.js',
      `const tag = document.createElement('script'); tag.async = true; tag.src = '${site.base}/w/skein.js?key=${site.key}'; document.documentElement.append(tag)`,
      { 'Content-Type': 'text/javascript' },
    )
    const opened = await openPage(path)
    await opened.launcher.waitFor()
    expect(await opened.page.locator('skein-chat').count()).toBe(1)
    expect(await isReachable(opened)).toBe(true)
    await opened.page.close()
  })
  it('of another chat on the same page changes nothing, and says so', async () => {
    const other = site.script.replace(site.key, 'wgt_00000000000000000000000000')
    site.setPage('/two', pageWith(site.script.replace(' async', '') + other.replace(' async', '')))
    const { page, launcher } = await openPage('/two')
    await launcher.waitFor()
    expect(await page.locator('skein-chat').count()).toBe(1)
    // Safe because the script defines it.
    expect(await page.evaluate(() => (window as unknown as { Skein: { key: string } }).Skein.key)).toBe(site.key)
    expectProblems(/this page already has the chat wgt_/)
    await page.close()
  })
  it('of an unknown key shows nothing', async () => {
    site.setPage('/unknown', pageWith(site.script.replace(site.key, 'wgt_00000000000000000000000000')))
    const { page } = await openPage('/unknown')
    expectProblems(/^404 GET \/widget\/config$/)
    await page.waitForFunction(() => 'Skein' in window)
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    expect(await page.locator('skein-chat').count()).toBe(0)
    await page.close()
  })
  it('makes the calls that the page has queued before it loaded', async () => {
    const queue = `<script>window.Skein = window.Skein || []; Skein.push(['onUnread', (n) => (window.unread = n)], ['open'])</script>`
    site.setPage('/queue', pageWith(queue + site.script))
    const { page, launcher, chat } = await openPage('/queue')
    await chat.getByRole('main').waitFor()
    expect(await launcher.getAttribute('aria-expanded')).toBe('true')
    expect(await page.evaluate(() => (window as unknown as { unread: number }).unread)).toBe(0)
    await page.close()
  })
  it('hangs in a closed shadow root without an inline style', async () => {
    const browser = await sharedBrowser()
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${site.origin}/`)
    await page.locator('skein-chat').waitFor({ state: 'attached' })
    expect(
      await page.evaluate(() => {
        const host = document.querySelector('skein-chat')
        return [host?.shadowRoot, host?.hasAttribute('style'), host?.parentElement === document.documentElement]
      }),
    ).toEqual([null, false, true])
    await context.close()
  })
  it('needs the three directives of the guide only, also with Trusted Types', async () => {
    const policy = `default-src 'none'; img-src data:; script-src ${site.base}; connect-src ${site.base}; frame-src ${site.base}; require-trusted-types-for 'script'; trusted-types 'none'`
    site.setPage('/strict', pageWith(site.script), { 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer' })
    const { page, openChat, chat } = await openPage('/strict')
    await openChat()
    await chat.getByText('Send us a message').waitFor()
    await page.close()
  })
})

describe('the launcher stays', () => {
  it('when a router replaces the body, the head or the whole document', async () => {
    const opened = await openPage('/')
    const { page, launcher } = opened
    await launcher.waitFor()
    const replacements: Record<string, () => void> = {
      body: () => document.documentElement.replaceChild(document.createElement('body'), document.body),
      morph: () => {
        document.body.innerHTML = '<main>Next page</main>'
        for (const name of document.documentElement.getAttributeNames()) document.documentElement.removeAttribute(name)
      },
      head: () => document.head.replaceWith(document.createElement('head')),
      children: () => document.documentElement.replaceChildren(document.createElement('head'), document.createElement('body')),
      html: () => {
        const root = document.createElement('html')
        root.append(document.createElement('head'), document.createElement('body'))
        document.documentElement.replaceWith(root)
      },
      removal: () => document.querySelector('skein-chat')?.remove(),
    }
    for (const [name, replace] of Object.entries(replacements)) {
      await page.evaluate(replace)
      await launcher.waitFor()
      expect([name, await page.locator('skein-chat').count(), await isReachable(opened)]).toEqual([name, 1, true])
    }
    await page.close()
  })
  it('with its conversation when a script is run again by a router', async () => {
    const { page, openChat, chat } = await openPage('/')
    await openChat()
    await chat.getByRole('searchbox').fill('parcel')
    await page.evaluate(
      (source) => {
        const body = document.createElement('body')
        const script = Object.assign(document.createElement('script'), { src: source.src })
        script.dataset['key'] = source.key
        body.append(script)
        document.documentElement.replaceChild(body, document.body)
        return new Promise((resolve) => script.addEventListener('load', resolve))
      },
      { src: `${site.base}/w/skein.js`, key: site.key },
    )
    expect(await chat.getByRole('searchbox').inputValue()).toBe('parcel')
    expect(await page.locator('skein-chat').count()).toBe(1)
    await page.close()
  })
  it.each(['transform: rotate(0.01deg)', 'filter: grayscale(0)', 'zoom: 1.5', 'contain: layout', 'scale: 1'])(
    'in the corner and in front with %s on the root element',
    async (style) => {
      const path = `/root-${style.replaceAll(/\W/g, '-')}`
      site.setPage(path, pageWith(site.script, '', ` style="${style}"`))
      const opened = await openPage(path)
      await opened.launcher.waitFor()
      expect(await isReachable(opened)).toBe(true)
      await opened.openChat()
      const box = await opened.panel.boundingBox()
      const size = opened.page.viewportSize()
      expect(box && size && box.y >= 0 && box.y + box.height <= size.height && box.x >= 0 && box.x + box.width <= size.width).toBe(true)
      await opened.page.close()
    },
  )
  it('below cookie banners and modals of the page, and away in print', async () => {
    const banner = '<div id="banner" style="position:fixed;inset:auto 0 0 0;height:120px;z-index:2000000;background:#fff">Cookies</div>'
    site.setPage('/banner', pageWith(site.script, `${banner}<dialog id="modal">Sale</dialog>`))
    const opened = await openPage('/banner')
    const { page, launcher } = opened
    await launcher.waitFor()
    expect(await isReachable(opened)).toBe(false)
    await page.evaluate(() => document.querySelector('#banner')?.remove())
    expect(await isReachable(opened)).toBe(true)
    await page.evaluate(() => document.querySelector<HTMLDialogElement>('#modal')?.showModal())
    expect(await isReachable(opened)).toBe(false)
    await page.evaluate(() => document.querySelector<HTMLDialogElement>('#modal')?.close())
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => launcher.isVisible()).toBe(false)
    await page.close()
  })
  it('out of the way of clicks: nothing of a closed chat covers the page', async () => {
    const { page, launcher } = await openPage('/')
    await launcher.waitFor()
    const open = await page.evaluate(() => {
      const hits = []
      for (let x = 10; x < innerWidth; x += 40)
        for (let y = 10; y < innerHeight; y += 40) if (document.elementFromPoint(x, y)?.localName === 'skein-chat') hits.push([x, y])
      return hits
    })
    const box = await launcher.boundingBox()
    expect(box).not.toBeNull()
    const outside = open.filter(([x = 0, y = 0]) => box && (x < box.x || x > box.x + box.width || y < box.y || y > box.y + box.height))
    expect(outside).toEqual([])
    await page.close()
  })
})
