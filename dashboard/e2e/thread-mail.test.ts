/** Mail cannot run: HTML in messages executes nothing, fetches nothing and covers nothing, whatever it contains. */
import type { FrameLocator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { allowProblems } from './browser-problems.ts'
import { hostileMails, outside } from './hostile-mails.ts'
import { openPlace, violationsOf, type OpenPage, type Place } from './place.ts'

let place: Place
beforeAll(async () => {
  place = await openPlace()
})
afterAll(() => place.close())

const mails = Object.entries(hostileMails)
/** Words around each mail show that it was rendered, and that nothing of it covers what follows. */
const around = (html: string, i: number): string => `<p>before ${i}</p>${html}<p>after ${i}</p>`

async function createThread(bodies: string[]): Promise<string> {
  const { skein } = place.tenant
  const requester = { email: 'mallory@example.com', name: 'Mallory' }
  const [first = '', ...rest] = bodies
  const { data } = await skein.createThread({ body: { title: 'Open me', body: first, requester } })
  for (const body of rest) await skein.createMessage({ path: { id: data.threadId }, body: { body, bodyFormat: 'html' } })
  return data.threadId
}

type Watched = OpenPage & { left: string[]; dialogs: string[] }

/** Opens a thread, and notes what leaves for anywhere but the service. */
async function openThread(threadId: string, prepare: (page: Page) => Promise<unknown> = async () => undefined): Promise<Watched> {
  // Signed in on a page without a script: the dashboard is loaded once, when everything that leaves is noted.
  const opened = await place.openAs(place.ownerEmail, '/icon.svg', {})
  const { page, context } = opened
  const left: string[] = []
  const dialogs: string[] = []
  await context.route(
    (url) => !url.hostname.endsWith('localhost'),
    (route) => {
      left.push(route.request().url())
      return route.fulfill({ contentType: 'image/png', body: onePixel })
    },
  )
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await prepare(page)
  await page.goto(`${place.url}/inbox/all/${threadId}`)
  return { ...opened, left, dialogs }
}
const onePixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

const frames = (page: Page) => page.locator('iframe[title^="Message of"]')
const lastMail = (page: Page): FrameLocator => page.frameLocator('iframe[title^="Message of"]').last()

type Seen = { number: number; inside: string[]; text: string }

/** Brings each mail into sight once, from the last to the first, and gives what is in its frame. */
function seeEach(page: Page, count: number): Promise<Seen[]> {
  return page.getByRole('region', { name: 'Messages' }).evaluate(async (scroller, wanted) => {
    const seen = new Map<number, Seen>()
    const until = performance.now() + 40_000
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
      // Those that stand beyond the edges are there as well: each is made once.
      if (!isComing) scroller.scrollBy({ top: -clientHeight })
      // What was passed all the same comes by again.
      if (!isComing && scroller.scrollTop === scrollTop) scroller.scrollTo({ top: scroller.scrollHeight })
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
    return [...seen.values()]
  }, count)
}
const tags = 'p|b|a|div|i|pre|table|tbody|tr|td|span|ul|li|img|details|summary|blockquote'
const harmless = new RegExp(`^(${tags})( (href=https?://.*|title|rel|target|colspan|rowspan|src|alt|width|height|loading|class))*$`)

/** Mails whose end is within something that they begin and never end: it goes with that. */
const unclosed: ReadonlySet<string | undefined> = new Set([
  'noscript',
  'mutation: math and style',
  'mutation: svg and style',
  'mutation: nested forms',
  'mutation: select',
  'mutation: plaintext',
])

async function expectHarmless({ page, left, dialogs }: Watched): Promise<void> {
  await lastMail(page).getByText(`after ${mails.length}`, { exact: true }).waitFor()
  const url = page.url()
  const seen = await seeEach(page, mails.length + 1)
  expect(seen.map(({ number }) => number).toSorted((one, other) => one - other)).toEqual([...Array(mails.length + 1).keys()])
  for (const { number, inside, text } of seen) {
    const unexpected = inside.filter((each) => !harmless.test(each))
    expect(unexpected, mails[number - 1]?.[0]).toEqual([])
    if (!unclosed.has(mails[number - 1]?.[0])) expect(text, mails[number - 1]?.[0]).toContain(`after ${number}`)
  }
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  expect({ left, dialogs }).toEqual({ left: [], dialogs: [] })
  expect(page.url()).toBe(url)
}

/** As if the service had sanitised nothing: its answer is changed on the way to the page. */
function replaceBodies(page: Page, bodyOf: (number: number) => string): Promise<unknown> {
  return page.route('**/api/v1/threads/*/view', async (route) => {
    const answer = await route.fetch()
    // Safe because it is the answer of getThreadView.
    const list = (await answer.json()) as { data: { messages: { data: { bodyText: string }[] } } }
    for (const message of list.data.messages.data)
      Object.assign(message, { body: bodyOf(Number(/before (\d+)/.exec(message.bodyText)?.[1] ?? 0)), bodyFormat: 'html' })
    await route.fulfill({ response: answer, json: list })
  })
}

/** The dashboard does not rely on the service. */
const ways = ['cleaned by the service', 'as if the service had cleaned nothing'] as const

it.each(ways)('hostile HTML runs nothing and fetches nothing, %s', async (way) => {
  const bodies = ['<b>first</b>', ...mails.map(([, html]) => html)].map(around)
  const threadId = await createThread(bodies)
  const isCleaned = way === 'cleaned by the service'
  const opened = await openThread(threadId, async (page) => {
    if (!isCleaned) await replaceBodies(page, (i) => bodies[i] ?? '')
  })
  // DOMPurify reads HTML in a document without a window, where an svg may fire `load` and a base counts: the page's policy refuses both.
  if (!isCleaned) allowProblems(/^console: .*The action has been blocked\.$/)
  await expectHarmless(opened)
  await opened.close()
})

it('pictures from elsewhere are fetched when somebody wants to see them, and links open elsewhere without us', async () => {
  const threadId = await createThread(['Before', '<p>Look</p>'])
  const html = `<p>Look: <img src="${outside}/cat.png" alt="our cat"></p><p><a href="https://example.com/page">a link</a></p><blockquote>older</blockquote>`
  const opened = await openThread(threadId, (page) => replaceBodies(page, () => html))
  const { page, left, context } = opened
  await lastMail(page).getByText('Look: our cat').waitFor()
  const frame = frames(page).last()
  expect(await frame.getAttribute('sandbox')).toBe('allow-same-origin allow-popups allow-popups-to-escape-sandbox')
  expect(left).toEqual([])
  // The frame is as high as what it shows, and follows it.
  const height = async () => (await frame.boundingBox())?.height ?? 0
  await expect.poll(height).toBeGreaterThan(40)
  const before = await height()
  await lastMail(page).getByText('Quoted text').click()
  await lastMail(page).getByText('older').waitFor()
  await expect.poll(height).toBeGreaterThan(before)
  await page.getByRole('button', { name: 'Show pictures' }).last().click()
  await expect.poll(() => left).toEqual([`${outside}/cat.png`])
  const [popup] = await Promise.all([context.waitForEvent('page'), lastMail(page).getByRole('link', { name: 'a link' }).click()])
  await popup.waitForLoadState()
  expect(popup.url()).toBe('https://example.com/page')
  expect(await popup.evaluate(() => [window.opener, document.referrer])).toEqual([null, ''])
  // Shortcuts work after a click into the mail.
  await lastMail(page).getByText('Look:').click()
  await page.keyboard.press('r')
  await expect.poll(() => page.getByRole('textbox', { name: 'Reply' }).evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await violationsOf(page)).toEqual([])
  await opened.close()
})
