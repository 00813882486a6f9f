/** The service's real limits in the frame. Takes minutes, because limits are counted by the minute, so only `npm run test:all` runs it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectProblems } from '../../dashboard/e2e/browser-problems.ts'
import { visitorLimits } from '../../server/platform/http/rate-limit.ts'
import { startSite, type Site } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite({ rateLimits: { visitors: visitorLimits } })
})
afterAll(() => site.close())

it('fifty messages in a row arrive once, in order, and the chat says it waits', async () => {
  const opened = await site.open('/')
  const { chat, context } = opened
  await opened.begin('text 0')
  const field = chat.getByRole('textbox', { name: 'Write a message' })
  const texts = Array.from({ length: 50 }, (_, i) => `text ${i}`)
  // As fast as the browser is, which takes a few seconds unless the machine is busy.
  for (const text of texts.slice(1)) {
    await field.fill(text)
    await field.press('Enter')
  }
  expectProblems(/^429 POST .*\/messages$/)
  await chat.getByText(/You’re writing fast. We’ll send it in \d+ seconds?./).waitFor()
  // The visitor sees all of them meanwhile, in their order.
  const shown = await chat.getByRole('log').locator('.line.mine').allInnerTexts()
  expect(shown.map((text) => text.replace(/^[^:]*:\s*/, '').trim())).toEqual(texts)
  await expect.poll(() => site.listTexts(), { timeout: 300_000, interval: 2_000 }).toEqual(texts)
  await chat.getByText('Sending…').first().waitFor({ state: 'detached' })
  expect(await chat.getByText('You’re writing fast.').count()).toBe(0)
  await context.close()
})
