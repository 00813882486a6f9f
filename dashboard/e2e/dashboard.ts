/** Starts a service and its dashboard for a test, and opens pages with a signed-in user. */
import axe from 'axe-core'
import type { Browser, BrowserContext, CDPSession, Frame, Locator, Page } from 'playwright-core'
import { catchFileChoosers, sharedBrowser } from '../../test/support/browser.ts'
import { watchForProblems } from './browser-problems.ts'
import { refreshKey } from '../src/api/refresh-key.ts'
import { startTestService, type TestService, type TestServiceOptions, type TestTenant } from '../../test/support/service.ts'
import { findFreePort } from '../../test/support/free-port.ts'

export const password = 'salty otters read maps'

export type TestDashboard = {
  service: TestService
  tenant: TestTenant
  /** The dashboard's address. */
  url: string
  /** Opens a page in a new browser context. A problem in the page fails the test; see `browser-problems.ts`. */
  open(path: string, options?: BrowserOptions): Promise<OpenPage>
  /**
   * Opens a page with the user of this email signed in. Without `options`, the page may reuse the browser context of a closed page. Its
   * storage is cleared, but the dashboard's files stay cached, which halves the time to open the page. A context is not reused after a test
   * has accessed `context` or `page.clock`, because the test may have changed routes, permissions or the time.
   */
  openAs(email: string, path?: string, options?: BrowserOptions): Promise<OpenPage>
  ownerEmail: string
  close(): Promise<void>
}

type BrowserOptions = NonNullable<Parameters<Browser['newContext']>[0]>

export type OpenPage = {
  page: Page
  context: BrowserContext
  /** Closes all pages of the context. */
  close(): Promise<void>
}

/** Opens a new browser context. A problem in its pages fails the test. */
export async function openContext(options: BrowserOptions = {}): Promise<BrowserContext> {
  const browser = await sharedBrowser()
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', ...options })
  watchForProblems(context)
  catchFileChoosers(context)
  return context
}

export async function startDashboard(options: TestServiceOptions = {}): Promise<TestDashboard> {
  const port = await findFreePort()
  const baseUrl = new URL(`http://localhost:${port}`)
  const url = `http://app.localhost:${port}`
  const config = { ...options.config, port, baseUrl, dashboardUrl: new URL(url) }
  const [service] = await Promise.all([startTestService({ ...options, config }), sharedBrowser()])
  const tenant = await service.createTenant('acme')
  await tenant.setPassword(tenant.ownerId, password)
  const { data: owner } = await tenant.skein.getUser({ path: { id: tenant.ownerId } })
  const contexts: BrowserContext[] = []
  /** One page of each reusable context. The page runs no scripts, and stays open while other pages of the context are closed. */
  const idleBlankPages: Page[] = []
  const newContext = async (contextOptions?: BrowserOptions): Promise<BrowserContext> => {
    const context = await openContext(contextOptions)
    contexts.push(context)
    return context
  }
  const openIn = async (context: BrowserContext, path: string): Promise<OpenPage> => {
    const page = await context.newPage()
    // Like all timeouts of the suite, generous enough for a busy machine.
    page.setDefaultTimeout(120_000)
    await page.goto(`${url}${path}`)
    return { page, context, close: () => context.close() }
  }
  const findUserId = async (email: string): Promise<string> => {
    const users = await tenant.skein.listUsers({ query: { limit: 100 } })
    const user = users.data.find((each) => each.email === email)
    if (!user) throw new Error(`No user has the email ${email}.`)
    return user.id
  }
  const openBlankPage = async (): Promise<Page> => {
    const page = await (await newContext()).newPage()
    await page.goto(`${url}/icon.svg`)
    return page
  }
  return {
    service,
    tenant,
    url,
    ownerEmail: owner.email,
    open: async (path, contextOptions) => openIn(await newContext(contextOptions), path),
    async openAs(email, path = '/', contextOptions) {
      const id = email === owner.email ? owner.id : await findUserId(email)
      // Stores a refresh token, like an earlier visit. Signing in with the form would take a second, and other tests cover the form.
      const { refreshToken } = await tenant.sessionFor(id)
      if (contextOptions) {
        const localStorage = [{ name: refreshKey, value: refreshToken }]
        return openIn(
          await newContext({ ...contextOptions, storageState: { cookies: [], origins: [{ origin: url, localStorage }] } }),
          path,
        )
      }
      const blankPage = idleBlankPages.pop() ?? (await openBlankPage())
      await blankPage.evaluate(([name, value]) => localStorage.setItem(name, value), [refreshKey, refreshToken] as const)
      const { page, context } = await openIn(blankPage.context(), path)
      // Routes, permissions and the clock belong to the context, so changing them would affect the next test that reuses it.
      let isChanged = false
      const { clock } = page
      Object.defineProperty(page, 'clock', { get: () => ((isChanged = true), clock) })
      return {
        page,
        get context() {
          isChanged = true
          return context
        },
        async close() {
          if (isChanged) return context.close()
          for (const each of context.pages()) if (each !== blankPage) await each.close()
          // Clear the storage last, because a closing page may still write to it.
          await blankPage.evaluate(() => localStorage.clear())
          idleBlankPages.push(blankPage)
        },
      }
    },
    async close() {
      await Promise.all(contexts.map((context) => context.close()))
      await service.stop()
    },
  }
}

