/** Conversation of a thread: long ones, history, pending replies and canned responses. */
import type { Page } from 'playwright-core'
import { expectProblems } from './browser-problems.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createThread, findViolations, type OpenPage, openThread, readEditor, startDashboard, type TestDashboard } from './dashboard.ts'

let dashboard: TestDashboard
let opened: OpenPage
let page: Page
beforeAll(async () => {
  dashboard = await startDashboard({ worker: true })
  opened = await dashboard.openAs(dashboard.ownerEmail, '/inbox/all')
  page = opened.page
})
afterAll(() => dashboard.close())

const reply = () => page.getByRole('textbox', { name: 'Reply' })
const conversation = () => page.getByRole('feed', { name: 'Conversation' })

describe('a long conversation', () => {
  beforeAll(async () => {
    const { skein } = dashboard.tenant
    const id = await createThread(dashboard, 'Long')
    for (let i = 1; i <= 120; i++)
      await skein.createMessage({ path: { id }, body: { body: `Message ${i}\n${'more '.repeat((i * 7) % 90)}`, bodyFormat: 'text' } })
    await openThread(page, id, 'Long')
    await page.getByRole('article').getByText('Message 120', { exact: false }).waitFor()
  })

  it('is shown from its last message', async () => {
    const articles = page.getByRole('article')
    expect(await articles.last().getAttribute('aria-posinset')).toBe('121')
    expect(await articles.last().getAttribute('aria-setsize')).toBe('121')
    await expect.poll(() => articles.last().evaluate((element) => element.getBoundingClientRect().bottom)).toBeLessThan(900)
  })

  it('stays at its end while a long reply takes height from it', async () => {
    const messages = page.getByRole('region', { name: 'Messages' })
    const height = () => messages.evaluate((element) => element.clientHeight)
    const before = await height()
    await reply().click()
    await page.keyboard.type('one')
    for (let line = 2; line <= 12; line++) await page.keyboard.press('Shift+Enter')
    await expect.poll(height).toBeLessThan(before - 40)
    const hidden = () => messages.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight)
    await expect.poll(hidden).toBeLessThan(2)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Delete')
  })

  it('has few rows in the document, and does not move while earlier ones load', async () => {
    const messages = page.getByRole('region', { name: 'Messages' })
    // Measure inside the page, because a round trip to the test would take longer than the measured time.
    const { most, moved, first } = await messages.evaluate(async (scroller) => {
      const painted = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      const positions = () => Array.from(scroller.querySelectorAll('article'), ({ ariaPosInSet }) => ariaPosInSet)
      const inMiddle = () => {
        const { left, top, width, height } = scroller.getBoundingClientRect()
        const article = document.elementFromPoint(left + width / 2, top + height / 2)?.closest('article')
        return { position: article?.ariaPosInSet, top: article?.getBoundingClientRect().top ?? 0 }
      }
      const found = { most: 0, moved: 0, first: '' }
      for (let i = 0; i < 400 && found.first !== '1'; i++) {
        scroller.scrollBy({ top: -300 })
        await painted()
        const before = inMiddle()
        await painted()
        const after = inMiddle()
        // The middle message must keep its position, whatever is loaded above it.
        if (before.position === after.position) found.moved = Math.max(found.moved, Math.abs(after.top - before.top))
        found.most = Math.max(found.most, positions().length)
        if (scroller.scrollTop <= 0) found.first = positions()[0] ?? ''
      }
      return found
    })
    expect(first).toBe('1')
    expect(moved).toBeLessThan(3)
    expect(most).toBeLessThan(40)
  })
})

