/** What an agent does in a thread beside writing: sending at once, mentioning, looking on. Nothing is sent in the background here. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPlace, violationsOf, type OpenPage, type Place, written } from './place.ts'

let place: Place
let opened: OpenPage
let page: Page
beforeAll(async () => {
  place = await openPlace()
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
const sentTo = async (id: string) =>
  (await place.tenant.skein.listMessages({ path: { id } })).data.map(({ bodyText }) => bodyText).toReversed()

it('a reply that can be taken back goes at once: by the keys that sent it, from its message, and from where it stands', async () => {
  const id = await createThread('At once')
  await show(id, 'At once')
  const toast = page.getByRole('status').filter({ hasText: 'Sends in 8 seconds.' })
  await reply().fill('One')
  await reply().press('Control+Enter')
  await toast.waitFor()
  await reply().press('Control+Enter')
  await expect.poll(() => sentTo(id)).toEqual(['About: At once', 'One'])
  await toast.waitFor({ state: 'detached' })

  await reply().fill('Two')
  await reply().press('Control+Enter')
  await toast.getByRole('button', { name: 'Send now' }).click()
  await expect.poll(() => sentTo(id)).toEqual(['About: At once', 'One', 'Two'])

  await reply().fill('Three')
  await reply().press('Control+Enter')
  const waiting = page.getByRole('article').filter({ hasText: /Sends in \d s/ })
  await waiting.getByRole('button', { name: 'Send now' }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await waiting.getByRole('button', { name: 'Send now' }).click()
  await waiting.waitFor({ state: 'detached' })
  expect(await sentTo(id)).toEqual(['About: At once', 'One', 'Two', 'Three'])

  // Twice in one go, before the service has answered the first.
  await reply().fill('Four')
  await page.keyboard.down('Control')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.up('Control')
  await expect.poll(() => sentTo(id)).toEqual(['About: At once', 'One', 'Two', 'Three', 'Four'])
  expect((await place.tenant.skein.listScheduledMessages({ path: { id } })).meta.total).toBe(0)
  // What is being written is not sent from elsewhere, and what comes later can be taken back again.
  await reply().fill('Five')
  await page.getByRole('heading', { name: 'At once', level: 2 }).click()
  await page.keyboard.press('Control+Enter')
  expect(await written(reply())).toBe('Five')
})

it('a note mentions a colleague, chosen by keys, who hears of it at once wherever they are and finds it marked', async () => {
  const { skein } = place.tenant
  const { data: lee } = await skein.createUser({ body: { name: 'Lee Hopper', email: 'lee@acme.test', role: 'AGENT', invite: false } })
  await skein.createUser({ body: { name: 'Leda Ray', email: 'ray@acme.test', role: 'AGENT', invite: false } })
  const id = await createThread('Who knows this')
  const colleague = await place.openAs('lee@acme.test', '/inbox/all')
  await colleague.page.getByRole('row').filter({ hasText: 'Who knows this' }).waitFor()
  await show(id, 'Who knows this')
  await page.keyboard.press('n')
  const note = page.getByRole('textbox', { name: 'Internal note' })
  await note.pressSequentially('Ask @le')
  const list = page.getByRole('listbox', { name: 'People to mention' })
  await list.getByRole('option', { name: /^Leda Ray/ }).waitFor()
  expect(await list.getByRole('option').count()).toBe(2)
  expect(await violationsOf(page)).toEqual([])
  // An at sign can be just that.
  await note.press('Escape')
  await list.waitFor({ state: 'detached' })
  await note.fill('')
  await note.pressSequentially('Ask @hop')
  await list.getByRole('option', { name: /^Lee Hopper/ }).waitFor()
  expect(await note.getAttribute('aria-activedescendant')).toBe(await list.getByRole('option', { selected: true }).getAttribute('id'))
  await note.press('Enter')
  await list.waitFor({ state: 'detached' })
  await note.pressSequentially('or me@acme.test')
  expect(await written(note)).toBe('Ask @Lee Hopper or me@acme.test')
  await note.press('Control+Enter')
  const sent = page.getByRole('article', { name: 'Internal note of owner' })
  await sent.getByText('@Lee Hopper', { exact: true }).waitFor()
  expect((await skein.listMessages({ path: { id } })).data[0]).toMatchObject({
    bodyText: 'Ask @Lee Hopper or me@acme.test',
    mentions: [lee.id],
  })
  expect(await violationsOf(page)).toEqual([])

  const row = colleague.page.getByRole('row').filter({ hasText: 'Who knows this' })
  await row.getByText('@you').waitFor()
  const toast = colleague.page.getByRole('status').filter({ hasText: 'owner mentioned you in “Who knows this”.' })
  expect(await violationsOf(colleague.page)).toEqual([])
  await toast.getByRole('button', { name: 'Open' }).click()
  await colleague.page.getByRole('article').getByText('@Lee Hopper', { exact: true }).waitFor()
  await row.getByText('@you').waitFor({ state: 'detached' })
  await colleague.close()
})

it('what is pasted is attached, pictures and files, and goes with the reply; pasted words are words', async () => {
  const id = await createThread('Pasted')
  await show(id, 'Pasted')
  const paste = (files: { name: string; type: string; content: string }[], words = '') =>
    reply().evaluate(
      (field, given) => {
        const data = new DataTransfer()
        for (const { name, type, content } of given.files)
          data.items.add(new File([Uint8Array.from(atob(content), (char) => char.charCodeAt(0))], name, { type }))
        if (given.words) data.setData('text/plain', given.words)
        return field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
      },
      { files, words },
    )
  const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const isLeftToField = [
    await paste([
      { name: 'image.png', type: 'image/png', content: picture },
      { name: 'notes.txt', type: 'text/plain', content: btoa('Kept') },
    ]),
    await paste([], 'only words'),
  ]
  expect(isLeftToField).toEqual([false, true])
  for (const name of ['image.png', 'notes.txt']) await page.getByRole('button', { name: `Remove ${name}` }).waitFor()
  await reply().fill('As asked')
  await reply().press('Control+Enter')
  await page.getByRole('status').getByRole('button', { name: 'Send now' }).click()
  await expect.poll(() => sentTo(id)).toEqual(['About: Pasted', 'As asked'])
  const [sent] = (await place.tenant.skein.listMessages({ path: { id } })).data
  expect(sent?.attachments.map(({ filename, contentType }) => [filename, contentType]).toSorted()).toEqual([
    ['image.png', 'image/png'],
    ['notes.txt', 'text/plain'],
  ])
})

it('what has formats is sent as HTML and taken back with them; without any it is text; what is pasted loses what could harm', async () => {
  const id = await createThread('Formats')
  await show(id, 'Formats')
  await page.keyboard.press('r')
  await page.locator('.rich-text').waitFor()
  // What was written to begin with is a reply in plain words, as long as it has no others.
  await page.keyboard.type('Plain')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('words ')
  const kept = () =>
    page.evaluate((at) => Object.entries(localStorage).find(([name]) => name.startsWith('skein.draft') && name.endsWith(at))?.[1] ?? '', id)
  await expect.poll(kept).toContain(String.raw`{"text":"Plain\nwords ","html":null`)
  await page.getByRole('button', { name: 'Bold' }).click()
  await page.keyboard.type('now')
  await expect.poll(() => page.getByRole('button', { name: 'Bold' }).getAttribute('aria-pressed')).toBe('true')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+B')
  await page.keyboard.type('- one')
  await page.keyboard.press('Enter')
  await reply().evaluate((field) => {
    const data = new DataTransfer()
    data.setData('text/plain', 'two')
    const evil =
      '<a href="javascript:alert(1)">and</a><img src="https://elsewhere.example/x.png" onerror="alert(1)"><script>alert(1)</script>'
    // As Google Docs writes what is not bold.
    data.setData(
      'text/html',
      `<b style="font-weight:normal"><p class="MsoNormal">two <span style="font-weight:700">bold</span> ${evil}</p></b>`,
    )
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  const html = '<p>Plain<br>words <strong>now</strong></p><ul><li><p>one</p></li><li><p>two <strong>bold</strong> and</p></li></ul>'
  await expect.poll(async () => JSON.parse(await kept()).html).toBe(html)
  expect(await violationsOf(page)).toEqual([])
  // Formats are there again with the page, and with what is taken back.
  await page.reload()
  await expect.poll(() => reply().locator('strong').allTextContents()).toEqual(['now', 'bold'])
  await reply().press('Control+Enter')
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => reply().locator('strong').allTextContents()).toEqual(['now', 'bold'])
  await reply().press('Control+Enter')
  await page.getByRole('status').getByRole('button', { name: 'Send now' }).click()
  const last = async () => (await place.tenant.skein.listMessages({ path: { id } })).data[0]
  await expect.poll(async () => (await last())?.bodyFormat).toBe('html')
  expect((await last())?.body).toBe(html.replace('<br>', '<br />'))
  // A page of text is a reply; a book of it is a file.
  await reply().fill('Short')
  await reply().evaluate((field) => {
    const data = new DataTransfer()
    data.setData('text/plain', 'word '.repeat(60_000))
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await page.getByRole('button', { name: 'Remove pasted-text.txt' }).waitFor()
  await reply().press('Control+Enter')
  await page.getByRole('status').getByRole('button', { name: 'Send now' }).click()
  await expect.poll(async () => (await last())?.body).toBe('Short')
  expect(await last()).toMatchObject({ bodyFormat: 'text', attachments: [{ filename: 'pasted-text.txt', size: 300_000 }] })
})

it('who may only read is told why there is nothing to write in, and changes nothing', async () => {
  const { skein } = place.tenant
  await skein.createUser({ body: { name: 'Vera', email: 'vera@acme.test', role: 'VIEWER', invite: false } })
  const id = await createThread('Look, do not touch')
  const sendAt = new Date(Date.now() + 86_400_000).toISOString()
  await skein.replyToThread({ path: { id }, body: { body: 'Tomorrow', sendAt } })
  const viewer = await place.openAs('vera@acme.test', `/inbox/all/${id}`)
  await viewer.page
    .getByText(/^You can read this thread, but not answer it or change it\. Only agents, admins and owners can do this\.$/)
    .waitFor()
  await viewer.page.getByRole('article').getByText('About: Look, do not touch').waitFor()
  expect(await viewer.page.getByRole('textbox').count()).toBe(0)
  expect(await viewer.page.getByRole('button', { name: /^Resolve/ }).count()).toBe(0)
  const waiting = viewer.page.getByRole('article').filter({ hasText: 'Tomorrow' })
  for (const name of ['Cancel and edit', 'Send now']) expect(await waiting.getByRole('button', { name }).count(), name).toBe(0)
  // Neither do keys open what would be refused, nor are they offered.
  await viewer.page.keyboard.press('m')
  await viewer.page.keyboard.press('a')
  await viewer.page.getByRole('button', { name: 'More…' }).click()
  const offered = viewer.page.getByRole('dialog').getByRole('option')
  await expect
    .poll(() => offered.allTextContents())
    .toEqual([expect.stringMatching(/^Copy the id/), expect.stringMatching(/^Copy as cURL/)])
  await viewer.page.keyboard.press('Escape')
  expect(await violationsOf(viewer.page)).toEqual([])
  await viewer.close()
})

it('who waits for longer than an hour is one click away, and the address means an hour whenever it is opened', async () => {
  const { skein } = place.tenant
  const id = await createThread('Waits long', { email: 'early@example.com', name: 'Early Bird' })
  await skein.replyToThread({ path: { id }, body: { body: 'Soon.' } })
  await skein.createMessage({ path: { id }, body: { body: 'And now?' } })
  const before = await skein.createThread({ body: { title: 'Old', body: 'x', requester: { email: 'old@example.com' } } })
  const sentAt = new Date(Date.now() - 90 * 60_000).toISOString()
  await skein.createMessage({ path: { id: before.data.threadId }, body: { body: 'Since long ago', sentAt } })
  await page.goto(`${place.url}/inbox/waiting`)
  await page.getByRole('row').filter({ hasText: 'Waits long' }).waitFor()
  await page.getByRole('button', { name: 'Longer than an hour' }).click()
  await page.getByText('Waits longer than: an hour').waitFor()
  await page.getByRole('row').filter({ hasText: 'Waits long' }).waitFor({ state: 'detached' })
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'Old' }).count()).toBe(1)
  expect(new URL(page.url()).searchParams.get('waitingSinceBefore')).toMatch(/1h/)
  expect(await violationsOf(page)).toEqual([])
  await page.reload()
  await page.getByRole('row').filter({ hasText: 'Old' }).waitFor()
  await page.getByRole('button', { name: 'Remove the filter Waits longer than' }).click()
  await page.getByRole('row').filter({ hasText: 'Waits long' }).waitFor()
})
