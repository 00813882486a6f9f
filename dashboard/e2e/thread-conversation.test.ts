/** A thread: long ones, what happened in them, replies that wait, canned responses and files. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectProblems } from './browser-problems.ts'
import { openPlace, violationsOf, type OpenPage, type Place, written } from './place.ts'

let place: Place
let opened: OpenPage
let page: Page
beforeAll(async () => {
  place = await openPlace({ worker: true })
  opened = await place.openAs(place.ownerEmail, '/inbox/all')
  page = opened.page
})
afterAll(() => place.close())

async function createThread(title: string, requester = { email: 'dana@example.com', name: 'Dana Ruiz' }): Promise<string> {
  const { data } = await place.tenant.skein.createThread({ body: { title, body: `About: ${title}`, requester } })
  return data.threadId
}
async function show(id: string, subject: string): Promise<void> {
  await page.goto(`${place.url}/inbox/all/${id}`)
  await page.getByRole('heading', { name: subject, level: 2 }).waitFor()
}
const reply = () => page.getByRole('textbox', { name: 'Reply' })
const conversation = () => page.getByRole('feed', { name: 'Conversation' })

it('a long conversation is seen from its end, holds few rows, and nothing moves while earlier ones come', async () => {
  const { skein } = place.tenant
  const id = await createThread('Long')
  for (let i = 1; i <= 120; i++)
    await skein.createMessage({ path: { id }, body: { body: `Message ${i}\n${'more '.repeat((i * 7) % 90)}`, bodyFormat: 'text' } })
  await show(id, 'Long')
  await page.getByText('Message 120', { exact: false }).waitFor()
  const articles = page.getByRole('article')
  expect(await articles.last().getAttribute('aria-posinset')).toBe('121')
  expect(await articles.last().getAttribute('aria-setsize')).toBe('121')
  await expect.poll(() => articles.last().evaluate((element) => element.getBoundingClientRect().bottom)).toBeLessThan(900)
  const messages = page.getByRole('region', { name: 'Messages' })
  // In the page, since each question from here would take longer than what it asks about.
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
      // What is read stays where it is, whatever was added above it meanwhile.
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

it('what happened stands between the messages, with who did it, also when it happens now', async () => {
  const { skein, ownerId } = place.tenant
  const id = await createThread('With a history')
  const path = { id }
  await skein.changeThreadLabels({ path, body: { add: ['Billing'], createMissing: true } })
  await skein.replyToThread({ path, body: { body: 'We are looking.' } })
  await show(id, 'With a history')
  await conversation().getByText('owner added the label Billing').waitFor()
  const text = await conversation().innerText()
  expect(text.indexOf('added the label')).toBeGreaterThan(text.indexOf('About: With a history'))
  expect(text.indexOf('added the label')).toBeLessThan(text.indexOf('We are looking.'))
  // The first reply has assigned it.
  await skein.assignThread({ path, body: { assigneeId: null } })
  await conversation().getByText('owner unassigned it').waitFor()
  await skein.assignThread({ path, body: { assigneeId: ownerId } })
  await conversation().getByText('owner assigned it to owner').waitFor()
  await skein.updateThread({ path, body: { status: 'resolved', priority: 'high' } })
  await conversation().getByText('owner set the status to resolved, set the priority to high').waitFor()
})

it('a reply that waits stands where it will stand, can be taken back there, and one that fails stays', async () => {
  const { skein } = place.tenant
  const id = await createThread('Not so fast')
  await show(id, 'Not so fast')
  await reply().fill('Too early')
  await reply().press('Control+Enter')
  const waiting = page.getByRole('article').filter({ hasText: /Sends in \d s/ })
  await waiting.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => written(reply())).toBe('Too early')
  await waiting.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Send later…' }).click()
  await page.keyboard.type('3d')
  await page.keyboard.press('Enter')
  const later = page.getByRole('article').filter({ hasText: 'Sends ' })
  await later.getByRole('button', { name: 'Cancel and edit' }).waitFor()
  const [scheduled] = (await skein.listScheduledMessages({ path: { id } })).data
  expect(Math.round((Date.parse(scheduled?.sendAt ?? '') - Date.now()) / 3_600_000)).toBe(72)
  const { data: upload } = await skein.createUpload({ body: { file: new File(['%PDF-1.7'], 'terms.txt') } })
  await skein.replyToThread({ path: { id }, body: { body: 'It will not go', undoSeconds: 1, attachments: [{ uploadId: upload.id }] } })
  await skein.updateThread({ path: { id }, body: { status: 'closed' } })
  const failed = page.getByRole('article').filter({ hasText: 'It will not go' }).filter({ hasText: 'Not sent' })
  await failed.waitFor()
  expect(await violationsOf(page)).toEqual([])
  await skein.updateThread({ path: { id }, body: { status: 'open' } })
  await failed.getByRole('button', { name: 'Retry' }).click()
  await failed.waitFor({ state: 'detached' })
  await expect
    .poll(async () => (await skein.listMessages({ path: { id } })).data.map((sent) => [sent.bodyText, sent.attachments[0]?.filename]))
    .toContainEqual(['It will not go', 'terms.txt'])
})

it('a slash offers canned responses as they would be sent, and a slash can be just a slash', async () => {
  const { skein } = place.tenant
  const body = 'Hello {{customer.firstName|there}}, see {{customer.externalId}}.'
  await skein.createCannedResponse({ body: { shortcut: 'hello', title: 'Greeting', body } })
  const actions = [{ type: 'SET_PRIORITY', priority: 'urgent' }] as const
  await skein.createCannedResponse({
    body: { shortcut: 'escalate', title: 'Escalate', body: 'I have passed it on.', actions: [...actions] },
  })
  const id = await createThread('Canned')
  await show(id, 'Canned')
  await reply().pressSequentially('Hi /')
  await page.getByRole('option').first().waitFor()
  expect(await page.getByRole('option').allInnerTexts()).toHaveLength(2)
  await reply().pressSequentially('he')
  await page.getByText('Hello Dana, see {{customer.externalId}}.').waitFor()
  await page.getByText('No value here for customer.externalId.').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await reply().press('Enter')
  await expect.poll(() => written(reply())).toBe('Hi Hello Dana, see {{customer.externalId}}.')
  await page.getByText('Still to be filled in: {{customer.externalId}}').waitFor()
  await reply().fill('')
  await reply().pressSequentially('/h')
  await page.getByRole('option').first().waitFor()
  await reply().press('Escape')
  await page.getByRole('option').first().waitFor({ state: 'detached' })
  expect(await written(reply())).toBe('/h')
  await reply().fill('')
})

it('files are sent with a reply: with their progress, what cannot be sent is said, and they come back as they were', async () => {
  expectProblems(/^422 POST \/uploads$/)
  const { skein } = place.tenant
  const id = await createThread('With files')
  await show(id, 'With files')
  const file = (name: string, buffer: Buffer, mimeType = 'text/plain') => ({ name, mimeType, buffer })
  const choose = page.getByLabel('Files to attach')
  await choose.setInputFiles([file('notes.txt', Buffer.from('what I saw\n')), file('empty.txt', Buffer.alloc(0))])
  const files = page.getByRole('list', { name: 'Files' })
  await files.getByText('The file is empty.').waitFor()
  await files.getByRole('button', { name: 'Remove empty.txt' }).click()
  await files.getByRole('button', { name: 'Remove notes.txt' }).waitFor()
  // Dropped on the field, as from a folder.
  await reply().evaluate((field) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([new Uint8Array(27_000_000)], 'huge.bin'))
    field.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  })
  await files.getByText(/at most 25 MB together/).waitFor()
  await files.getByRole('button', { name: 'Remove huge.bin' }).click()
  await choose.setInputFiles(file('not-a.png', Buffer.from('%PDF-1.7 no picture'), 'image/png'))
  await files.getByRole('alert').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await files.getByRole('button', { name: 'Remove not-a.png' }).click()
  // One on its way can be stopped; its progress is known.
  await page.route('**/api/v1/uploads', () => new Promise(() => undefined), { times: 1 })
  await choose.setInputFiles(file('slow.txt', Buffer.alloc(1000, 'x')))
  await page.getByRole('progressbar', { name: 'Upload of slow.txt' }).waitFor()
  expect(await page.getByRole('button', { name: 'Send Ctrl Enter' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Cancel the upload of slow.txt' }).click()
  await reply().fill('See the file.')
  await page.getByText('Draft saved').waitFor()
  await page.reload()
  await files.getByText('notes.txt').waitFor()
  await reply().press('Control+Enter')
  const sent = page.getByRole('article').filter({ hasText: 'See the file.' })
  await sent.getByText('notes.txt').waitFor()
  // Taken back, the file is uploaded again: the service deletes it with the reply.
  await sent.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => written(reply())).toBe('See the file.')
  await choose.setInputFiles(file('notes.txt', Buffer.from('what I saw\n')))
  await page.getByRole('button', { name: 'Remove notes.txt' }).waitFor()
  await reply().press('Control+Enter')
  await sent.getByText('notes.txt').waitFor()
  await expect
    .poll(async () => (await skein.listMessages({ path: { id } })).data[0]?.attachments.map(({ filename }) => filename), {
      timeout: 20_000,
    })
    .toEqual(['notes.txt'])
  await sent.getByText(/Sends in|Sending/).waitFor({ state: 'detached' })
  const [download] = await Promise.all([page.waitForEvent('download'), sent.getByRole('link', { name: /notes\.txt/ }).click()])
  expect(download.suggestedFilename()).toBe('notes.txt')
})

