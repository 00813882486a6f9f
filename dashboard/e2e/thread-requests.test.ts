/** How many requests it takes to work through threads: an office shares one address, and its limit. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { followsEvents, openPlace, type OpenPage, type Place } from './place.ts'

let place: Place
let seen: OpenPage
const threadCount = 46
beforeAll(async () => {
  place = await openPlace()
  const { skein } = place.tenant
  for (let i = 0; i < threadCount; i++) {
    const requester = { email: `customer${i}@example.com` }
    await skein.createThread({ body: { title: `Thread ${i}`, body: `Message ${i}`, requester } })
  }
  seen = await place.openAs(place.ownerEmail, '/inbox/all')
  await seen.page.getByRole('row').nth(1).waitFor()
  await followsEvents(seen.page)
})
afterAll(() => place.close())

/** Requests to the API while `work` runs, and until the page is quiet. The event stream is one request for the whole browser. */
async function requestsOf(work: () => Promise<void>): Promise<{ asked: string[]; refused: number }> {
  const { page } = seen
  const asked: string[] = []
  let refused = 0
  let [open, lastAt] = [0, Date.now()]
  const onRequest = (request: { url(): string; method(): string }): void => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/api/') || pathname.endsWith('/events/stream') || request.method() === 'OPTIONS') return
    asked.push(`${request.method()} ${pathname.replace(/[a-z]{3}_[0-9a-z]{26}/, '{id}')}`)
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
  // Longer than any delay after which the page reports that a thread is open, was read or was left.
  await expect.poll(() => open <= 0 && Date.now() - lastAt > 2_500, { timeout: 60_000 }).toBe(true)
  page.off('request', onRequest).off('requestfinished', onEnd).off('requestfailed', onEnd).off('response', onResponse)
  return { asked, refused }
}

it('opening a thread takes three requests at most, also when the agent comes from another one', { timeout: 90_000 }, async () => {
  const { page } = seen
  // Lists that all threads share (people, inboxes, …) are read once.
  await requestsOf(async () => {
    await page.getByRole('row', { name: /Thread 40\b/ }).click()
    await page.getByRole('article').getByText('Message 40').waitFor()
  })
  for (const number of [39, 38]) {
    const { asked } = await requestsOf(async () => {
      await page.getByRole('row', { name: new RegExp(`Thread ${number}\\b`) }).click()
      await page.getByRole('article').getByText(`Message ${number}`).waitFor()
    })
    expect(asked.toSorted()).toEqual([
      'GET /api/v1/threads/{id}/view',
      'POST /api/v1/threads/{id}/presence',
      'PUT /api/v1/threads/{id}/read',
    ])
  }
})

it('45 presses of J take few requests, and none is refused', { timeout: 90_000 }, async () => {
  const { page } = seen
  await page.getByRole('row', { name: /Thread 45\b/ }).click()
  await page.getByRole('article').getByText('Message 45').waitFor()
  const { asked, refused } = await requestsOf(async () => {
    for (let i = 0; i < 45; i++) await page.keyboard.press('j')
    await page.getByRole('article').getByText('Message 0', { exact: true }).waitFor()
  })
  expect(asked.length).toBeLessThanOrEqual(50)
  expect(refused).toBe(0)
})

it('while J is held down, only the thread at which it stops is read', { timeout: 240_000 }, async () => {
  // When a frame takes longer than the page waits for the next key, the page rightly takes the key for released. A busy machine only adds
  // requests, so one attempt within the bounds is enough.
  let asked: string[] = []
  const isWithin = (): boolean => asked.filter((line) => line.endsWith('/view')).length <= 2 && asked.length <= 5
  for (let attempts = 0; attempts === 0 || (attempts < 6 && !isWithin()); attempts++) asked = await requestsWhileHeld(40)
  expect(isWithin(), asked.join('\n')).toBe(true)
})

/** The requests while J is held down from the first thread, for so many repetitions of the key. */
async function requestsWhileHeld(repetitions: number): Promise<string[]> {
  const { page } = seen
  await page.goto(`${place.url}/inbox/all`)
  await page.getByRole('row', { name: /Thread 45\b/ }).click()
  await page.getByRole('article').getByText('Message 45').waitFor()
  await followsEvents(page)
  // Rows that scroll below the pointer are read ahead.
  await page.mouse.move(0, 0)
  const { asked } = await requestsOf(async () => {
    await page.evaluate(async (count) => {
      for (let i = 0; i < count; i++) {
        const event = { key: 'j', code: 'KeyJ', bubbles: true, cancelable: true, repeat: i > 0 }
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', event))
        await new Promise(requestAnimationFrame)
      }
    }, repetitions)
    await page.getByRole('article').getByText('Message 5', { exact: true }).waitFor()
  })
  return asked
}
