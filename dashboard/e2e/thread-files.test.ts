/** Attachments of replies: attach, drop and upload files, and view those of sent messages. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { png } from '../../test/support/files.ts'
import { allowProblems, expectProblems } from './browser-problems.ts'
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
    await files().getByText('This file is empty.').waitFor()
    await files().getByRole('button', { name: 'Remove empty.txt' }).click()
    await files().getByRole('button', { name: 'Remove notes.txt' }).waitFor()
    // Dropped onto the field.
    await reply().evaluate((field) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([new Uint8Array(27_000_000)], 'huge.bin'))
      field.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    })
    await files()
      .getByText(/can have 25 MB together/)
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
    // The page asks whether a file that it did not upload itself belongs to a saved reply.
    allowProblems(/^404 GET \/uploads\//)
    await reply().press('Control+Enter')
    await sent().getByText('notes.txt').waitFor()
    // The service has deleted the file with the undone reply.
    await sent().getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => readEditor(reply())).toBe('See the file.')
    await choose().setInputFiles(notes)
    await page.getByRole('button', { name: 'Remove notes.txt' }).waitFor()
    await reply().press('Control+Enter')
    await sent().getByText('notes.txt').waitFor()
    await expect
      .poll(async () => (await dashboard.tenant.skein.listMessages({ path: { id } })).data[0]?.attachments.map(({ filename }) => filename))
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

  it('have a place that is shown while they are dragged over the page', async () => {
    const hint = page.getByText('Drop files here to attach them')
    const drag = (type: string, withFiles: boolean) =>
      page.locator('body').evaluate(
        (body, given) => {
          const dataTransfer = new DataTransfer()
          if (given.withFiles) dataTransfer.items.add(new File(['x'], 'x.txt'))
          else dataTransfer.setData('text/plain', 'words')
          body.dispatchEvent(new DragEvent(given.type, { dataTransfer, bubbles: true, cancelable: true }))
        },
        { type, withFiles },
      )
    await drag('dragenter', true)
    await hint.waitFor()
    await drag('dragleave', true)
    await hint.waitFor({ state: 'detached' })
    await drag('dragenter', false)
    expect(await hint.count()).toBe(0)
  })
})

describe('pictures of a message', () => {
  const preview = (name: string) => page.getByRole('button', { name: `Show ${name}` })
  const lightbox = (name: string) => page.getByRole('dialog', { name })

  it('are previews whose size does not depend on the picture', async () => {
    const { skein } = dashboard.tenant
    const id = await createThread(dashboard, 'With pictures')
    const attachments: { uploadId: string }[] = []
    for (const name of ['one.png', 'two.png', 'notes.txt']) {
      const file = new File([name.endsWith('.png') ? new Uint8Array(png) : 'words'], name, {
        type: name.endsWith('.png') ? 'image/png' : 'text/plain',
      })
      attachments.push({ uploadId: (await skein.createUpload({ body: { file } })).data.id })
    }
    await skein.replyToThread({ path: { id }, body: { body: 'See these.', attachments } })
    let load: () => void = () => undefined
    const isRequested = new Promise<void>((resolve) => {
      void page.route('**/files/**', async (route) => {
        resolve()
        await new Promise<void>((go) => (load = go))
        await route.continue()
      })
    })
    await openThread(page, id, 'With pictures')
    await isRequested
    const before = await preview('one.png').boundingBox()
    expect(before).toMatchObject({ width: 160, height: 120 })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    load()
    await page.reload()
    const isLoaded = () =>
      preview('one.png')
        .locator('img')
        .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)
    await expect.poll(isLoaded).toBe(true)
    expect(await preview('one.png').boundingBox()).toEqual(before)
    await page.getByRole('link', { name: /notes\.txt/ }).waitFor()
    expect(await findViolations(page)).toEqual([])
  })

  it('open in full size, one by one, by keyboard', async () => {
    await preview('one.png').press('Enter')
    await lightbox('one.png').getByRole('img', { name: 'one.png' }).waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('ArrowRight')
    await lightbox('two.png').getByText('2 of 2').waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    await lightbox('one.png').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await preview('one.png').evaluate((button) => button === document.activeElement)).toBe(true)
  })

  it('can be downloaded', async () => {
    await preview('two.png').click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      lightbox('two.png').getByRole('button', { name: 'Download' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('two.png')
    await page.keyboard.press('Escape')
  })
})

it('all files of a thread are listed, and lead to their messages', async () => {
  const { skein } = dashboard.tenant
  const id = await createThread(dashboard, 'Files and print')
  const { data: upload } = await skein.createUpload({ body: { file: new File(['what I saw'], 'seen.txt') } })
  await skein.createMessage({ path: { id }, body: { body: 'See the file.', attachments: [{ uploadId: upload.id }] } })
  await skein.createMessage({ path: { id }, body: { body: 'For us only', internal: true, authorType: 'AGENT' } })
  await openThread(page, id, 'Files and print')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Files of this thread' }).click()
  const sheet = page.getByRole('dialog', { name: 'Files of this thread' })
  await sheet.getByRole('button', { name: 'seen.txt' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Go to the message' }).press('Enter')
  const message = page.getByRole('article').filter({ hasText: 'See the file.' })
  await expect.poll(() => message.evaluate((element) => document.activeElement === element)).toBe(true)
  await page.goto(`${dashboard.url}/print/${id}`)
  await page.getByText('See the file.').waitFor()
  await page.getByText('seen.txt (10 bytes)', { exact: false }).waitFor()
  expect(await page.getByText('For us only').count()).toBe(0)
  await page.getByLabel('Include internal notes').check()
  await page.getByText('For us only').waitFor()
  expect(await findViolations(page)).toEqual([])
})
