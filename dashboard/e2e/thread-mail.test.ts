/** HTML in messages is harmless: it runs no script, fetches nothing, and covers nothing outside its frame. */
import type { FrameLocator, Page } from 'playwright-core'
import { createEmail } from './mails.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allowProblems } from './browser-problems.ts'
import { hostileMails, outside } from './hostile-mails.ts'
import { startDashboard, findViolations, type OpenPage, type TestDashboard } from './dashboard.ts'

let dashboard: TestDashboard
beforeAll(async () => {
  dashboard = await startDashboard()
})
afterAll(() => dashboard.close())

const mails = Object.entries(hostileMails)
/** Surrounds a mail with text, which shows that the mail is rendered and does not cover what follows. */
const addMarkers = (html: string, i: number): string => `<p>before ${i}</p>${html}<p>after ${i}</p>`

async function createThread(bodies: string[]): Promise<string> {
  const { skein } = dashboard.tenant
  const requester = { email: 'mallory@example.com', name: 'Mallory' }
  const [first = '', ...rest] = bodies
  const { data } = await skein.createThread({ body: { title: 'Open me', body: first, requester } })
  for (const body of rest) await skein.createMessage({ path: { id: data.threadId }, body: { body, bodyFormat: 'html' } })
  return data.threadId
}

type WatchedPage = OpenPage & { fetched: string[]; dialogs: string[] }

/** Opens a thread, and records dialogs and requests to other hosts. */
async function openThread(threadId: string, prepare: (page: Page) => Promise<unknown> = async () => undefined): Promise<WatchedPage> {
  // Signs in on a page without scripts, so that the dashboard loads only after the recording has started.
  const opened = await dashboard.openAs(dashboard.ownerEmail, '/icon.svg', {})
  const { page, context } = opened
  const fetched: string[] = []
  const dialogs: string[] = []
  await context.route(
    (url) => !url.hostname.endsWith('localhost'),
    (route) => {
      fetched.push(route.request().url())
      return route.fulfill({ contentType: 'image/png', body: onePixel })
    },
  )
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await prepare(page)
  await page.goto(`${dashboard.url}/inbox/all/${threadId}`)
  return { ...opened, fetched, dialogs }
}
const onePixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

const frames = (page: Page) => page.locator('iframe[title^="Message of"]')
const lastMail = (page: Page): FrameLocator => page.frameLocator('iframe[title^="Message of"]').last()

type MailContent = { number: number; inside: string[]; text: string }

