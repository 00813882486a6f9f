/** Conversations over bad networks: each message arrives once, and nothing is missed. */
import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allowProblems, expectProblems } from '../../dashboard/e2e/browser-problems.ts'
import { extent } from '../../test/extent.ts'
import { isPhone, startSite, type OpenChat, type Site } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

const messagesPath = '**/api/v1/widget/threads/*/messages'

/** Writes without waiting for the service. */
async function type({ chat }: OpenChat, text: string): Promise<void> {
  const field = chat.getByRole('textbox', { name: 'Write a message' })
  await field.fill(text)
  // On phones Enter makes a line.
  if (isPhone) await chat.getByRole('button', { name: 'Send', exact: true }).click()
  else await field.press('Enter')
}

describe('a message', () => {
  it('that is written offline is sent once when the network is back', async () => {
    const opened = await site.open('/')
    const { chat, context } = opened
    await opened.begin('Before the tunnel')
    allowProblems(/^net::ERR_INTERNET_DISCONNECTED /, /^net::ERR_NETWORK/)
    await context.setOffline(true)
    await type(opened, 'In the tunnel')
    await chat.getByText('No connection. Your messages will be sent when it’s back.').waitFor()
    await chat.getByText('Sending…').waitFor()
    await context.setOffline(false)
    await chat.getByText('Sending…').waitFor({ state: 'detached' })
    await chat.getByText('No connection.').waitFor({ state: 'detached' })
    expect(await site.listTexts()).toEqual(['Before the tunnel', 'In the tunnel'])
    await context.close()
  })
  it('whose response is lost is stored once', async () => {
    const opened = await site.open('/')
    const { page, chat, context } = opened
    await opened.begin('First')
    const clientIds: unknown[] = []
    await page.route(messagesPath, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      clientIds.push((route.request().postDataJSON() as { clientId: string }).clientId)
      if (clientIds.length > 1) return route.fallback()
      await route.fetch()
      return route.abort()
    })
    expectProblems(/^net::ERR_FAILED POST .*\/messages$/)
    await type(opened, 'Only once')
    await chat.getByText('Sending…').waitFor({ state: 'detached' })
    expect(await site.listTexts()).toEqual(['First', 'Only once'])
    expect(clientIds).toEqual([clientIds[0], clientIds[0]])
    await context.close()
  })
  it('beyond a limit waits, says so in words, and keeps its place', async () => {
    const opened = await site.open('/')
    const { page, chat, context } = opened
    await opened.begin('First')
    let refused = 0
    await page.route(messagesPath, async (route) => {
      if (route.request().method() !== 'POST' || refused++ > 0) return route.fallback()
      return route.fulfill({
        status: 429,
        headers: { 'Retry-After': '2' },
        json: { data: null, error: { code: 'SVC-RATE-WIDGET_EXCEEDED', message: 'Too many messages' } },
      })
    })
    expectProblems(/^429 POST .*\/messages$/)
    await type(opened, 'Second')
    await type(opened, 'Third')
    await chat.getByText(/You’re writing fast. We’ll send it in [12] seconds?./).waitFor()
    await chat.getByText('Sending…').first().waitFor({ state: 'detached' })
    await expect.poll(() => site.listTexts()).toEqual(['First', 'Second', 'Third'])
    await context.close()
  })
  it('that the service refuses waits for the visitor with its reason', async () => {
    const opened = await site.open('/')
    const { page, chat, context } = opened
    await opened.begin('First')
    await page.route(messagesPath, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 400, json: { data: null, error: { code: 'SVC-VALIDATION-FAILED', message: 'The body is invalid.' } } })
        : route.fallback(),
    )
    expectProblems(/^400 POST .*\/messages$/)
    await type(opened, 'Refused')
    await chat.getByText('The body is invalid.').waitFor()
    await page.unroute(messagesPath)
    await chat.getByRole('button', { name: 'Try again' }).click()
    await chat.getByText('The body is invalid.').waitFor({ state: 'detached' })
    await expect.poll(() => site.listTexts()).toEqual(['First', 'Refused'])
    await context.close()
  })
  it('of many that are pasted in a row is stored once, in its place', async () => {
    const opened = await site.open('/')
    const { chat, context } = opened
    await opened.begin('text 0')
    const texts = Array.from({ length: extent({ short: 15, all: 50 }) }, (_, i) => `text ${i}`)
    for (const text of texts.slice(1)) await type(opened, text)
    await chat.getByText('Sending…').first().waitFor({ state: 'detached' })
    await expect.poll(() => site.listTexts()).toEqual(texts)
    await context.close()
  })
  it('is sent with a proof of work if the service demands one', async () => {
    const opened = await site.open('/')
    const { page, context } = opened
    const proofs: ({ challenge: string; nonce: string } | undefined)[] = []
    await page.route('**/api/v1/widget/sessions', (route) => {
      // Safe because the frame sends this body.
      proofs.push((route.request().postDataJSON() as { proof?: { challenge: string; nonce: string } }).proof)
      if (proofs.length > 1) return route.fallback()
      return route.fulfill({ status: 403, json: { data: null, error: { code: 'SVC-WIDGET-CHALLENGE_REQUIRED', message: 'Solve one.' } } })
    })
    expectProblems(/^403 POST \/widget\/sessions$/)
    await opened.begin('I am a person')
    const digest = createHash('sha256').update(`${proofs[1]?.challenge}.${proofs[1]?.nonce}`).digest()
    expect([proofs[0], digest.readUInt16BE(0)]).toEqual([undefined, 0])
    expect(await site.listTexts()).toEqual(['I am a person'])
    await context.close()
  })
  it('survives the navigation of its page', async () => {
    const opened = await site.open('/')
    const { page, context, openChat, chat } = opened
    await opened.begin('First')
    await page.route(messagesPath, (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
    expectProblems(/^net::ERR_FAILED POST .*\/messages$/)
    await type(opened, 'On the way')
    await chat.getByText('No connection.').waitFor()
    await page.unroute(messagesPath)
    await page.goto(`${site.origin}/next`)
    await openChat()
    await expect.poll(() => site.listTexts()).toEqual(['First', 'On the way'])
    await context.close()
  })
})

