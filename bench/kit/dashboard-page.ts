/** The dashboard in a real browser, with functions that measure paints. */
import type { Browser, CDPSession, Page } from 'playwright-core'
import { readConfig } from '../../server/config.ts'
import { openBrowser } from '../../test/support/browser.ts'
import { hashPassword, storePassword } from '../../server/resources/auth/index.ts'
import { getOwnerId } from '../../server/resources/tenants/index.ts'
import { withDatabase, type BenchTenant, type Dataset } from './dataset.ts'
import type { Options } from './options.ts'
import { findFreePort, isReady, startService, type Service } from './service.ts'

const password = 'salty otters read maps'

/** The measuring functions inside the page. All times are milliseconds since 1970. */
declare global {
  interface Window {
    /** The time of the last key press. */
    keyPressedAt: number
    /** Resolves to the time of the first paint for which `isShown` is true. */
    painted(isShown: () => boolean): Promise<number>
    /** Milliseconds from a key to the next paint, for keys that took at least 16. The browser does not report faster ones. */
    slowKeys: number[]
    /** Milliseconds of tasks that took longer than 50. */
    longTasks: number[]
  }
}

export type DashboardPlace = {
  service: Service
  url: string
  browser: Browser
  openPage(path: string): Promise<Page>
  close(): Promise<void>
}

/** Starts the service and a browser, in which the owner of `tenant` is signed in on every page. */
export async function openDashboard(options: Options, { dataDir }: Dataset, tenant: BenchTenant): Promise<DashboardPlace> {
  const { passwords } = readConfig({ DATA_DIR: dataDir })
  const hash = await hashPassword(password, passwords)
  await withDatabase(dataDir, async (db) => {
    const userId = await getOwnerId(db, tenant.tenantId)
    await db.transaction((tx) => storePassword(tx, { tenantId: tenant.tenantId, userId, hash }))
  })
  const port = await findFreePort()
  const service = await startService(options, dataDir, isReady, { command: 'start', env: { DASHBOARD_PORT: String(port) } })
  const url = `http://localhost:${port}`
  const browser = await openBrowser()
  return {
    service,
    url,
    browser,
    async openPage(path) {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      await page.addInitScript(watch)
      await page.goto(`${url}/sign-in?to=${encodeURIComponent(path)}`)
      await page.getByLabel('E-mail address').fill(`owner@bench-${tenant.no}.example`)
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.waitForURL((at) => at.pathname !== '/sign-in')
      return page
    },
    async close() {
      await browser.close()
      await service.stop()
    },
  }
}

/** Returns the bytes of the page's heap after a garbage collection. */
export async function heapBytes(debuggerOf: CDPSession): Promise<number> {
  await debuggerOf.send('HeapProfiler.collectGarbage')
  const { usedSize } = await debuggerOf.send('Runtime.getHeapUsage')
  return usedSize
}

/** Runs in the page before everything else. */
function watch(): void {
  window.keyPressedAt = 0
  window.slowKeys = []
  window.longTasks = []
  addEventListener('keydown', ({ timeStamp }) => (window.keyPressedAt = performance.timeOrigin + timeStamp), true)
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'keydown') window.slowKeys.push(duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
    type: 'longtask',
  })
  window.painted = (isShown) =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!isShown()) return
        changes.disconnect()
        // A message that is sent in a frame arrives after that frame was painted.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => resolve(performance.timeOrigin + performance.now()), { once: true })
          port1.start()
          port2.postMessage(null)
        })
      }
      const changes = new MutationObserver(look)
      changes.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
      look()
    })
}