describe('a message', () => {
  let id = ''
  const article = (text: string) => page.getByRole('article').filter({ hasText: text })
  const choose = async (text: string, item: string) => {
    await article(text).getByRole('button', { name: 'Actions of this message' }).press('Enter')
    await page.getByRole('menuitem', { name: item }).press('Enter')
  }
  beforeAll(async () => {
    const { skein } = dashboard.tenant
    id = await createThread(dashboard, 'Short messages')
    for (const body of ['ok', 'thanks']) await skein.createMessage({ path: { id }, body: { body } })
    await skein.replyToThread({ path: { id }, body: { body: 'Press **Start** twice.' } })
    await openThread(page, id, 'Short messages')
    await article('Press').waitFor()
  })

  it('of the same author within minutes has no heading of its own', async () => {
    expect(await page.getByRole('article').locator('header').count()).toBe(2)
    expect(await article('ok').evaluate((element) => element.clientHeight)).toBeLessThan(40)
    expect(await findViolations(page)).toEqual([])
  })

  it('is marked as unread with all later ones, until the thread opens again', async () => {
    const row = page.getByRole('row').filter({ hasText: 'Short messages' })
    await expect.poll(() => row.getByText('unread', { exact: false }).count()).toBe(0)
    await choose('thanks', 'Mark as unread from here')
    await row.getByText('unread', { exact: false }).first().waitFor({ state: 'attached' })
    expect((await dashboard.tenant.skein.listThreads({ query: { unread: true } })).data.map((thread) => thread.id)).toContain(id)
    await page.keyboard.press('Escape')
    await openThread(page, id, 'Short messages')
    await expect.poll(() => row.getByText('unread', { exact: false }).count()).toBe(0)
  })

  it('has a link that opens its thread at the message', async () => {
    const longId = await createThread(dashboard, 'Linked')
    const { skein } = dashboard.tenant
    const { data: wanted } = await skein.createMessage({ path: { id: longId }, body: { body: 'The wanted message' } })
    for (let i = 1; i <= 60; i++) await skein.createMessage({ path: { id: longId }, body: { body: `${i}\n${'more '.repeat(40)}` } })
    await page.goto(`${dashboard.url}/inbox/all/${longId}?message=${wanted.id}`)
    const message = page.getByRole('article', { includeHidden: false }).filter({ hasText: 'The wanted message' })
    await expect.poll(() => message.evaluate((element) => document.activeElement === element)).toBe(true)
    const { top, bottom } = await message.evaluate((element) => element.getBoundingClientRect())
    expect(top).toBeGreaterThan(0)
    expect(bottom).toBeLessThan(900)
  })

  it('has a link that follows it to another thread, and says when it is gone', async () => {
    const { skein } = dashboard.tenant
    const path = { id: await createThread(dashboard, 'Moved from') }
    for (let i = 1; i <= 30; i++) await skein.createMessage({ path, body: { body: `Filler ${i}` } })
    const target = await createThread(dashboard, 'Moved to')
    const { data: moved } = await skein.createMessage({ path: { id: target }, body: { body: 'Moved words' } })
    await page.goto(`${dashboard.url}/inbox/all/${path.id}?message=${moved.id}`)
    await page.waitForURL(new RegExp(target))
    await page.getByRole('article').filter({ hasText: 'Moved words' }).waitFor()
    expectProblems(/^404 GET \/messages\//)
    await page.goto(`${dashboard.url}/inbox/all/${path.id}?message=msg_${'0'.repeat(26)}`)
    await page.getByText('This message can’t be shown', { exact: false }).first().waitFor()
  })

  it('becomes the draft of an article', async () => {
    await openThread(page, id, 'Short messages')
    await choose('Press', 'Turn into an article')
    await page.waitForURL(/\/knowledge\/articles/)
    await expect
      .poll(async () => (await dashboard.tenant.skein.listKbArticles()).data.map(({ title }) => title))
      .toContain('Short messages')
    await page.goto(`${dashboard.url}/inbox/all`)
  })
})

describe('the history of a thread', () => {
  let path: { id: string }

  it('is shown between the messages, with its actors', async () => {
    const { skein } = dashboard.tenant
    path = { id: await createThread(dashboard, 'With a history') }
    await skein.changeThreadLabels({ path, body: { add: ['Billing'], createMissing: true } })
    await skein.replyToThread({ path, body: { body: 'We are looking.' } })
    await openThread(page, path.id, 'With a history')
    await conversation().getByText('You added Billing').waitFor()
    const text = (await conversation().textContent()) ?? ''
    expect(text.indexOf('added Billing')).toBeGreaterThan(text.indexOf('About: With a history'))
    expect(text.indexOf('added Billing')).toBeLessThan(text.indexOf('We are looking.'))
  })

  it('grows while the thread is open', async () => {
    const { skein, ownerId } = dashboard.tenant
    // The first reply has assigned the thread.
    await skein.assignThread({ path, body: { assigneeId: null } })
    await conversation().getByText('You unassigned this').waitFor()
    await skein.assignThread({ path, body: { assigneeId: ownerId } })
    await conversation().getByText('You took this').waitFor()
    await skein.updateThread({ path, body: { status: 'resolved', priority: 'high' } })
    // More than three consecutive changes are collapsed into one line.
    await conversation().getByRole('button', { name: '4 changes', expanded: false }).click()
    await conversation().getByText('You resolved this').waitFor()
    await conversation().getByText('You set the priority to high').waitFor()
    expect(await findViolations(page)).toEqual([])
  })
})

describe('a reply that waits', () => {
  let id: string

  it('is shown in the conversation, where it can be undone', async () => {
    id = await createThread(dashboard, 'Not so fast')
    await openThread(page, id, 'Not so fast')
    await reply().fill('Too early')
    await reply().press('Control+Enter')
    const waiting = page.getByRole('article').filter({ hasText: /Sends in \d s/ })
    await waiting.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => readEditor(reply())).toBe('Too early')
    await waiting.waitFor({ state: 'detached' })
  })

  it('is scheduled for a later time', async () => {
    await page.getByRole('button', { name: 'More ways to send' }).click()
    await page.getByRole('menuitem', { name: 'Send later…' }).click()
    await page.getByRole('combobox', { name: 'Send at' }).waitFor()
    await page.keyboard.type('3d')
    await page.keyboard.press('Enter')
    const later = page.getByRole('article').filter({ hasText: 'Sends ' })
    await later.getByRole('button', { name: 'Cancel and edit' }).waitFor()
    const [scheduled] = (await dashboard.tenant.skein.listScheduledMessages({ path: { id } })).data
    expect(Math.round((Date.parse(scheduled?.sendAt ?? '') - Date.now()) / 3_600_000)).toBe(72)
  })

  it('stays with its error when it fails, and is sent by a retry', async () => {
    const { skein } = dashboard.tenant
    const { data: upload } = await skein.createUpload({ body: { file: new File(['%PDF-1.7'], 'terms.txt') } })
    await skein.replyToThread({ path: { id }, body: { body: 'It will not go', undoSeconds: 1, attachments: [{ uploadId: upload.id }] } })
    await skein.updateThread({ path: { id }, body: { status: 'closed' } })
    const failed = page.getByRole('article').filter({ hasText: 'It will not go' }).filter({ hasText: 'Not sent' })
    await failed.waitFor()
    expect(await findViolations(page)).toEqual([])
    await skein.updateThread({ path: { id }, body: { status: 'open' } })
    await failed.getByRole('button', { name: 'Try again' }).click()
    await failed.waitFor({ state: 'detached' })
    await expect
      .poll(async () => (await skein.listMessages({ path: { id } })).data.map((sent) => [sent.bodyText, sent.attachments[0]?.filename]))
      .toContainEqual(['It will not go', 'terms.txt'])
  })
})

