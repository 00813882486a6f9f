/** Rendering of a thread: quoted history, tables, pictures, text direction, order of messages, and errors. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { expectProblems } from './browser-problems.ts'
import { findViolations, type OpenPage, openThread, startDashboard, type TestDashboard, waitForEventStream } from './dashboard.ts'
import { presentAsMails } from './mails.ts'

let dashboard: TestDashboard
let opened: OpenPage
let page: Page
beforeAll(async () => {
  dashboard = await startDashboard({ worker: true })
  opened = await dashboard.openAs(dashboard.ownerEmail, '/inbox/all', {})
  page = opened.page
})
afterAll(() => dashboard.close())

const requester = { email: 'dana@example.com', name: 'Dana Ruiz' }

async function createThread(title: string, bodies: string[], more: object = {}): Promise<string> {
  const { skein } = dashboard.tenant
  const [body = '', ...rest] = bodies
  const { data } = await skein.createThread({ body: { title, body, requester, ...more } })
  for (const each of rest) await skein.createMessage({ path: { id: data.threadId }, body: { body: each } })
  return data.threadId
}
/** Sets a phone's viewport for the current test. */
async function usePhoneViewport(): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  onTestFinished(() => page.setViewportSize({ width: 1440, height: 900 }))
}
const reply = () => page.getByRole('textbox', { name: 'Reply' })
const article = (at: number) => page.locator(`article[aria-posinset="${at}"]`)
const mail = (at: number) => page.frameLocator(`article[aria-posinset="${at}"] iframe`)

const header = '<b>From:</b> Support<br><b>Sent:</b> Tuesday, 3 March 2026 09:12<br><b>To:</b> Dana<br><b>Subject:</b> RE: Export'

it('quoted history is folded, except in a first message and between replies', async () => {
  const mails = [
    `<p>The first mail.</p><hr><p>${header}</p><p>what came before</p>`,
    `<div><p>Outlook wrote this.</p><hr><p>${header}</p><p>the older mail</p></div>`,
    '<div>Gmail wrote this.<br><br>On Tue, Mar 3, 2026 at 9:12 AM Support &lt;<a href="mailto:help@acme.example">help@acme.example</a>&gt; wrote:<br><blockquote>the older mail</blockquote></div>',
    '<p>On 3 Mar 2026, Support wrote:</p><blockquote>Does it work?</blockquote><p>Yes.</p><blockquote>And the export?</blockquote><p>That too.</p>',
    'This is text.\n\nOn Tue, Mar 3, 2026 at 9:12 AM Support <\nhelp@acme.example> wrote:\n\nthe older mail',
  ]
  const id = await createThread('Quoted', mails)
  await presentAsMails(page, mails)
  onTestFinished(() => page.unrouteAll({ behavior: 'wait' }))
  await openThread(page, id, 'Quoted')
  for (const [at, own] of [
    [2, 'Outlook wrote this.'],
    [3, 'Gmail wrote this.'],
  ] as const) {
    await mail(at).getByText(own).waitFor()
    expect(await mail(at).locator('details').count(), own).toBe(1)
    // The header or attribution line is collapsed with the history.
    expect(
      (await mail(at).locator('#mail').innerText())
        .trim()
        .split('\n')
        .filter((line) => line.trim() !== ''),
    ).toEqual([own, '… Quoted text'])
    await mail(at).getByText('… Quoted text').click()
    await mail(at).getByText('the older mail').waitFor()
  }
  await mail(4).getByText('That too.').waitFor()
  expect(await mail(4).locator('details').count()).toBe(0)
  await article(5).getByText('This is text.').waitFor()
  expect(await article(5).getByText('the older mail').isVisible()).toBe(false)
  await mail(1).getByText('what came before').waitFor()
  expect(await mail(1).locator('details').count()).toBe(0)
})

