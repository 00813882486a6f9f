/** A conversation in the frame, from the first message to the rating, by keyboard, in both languages and directions. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Frame, Page } from 'playwright-core'
import { findViolations } from '../../dashboard/e2e/dashboard.ts'
import { page as pageWith, phone, startSite, type Site } from './site.ts'

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

describe('a conversation', () => {
  it('is written by keyboard, answered live, and read by screen readers', async () => {
    const opened = await site.open('/')
    const { page, launcher, chat, context } = opened
    const posted: string[] = []
    await page.exposeFunction('notePosted', (text: string) => void posted.push(text))
    await page.evaluate(() => {
      const { notePosted } = globalThis as unknown as { notePosted(text: string): void }
      addEventListener('message', ({ data }) => notePosted(JSON.stringify(data)))
    })
    const urls: string[] = []
    context.on('request', (request) => urls.push(request.url()))
    await launcher.focus()
    await page.keyboard.press('Enter')
    await chat.getByRole('main').waitFor()
    // The first focusable element of the home view is the way to write.
    await chat.getByRole('button', { name: 'Send us a message' }).press('Enter')
    const field = chat.getByRole('textbox', { name: 'Write a message' })
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.type('My lamp flickers.')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('Order 10490')
    await page.keyboard.press('Enter')
    const log = chat.getByRole('log')
    await log.getByText('My lamp flickers.\nOrder 10490').waitFor()
    await log.getByText('Sent').waitFor()
    await site.look()
    await log.getByText('Seen').waitFor()
    await site.reply('Please hold the button for ten seconds.')
    await log.getByText('Please hold the button for ten seconds.').waitFor()
    await field.fill('It works, thank you!')
    await field.press('Enter')
    await log.getByText('It works, thank you!').waitFor()
    const order = await log.locator('.bubble').allInnerTexts()
    expect(order.map((text) => text.replace(/^[^:]*:\s*/, '').trim())).toEqual([
      'My lamp flickers.\nOrder 10490',
      'Please hold the button for ten seconds.',
      'It works, thank you!',
    ])
    expect(posted.length).toBeGreaterThan(0)
    expect([...posted, ...urls].filter((text) => /svwt_|lamp flickers|ten seconds/.test(text))).toEqual([])
    await context.close()
  })

  it('shows new messages beside the launcher, in its name and in the title', async () => {
    const opened = await site.open('/')
    const { page, launcher, chat, panel, context } = opened
    await opened.begin('Where is my parcel?')
    await page.keyboard.press('Escape')
    await expect.poll(() => launcher.getAttribute('aria-expanded')).toBe('false')
    await site.reply('It is on its way.')
    await expect.poll(() => launcher.getAttribute('aria-label')).toBe('Open chat, 1 new message')
    await chat.getByText('It is on its way.').waitFor()
    await expect.poll(() => panel.evaluate(({ clientWidth, clientHeight }) => [clientWidth, clientHeight < 90])).toEqual([300, true])
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    expect(await page.title()).toBe('(1) Shop')
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: false, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    expect(await page.title()).toBe('Shop')
    await chat.getByText('It is on its way.').click()
    await chat.getByRole('log').getByText('It is on its way.').waitFor()
    await expect.poll(() => launcher.getAttribute('aria-label')).toBe('Close chat')
    await page.keyboard.press('Escape')
    await expect.poll(() => launcher.getAttribute('aria-label')).toBe('Open chat')
    await context.close()
  })

  it('comes back after a reload, with the text that was not sent', async () => {
    const opened = await site.open('/')
    const { page, chat, context, openChat } = opened
    await opened.begin('A question about my order')
    await chat.getByRole('textbox', { name: 'Write a message' }).fill('One more thing')
    await page.reload()
    await openChat()
    await chat.getByRole('button', { name: /A question about my order/ }).click()
    await chat.getByRole('log').getByText('A question about my order').waitFor()
    expect(await chat.getByRole('textbox', { name: 'Write a message' }).inputValue()).toBe('One more thing')
    await context.close()
  })

  it('has options of which one is chosen, and articles that open beside it', async () => {
    const opened = await site.open('/')
    const { chat, context } = opened
    const { data: articles } = await site.tenant.skein.listKbArticles({ query: { namePrefix: 'Return' } })
    await opened.begin('Which colour do you have?')
    await site.reply('Which one do you like?', {
      parts: [
        { kind: 'ARTICLE', articleId: articles[0]?.id },
        { kind: 'CHOICES', options: ['Red', 'Blue'].map((label) => ({ id: label.toLowerCase(), label })) },
      ],
    })
    await chat.getByRole('button', { name: 'Return within 30 days' }).click()
    await chat.getByRole('heading', { name: 'Return within 30 days' }).waitFor()
    await chat.getByText('About: Return within 30 days').waitFor()
    await chat.getByRole('button', { name: 'Back' }).click()
    await chat.getByRole('button', { name: 'Blue' }).click()
    await chat.getByRole('log').locator('.mine').getByText('Blue').waitFor()
    await chat.getByRole('button', { name: 'Red' }).waitFor({ state: 'detached' })
    expect(await site.listTexts()).toEqual(['Which colour do you have?', 'Which one do you like?', 'Blue'])
    await context.close()
  })

  it('has files, ends, and is rated', async () => {
    const opened = await site.open('/')
    const { chat, context, page } = opened
    await opened.begin('I have a picture')
    const picture = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    await chat.locator('input[type=file]').setInputFiles({ name: 'lamp.png', mimeType: 'image/png', buffer: picture })
    await chat.getByRole('list', { name: 'Files' }).getByText('lamp.png').waitFor()
    await expect.poll(() => chat.getByRole('button', { name: 'Send', exact: true }).isEnabled()).toBe(true)
    await chat.getByRole('button', { name: 'Send', exact: true }).click()
    const file = chat.getByRole('log').getByRole('button', { name: /lamp.png/ })
    await expect.poll(() => file.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
    const download = page.waitForEvent('popup')
    await file.click()
    await (await download).close()
    await chat.getByRole('button', { name: 'More' }).click()
    await chat.getByRole('button', { name: 'End conversation' }).click()
    await chat.getByText('This conversation has ended. Write to continue.').waitFor()
    await chat.getByRole('radio', { name: '4 stars' }).press('Space')
    await chat.getByText('Thank you for your rating').waitFor()
    await chat.getByRole('textbox', { name: 'Comment' }).fill('Quick')
    await chat.getByRole('button', { name: 'Send comment' }).click()
    await chat.getByRole('textbox', { name: 'Comment' }).waitFor({ state: 'detached' })
    expect(await findViolations(page, getFrame(page))).toEqual([])
    await context.close()
  })

  it('that the team has closed goes on in a new one', async () => {
    const opened = await site.open('/')
    const { chat, context } = opened
    await opened.begin('A question of long ago')
    const { data: threads } = await site.tenant.skein.listThreads({ query: { limit: 1, sort: '-createdAt' } })
    await site.tenant.skein.updateThread({ path: { id: threads[0]?.id ?? '' }, body: { status: 'closed' } })
    await chat.getByText('This conversation has ended. Write to continue.').waitFor()
    await opened.write('Another question')
    expect(await site.listTexts()).toEqual(['Another question'])
    await chat.getByText('This conversation has ended.').waitFor({ state: 'detached' })
    await site.reply('Another answer')
    await chat.getByRole('log').getByText('Another answer').waitFor()
    await context.close()
  })

  it('asks for what the inbox wants to know with the first message', async () => {
    const preChat = [
      { field: 'NAME', required: false },
      { field: 'EMAIL', required: true },
    ]
    const body = { name: 'Email', type: 'EMAIL' as const, address: 'help@acme.localhost' }
    const { data: email } = await site.tenant.skein.createInbox({ body })
    await site.addChat('/questions', { preChat, continuity: { inboxId: email.id } })
    const { chat, openChat, page, context } = await site.open('/questions')
    await openChat()
    await chat.getByRole('button', { name: 'Send us a message' }).click()
    await chat.getByRole('textbox', { name: 'Write a message' }).fill('Hello')
    await chat.getByRole('button', { name: 'Send', exact: true }).click()
    const field = chat.getByRole('textbox', { name: 'Your email address' })
    expect(await field.evaluate((input: HTMLInputElement) => input.validity.valueMissing)).toBe(true)
    expect(await findViolations(page, getFrame(page))).toEqual([])
    await field.fill('ada@example.com')
    await chat.getByRole('textbox', { name: /Your name/ }).fill('Ada')
    await chat.getByRole('button', { name: 'Send', exact: true }).click()
    await chat.getByRole('log').getByText('Hello').waitFor()
    await chat.getByText('If you leave, we’ll email our answer to ada@example.com').waitFor()
    await chat.getByRole('button', { name: 'Back' }).click()
    await chat.getByRole('button', { name: 'Send us a message' }).click()
    await chat.getByRole('textbox', { name: 'Write a message' }).waitFor()
    expect(await field.count()).toBe(0)
    await context.close()
  })

  it('shows texts as they were written: HTML, Markdown, links and right-to-left marks', async () => {
    const opened = await site.open('/')
    const { chat, context, page } = opened
    const text = '<img src=x onerror=alert(1)> **bold** \u202Eabc https://example.com/a?b=1. <script>document.title="!"</script>'
    await opened.begin(text)
    const bubble = chat.getByRole('log').locator('.bubble').first()
    expect((await bubble.innerText()).replace(/^[^:]*:\s*/, '').trim()).toBe(text)
    expect(await bubble.locator('a').getAttribute('href')).toBe('https://example.com/a?b=1')
    expect(await bubble.locator('img, script, strong').count()).toBe(0)
    expect(await page.title()).toBe('Shop')
    await context.close()
  })

  it('says in words how long a message may be, and sends no longer one', async () => {
    const opened = await site.open('/')
    const { chat, context } = opened
    await opened.begin('x'.repeat(8_192))
    const field = chat.getByRole('textbox', { name: 'Write a message' })
    await field.fill('😀'.repeat(8_193))
    await chat.getByText('Shorten your message by 1 character.').waitFor()
    expect(await chat.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true)
    await field.fill('x'.repeat(8_000))
    await chat.getByText('192 characters left').waitFor()
    await context.close()
  })
})

