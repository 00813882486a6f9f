/** The conversation of a thread: long ones, their history, waiting replies, canned responses and files. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectProblems } from './browser-problems.ts'
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
    await page.getByText('Message 120', { exact: false }).waitFor()
  })

  it('is shown from its last message', async () => {
    const articles = page.getByRole('article')
    expect(await articles.last().getAttribute('aria-posinset')).toBe('121')
    expect(await articles.last().getAttribute('aria-setsize')).toBe('121')
    await expect.poll(() => articles.last().evaluate((element) => element.getBoundingClientRect().bottom)).toBeLessThan(900)
  })

  it('has few rows in the document, and does not move while earlier ones load', async () => {
    const messages = page.getByRole('region', { name: 'Messages' })
    // Measured within the page, because a round trip from here would take longer than what it measures.
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
        // The message in the middle must keep its position, whatever is added above it.
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

describe('the history of a thread', () => {
  let path: { id: string }

  it('is shown between the messages, with its actors', async () => {
    const { skein } = dashboard.tenant
    path = { id: await createThread(dashboard, 'With a history') }
    await skein.changeThreadLabels({ path, body: { add: ['Billing'], createMissing: true } })
    await skein.replyToThread({ path, body: { body: 'We are looking.' } })
    await openThread(page, path.id, 'With a history')
    await conversation().getByText('owner added the label Billing').waitFor()
    const text = await conversation().innerText()
    expect(text.indexOf('added the label')).toBeGreaterThan(text.indexOf('About: With a history'))
    expect(text.indexOf('added the label')).toBeLessThan(text.indexOf('We are looking.'))
  })

  it('grows while the thread is open', async () => {
    const { skein, ownerId } = dashboard.tenant
    // The first reply has assigned the thread.
    await skein.assignThread({ path, body: { assigneeId: null } })
    await conversation().getByText('owner unassigned it').waitFor()
    await skein.assignThread({ path, body: { assigneeId: ownerId } })
    await conversation().getByText('owner assigned it to owner').waitFor()
    await skein.updateThread({ path, body: { status: 'resolved', priority: 'high' } })
    await conversation().getByText('owner set the status to resolved, set the priority to high').waitFor()
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
    await page.getByRole('button', { name: 'Send later…' }).click()
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
    await failed.getByRole('button', { name: 'Retry' }).click()
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
    await page.getByText('No value here for customer.externalId.').waitFor()
    expect(await findViolations(page)).toEqual([])
  })

  it('inserts the chosen response, and lists variables without a value', async () => {
    await reply().press('Enter')
    await expect.poll(() => readEditor(reply())).toBe('Hi Hello Dana, see {{customer.externalId}}.')
    await page.getByText('Still to be filled in: {{customer.externalId}}').waitFor()
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

describe('files of a reply', () => {
  let id: string
  const file = (name: string, buffer: Buffer, mimeType = 'text/plain') => ({ name, mimeType, buffer })
  const notes = file('notes.txt', Buffer.from('what I saw\n'))
  const choose = () => page.getByLabel('Files to attach')
  const files = () => page.getByRole('list', { name: 'Files' })
  const sent = () => page.getByRole('article').filter({ hasText: 'See the file.' })

  it('are refused with a reason if they are empty or too large', async () => {
    id = await createThread(dashboard, 'With files')
    await openThread(page, id, 'With files')
    await choose().setInputFiles([notes, file('empty.txt', Buffer.alloc(0))])
    await files().getByText('The file is empty.').waitFor()
    await files().getByRole('button', { name: 'Remove empty.txt' }).click()
    await files().getByRole('button', { name: 'Remove notes.txt' }).waitFor()
    // Dropped onto the field.
    await reply().evaluate((field) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([new Uint8Array(27_000_000)], 'huge.bin'))
      field.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    })
    await files()
      .getByText(/at most 25 MB together/)
      .waitFor()
    await files().getByRole('button', { name: 'Remove huge.bin' }).click()
  })

  it('are refused if their content does not match their type', async () => {
    expectProblems(/^422 POST \/uploads$/)
    await choose().setInputFiles(file('not-a.png', Buffer.from('%PDF-1.7 no picture'), 'image/png'))
    await files().getByRole('alert').waitFor()
    expect(await findViolations(page)).toEqual([])
    await files().getByRole('button', { name: 'Remove not-a.png' }).click()
  })

  it('show the progress of their upload, which can be cancelled', async () => {
    await page.route('**/api/v1/uploads', () => new Promise(() => undefined), { times: 1 })
    await choose().setInputFiles(file('slow.txt', Buffer.alloc(1000, 'x')))
    await page.getByRole('progressbar', { name: 'Upload of slow.txt' }).waitFor()
    expect(await page.getByRole('button', { name: 'Send Ctrl Enter' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Cancel the upload of slow.txt' }).click()
  })

  it('are kept in the draft over a reload', async () => {
    await reply().fill('See the file.')
    await page.getByText('Draft saved').waitFor()
    await page.reload()
    await files().getByText('notes.txt').waitFor()
  })

  it('are uploaded again after an undo, and sent with the reply', async () => {
    await reply().press('Control+Enter')
    await sent().getByText('notes.txt').waitFor()
    // The service has deleted the file together with the undone reply.
    await sent().getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => readEditor(reply())).toBe('See the file.')
    await choose().setInputFiles(notes)
    await page.getByRole('button', { name: 'Remove notes.txt' }).waitFor()
    await reply().press('Control+Enter')
    await sent().getByText('notes.txt').waitFor()
    await expect
      .poll(
        async () => (await dashboard.tenant.skein.listMessages({ path: { id } })).data[0]?.attachments.map(({ filename }) => filename),
        { timeout: 20_000 },
      )
      .toEqual(['notes.txt'])
    await sent()
      .getByText(/Sends in|Sending/)
      .waitFor({ state: 'detached' })
  })

  it('are downloaded from the sent reply', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      sent()
        .getByRole('link', { name: /notes\.txt/ })
        .click(),
    ])
    expect(download.suggestedFilename()).toBe('notes.txt')
  })
})
