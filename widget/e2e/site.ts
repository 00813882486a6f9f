/**
 * Websites with a chat for browser tests: a service, and pages of other origins that include its script. `localhost` and `127.0.0.1` are
 * different sites for a browser, so the frame is a third party's and its storage is partitioned.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, FrameLocator, Locator, Page } from 'playwright-core'
import { watchForProblems } from '../../dashboard/e2e/browser-problems.ts'
import { catchFileChoosers, sharedBrowser } from '../../test/support/browser.ts'
import { findFreePort } from '../../test/support/free-port.ts'
import { startTestService, type TestService, type TestServiceOptions, type TestTenant } from '../../test/support/service.ts'

type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>
type WidgetSettings = NonNullable<NonNullable<Parameters<TestTenant['skein']['updateInbox']>[0]['body']>['widget']>

export type Site = {
  service: TestService
  tenant: TestTenant
  inboxId: string
  key: string
  /** Origin of the service, which is not that of the pages. */
  base: string
  /** Origin of the pages, which the inbox allows. */
  origin: string
  /** Origin of the same pages that the inbox does not allow. */
  strangeOrigin: string
  /** The script element, for pages of a test's own. */
  script: string
  /** Serves a page at a path, instead of the default one with the script. */
  setPage(path: string, html: string, headers?: Record<string, string>): void
  /** Opens a page in a new context. A problem in the browser fails the test, unless the test expects it. */
  open(path?: string, options?: ContextOptions): Promise<OpenChat>
  /** Opens another tab of a context. */
  openTab(context: BrowserContext, path?: string): Promise<OpenChat>
  /** Creates another chat with other settings, and serves a page with it. Settings of one chat that change are read a minute later. */
  addChat(path: string, widget: WidgetSettings): Promise<Chat>
  /** Replies to the latest thread, as an agent. */
  reply(body: string, more?: object): Promise<void>
  /** Opens the latest thread and reads it, as an agent. */
  look(): Promise<void>
  /** Returns the texts of the latest thread, oldest first, as agents read them. */
  listTexts(): Promise<string[]>
  close(): Promise<void>
}

export type Chat = { inboxId: string; key: string; script: string }

export type OpenChat = {
  page: Page
  context: BrowserContext
  launcher: Locator
  panel: Locator
  /** The frame's content. */
  chat: FrameLocator
  openChat(): Promise<void>
  /** Opens the chat and begins a conversation. */
  begin(text: string): Promise<void>
  /** Writes a message into the open conversation, and waits until it is stored. */
  write(text: string): Promise<void>
}

/** The smallest phone. */
export const phone: ContextOptions = { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true }
/** Whether this run tests the site's pages on a phone (`vitest.config.ts`). Tests that choose a device themselves do not depend on it. */
export const isPhone = process.env['SKEIN_CHAT_DEVICE'] === 'phone'
const device: ContextOptions = isPhone ? phone : { viewport: { width: 1_200, height: 860 } }