describe('every view', () => {
  it.each([
    ['a desktop', {}],
    ['the smallest phone', phone],
  ])('has nothing that axe objects to on %s, in both themes', async (_, options) => {
    const opened = await site.open('/', options)
    const { page, chat, context } = opened
    await opened.openChat()
    await chat.getByRole('searchbox').waitFor()
    const frame = getFrame(page)
    expect(await findViolations(page, frame)).toEqual([])
    await chat.getByRole('button', { name: 'Send us a message' }).click()
    await opened.write('Hello')
    await site.reply('Hello, how can we help?')
    await chat.getByRole('log').getByText('Hello, how can we help?').waitFor()
    expect(await findViolations(page, frame)).toEqual([])
    await chat.getByRole('button', { name: 'More' }).click()
    expect(await findViolations(page, frame)).toEqual([])
    await page.keyboard.press('Escape')
    await chat.getByRole('button', { name: 'Back' }).click()
    await chat.getByRole('button', { name: 'Messages' }).click()
    expect(await findViolations(page, frame)).toEqual([])
    await chat.getByRole('button', { name: 'Help', exact: true }).click()
    await chat.getByRole('searchbox').waitFor()
    expect(await findViolations(page, frame)).toEqual([])
    // Nothing is wider than the frame.
    expect(await frame.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await context.close()
  })
  it('keeps its outlines in forced colours', async () => {
    const { page, launcher, chat, openChat, context } = await site.open('/', { forcedColors: 'active' })
    await openChat()
    const border = await chat
      .locator('.card')
      .first()
      .evaluate((card) => getComputedStyle(card).borderTopWidth)
    expect(border).toBe('1px')
    await page.keyboard.press('Escape')
    expect(await launcher.evaluate((button) => getComputedStyle(button).borderTopWidth)).toBe('1px')
    await context.close()
  })
  it('is German for German pages, and from right to left for Arabic ones', async () => {
    site.setPage('/de', pageWith(site.script).replace('lang="en"', 'lang="de-AT"'))
    const { page, chat, context, openChat } = await site.open('/de')
    await openChat()
    await chat.getByRole('button', { name: 'Schreiben Sie uns' }).waitFor()
    expect(await getFrame(page).evaluate(() => document.documentElement.lang)).toBe('de')
    site.setPage('/ar', pageWith(site.script).replace('lang="en"', 'lang="ar"'))
    const arabic = await site.openTab(context, '/ar')
    await arabic.openChat()
    await arabic.chat.getByRole('button', { name: 'Send us a message' }).click()
    const [back, send] = await Promise.all(
      ['Back', 'Send'].map((name) => arabic.chat.getByRole('button', { name, exact: true }).boundingBox()),
    )
    expect(back && send && back.x > send.x).toBe(true)
    await context.close()
  })
})
