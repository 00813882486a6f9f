/** A service at an address that a browser can open, a browser, and people who use both. */
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import axe from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { openBrowser } from '../../server/kit/testing/browser.ts'
import { startTestService, type TestService, type TestServiceOptions, type TestTenant } from '../../server/kit/testing/service.ts'

export const password = 'salty otters read maps'

export type Place = {
  service: TestService
  tenant: TestTenant
  /** The dashboard's address. */
  url: string
  browser: Browser
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
  const [service, browser] = await Promise.all([startTestService({ ...options, config }), openBrowser()])
  const tenant = await service.createTenant('acme')
  await tenant.setPassword(tenant.ownerId, password)
  const { data: owner } = await tenant.skein.getUser({ path: { id: tenant.ownerId } })
  const open: Place['open'] = async (path, contextOptions = {}) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', ...contextOptions })
    const page = await context.newPage()
    page.setDefaultTimeout(15_000)
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
    browser,
    ownerEmail: owner.email,
    open,
    async openAs(email, path = '/', contextOptions = {}) {
      const opened = await open(`/sign-in?to=${encodeURIComponent(path)}`, contextOptions)
      await signIn(opened.page, email)
      return opened
    },
    async close() {
      await browser.close()
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

/** What axe finds on the page, in both themes: one line for each element. */
export async function violationsOf(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    // The page's policy allows no script but its own: this one comes from the debugger, which no policy holds back.
    await page.evaluate(axe.source)
    const lines = await page.evaluate(async () => {
      // Safe because the line before has defined it.
      const { axe: run } = globalThis as unknown as { axe: typeof axe }
      const { violations } = await run.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
      )
    })
    found.push(...lines.map((line) => `${colorScheme}: ${line}`))
  }
  return found
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Safe because a server that listens on a port has the address of one.
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