it('threads are merged, taken apart, split and made by keys; what will happen is said before', async () => {
  const { skein } = place.tenant
  const target = await createThread('The invoice', { email: 'erin@example.com', name: 'Erin' })
  const source = await createThread('The invoice again', { email: 'erin@example.com', name: 'Erin' })
  await createThread('Of somebody else', { email: 'frank@example.com', name: 'Frank' })
  await show(source, 'The invoice again')
  await page.getByText('About: The invoice again').click()
  await page.keyboard.press('m')
  const merge = page.getByRole('dialog', { name: /^Merge / })
  await merge.getByRole('radio', { name: /The invoice ACME/ }).waitFor()
  await merge.getByLabel('Into which thread').fill('somebody else')
  await merge.getByRole('radio', { name: /Of somebody else/ }).check()
  await merge.getByText('Its customer is another one, frank@example.com').waitFor()
  expect(await merge.getByRole('button', { name: /^Merge into/ }).isDisabled()).toBe(true)
  expect(await violationsOf(page)).toEqual([])
  await merge.getByLabel('Into which thread').fill('')
  await merge.getByRole('radio', { name: /The invoice ACME/ }).check()
  await merge.getByText(/^The message of ACME/).waitFor()
  await merge.getByRole('button', { name: /^Merge into/ }).click()
  await page.getByRole('heading', { name: 'The invoice', exact: true, level: 2 }).waitFor()
  await conversation().getByText('About: The invoice again').waitFor()
  await conversation().getByText('merged a thread into this one').waitFor()
  await show(source, 'The invoice again')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'What do you want to do' }).fill('Undo the merge')
  await page.keyboard.press('Enter')
  await page.getByText('This thread was merged.').waitFor({ state: 'detached' })
  expect((await skein.getThread({ path: { id: source } })).data.mergedInto).toBeNull()

  await skein.createMessage({ path: { id: target }, body: { body: 'And another question.' } })
  await show(target, 'The invoice')
  await conversation().getByText('And another question.').waitFor()
  await page.keyboard.press('Shift+M')
  const split = page.getByRole('dialog', { name: /^Split / })
  await split.getByRole('checkbox', { name: /another question/ }).check()
  await split.getByLabel('Subject of the new thread').fill('The other question')
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'The other question', level: 2 }).waitFor()
  await conversation().getByText('split this thread off another one').waitFor()

  await page.keyboard.press('c')
  const created = page.getByRole('dialog', { name: 'New thread' })
  await created.getByLabel('Customer’s e-mail address').fill('gina@example.com')
  await created.getByLabel('Subject').fill('By telephone')
  await created.getByLabel('What the customer said').fill('It rings, but nobody answers.')
  expect(await violationsOf(page)).toEqual([])
  await created.getByRole('button', { name: 'Create the thread' }).click()
  await page.getByRole('heading', { name: 'By telephone', level: 2 }).waitFor()
  await conversation().getByText('It rings, but nobody answers.').waitFor()
})

