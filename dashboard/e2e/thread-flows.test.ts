/** Replies without an undo window, mentions, pasting, formatting, and a viewer's read-only thread. Without a worker, only requests send. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createThread, findViolations, type OpenPage, openThread, readEditor, startDashboard, type TestDashboard } from './dashboard.ts'

let dashboard: TestDashboard
let opened: OpenPage
let page: Page
beforeAll(async () => {
  dashboard = await startDashboard()
  opened = await dashboard.openAs(dashboard.ownerEmail, '/inbox/all')
  page = opened.page
})
afterAll(() => dashboard.close())

const reply = () => page.getByRole('textbox', { name: 'Reply' })
const listSentTexts = async (id: string) =>
  (await dashboard.tenant.skein.listMessages({ path: { id } })).data.map(({ bodyText }) => bodyText).toReversed()

describe('a reply that can be undone', () => {
  let id: string
  const toast = () => page.getByRole('status').filter({ hasText: 'Sends in 8 seconds.' })

  it('is sent at once by repeating the keys', async () => {
    id = await createThread(dashboard, 'At once')
    await openThread(page, id, 'At once')
    await reply().fill('One')
    await reply().press('Control+Enter')
    await toast().waitFor()
    await reply().press('Control+Enter')
    await expect.poll(() => listSentTexts(id)).toEqual(['About: At once', 'One'])
    await toast().waitFor({ state: 'detached' })
  })

  it('is sent at once from its toast on another screen', async () => {
    await reply().fill('Two')
    await reply().press('Control+Enter')
    await page.getByRole('link', { name: 'Customers' }).click()
    await toast().getByRole('button', { name: 'Send now' }).click()
    await page.goBack()
    await expect.poll(() => listSentTexts(id)).toEqual(['About: At once', 'One', 'Two'])
  })

  it('is sent at once from its message', async () => {
    await reply().fill('Three')
    await reply().press('Control+Enter')
    const waiting = page.getByRole('article').filter({ hasText: /Sends in \d s/ })
    await waiting.getByRole('button', { name: 'Send now' }).waitFor()
    expect(await findViolations(page)).toEqual([])
    await waiting.getByRole('button', { name: 'Send now' }).click()
    await waiting.waitFor({ state: 'detached' })
    expect(await listSentTexts(id)).toEqual(['About: At once', 'One', 'Two', 'Three'])
  })

  it('is sent once when the keys are repeated before the response', async () => {
    await reply().fill('Four')
    await page.keyboard.down('Control')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.up('Control')
    await expect.poll(() => listSentTexts(id)).toEqual(['About: At once', 'One', 'Two', 'Three', 'Four'])
    expect((await dashboard.tenant.skein.listScheduledMessages({ path: { id } })).meta.total).toBe(0)
  })

  it('is not sent by key presses outside the editor', async () => {
    await reply().fill('Five')
    await page.getByRole('heading', { name: 'At once', level: 2 }).click()
    await page.keyboard.press('Control+Enter')
    expect(await readEditor(reply())).toBe('Five')
  })
})

describe('a mention', () => {
  let id: string
  let leeId: string
  let colleague: OpenPage
  const note = () => page.getByRole('textbox', { name: 'Internal note' })
  const list = () => page.getByRole('listbox', { name: 'People and teams to mention' })
  beforeAll(async () => {
    const { skein } = dashboard.tenant
    const { data: lee } = await skein.createUser({ body: { name: 'Lee Hopper', email: 'lee@acme.test', role: 'AGENT', invite: false } })
    leeId = lee.id
    await skein.createUser({ body: { name: 'Leda Ray', email: 'ray@acme.test', role: 'AGENT', invite: false } })
    id = await createThread(dashboard, 'Who knows this')
    colleague = await dashboard.openAs('lee@acme.test', '/inbox/all')
    await colleague.page.getByRole('row').filter({ hasText: 'Who knows this' }).waitFor()
    await openThread(page, id, 'Who knows this')
    await page.keyboard.press('n')
  })
  afterAll(() => colleague.close())

  it('is offered after an at sign, until Escape', async () => {
    await note().pressSequentially('Ask @le')
    await list()
      .getByRole('option', { name: /^Leda Ray/ })
      .waitFor()
    expect(await list().getByRole('option').count()).toBe(2)
    expect(await findViolations(page)).toEqual([])
    await note().press('Escape')
    await list().waitFor({ state: 'detached' })
  })

  it('can be chosen by keyboard, and is marked in the sent note', async () => {
    const { skein } = dashboard.tenant
    await note().fill('')
    await note().pressSequentially('Ask @hop')
    await list()
      .getByRole('option', { name: /^Lee Hopper/ })
      .waitFor()
    expect(await note().getAttribute('aria-activedescendant')).toBe(await list().getByRole('option', { selected: true }).getAttribute('id'))
    await note().press('Enter')
    await list().waitFor({ state: 'detached' })
    await note().pressSequentially(' or me@acme.test')
    expect(await readEditor(note())).toBe('Ask @Lee Hopper or me@acme.test')
    await note().press('Control+Enter')
    const sent = page.getByRole('article', { name: 'Internal note of owner' })
    await sent.getByText('@Lee Hopper', { exact: true }).waitFor()
    expect((await skein.listMessages({ path: { id } })).data[0]).toMatchObject({
      bodyText: 'Ask @Lee Hopper or me@acme.test',
      mentions: [leeId],
    })
    expect(await findViolations(page)).toEqual([])
  })

  it('is shown to the colleague at once, wherever they are', async () => {
    const row = colleague.page.getByRole('row').filter({ hasText: 'Who knows this' })
    await row.getByText('@you').waitFor()
    const toast = colleague.page.getByRole('status').filter({ hasText: 'owner mentioned you in “Who knows this”.' })
    expect(await findViolations(colleague.page)).toEqual([])
    await toast.getByRole('button', { name: 'Open' }).click()
    await colleague.page.getByRole('article').getByText('@Lee Hopper', { exact: true }).waitFor()
    await row.getByText('@you').waitFor({ state: 'detached' })
  })
})

it('pasted files are attached to the reply, and pasted words are text', async () => {
  const id = await createThread(dashboard, 'Pasted')
  await openThread(page, id, 'Pasted')
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
  await page.getByRole('article').getByRole('button', { name: 'Send now' }).click()
  await expect.poll(() => listSentTexts(id)).toEqual(['About: Pasted', 'As asked'])
  const [sent] = (await dashboard.tenant.skein.listMessages({ path: { id } })).data
  expect(sent?.attachments.map(({ filename, contentType }) => [filename, contentType]).toSorted()).toEqual([
    ['image.png', 'image/png'],
    ['notes.txt', 'text/plain'],
  ])
})

describe('the format of a reply', () => {
  let id: string
  const readDraft = () =>
    page.evaluate((at) => Object.entries(localStorage).find(([name]) => name.startsWith('skein.draft') && name.endsWith(at))?.[1] ?? '', id)
  const readLast = async () => (await dashboard.tenant.skein.listMessages({ path: { id } })).data[0]
  const html = '<p>Plain<br>words <strong>now</strong></p><ul><li><p>one</p></li><li><p>two <strong>bold</strong> and</p></li></ul>'

  it('is text as long as nothing is formatted', async () => {
    id = await createThread(dashboard, 'Formats')
    await openThread(page, id, 'Formats')
    await page.keyboard.press('r')
    await page.locator('.rich-text').waitFor()
    await page.keyboard.type('Plain')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('words ')
    await expect.poll(readDraft).toContain(String.raw`{"text":"Plain\nwords ","html":null`)
  })

  it('is HTML as soon as something is formatted; pasted HTML is sanitised', async () => {
    await page.getByRole('button', { name: 'Formatting' }).click()
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
      // Google Docs wraps its clipboard HTML in a <b> element with normal weight.
      data.setData(
        'text/html',
        `<b style="font-weight:normal"><p class="MsoNormal">two <span style="font-weight:700">bold</span> ${evil}</p></b>`,
      )
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    })
    await expect.poll(async () => JSON.parse(await readDraft()).html).toBe(html)
    expect(await findViolations(page)).toEqual([])
  })

  it('survives a reload and an undo', async () => {
    await page.reload()
    await expect.poll(() => reply().locator('strong').allTextContents()).toEqual(['now', 'bold'])
    await reply().press('Control+Enter')
    await page.getByRole('article').getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => reply().locator('strong').allTextContents()).toEqual(['now', 'bold'])
  })

  it('is HTML in the sent message', async () => {
    await reply().press('Control+Enter')
    await page.getByRole('article').getByRole('button', { name: 'Send now' }).click()
    await expect.poll(async () => (await readLast())?.bodyFormat).toBe('html')
    expect((await readLast())?.body).toBe(html.replace('<br>', '<br />'))
  })

  it('of a pasted table is lines with separators', async () => {
    await reply().fill('')
    await reply().evaluate((field) => {
      const data = new DataTransfer()
      data.setData(
        'text/html',
        '<table> <tr> <th><p>Item</p></th> <th>Price</th></tr>\n<tr><td><div>Lamp</div></td> <td>100</td> </tr></table>',
      )
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    })
    await expect.poll(async () => JSON.parse(await readDraft()).text).toBe('Item | Price\nLamp | 100')
  })

  it('of a very long pasted text is a file', async () => {
    await reply().fill('Short')
    await reply().evaluate((field) => {
      const data = new DataTransfer()
      data.setData('text/plain', 'word '.repeat(60_000))
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    })
    await page.getByRole('button', { name: 'Remove pasted-text.txt' }).waitFor()
    await reply().press('Control+Enter')
    await page.getByRole('article').getByRole('button', { name: 'Send now' }).click()
    await expect.poll(async () => (await readLast())?.body).toBe('Short')
    expect(await readLast()).toMatchObject({ bodyFormat: 'text', attachments: [{ filename: 'pasted-text.txt', size: 300_000 }] })
  })
})

describe('a viewer', () => {
  let viewer: OpenPage
  beforeAll(async () => {
    const { skein } = dashboard.tenant
    await skein.createUser({ body: { name: 'Vera', email: 'vera@acme.test', role: 'VIEWER', invite: false } })
    const id = await createThread(dashboard, 'Look, do not touch')
    const sendAt = new Date(Date.now() + 86_400_000).toISOString()
    await skein.replyToThread({ path: { id }, body: { body: 'Tomorrow', sendAt } })
    viewer = await dashboard.openAs('vera@acme.test', `/inbox/all/${id}`)
  })
  afterAll(() => viewer.close())

  it('can read a thread, and sees who can reply', async () => {
    await viewer.page
      .getByText(/^You can read this thread, but not reply to it or change it\. Only agents, admins and owners can do this\.$/)
      .waitFor()
    await viewer.page.getByRole('article').getByText('About: Look, do not touch').waitFor()
    expect(await viewer.page.getByRole('textbox').count()).toBe(0)
  })

  it('can follow the thread, and has no other buttons, shortcuts or menu items', async () => {
    expect(await viewer.page.getByRole('button', { name: /^Resolve/ }).count()).toBe(0)
    const waiting = viewer.page.getByRole('article').filter({ hasText: 'Tomorrow' })
    for (const name of ['Cancel and edit', 'Send now']) expect(await waiting.getByRole('button', { name }).count(), name).toBe(0)
    await viewer.page.keyboard.press('m')
    await viewer.page.keyboard.press('a')
    await viewer.page.getByRole('button', { name: 'More actions' }).click()
    const offered = viewer.page.getByRole('menuitem')
    await expect
      .poll(() => offered.allTextContents())
      .toEqual(
        ['Follow or unfollow', 'People in this conversation', 'Files of this thread', 'Print', 'Copy number ACME-']
          .concat(['How it counts in reports', 'What rules did here', 'Copy ID', 'Copy as cURL'])
          .map((label) => expect.stringMatching(`^${label}`)),
      )
    await viewer.page.keyboard.press('Escape')
    expect(await findViolations(viewer.page)).toEqual([])
  })
})