it('a table keeps its lines, and scrolls when it is wider than the message', async () => {
  const columns = ['Order', 'Date', 'Product', 'Quantity', 'Price', 'Carrier', 'Tracking']
  const row = (cell: string, values: string[]): string => `<tr>${values.map((value) => `<${cell}>${value}</${cell}>`).join('')}</tr>`
  const id = await createThread('Table', [
    `<p>See this:</p><table>${row('th', columns)}${row('td', ['88231', '2026-03-01', 'Headphones', '12', '1,299.00', 'Parcelpost', 'JJD000390007882310'])}</table>`,
  ])
  await usePhoneViewport()
  await page.goto(`${dashboard.url}/inbox/all/${id}`)
  await mail(1).getByText('Headphones').waitFor()
  const seen = await mail(1)
    .locator('table')
    .evaluate((table: HTMLTableElement) => {
      const lines = (cell: HTMLTableCellElement): number => {
        const range = document.createRange()
        range.selectNodeContents(cell)
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
      }
      const { clientWidth, scrollWidth } = table.parentElement as HTMLElement
      const cells = [...table.querySelectorAll<HTMLTableCellElement>('th, td')]
      return {
        broken: cells.filter((cell) => !/\s/.test(cell.textContent) && lines(cell) > 1).map((cell) => cell.textContent),
        bordered: cells.every((cell) => getComputedStyle(cell).borderTopWidth === '1px'),
        scrolls: scrollWidth > clientWidth,
      }
    })
  expect(seen).toEqual({ broken: [], bordered: true, scrolls: true })
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
})

it('a remote picture is replaced by its text until the agent wants to see it', async () => {
  const id = await createThread('Picture', [
    '<p>Look: <img src="https://outside.example/cat.png" alt="our cat" width="40" onerror="alert(1)"> <img src="http://outside.example/dog.png" alt="our dog"></p>',
  ])
  const [message] = (await dashboard.tenant.skein.listMessages({ path: { id } })).data
  expect(message?.body).toBe(
    '<p>Look: <img data-remote="https://outside.example/cat.png" alt="our cat" width="40" /> <img data-remote="https://outside.example/dog.png" alt="our dog" /></p>',
  )
  const imageRequests: { url: string; referer: string | undefined }[] = []
  await opened.context.route('https://outside.example/**', (route) => {
    imageRequests.push({ url: route.request().url(), referer: route.request().headers()['referer'] })
    return route.fulfill({ contentType: 'image/png', body: onePixel })
  })
  await openThread(page, id, 'Picture')
  await mail(1).getByText('our cat').waitFor()
  await mail(1).getByText('our dog').waitFor()
  const policy = () => mail(1).locator('meta[http-equiv]').getAttribute('content')
  expect(await policy()).toContain('img-src data:;')
  expect(imageRequests).toEqual([])
  await page.getByRole('button', { name: 'Show pictures' }).click()
  await expect
    .poll(() => imageRequests)
    .toEqual(['cat', 'dog'].map((name) => ({ url: `https://outside.example/${name}.png`, referer: undefined })))
  expect(await policy()).toContain('img-src data: https:;')
  expect(
    await mail(1)
      .locator('img')
      .first()
      .evaluate((image: HTMLImageElement) => image.referrerPolicy),
  ).toBe('no-referrer')
})
const onePixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

describe('text from right to left', () => {
  const subject = 'لا أستطيع تسجيل الدخول إلى حسابي'
  const words = 'تظهر الرسالة'
  beforeAll(async () => {
    const id = await createThread(subject, [
      `${words} ERR-401\nThe second line is English.`,
      `<p>${words} ERR-401</p><p>The second line is English.</p>`,
    ])
    await openThread(page, id, subject)
    await mail(2).getByText('English').waitFor()
  })

  /** True when the text is right-aligned in its box. */
  const isRight = (element: Element): boolean => {
    const box = element.getBoundingClientRect()
    const range = document.createRange()
    range.selectNodeContents(element)
    const [first] = range.getClientRects()
    // Text that is cut off overflows the other edge.
    return first !== undefined && Math.abs(box.right - first.right) < Math.abs(first.left - box.left)
  }

  it('is aligned to the right, line by line', async () => {
    const row = page.getByRole('grid').getByText(subject).last()
    expect(await row.evaluate(isRight), 'a row, which is aligned with the list').toBe(false)
    expect(await page.getByRole('heading', { name: subject, level: 2 }).evaluate(isRight), 'the header').toBe(true)
    const lines = await article(1)
      .locator('p')
      .first()
      .evaluate((paragraph) => {
        const box = paragraph.getBoundingClientRect()
        const range = document.createRange()
        range.selectNodeContents(paragraph)
        const rects = [...range.getClientRects()].filter(({ width }) => width > 0)
        const [first, last] = [rects[0], rects.at(-1)]
        return [first && box.right - first.right < 2, last && last.left - box.left < 2]
      })
    expect(lines, 'the lines of a text').toEqual([true, true])
    expect(await mail(2).locator('p').first().evaluate(isRight), 'the first line of HTML').toBe(true)
    expect(await mail(2).locator('p').last().evaluate(isRight), 'the second line of HTML').toBe(false)
  })

  it('does not break codes', async () => {
    for (const code of [article(1).getByText('ERR-401', { exact: true }), mail(2).getByText('ERR-401', { exact: true })])
      expect(await code.evaluate((element) => getComputedStyle(element).whiteSpace)).toContain('nowrap')
  })

  it('sets the direction of the editor as it is typed', async () => {
    await reply().click()
    await page.keyboard.type(words)
    await expect
      .poll(() => reply().evaluate((element) => getComputedStyle(element.querySelector('p') ?? element).unicodeBidi))
      .toBe('plaintext')
  })
})