it('custom fields have the control of their type, and overwrite nobody', async () => {
  expectProblems(/^412 PATCH \/threads\//)
  const { skein } = place.tenant
  const field = (key: string, type: string, more: object = {}) =>
    place.tenant.api('POST', '/custom-fields', { body: { key, name: key, appliesTo: 'THREAD', type, ...more } })
  const options = [
    { value: 'a', label: 'First' },
    { value: 'b', label: 'Second' },
  ]
  for (const [key, type, more] of [
    ['order', 'TEXT'],
    ['amount', 'NUMBER'],
    ['paid', 'BOOLEAN'],
    ['bought', 'DATE'],
    ['plan', 'SELECT', { options }],
    ['parts', 'MULTISELECT', { options }],
  ] as const)
    expect((await field(key, type, more)).status).toBe(201)
  const id = await createThread('With fields')
  await skein.updateThread({ path: { id }, body: { customFields: { order: 'A-1' } } })
  await show(id, 'With fields')
  await page.getByRole('button', { name: 'More…' }).click()
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.type('custom')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Custom fields' })
  await dialog.getByLabel('amount').fill('12.5')
  await dialog.getByLabel('paid').selectOption('Yes')
  await dialog.getByLabel('bought').fill('2026-03-04')
  await dialog.getByLabel('plan').selectOption('Second')
  await dialog.getByLabel('First').check()
  await dialog.getByLabel('order').fill('')
  expect(await violationsOf(page)).toEqual([])
  await skein.updateThread({ path: { id }, body: { priority: 'low' } })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Somebody has changed this meanwhile').waitFor()
  await dialog.getByRole('button', { name: 'Overwrite with yours' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { data } = await skein.getThread({ path: { id } })
  expect(data.customFields).toEqual({ amount: 12.5, paid: true, bought: '2026-03-04', plan: 'b', parts: ['a'] })
  expect(data.priority).toBe('low')
  await conversation()
    .getByText(/owner changed .*amount/)
    .waitFor()
})