/** Scrolls through the messages from the last to the first, and returns what the frames of the mails contain. */
function readEachMail(page: Page, count: number): Promise<MailContent[]> {
  return page.getByRole('region', { name: 'Messages' }).evaluate(async (scroller, wanted) => {
    const seen = new Map<number, MailContent>()
    const until = performance.now() + 120_000
    while (seen.size < wanted && performance.now() < until) {
      let isComing = false
      for (const frame of scroller.querySelectorAll('iframe')) {
        const mail = frame.contentDocument?.querySelector('#mail')
        const text = mail?.textContent ?? ''
        const number = /before (\d+)/.exec(text)?.[1]
        if (!mail || number === undefined) {
          isComing = true
          continue
        }
        const inside = Array.from(mail.querySelectorAll('*'), ({ localName, attributes }) =>
          [localName, ...Array.from(attributes, ({ name, value }) => (name === 'href' ? `href=${value}` : name))].join(' '),
        )
        seen.set(Number(number), { number: Number(number), inside, text })
      }
      const { scrollTop, clientHeight } = scroller
      // Scroll on only after all visible mails have rendered.
      if (!isComing) scroller.scrollBy({ top: -clientHeight })
      // Start again from the end, for mails that were skipped.
      if (!isComing && scroller.scrollTop === scrollTop) scroller.scrollTo({ top: scroller.scrollHeight })
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
    return [...seen.values()]
  }, count)
}
const allowedTags = 'p|b|a|div|i|pre|table|tbody|tr|td|span|ul|li|img|details|summary|blockquote'
const harmless = new RegExp(`^(${allowedTags})( (href=https?://.*|title|rel|target|colspan|rowspan|src|alt|width|height|loading|class))*$`)

/** Mails with an unclosed element, which swallows the text after the mail. */
const unclosedMails: ReadonlySet<string | undefined> = new Set([
  'noscript',
  'mutation: math and style',
  'mutation: svg and style',
  'mutation: nested forms',
  'mutation: select',
  'mutation: plaintext',
])

async function expectHarmless({ page, fetched, dialogs }: WatchedPage): Promise<void> {
  await lastMail(page).getByText(`after ${mails.length}`, { exact: true }).waitFor()
  const url = page.url()
  const seen = await readEachMail(page, mails.length + 1)
  expect(seen.map(({ number }) => number).toSorted((one, other) => one - other)).toEqual([...Array(mails.length + 1).keys()])
  for (const { number, inside, text } of seen) {
    const unexpected = inside.filter((each) => !harmless.test(each))
    expect(unexpected, mails[number - 1]?.[0]).toEqual([])
    if (!unclosedMails.has(mails[number - 1]?.[0])) expect(text, mails[number - 1]?.[0]).toContain(`after ${number}`)
  }
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  expect({ fetched, dialogs }).toEqual({ fetched: [], dialogs: [] })
  expect(page.url()).toBe(url)
}

/** Replaces the bodies in the response, as if the service had not sanitised them. */
function replaceBodies(page: Page, bodyOf: (number: number) => string, more: object = {}): Promise<unknown> {
  return page.route('**/api/v1/threads/*/view', async (route) => {
    const response = await route.fetch()
    // Safe because this is the response of getThreadView.
    const view = (await response.json()) as { data: { messages: { data: { bodyText: string }[] } } }
    for (const message of view.data.messages.data)
      Object.assign(message, { body: bodyOf(Number(/before (\d+)/.exec(message.bodyText)?.[1] ?? 0)), bodyFormat: 'html', ...more })
    await route.fulfill({ response, json: view })
  })
}

/** The dashboard does its own sanitising and does not rely on the service. */
const ways = ['sanitised by the service', 'not sanitised by the service'] as const

it.each(ways)('hostile HTML runs nothing and fetches nothing when it is %s', async (way) => {
  const bodies = ['<b>first</b>', ...mails.map(([, html]) => html)].map(addMarkers)
  const threadId = await createThread(bodies)
  const isSanitised = way === 'sanitised by the service'
  const opened = await openThread(threadId, async (page) => {
    if (!isSanitised) await replaceBodies(page, (i) => bodies[i] ?? '')
  })
  // DOMPurify parses HTML in an inert document, but an svg there fires `load`, and a base element takes effect. The content security policy
  // blocks both.
  if (!isSanitised) allowProblems(/^console: .*The action has been blocked\.$/)
  await expectHarmless(opened)
  await opened.close()
})

describe('an HTML mail', () => {
  let opened: WatchedPage
  let page: Page
  beforeAll(async () => {
    const threadId = await createThread(['Before', '<p>Look</p>'])
    const html = `<p>Look: <img src="${outside}/cat.png" alt="our cat"></p><p><img data-attachment="att_1" alt="logo"><img data-attachment="att_2" alt="lost"></p><p><a href="https://example.com/page">a link</a></p><span data-quoted></span><blockquote>older</blockquote>`
    const logo = { id: 'att_1', filename: 'logo.svg', size: 1, inline: true, url: `${dashboard.url}/icon.svg` }
    const mail = { email: createEmail({ quotedFrom: 5 }), attachments: [logo] }
    opened = await openThread(threadId, (each) => replaceBodies(each, () => html, mail))
    page = opened.page
    await lastMail(page).getByText('Look: our cat').waitFor()
  })
  afterAll(() => opened.close())

  it('is shown in a sandbox, without remote pictures', async () => {
    expect(await frames(page).last().getAttribute('sandbox')).toBe('allow-same-origin allow-popups allow-popups-to-escape-sandbox')
    expect(opened.fetched).toEqual([])
  })

  it('shows the pictures that it contains, and does not list them as files', async () => {
    const readWidth = () =>
      frames(page)
        .last()
        .evaluate((frame: HTMLIFrameElement) => frame.contentDocument?.querySelector('img')?.naturalWidth)
    await expect.poll(readWidth).toBeGreaterThan(0)
    await lastMail(page).getByText('lost', { exact: true }).waitFor()
    expect(await page.getByText('logo.svg').count()).toBe(0)
  })

  it('has a frame that is as high as its content', async () => {
    const height = async () => (await frames(page).last().boundingBox())?.height ?? 0
    await expect.poll(height).toBeGreaterThan(40)
    const before = await height()
    await lastMail(page).getByText('Quoted text').click()
    await lastMail(page).getByText('older').waitFor()
    await expect.poll(height).toBeGreaterThan(before)
  })

  it('has its pictures fetched when the agent wants to see them', async () => {
    await page.getByRole('button', { name: 'Show pictures' }).last().click()
    await expect.poll(() => opened.fetched).toEqual([`${outside}/cat.png`])
  })

  it('has links that open in another tab, without a referrer', async () => {
    const [popup] = await Promise.all([opened.context.waitForEvent('page'), lastMail(page).getByRole('link', { name: 'a link' }).click()])
    await popup.waitForLoadState()
    expect(popup.url()).toBe('https://example.com/page')
    expect(await popup.evaluate(() => [window.opener, document.referrer])).toEqual([null, ''])
  })

  it('leaves the shortcuts working after a click into it', async () => {
    await lastMail(page).getByText('Look:').click()
    await page.keyboard.press('r')
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Reply' }).evaluate((element) => element === document.activeElement))
      .toBe(true)
    expect(await findViolations(page)).toEqual([])
  })
})