it('a waiting reply stays above a note that is written after it', async () => {
  const { skein } = dashboard.tenant
  const id = await createThread('In order', ['Hello'])
  await openThread(page, id, 'In order')
  await waitForEventStream(page)
  const { data: waiting } = await skein.replyToThread({ path: { id }, body: { body: 'The reply', undoSeconds: 60 } })
  await skein.createMessage({ path: { id }, body: { body: 'The note', internal: true } })
  const order = () =>
    page
      .getByRole('article')
      .evaluateAll((articles) =>
        articles
          .toSorted((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
          .map((each) => /The reply|The note|Hello/.exec(each.textContent ?? '')?.[0]),
      )
  await expect.poll(order).toEqual(['Hello', 'The reply', 'The note'])
  await skein.sendMessageNow({ path: { id: waiting.id } })
  await page.getByText('Sends in').waitFor({ state: 'detached' })
  expect(await order()).toEqual(['Hello', 'The reply', 'The note'])
})

it('a reply is scrolled to when it is sent, also past a long message', async () => {
  const id = await createThread('Long mail', ['Hello', `<p>${'A long mail. <br>'.repeat(300)}</p>`])
  await openThread(page, id, 'Long mail')
  const messages = page.getByRole('region', { name: 'Messages' })
  await expect.poll(() => messages.evaluate(({ scrollHeight }) => scrollHeight)).toBeGreaterThan(4_000)
  await messages.evaluate((element) => element.scrollTo({ top: 600 }))
  await reply().fill('Here it is')
  await reply().press('Control+Enter')
  await page.getByRole('article').filter({ hasText: 'Here it is' }).waitFor()
  await expect
    .poll(() => messages.evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight))
    .toBeLessThan(60)
})

it('a refused file shows the reason within the composer', async () => {
  expectProblems(/^422 POST \/uploads$/)
  const id = await createThread('Refused', ['Hello'])
  await usePhoneViewport()
  await page.goto(`${dashboard.url}/inbox/all/${id}`)
  await page.getByRole('button', { name: 'Reply…' }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach files' }).click()
  const name = `${'a-long-name-without-spaces'.repeat(4)}.png`
  await (await chooser).setFiles({ name, mimeType: 'image/png', buffer: Buffer.from('%PDF-1.7 no picture') })
  await page.getByRole('list', { name: 'Files' }).getByRole('alert').waitFor()
  const overflow = await page.getByRole('list', { name: 'Files' }).evaluate((list) => {
    const { right } = list.getBoundingClientRect()
    return [...list.querySelectorAll('*')].filter((element) => element.getBoundingClientRect().right > right + 0.5).length
  })
  expect(overflow).toBe(0)
  await page.getByRole('button', { name: /^Remove / }).click()
})

describe('an inbox without a channel', () => {
  it('has replies that are marked as stored, not sent', async () => {
    const { skein } = dashboard.tenant
    const { data: inbox } = await skein.createInbox({ body: { name: 'Slack', type: 'SLACK', address: '#support' } })
    const id = await createThread('In Slack', ['Hello'], { inboxId: inbox.id })
    await skein.replyToThread({ path: { id }, body: { body: 'An answer' } })
    await openThread(page, id, 'In Slack')
    await article(2).getByText('Stored, not sent').waitFor()
    expect(await article(1).getByText('Stored, not sent').count()).toBe(0)
    await page.getByText('This inbox can’t send replies yet.').waitFor()
    expect(await findViolations(page)).toEqual([])
  })

  it('is the only reason for this mark', async () => {
    const { skein } = dashboard.tenant
    const other = await createThread('By API', ['Hello'])
    await skein.replyToThread({ path: { id: other }, body: { body: 'An answer' } })
    await openThread(page, other, 'By API')
    await article(2).getByText('An answer').waitFor()
    expect(await page.getByText('Stored, not sent').count()).toBe(0)
  })

  it('is marked in the settings', async () => {
    await page.goto(`${dashboard.url}/settings/inboxes`)
    await page.getByRole('row', { name: /Slack/ }).getByText('Replies aren’t sent').waitFor()
  })
})
