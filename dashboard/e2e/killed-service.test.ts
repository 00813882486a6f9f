/** The service is killed and restarted while a dashboard is open: the dashboard recovers, and no typed text is lost. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createSkeinClient, type SkeinClient } from '../../client/index.ts'
import { makeSkeinPlace, type SkeinPlace } from '../../test/support/skein-process.ts'
import { allowProblems, expectProblems } from './browser-problems.ts'
import { freePort, openContext, password, readEditor } from './dashboard.ts'

let place: SkeinPlace
let page: Page
let port: number
let service: ReturnType<SkeinPlace['start']>
let skein: SkeinClient
let threadId: string

async function start(): Promise<void> {
  service = place.start(['start'], { PORT: String(port) })
  await vi.waitUntil(() => service.output.stdout.includes('Create a thread:'), { timeout: 120_000 })
}

async function kill(): Promise<void> {
  service.child.kill('SIGKILL')
  await service.ended
}

const createThread = async (title: string): Promise<string> => {
  const { data } = await skein.createThread({ body: { title, body: 'Please help.', requester: { email: 'dana@example.com' } } })
  return data.threadId
}
const composer = () => page.getByRole('textbox', { name: 'Reply' })
/** Presses R until the editor has the focus. Text typed before would trigger shortcuts. */
async function focusEditor(): Promise<void> {
  await expect
    .poll(async () => {
      if (await composer().evaluate((field) => field.contains(document.activeElement))) return true
      // A key press is lost if the page does not listen yet.
      await page.locator('body').press('r')
      return false
    })
    .toBe(true)
  // On a busy machine, a second R may arrive when the editor already has the focus.
  if ((await readEditor(composer())) !== '') await composer().fill('')
}

beforeAll(async () => {
  ;[place, port] = await Promise.all([makeSkeinPlace(), freePort()])
  await start()
  const apiKey = (await readFile(join(place.dataDir, 'first-key'), 'utf8')).trim()
  skein = createSkeinClient({ baseUrl: `http://localhost:${port}`, apiKey })
  threadId = await createThread('Refund not received')
  page = await (await openContext()).newPage()
  await page.goto((await readFile(join(place.dataDir, 'first-sign-in'), 'utf8')).trim())
  await page.getByLabel('New password').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/inbox\//)
  await page.goto(`http://app.localhost:${port}/inbox/all/${threadId}`)
  await page.getByRole('article').first().waitFor()
})
afterAll(async () => {
  await page.context().close()
  await kill()
  await place.remove()
})

/** The kill may cut off the request that saves the draft: then nothing is there to delete when the reply has been sent. */
const lostDraft = /^404 DELETE .*\/draft$/

it('typed text stays, and is sent once after the restart', async () => {
  expectProblems(/^net::ERR_/)
  allowProblems(lostDraft)
  await focusEditor()
  await page.keyboard.type('Typed before')
  await kill()
  await page.keyboard.type(' and after the kill.')
  await page.keyboard.press('Control+Enter')
  // The reply waits, or the page reports the failure and keeps the text. The page must not report it as sent.
  await page
    .getByText(/Retry|No answer|not reached|does not answer/i)
    .first()
    .waitFor()
  await start()
  const replies = async (): Promise<number> => {
    const [{ data: messages }, { data: scheduled }] = await Promise.all([
      skein.listMessages({ path: { id: threadId } }),
      skein.listScheduledMessages({ path: { id: threadId } }),
    ])
    return [...messages, ...scheduled].filter(({ bodyText }) => bodyText === 'Typed before and after the kill.').length
  }
  if ((await replies()) === 0) {
    const retry = page.getByRole('button', { name: /^(Retry|Send Ctrl Enter)/ }).first()
    await retry.click()
  }
  await expect.poll(replies).toBe(1)
  await expect.poll(() => readEditor(composer())).toBe('')
})

it('a thread created after the restart appears without a reload', async () => {
  allowProblems(lostDraft)
  await createThread('After the restart')
  await expect
    .poll(
      () =>
        page
          .getByRole('button', { name: '1 new' })
          .or(page.getByRole('row').filter({ hasText: 'After the restart' }))
          .count(),
      { timeout: 60_000 },
    )
    .toBeGreaterThan(0)
})

it('a sent reply is no draft after a reload', async () => {
  await page.reload()
  await page.getByRole('article').first().waitFor()
  // The API key belongs to the owner, so it reads the owner's drafts.
  expect((await skein.getThreadView({ path: { id: threadId } })).data.drafts).toMatchObject({ reply: null })
  expect(await readEditor(composer())).toBe('')
})

it('a draft typed before the kill is there after a reload', async () => {
  expectProblems(/^net::ERR_/)
  await focusEditor()
  await page.keyboard.type('A draft that survives.')
  await kill()
  await start()
  await page.reload()
  await expect.poll(() => readEditor(composer())).toBe('A draft that survives.')
})