describe('what the team writes', () => {
  it('is fetched by sequence after a sleep in which the connection died', async () => {
    const opened = await site.open('/')
    const { page, chat, context } = opened
    // The stream never answers: it is dead, or a proxy holds it back.
    await page.route('**/api/v1/widget/stream', () => {})
    await opened.begin('Good night')
    await site.reply('Good morning')
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.frames()[1]?.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await chat.getByRole('log').getByText('Good morning').waitFor()
    expect(asked.some((url) => /\/messages\?after=\d+$/.test(url))).toBe(true)
    await context.close()
  })
  it('waits for a page in the back-forward cache, which holds no stream and no lock', async () => {
    const opened = await site.open('/')
    const { page, chat, context } = opened
    await opened.begin('See you soon')
    const frame = page.frames()[1]
    const countLocks = async (): Promise<number | undefined> =>
      frame?.evaluate(async () => ((await navigator.locks.query()).held ?? []).length)
    await expect.poll(countLocks).toBe(1)
    // The Chromium of the tests has no such cache. These are the events of entering and leaving it.
    const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/widget/stream'))
    await frame?.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
    await ended
    await expect.poll(countLocks).toBe(0)
    await site.reply('While you were away')
    await frame?.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await chat.getByRole('log').getByText('While you were away').waitFor()
    await expect.poll(countLocks).toBe(1)
    await context.close()
  })
  it('arrives within seconds through a proxy that holds back the stream', async () => {
    const opened = await site.open('/')
    const { page, chat, context } = opened
    await page.clock.install()
    await page.route('**/api/v1/widget/stream', () => {})
    await opened.begin('Hello')
    await site.reply('Through the proxy')
    await page.clock.runFor(11_000)
    await chat.getByRole('log').getByText('Through the proxy').waitFor()
    await context.close()
  })
  it('has the right time with a clock that is a day wrong', async () => {
    const opened = await site.open('/')
    const { page, chat, context } = opened
    await page.clock.setSystemTime(Date.now() - 86_400_000)
    await page.reload()
    await opened.begin('What time is it?')
    await chat.getByText(/^Today /).waitFor()
    await site.reply('Time for tea')
    await chat.getByRole('log').getByText('Time for tea').waitFor()
    expect(await chat.getByText(/^(Today|Yesterday) /).allInnerTexts()).toHaveLength(1)
    await chat.getByRole('button', { name: 'Back' }).click()
    await chat
      .getByRole('button', { name: /What time is it/ })
      .getByText('now')
      .waitFor()
    await context.close()
  })
  it('reaches all tabs over one stream, also after the tab with the stream is closed', async () => {
    const opened = await site.open('/')
    const { context } = opened
    const streams: string[] = []
    context.on('request', (request) => request.url().endsWith('/widget/stream') && streams.push(request.url()))
    await opened.begin('Many tabs')
    const tabs = [opened]
    for (let i = 1; i < extent({ short: 4, all: 10 }); i++) {
      const tab = await site.openTab(context)
      await tab.openChat()
      await tab.chat.getByRole('button', { name: /Many tabs/ }).click()
      await tab.chat.getByRole('log').getByText('Many tabs').waitFor()
      tabs.push(tab)
    }
    await site.reply('To all of you')
    for (const { chat } of tabs) await chat.getByRole('log').getByText('To all of you').waitFor()
    expect(streams).toHaveLength(1)
    await opened.page.close()
    await expect.poll(() => streams.length).toBe(2)
    await site.reply('To the rest of you')
    for (const { chat } of tabs.slice(1)) await chat.getByRole('log').getByText('To the rest of you').waitFor()
    await delay(0)
    expect(streams).toHaveLength(2)
    await context.close()
  })
})