export async function startSite(options: TestServiceOptions = {}, widget: WidgetSettings = {}): Promise<Site> {
  const port = await findFreePort()
  const baseUrl = new URL(`http://localhost:${port}`)
  const config = { ...options.config, port, baseUrl }
  const [service, pages, strange] = await Promise.all([
    startTestService({ ...options, config }),
    servePages(),
    servePages(),
    sharedBrowser(),
  ])
  const tenant = await service.createTenant('acme')
  const origin = `http://127.0.0.1:${pages.port}`
  const strangeOrigin = `http://127.0.0.1:${strange.port}`
  const createChat = async (address: string, settings: WidgetSettings): Promise<Chat> => {
    const allowedOrigins = [origin, `http://localhost:${pages.port}`]
    const { data } = await tenant.skein.createInbox({
      body: { name: address, type: 'WIDGET', address, widget: { allowedOrigins, ...settings } },
    })
    const key = data.widget?.key ?? ''
    return { inboxId: data.id, key, script: `<script async src="${baseUrl.origin}/w/skein.js" data-key="${key}"></script>` }
  }
  for (const title of ['Where is my parcel?', 'Return within 30 days']) {
    const { data } = await tenant.skein.createKbArticle({ body: { title, body: `About: ${title}`, visibility: 'PUBLIC' } })
    await tenant.skein.publishKbArticle({ path: { id: data.id }, body: {} })
  }
  const { inboxId, key, script } = await createChat(origin, widget)
  const contexts: BrowserContext[] = []
  for (const each of [pages, strange]) each.html.set('/', page(script))
  const openTab = async (context: BrowserContext, path = '/'): Promise<OpenChat> => {
    const tab = await context.newPage()
    tab.setDefaultTimeout(60_000)
    await tab.goto(/^(https?|file):/.test(path) ? path : `${origin}${path}`)
    return toChat(tab, context)
  }
  return {
    service,
    tenant,
    inboxId,
    key,
    base: baseUrl.origin,
    origin,
    strangeOrigin,
    script,
    setPage(path, html, headers = {}) {
      for (const each of [pages, strange]) {
        each.html.set(path, html)
        each.headers.set(path, headers)
      }
    },
    async open(path, contextOptions) {
      const browser = await sharedBrowser()
      const context = await browser.newContext({ ...device, reducedMotion: 'reduce', locale: 'en-GB', ...contextOptions })
      contexts.push(context)
      watchForProblems(context)
      catchFileChoosers(context)
      await openShadowRoots(context)
      return openTab(context, path)
    },
    openTab,
    async addChat(path, settings) {
      const chat = await createChat(`https://${path.slice(1)}.example`, settings)
      for (const each of [pages, strange]) each.html.set(path, page(chat.script))
      return chat
    },
    async reply(body, more = {}) {
      await tenant.skein.replyToThread({ path: { id: await findLatestThread(tenant) }, body: { body, attachments: [], ...more } })
    },
    async look() {
      const id = await findLatestThread(tenant)
      await tenant.api('POST', `/threads/${id}/presence`, { body: { state: 'VIEWING' } })
      await tenant.api('PUT', `/threads/${id}/read`, { body: {} })
    },
    async listTexts() {
      const messages = await tenant.skein.listMessages({
        path: { id: await findLatestThread(tenant) },
        query: { sort: 'createdAt', limit: 100 },
      })
      return messages.data.map(({ body }) => body)
    },
    async close() {
      await Promise.all(contexts.map((context) => context.close()))
      pages.stop()
      strange.stop()
      await service.stop()
    },
  }
}

async function findLatestThread({ skein }: TestTenant): Promise<string> {
  const { data } = await skein.listThreads({ query: { limit: 1, sort: '-createdAt' } })
  return data[0]?.id ?? ''
}

/** A website's page with elements in its head. */
export function page(head: string, body = '', attributes = ''): string {
  const text = '<p>Beam 2. 600 lumens, seven hours, one button.</p>'.repeat(60)
  return `<!doctype html><html lang="en"${attributes}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Shop</title><link rel="icon" href="data:,">${head}</head><body><main><h1>Be seen from half a mile away.</h1>${body}${text}</main></body></html>`
}

type Pages = { port: number; html: Map<string, string>; headers: Map<string, Record<string, string>>; stop(): void }

export async function servePages(): Promise<Pages> {
  const html = new Map<string, string>()
  const headers = new Map<string, Record<string, string>>()
  const server = createServer((req: IncomingMessage, res) => {
    const { pathname } = new URL(req.url ?? '/', 'http://site')
    const text = html.get(pathname) ?? html.get('/') ?? ''
    res.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...headers.get(pathname) }).end(text)
  }).listen(0)
  await once(server, 'listening')
  return {
    // Safe because the server listens on a port.
    port: (server.address() as AddressInfo).port,
    html,
    headers,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Makes closed shadow roots open, so that the test sees into them. `loader.test.ts` checks that they are closed otherwise. */
export async function openShadowRoots(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const attach = Element.prototype.attachShadow
    Element.prototype.attachShadow = function attachOpen(init) {
      return attach.call(this, { ...init, mode: 'open' })
    }
  })
}

export function toChat(tab: Page, context: BrowserContext): OpenChat {
  const chat = tab.frameLocator('skein-chat iframe')
  const launcher = tab.locator('skein-chat > button, skein-chat button').first()
  const openChat = async (): Promise<void> => {
    await launcher.click()
    await chat.getByRole('main').waitFor()
  }
  const write = async (text: string): Promise<void> => {
    const { length } = await chat.locator('.line.mine').all()
    await chat.getByRole('textbox', { name: 'Write a message' }).fill(text)
    await chat.getByRole('button', { name: 'Send', exact: true }).click()
    await chat.locator('.line.mine').nth(length).waitFor()
    await chat.locator('.bubble.pending').first().waitFor({ state: 'detached' })
  }
  return {
    page: tab,
    context,
    launcher,
    panel: tab.locator('skein-chat div[role=dialog]'),
    chat,
    openChat,
    write,
    async begin(text) {
      await openChat()
      await chat.getByRole('button', { name: 'Send us a message' }).click()
      await write(text)
    },
  }
}