describe('a slash in a reply', () => {
  beforeAll(async () => {
    const { skein } = dashboard.tenant
    const body = 'Hello {{customer.firstName|there}}, see {{customer.externalId}}.'
    await skein.createCannedResponse({ body: { shortcut: 'hello', title: 'Greeting', body } })
    const actions = [{ type: 'SET_PRIORITY', priority: 'urgent' }] as const
    await skein.createCannedResponse({
      body: { shortcut: 'escalate', title: 'Escalate', body: 'I have passed it on.', actions: [...actions] },
    })
    const id = await createThread(dashboard, 'Canned')
    await openThread(page, id, 'Canned')
  })

  it('offers the canned responses as they would be sent', async () => {
    await reply().pressSequentially('Hi /')
    await page.getByRole('option').first().waitFor()
    expect(await page.getByRole('option').allInnerTexts()).toHaveLength(2)
    await reply().pressSequentially('he')
    await page.getByText('Hello Dana, see {{customer.externalId}}.').waitFor()
    await page.getByText('This thread has no customer.externalId.').waitFor()
    expect(await findViolations(page)).toEqual([])
  })

  it('inserts the chosen response, and lists variables without a value', async () => {
    await reply().press('Enter')
    await expect.poll(() => readEditor(reply())).toBe('Hi Hello Dana, see {{customer.externalId}}.')
    await page.getByText('Fill in {{customer.externalId}}.').waitFor()
  })

  it('is an ordinary character after Escape', async () => {
    await reply().fill('')
    await reply().pressSequentially('/h')
    await page.getByRole('option').first().waitFor()
    await reply().press('Escape')
    await page.getByRole('option').first().waitFor({ state: 'detached' })
    expect(await readEditor(reply())).toBe('/h')
    await reply().fill('')
  })
})