it('a message that arrives in closed chats is reported once as delivered', async () => {
  const opened = await site.open('/')
  const { page, chat, context, launcher } = opened
  const reports: unknown[] = []
  context.on('request', (request) => request.url().endsWith('/read') && reports.push(request.postDataJSON()))
  await opened.begin('Close it')
  const tab = await site.openTab(context)
  await tab.openChat()
  for (const each of [page, tab.page]) await each.keyboard.press('Escape')
  const findState = async () => {
    const { data: threads } = await site.tenant.skein.listThreads({ query: { limit: 1, sort: '-createdAt' } })
    const { data } = await site.tenant.skein.listMessages({ path: { id: threads[0]?.id ?? '' }, query: { sort: '-createdAt', limit: 1 } })
    return data[0]?.delivery.recipients[0]?.state
  }
  await site.reply('It has arrived')
  await expect.poll(findState).toBe('DELIVERED')
  await expect.poll(() => tab.launcher.getAttribute('aria-label')).toBe('Open chat, 1 new message')
  await chat.getByText('It has arrived').waitFor()
  expect(reports).toEqual([{ sequence: expect.any(Number), state: 'DELIVERED' }])
  await launcher.click()
  await chat.getByRole('log').getByText('It has arrived').waitFor()
  await expect.poll(() => reports.length).toBe(2)
  expect(reports[1]).toEqual({ sequence: expect.any(Number) })
  await page.reload()
  await opened.openChat()
  await chat.getByRole('button', { name: /Close it/ }).click()
  await chat.getByRole('log').getByText('It has arrived').waitFor()
  expect(reports).toHaveLength(2)
  await context.close()
})

describe('without storage', () => {
  const block = (): void => {
    const refuse = (): never => {
      throw new DOMException('Blocked', 'SecurityError')
    }
    if (location.pathname.startsWith('/w/'))
      for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: refuse })
    Object.assign(globalThis, { BroadcastChannel: refuse })
  }
  it('a chat works as long as its page, and says so', async () => {
    const { page, context } = await site.open('/')
    await page.close()
    await context.addInitScript(block)
    const opened = await site.openTab(context)
    await opened.begin('In memory')
    await opened.chat.getByText('Your browser blocks storage, so this chat ends when you close the tab.').waitFor()
    await site.reply('Still here')
    await opened.chat.getByRole('log').getByText('Still here').waitFor()
    await context.close()
  })
  it('because the visitor does not consent, nothing stays', async () => {
    const opened = await site.open('/')
    await opened.page.evaluate(() => (window as unknown as { Skein: { consent(given: boolean): void } }).Skein.consent(false))
    await opened.begin('No consent')
    const frame = opened.page.frames()[1]
    expect(await frame?.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0])
    await opened.page.evaluate(() => (window as unknown as { Skein: { consent(given: boolean): void } }).Skein.consent(true))
    await opened.context.close()
  })
})
