/** A service at an address that a browser can open, a browser, and people who use both. */
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import axe from 'axe-core'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { sharedBrowser } from '../../server/kit/testing/browser.ts'
import { refreshKey } from '../src/api/refresh-key.ts'
import { startTestService, type TestService, type TestServiceOptions, type TestTenant } from '../../server/kit/testing/service.ts'

export const password = 'salty otters read maps'

export type Place = {
  service: TestService
  tenant: TestTenant
  /** The dashboard's address. */
  url: string
  /** A page in a browser of its own, and what went wrong in it: thrown errors, console errors, violations of the policy. */
  open(path: string, options?: Parameters<Browser['newContext']>[0]): Promise<OpenPage>
  /** The same, signed in as the tenant's owner or another person. */
  openAs(email: string, path?: string, options?: Parameters<Browser['newContext']>[0]): Promise<OpenPage>
  ownerEmail: string
  close(): Promise<void>
}

export type OpenPage = { page: Page; context: BrowserContext; wrong: string[] }

export async function openPlace(options: TestServiceOptions = {}): Promise<Place> {
  const port = await freePort()
  const baseUrl = new URL(`http://localhost:${port}`)
  const url = `http://app.localhost:${port}`
  const config = { ...options.config, port, baseUrl, dashboardUrl: new URL(url) }
  const [service, browser] = await Promise.all([startTestService({ ...options, config }), sharedBrowser()])
  const tenant = await service.createTenant('acme')
  await tenant.setPassword(tenant.ownerId, password)
  const { data: owner } = await tenant.skein.getUser({ path: { id: tenant.ownerId } })
  const contexts: BrowserContext[] = []
  const open: Place['open'] = async (path, contextOptions = {}) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', ...contextOptions })
    contexts.push(context)
    const page = await context.newPage()
    // Longer than a busy machine needs, as all limits of the suite.
    page.setDefaultTimeout(30_000)
    const wrong: string[] = []
    page.on('pageerror', (error) => wrong.push(error.message))
    page.on('console', (message) => {
      // Refusals that a test provokes are shown there too.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) wrong.push(message.text())
    })
    await page.goto(`${url}${path}`)
    return { page, context, wrong }
  }
  return {
    service,
    tenant,
    url,
    ownerEmail: owner.email,
    open,
    async openAs(email, path = '/', contextOptions = {}) {
      const people = await tenant.skein.listUsers({ query: { limit: 100 } })
      const person = people.data.find((each) => each.email === email)
      if (!person) throw new Error(`Nobody has the address ${email}`)
      // As a browser that was signed in before: the form itself has tests of its own, and takes a second each time.
      const { refreshToken } = await tenant.sessionFor(person.id)
      const localStorage = [{ name: refreshKey, value: refreshToken }]
      return open(path, { ...contextOptions, storageState: { cookies: [], origins: [{ origin: url, localStorage }] } })
    },
    async close() {
      await Promise.all(contexts.map((context) => context.close()))
      await service.stop()
    },
  }
}

export async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((at) => at.pathname !== '/sign-in')
}

/** Waits until the page follows events, and has read again what it had read before it did: what happens from now on comes to it as an event. */
export async function followsEvents(page: Page): Promise<void> {
  await page.getByRole('img', { name: 'Up to date' }).waitFor()
  const quietMs = 300
  await page.waitForFunction((ms) => {
    const ends = performance.getEntriesByType('resource').map((entry) => entry.startTime + entry.duration)
    return performance.now() - Math.max(...ends) > ms
  }, quietMs)
}

/** What axe finds on the page, in both themes: one line for each element. Colours are all that themes differ in. */
export async function violationsOf(page: Page): Promise<string[]> {
  // `preload` reads all style sheets again, for rules that are not asked for here.
  // The page's policy allows no script but its own: this one comes from the debugger, which no policy holds back.
  await page.evaluate(`if (!globalThis.axe) { ${axe.source} }`)
  const found: string[] = []
  for (const [colorScheme, runOnly] of [
    ['light', ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']],
    ['dark', { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    const lines = await page.evaluate(async (rules) => {
      // Safe because the line above has defined it.
      const { axe: run } = globalThis as unknown as { axe: typeof axe }
      const { violations } = await run.run(document, { runOnly: rules as never, resultTypes: ['violations'], preload: false })
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
      )
    }, runOnly)
    found.push(...lines.map((line) => `${colorScheme}: ${line}`))
  }
  return found
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Safe because a server that listens on a port has the address of one.
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** What is written in the composer: in its plain field, or in the editor that takes its place. */
export function written(field: Locator): Promise<string> {
  return field.evaluate((element) => {
    if (element instanceof HTMLTextAreaElement) return element.value
    const paragraphs = [...element.querySelectorAll('p')]
    // The break that a browser needs to show an empty line is none of the text.
    const textOf = (node: Node): string =>
      node instanceof HTMLBRElement
        ? node.className === ''
          ? '\n'
          : ''
        : node.childNodes.length > 0
          ? [...node.childNodes].map(textOf).join('')
          : (node.textContent ?? '')
    return paragraphs.map(textOf).join('\n\n')
  })
}