export async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((at) => at.pathname !== '/sign-in')
}

/** Waits until the event stream is connected and the page has refetched its data. From then on, changes reach the page only as events. */
export async function waitForEventStream(page: Page): Promise<void> {
  // The indicator is empty while the stream is connected.
  await page.getByRole('img', { name: 'Up to date' }).first().waitFor({ state: 'attached' })
  const quietMs = 300
  await page.waitForFunction((ms) => {
    const ends = performance.getEntriesByType('resource').map((entry) => entry.startTime + entry.duration)
    return performance.now() - Math.max(...ends) > ms
  }, quietMs)
}

/**
 * Returns the accessibility violations that axe finds in both themes, one line per element. The dark theme differs only in colours, so only
 * the colour rules run again, or all with `isThorough`. `frame` is a frame of another site in the page.
 */
export async function findViolations(page: Page, frame: Frame = page.mainFrame(), { isThorough = false } = {}): Promise<string[]> {
  if (!(await frame.evaluate(() => 'axe' in globalThis))) await injectAxe(page, frame)
  const found: string[] = []
  const everyRule = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  for (const [colorScheme, runOnly] of [
    ['light', everyRule],
    ['dark', isThorough ? everyRule : { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    const lines = await frame.evaluate(
      async ({ rules, inLight }) => {
        // Safe because injectAxe has defined it.
        const { axe: run } = globalThis as unknown as { axe: typeof axe }
        // `preload` would fetch all style sheets again for rules that are not enabled, and axe cannot run in the sandboxed frames.
        const options = {
          runOnly: rules as never,
          rules: inLight ? { 'label-content-name-mismatch': { enabled: true } } : {},
          resultTypes: ['violations' as const],
          preload: false,
          iframes: false,
        }
        const { violations } = await run.run(document, options)
        return violations.flatMap(({ id, nodes }) =>
          nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
        )
      },
      { rules: runOnly, inLight: colorScheme === 'light' },
    )
    found.push(...lines.map((line) => `${colorScheme}: ${line}`))
  }
  return found
}

/**
 * Loads axe into the page over the debugging protocol, because the content security policy blocks injected scripts. The source is one
 * megabyte, so it is loaded only once per document, and without `page.evaluate`, which would parse it twice.
 */
async function injectAxe(page: Page, frame: Frame): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const context = frame === page.mainFrame() ? {} : { contextId: await findExecutionContext(session, frame) }
  const { exceptionDetails } = await session.send('Runtime.evaluate', { expression: `${axe.source}; 0`, ...context })
  await session.detach()
  if (exceptionDetails) throw new Error(`axe could not be loaded: ${exceptionDetails.text}`)
}

/** Returns the id of a frame's own execution context. The frame is the only one of its origin in the page. */
async function findExecutionContext(session: CDPSession, frame: Frame): Promise<number> {
  const { origin } = new URL(frame.url())
  let found: number | undefined
  session.on('Runtime.executionContextCreated', ({ context }) => {
    if (Boolean(context.auxData?.['isDefault']) && context.origin === origin) found = context.id
  })
  // Reports the contexts that exist before it returns.
  await session.send('Runtime.enable')
  if (found === undefined) throw new Error(`The page has no frame of ${origin}`)
  return found
}

/** Returns the text of the composer, which is a textarea until the rich-text editor replaces it. */
export function readEditor(field: Locator): Promise<string> {
  return field.evaluate((element) => {
    if (element instanceof HTMLTextAreaElement) return element.value
    const paragraphs = [...element.querySelectorAll('p')]
    // Browsers add a line break to an empty paragraph; it is not part of the text.
    const toText = (node: Node): string =>
      node instanceof HTMLBRElement
        ? node.className === ''
          ? '\n'
          : ''
        : node.childNodes.length > 0
          ? [...node.childNodes].map(toText).join('')
          : (node.textContent ?? '')
    return paragraphs.map(toText).join('\n\n')
  })
}

/** Chooses an option of a `Select` (`ui/select.tsx`) by the label of the select and the name of the option, which includes its hint. */
export async function chooseOption(within: Page | Locator, label: string, option: string | RegExp): Promise<void> {
  await within.getByRole('combobox', { name: label }).click()
  // The listbox floats above the page, outside `within`.
  const page = 'page' in within ? within.page() : within
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Creates a thread of the customer, by default Dana Ruiz, with one message. Returns its id. */
export async function createThread(
  { tenant }: TestDashboard,
  title: string,
  requester = { email: 'dana@example.com', name: 'Dana Ruiz' },
): Promise<string> {
  return (await tenant.skein.createThread({ body: { title, body: `About: ${title}`, requester } })).data.threadId
}

/** Opens a thread in the inbox and waits until its subject is shown. */
export async function openThread(page: Page, id: string, subject: string): Promise<void> {
  await page.goto(new URL(`/inbox/all/${id}`, page.url()).href)
  await page.getByRole('heading', { name: subject, level: 2 }).waitFor()
}
