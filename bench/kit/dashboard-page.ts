/** Opens the dashboard in a real browser, with functions that measure paint times. */
import type { Browser, CDPSession, Page } from 'playwright-core'
import { readConfig } from '../../server/config.ts'
import { openBrowser } from '../../test/support/browser.ts'
import { hashPassword, storePassword } from '../../server/resources/auth/index.ts'
import { getOwnerId } from '../../server/resources/tenants/index.ts'
import { withDatabase, type BenchTenant, type Dataset } from './dataset.ts'
import type { Options } from './options.ts'
import { findFreePort, isReady, startService, type Service } from './service.ts'

const password = 'salty otters read maps'

/** Measurements that `installMeasurements` adds to the page. Times are milliseconds since 1970. */
declare global {
  interface Window {
    /** Time of the last key press. */
    keyPressedAt: number
    /** Resolves with the time of the first paint after `isShown` returns true. */
    waitForPaint(isShown: () => boolean): Promise<number>
    /** Milliseconds from each key press to the next paint. Excludes those under 16 ms, which the browser does not report. */
    slowKeys: number[]
    /** Durations in milliseconds of tasks longer than 50 ms. */
    longTasks: number[]
  }
}

export type BenchDashboard = {
  service: Service
  url: string
  browser: Browser
  openPage(path: string): Promise<Page>
  close(): Promise<void>
}

/** Starts the service and a browser. Every page that `openPage` opens is signed in as the owner of `tenant`. */
export async function openDashboard(options: Options, { dataDir }: Dataset, tenant: BenchTenant): Promise<BenchDashboard> {
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
      await page.addInitScript(installMeasurements)
      await page.goto(`${url}/sign-in?to=${encodeURIComponent(path)}`)
      await page.getByLabel('Email address').fill(`owner@bench-${tenant.no}.example`)
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

/** Collects garbage in the page, then returns its heap size in bytes. */
export async function measureHeapBytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize
}

/** Init script, which runs before the page's own scripts. */
function installMeasurements(): void {
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
  window.waitForPaint = (isShown) =>
    new Promise((resolve) => {
      const resolveIfShown = (): void => {
        if (!isShown()) return
        changes.disconnect()
        // A message posted in an animation-frame callback arrives after that frame is painted.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => resolve(performance.timeOrigin + performance.now()), { once: true })
          port1.start()
          port2.postMessage(null)
        })
      }
      const changes = new MutationObserver(resolveIfShown)
      changes.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
      resolveIfShown()
    })
}
