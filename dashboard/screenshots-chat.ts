/** The website chat for `npm run screenshots`: the launcher with a new message, home, a conversation and help, on a page of a shop. */
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Frame, Page } from 'playwright-core'
import { findFreePort } from '../bench/kit/service.ts'
import type { SkeinClient } from '../client/index.ts'
import { findViolations } from './e2e/dashboard.ts'

export const chatScreens = ['chat-launcher', 'chat-home', 'chat-conversation', 'chat-help'] as const
type Name = (typeof chatScreens)[number]

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const
const settleMs = 600

type Setting = { browser: Browser; baseUrl: string; skein: SkeinClient; directory: string; isWanted: (screen: { name: string }) => boolean }

/** Takes the screenshots, and returns the id of the visitor's thread and the faults. */
export async function takeChatScreenshots(setting: Setting): Promise<{ threadId: string; faults: string[] }> {
  const { browser, baseUrl, skein } = setting
  const port = await findFreePort()
  const shop = `http://127.0.0.1:${port}`
  const key = await allowShop(skein, shop)
  const html = shopPage(baseUrl, key)
  const server = createServer((_, res) => res.setHeader('Content-Type', 'text/html').end(html)).listen(port, '127.0.0.1')
  const context = await browser.newContext({ viewport: sizes[0], reducedMotion: 'reduce', locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(`${shop}/`)
  await call(page, 'open')
  const frame = await findFrame(page, baseUrl)
  await frame.getByRole('button', { name: 'Send us a message' }).click()
  await write(frame, 'Hello, I typed the wrong house number. It should be 14 instead of 41. Order 10490.')
  const { data } = await skein.listThreads({ query: { limit: 1, sort: '-createdAt' } })
  const threadId = data[0]?.id ?? ''
  const reply = (body: string, more: object = {}) => skein.replyToThread({ path: { id: threadId }, body: { body, ...more } })
  const { data: articles } = await skein.listKbArticles({ query: { limit: 100 } })
  const article = articles.find(({ status, visibility }) => status === 'PUBLISHED' && visibility === 'PUBLIC')
  await reply('You’re just in time: it has not been packed yet.', article ? { parts: [{ kind: 'ARTICLE', articleId: article.id }] } : {})
  await reply('I’ve changed it to number 14. You’ll get the tracking link this afternoon.')
  await frame.getByText('You’ll get the tracking link').first().waitFor()
  await write(frame, 'Perfect, thank you!')
  const faults = await shoot(page, frame, 'chat-conversation', setting)
  await frame.getByRole('button', { name: 'Back' }).click()
  faults.push(...(await shoot(page, frame, 'chat-home', setting)))
  await frame.getByRole('button', { name: 'Help', exact: true }).click()
  faults.push(...(await shoot(page, frame, 'chat-help', setting)))
  await call(page, 'close')
  await reply('It has left our warehouse.')
  await frame.getByText('It has left our warehouse.').waitFor()
  faults.push(...(await shoot(page, page.mainFrame(), 'chat-launcher', setting)))
  await context.close()
  server.close()
  server.closeAllConnections()
  return { threadId, faults }
}

const shopPage = (baseUrl: string, key: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Acme Lights</title>
<style>
:root { color-scheme: light dark }
body { margin: 56px; font: 16px/1.5 system-ui, sans-serif; background: light-dark(#efeeea, #1c1b1a) }
h1 { max-width: 10em; font-size: 48px; line-height: 1.05; letter-spacing: -0.02em }
</style>
<script async src="${baseUrl}/w/skein.js" data-key="${key}"></script></head>
<body><main><h1>Be seen from half a mile away.</h1><p>Beam 2. 600 lumens, seven hours, one button.</p></main></body></html>`

/** Lets the shop show the sample company's chat, and returns its key. Creates a chat if there is none. */
async function allowShop(skein: SkeinClient, shop: string): Promise<string> {
  const { data } = await skein.listInboxes({ query: { limit: 100 } })
  const widget = { allowedOrigins: [shop] }
  const found = data.find(({ type }) => type === 'WIDGET')
  const { data: inbox } = await (found
    ? skein.updateInbox({ path: { id: found.id }, body: { widget } })
    : skein.createInbox({ body: { name: 'Web chat', type: 'WIDGET', widget } }))
  return inbox.widget?.key ?? ''
}

async function call(page: Page, method: 'open' | 'close'): Promise<void> {
  await page.waitForFunction(() => 'Skein' in window && !Array.isArray((window as { Skein?: unknown }).Skein))
  await page.evaluate((name) => (window as unknown as { Skein: Record<string, () => void> }).Skein[name]?.(), method)
}

async function findFrame(page: Page, baseUrl: string): Promise<Frame> {
  for (;;) {
    const frame = page.frames().find((each) => each !== page.mainFrame() && each.url().startsWith(`${baseUrl}/w/`))
    if (frame) return frame
    await sleep(50)
  }
}

async function write(frame: Frame, text: string): Promise<void> {
  const field = frame.getByRole('textbox', { name: 'Write a message' })
  await field.fill(text)
  await field.press('Enter')
  await frame.getByRole('log').getByText(text).first().waitFor()
  await frame.getByRole('log').getByText('Sent').waitFor()
}

/** Takes a screenshot at both sizes and in both themes, and returns what axe finds in the frame and whether the frame scrolls sideways. */
async function shoot(page: Page, frame: Frame, name: Name, { directory, isWanted }: Setting): Promise<string[]> {
  if (!isWanted({ name })) return []
  const faults: string[] = []
  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await sleep(settleMs)
      await page.screenshot({ path: join(directory, `${name}-${size.width}-${colorScheme}.png`) })
    }
    faults.push(...(await findViolations(page, frame)).map((fault) => `${name} at ${size.width}: ${fault}`))
    const isWide = await frame.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
    if (isWide) faults.push(`${name} at ${size.width}: scrolls sideways`)
  }
  await page.setViewportSize(sizes[0])
  return faults
}
