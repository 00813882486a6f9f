/** Number of requests for working through threads. All agents of an office may share one IP address, and its rate limit. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { waitForEventStream, startDashboard, type OpenPage, type TestDashboard } from './dashboard.ts'

let dashboard: TestDashboard
let opened: OpenPage
const threadCount = 46
beforeAll(async () => {
  dashboard = await startDashboard()
  const { skein } = dashboard.tenant
  for (let i = 0; i < threadCount; i++) {
    const requester = { email: `customer${i}@example.com` }
    await skein.createThread({ body: { title: `Thread ${i}`, body: `Message ${i}`, requester } })
  }
  opened = await dashboard.openAs(dashboard.ownerEmail, '/inbox/all')
  await opened.page.getByRole('row').nth(1).waitFor()
  await waitForEventStream(opened.page)
})
afterAll(() => dashboard.close())

/** Returns the API requests that the page sends during `work` and until the network is idle, without the event stream. */
async function recordRequests(work: () => Promise<void>): Promise<{ sent: string[]; refused: number }> {
  const { page } = opened
  const sent: string[] = []
  let refused = 0
  let [open, lastAt] = [0, Date.now()]
  const onRequest = (request: { url(): string; method(): string }): void => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/api/') || pathname.endsWith('/events/stream') || request.method() === 'OPTIONS') return
    sent.push(`${request.method()} ${pathname.replace(/[a-z]{3}_[0-9a-z]{26}/, '{id}')}`)
    open++
    lastAt = Date.now()
  }
  const onEnd = (request: { url(): string }): void => {
    if (new URL(request.url()).pathname.startsWith('/api/')) open--
    lastAt = Date.now()
  }
  const onResponse = (response: { status(): number }): void => void (refused += Number(response.status() === 429))
  page.on('request', onRequest).on('requestfinished', onEnd).on('requestfailed', onEnd).on('response', onResponse)
  await work()
  // Longer than the debounces of presence, read marks and leaving a thread.
  await expect.poll(() => open <= 0 && Date.now() - lastAt > 2_500).toBe(true)
  page.off('request', onRequest).off('requestfinished', onEnd).off('requestfailed', onEnd).off('response', onResponse)
  return { sent, refused }
}

it('opening a thread takes three requests, also after another one', async () => {
  const { page } = opened
  // Lists that all threads share, such as users and inboxes, are fetched once.
  await recordRequests(async () => {
    await page.getByRole('row', { name: /Thread 40\b/ }).click()
    await page.getByRole('article').getByText('Message 40').waitFor()
  })
  for (const number of [39, 38]) {
    const { sent } = await recordRequests(async () => {
      await page.getByRole('row', { name: new RegExp(`Thread ${number}\\b`) }).click()
      await page.getByRole('article').getByText(`Message ${number}`).waitFor()
    })
    expect(sent.toSorted()).toEqual([
      'GET /api/v1/threads/{id}/view',
      'POST /api/v1/threads/{id}/presence',
      'PUT /api/v1/threads/{id}/read',
    ])
  }
})

it('45 presses of J take at most 50 requests, and none is refused', async () => {
  const { page } = opened
  await page.getByRole('row', { name: /Thread 45\b/ }).click()
  await page.getByRole('article').getByText('Message 45').waitFor()
  const { sent, refused } = await recordRequests(async () => {
    for (let i = 0; i < 45; i++) await page.keyboard.press('j')
    await page.getByRole('article').getByText('Message 0', { exact: true }).waitFor()
  })
  expect(sent.length).toBeLessThanOrEqual(50)
  expect(refused).toBe(0)
})

it('while J is held down, only the thread at which it stops is read', async () => {
  // If a frame takes longer than the page waits for the next key event, the page treats the key as released. On a busy machine this adds
  // requests, so one attempt within the limits is enough.
  let sent: string[] = []
  const isWithin = (): boolean => sent.filter((line) => line.endsWith('/view')).length <= 2 && sent.length <= 5
  for (let attempts = 0; attempts === 0 || (attempts < 6 && !isWithin()); attempts++) sent = await recordWhileHeld(40)
  expect(isWithin(), sent.join('\n')).toBe(true)
})

/** Holds J down from the first thread, and returns the requests. `repetitions` is the number of key events. */
async function recordWhileHeld(repetitions: number): Promise<string[]> {
  const { page } = opened
  await page.goto(`${dashboard.url}/inbox/all`)
  await page.getByRole('row', { name: /Thread 45\b/ }).click()
  await page.getByRole('article').getByText('Message 45').waitFor()
  await waitForEventStream(page)
  // The page prefetches threads whose rows scroll below the pointer.
  await page.mouse.move(0, 0)
  const { sent } = await recordRequests(async () => {
    await page.evaluate(async (count) => {
      for (let i = 0; i < count; i++) {
        const event = { key: 'j', code: 'KeyJ', bubbles: true, cancelable: true, repeat: i > 0 }
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', event))
        await new Promise(requestAnimationFrame)
      }
    }, repetitions)
    await page.getByRole('article').getByText('Message 5', { exact: true }).waitFor()
  })
  return sent
}
