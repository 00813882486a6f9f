/** What the chat costs the page around it, on a processor that is four times slower. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser } from '../../test/support/browser.ts'
import { openShadowRoots, page as pageWith, startSite, toChat, type Site } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

type Cost = { longTasksMs: number[]; shift: number }

/** Opens a page and its chat on a slowed processor. Returns what the page's observers report until the launcher is there, and from then on. */
async function measure(): Promise<[start: Cost, opening: Cost]> {
  const { page: first, context } = await site.open('/', { reducedMotion: 'no-preference' })
  await first.close()
  await context.addInitScript(() => {
    const noted = { longTasksMs: [] as number[], shift: 0 }
    const take = (): typeof noted => ({ longTasksMs: noted.longTasksMs.splice(0), shift: noted.shift })
    new PerformanceObserver((list) => {
      // Browsers run frames of other sites in processes of their own. The tests' browser has one process for all.
      for (const { name, duration } of list.getEntries()) if (!name.startsWith('cross-origin-')) noted.longTasksMs.push(duration)
    }).observe({ type: 'longtask', buffered: true })
    new PerformanceObserver((list) => {
      // Safe because the observer has this type of entries.
      for (const entry of list.getEntries()) noted.shift += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
    Object.assign(globalThis, { takeCost: take })
  })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const chat = page.frameLocator('skein-chat iframe')
  const launcher = page.locator('skein-chat button').first()
  const take = (): Promise<Cost> =>
    page.evaluate(async () => {
      // Observers report after the next frame.
      for (let i = 0; i < 3; i++) await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      return (globalThis as unknown as { takeCost(): Cost }).takeCost()
    })
  await page.goto(`${site.origin}/`)
  await launcher.waitFor()
  const start = await take()
  await launcher.click()
  await chat.getByRole('main').waitFor()
  const opening = await take()
  await context.close()
  return [start, opening]
}

it('no task takes over 50 ms on a slowed processor, and opening moves nothing', async () => {
  // A busy machine lengthens some task by chance. A long task of the chat's own occurs in each attempt.
  const attempts: [Cost, Cost][] = []
  const isFree = (costs: readonly Cost[]): boolean => costs.every(({ longTasksMs }) => longTasksMs.length === 0)
  for (let i = 0; i < 8 && !attempts.some(isFree); i++) attempts.push(await measure())
  expect(attempts.flat().map(({ shift }) => shift)).toEqual(attempts.flat().map(() => 0))
  expect(attempts.some(isFree), JSON.stringify(attempts)).toBe(true)
})

it('nothing of an open chat keeps its page out of the back-forward cache', async () => {
  // The browser of the tests has no such cache, but says of each page why it is not kept. A page without the chat has the same reasons.
  const browser = await openBrowser({ keepsPages: true })
  try {
    const context = await browser.newContext()
    await openShadowRoots(context)
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Page.enable')
    const leave = async (): Promise<unknown> => {
      const explained = new Promise<unknown>((resolve) =>
        session.once('Page.backForwardCacheNotUsed', ({ notRestoredExplanations: own, notRestoredExplanationsTree: tree }) => {
          const ofFrames = tree?.children.flatMap(({ explanations }) => explanations) ?? []
          resolve([...own, ...ofFrames].map(({ reason }) => reason).toSorted())
        }),
      )
      await page.goto(`${site.strangeOrigin}/bare`)
      await page.goBack()
      return explained
    }
    site.setPage('/bare', pageWith(''))
    await page.goto(`${site.origin}/bare`)
    const without = await leave()
    await page.goto(`${site.origin}/`)
    const stream = page.waitForResponse((response) => response.url().endsWith('/widget/stream'))
    await toChat(page, context).begin('See you soon')
    await stream
    expect(await leave()).toEqual(without)
  } finally {
    await browser.close()
  }
})
