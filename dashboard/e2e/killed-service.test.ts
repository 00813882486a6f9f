/** Kills and restarts the service while a dashboard is open: the dashboard recovers, and no typed text is lost. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createSkeinClient, type SkeinClient } from '../../client/index.ts'
import { createTestInstallation, type TestInstallation } from '../../test/support/skein-process.ts'
import { allowProblems, expectProblems } from './browser-problems.ts'
import { findFreePort } from '../../test/support/free-port.ts'
import { openContext, password, readEditor } from './dashboard.ts'

let installation: TestInstallation
let page: Page
let port: number
let service: ReturnType<TestInstallation['start']>
let skein: SkeinClient
let threadId: string

async function startService(): Promise<void> {
  service = installation.start(['start'], { PORT: String(port) })
  await vi.waitUntil(() => service.output.stdout.includes('Create a thread:'), { timeout: 120_000 })
}

async function killService(): Promise<void> {
  service.child.kill('SIGKILL')
  await service.ended
}

const createThread = async (title: string): Promise<string> => {
  const { data } = await skein.createThread({ body: { title, body: 'Please help.', requester: { email: 'dana@example.com' } } })
  return data.threadId
}
const composer = () => page.getByRole('textbox', { name: 'Reply' })
/** Presses R until the editor has the focus. Earlier keystrokes would trigger shortcuts. */
async function focusEditor(): Promise<void> {
  await expect
    .poll(async () => {
      if (await composer().evaluate((field) => field.contains(document.activeElement))) return true
      // The first key presses may be lost, because the page does not handle keys yet.
      await page.locator('body').press('r')
      return false
    })
    .toBe(true)
  // On a busy machine, a second R may arrive when the editor already has the focus.
  if ((await readEditor(composer())) !== '') await composer().fill('')
}

beforeAll(async () => {
  ;[installation, port] = await Promise.all([createTestInstallation(), findFreePort()])
  await startService()
  const apiKey = (await readFile(join(installation.dataDir, 'first-key'), 'utf8')).trim()
  skein = createSkeinClient({ baseUrl: `http://localhost:${port}`, apiKey })
  threadId = await createThread('Refund not received')
  page = await (await openContext()).newPage()
  await page.goto((await readFile(join(installation.dataDir, 'first-sign-in'), 'utf8')).trim())
  await page.getByLabel('Your name').fill('Marcus Bell')
  await page.getByLabel('Company').fill('Acme')
  await page.getByLabel('New password').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/inbox\//)
  await page.goto(`http://app.localhost:${port}/inbox/all/${threadId}`)
  await page.getByRole('article').first().waitFor()
})
afterAll(async () => {
  await page.context().close()
  await killService()
  await installation.remove()
})

/** The page deletes the draft after sending the reply. The request gets 404 if the kill interrupted the request that saves the draft. */
const missingDraft = /^404 DELETE .*\/draft$/

it('text typed while the service is down stays, and is sent once after the restart', async () => {
  expectProblems(/^net::ERR_/)
  allowProblems(missingDraft)
  await focusEditor()
  await page.keyboard.type('Typed before')
  await killService()
  await page.keyboard.type(' and after the kill.')
  await page.keyboard.press('Control+Enter')
  // The page either queues the reply or reports the failure and keeps the text. It must not show the reply as sent.
  await page
    .getByText(/Retry|Try again|No answer|not reached|can’t reach|does not answer/i)
    .first()
    .waitFor()
  await startService()
  const countReplies = async (): Promise<number> => {
    const [{ data: messages }, { data: scheduled }] = await Promise.all([
      skein.listMessages({ path: { id: threadId } }),
      skein.listScheduledMessages({ path: { id: threadId } }),
    ])
    return [...messages, ...scheduled].filter(({ bodyText }) => bodyText === 'Typed before and after the kill.').length
  }
  if ((await countReplies()) === 0) {
    const retry = page.getByRole('button', { name: /^(Try again|Send Ctrl Enter)/ }).first()
    await retry.click()
  }
  await expect.poll(countReplies).toBe(1)
  await expect.poll(() => readEditor(composer())).toBe('')
})

it('a thread created after the restart appears without a reload', async () => {
  allowProblems(missingDraft)
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

it('a sent reply does not come back as a draft after a reload', async () => {
  await page.reload()
  await page.getByRole('article').first().waitFor()
  // The API key belongs to the owner, so the response contains the owner's drafts.
  expect((await skein.getThreadView({ path: { id: threadId } })).data.drafts).toMatchObject({ reply: null })
  expect(await readEditor(composer())).toBe('')
})

it('a draft typed before the kill is restored after a reload', async () => {
  expectProblems(/^net::ERR_/)
  await focusEditor()
  await page.keyboard.type('A draft that survives.')
  await killService()
  await startService()
  await page.reload()
  await expect.poll(() => readEditor(composer())).toBe('A draft that survives.')
})
