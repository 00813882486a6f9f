/** The contact form in a browser: without scripts, in frames, on phones, and what it says about mistakes. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findViolations } from '../../dashboard/e2e/dashboard.ts'
import { expectProblems } from '../../dashboard/e2e/browser-problems.ts'
import { type Chat, phone, type Site, startSite } from './site.ts'

let site: Site
let chat: Chat
let url: string
beforeAll(async () => {
  site = await startSite()
  const { skein } = site.tenant
  const options = [
    { value: 'pro', label: 'Professional' },
    { value: 'free', label: 'Free' },
  ]
  await skein.createCustomField({ body: { key: 'plan', name: 'Plan', appliesTo: 'THREAD', type: 'SELECT', options } })
  await skein.createCustomField({ body: { key: 'topics', name: 'Topics', appliesTo: 'THREAD', type: 'MULTISELECT', options } })
  await skein.createCustomField({ body: { key: 'order_number', name: 'Order number', appliesTo: 'THREAD', type: 'NUMBER' } })
  await skein.createCustomField({ body: { key: 'urgent', name: 'It is urgent', appliesTo: 'THREAD', type: 'BOOLEAN' } })
  const preChat = [
    { field: 'NAME', required: true },
    { field: 'plan', required: true },
    { field: 'topics' },
    { field: 'order_number' },
    { field: 'urgent' },
  ]
  chat = await site.addChat('/chat', { preChat, appearance: { greeting: 'We reply within a day.', title: 'Example Shop' } })
  url = `${site.base}/w/${chat.key}/form`
})
afterAll(() => site.close())

const openForm = async (options: Parameters<Site['open']>[1] = {}) => {
  const { page } = await site.open('/', { javaScriptEnabled: false, ...options })
  await page.goto(url)
  return page
}
const latestThread = async () => {
  const { data } = await site.tenant.skein.listThreads({ query: { inboxId: chat.inboxId, limit: 1 } })
  const [thread] = data
  return thread ? (await site.tenant.skein.getThread({ path: { id: thread.id } })).data : null
}

describe('the contact form', () => {
  it('is sent by keyboard without scripts, and says so', async () => {
    const page = await openForm()
    await page.getByText('We reply within a day.').waitFor()
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace')
    await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com')
    await page.getByRole('combobox', { name: 'Plan' }).selectOption('Professional')
    await page.getByRole('checkbox', { name: 'Free' }).check()
    await page.getByRole('spinbutton', { name: 'Order number' }).fill('4711')
    await page.getByRole('checkbox', { name: 'It is urgent' }).press('Space')
    await page.getByRole('textbox', { name: 'Subject' }).fill('Refund')
    await page.getByRole('textbox', { name: 'Message' }).fill('Hello <b>there</b>\nSecond line')
    await page.getByRole('button', { name: 'Send message' }).press('Enter')
    await page.getByRole('status').getByText('Thank you!').waitFor()
    const thread = await latestThread()
    expect(thread).toMatchObject({ subject: 'Refund', customFields: { plan: 'pro', topics: ['free'], order_number: 4_711, urgent: true } })
    expect(await site.listTexts()).toEqual(['Hello <b>there</b>\nSecond line'])
    // A reload of the page sends nothing again.
    await page.reload()
    expect((await site.tenant.skein.listThreads({ query: { inboxId: chat.inboxId } })).meta.total).toBe(1)
  })

  it('sends files without scripts, which the agent gets', async () => {
    const page = await openForm()
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace')
    await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com')
    await page.getByRole('combobox', { name: 'Plan' }).selectOption('Free')
    await page.getByRole('textbox', { name: 'Message' }).fill('Here are my files.')
    const files = ['first.txt', 'zweite – Übersicht.txt'].map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) }))
    await page.getByLabel('Files').setInputFiles(files)
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.getByRole('status').getByText('Thank you!').waitFor()
    const [message] = (await site.tenant.skein.listMessages({ path: { id: (await latestThread())?.id ?? '' } })).data
    expect([message?.bodyText, message?.attachments?.map(({ filename }) => filename)]).toEqual([
      'Here are my files.',
      ['first.txt', 'zweite – Übersicht.txt'],
    ])
  })

  it('says that files must be chosen again after a mistake', async () => {
    expectProblems(/^422 POST /, /422/)
    const page = await openForm()
    await page.getByRole('textbox', { name: 'Message' }).fill('Here is my file.')
    await page.getByLabel('Files').setInputFiles([{ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') }])
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.getByText('Please choose your files again.').waitFor()
    expect(await page.getByLabel('Files').getAttribute('aria-describedby')).toBe('file-hint file-problem')
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('Here is my file.')
  })

  it('says that a file is too large, even if most of it has not arrived', async () => {
    expectProblems(/^413 POST /, /413/)
    // A path, because the browser's driver takes seconds for large contents.
    const path = join(await mkdtemp(join(tmpdir(), 'form-')), 'video.mp4')
    await writeFile(path, Buffer.alloc(60_000_000))
    const page = await openForm()
    await page.getByRole('textbox', { name: 'Message' }).fill('Here is my video.')
    await page.getByLabel('Files').setInputFiles(path)
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.getByText('Your files are too large.').waitFor()
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('Here is my video.')
    await rm(dirname(path), { recursive: true })
  })

  it('keeps what was typed, and marks what is missing', async () => {
    expectProblems(/^422 POST /, /422/)
    const page = await openForm()
    await page.getByRole('textbox', { name: 'Email' }).fill('ada')
    await page.getByRole('textbox', { name: 'Message' }).fill('"><script>alert(1)</script>')
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.getByRole('alert').getByText('Not sent yet.').waitFor()
    const email = page.getByRole('textbox', { name: 'Email' })
    expect([await email.inputValue(), await email.getAttribute('aria-invalid')]).toEqual(['ada', 'true'])
    expect(await email.getAttribute('aria-describedby')).toBe('email-hint email-problem')
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('"><script>alert(1)</script>')
    expect(await page.getByText('Please fill this in.').count()).toBe(2)
  })

  it.each([
    ['a desktop', {}],
    ['a phone', { ...phone }],
    ['a screen of 320 px', { viewport: { width: 320, height: 640 } }],
  ])('is accessible on %s in both themes, in English and German', async (_, options) => {
    const page = await openForm({ ...options, javaScriptEnabled: true, locale: 'de-DE' })
    await page.getByRole('heading', { name: 'Nachricht schreiben' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    expect(await findViolations(page)).toEqual([])
    await page.goto(`${url}?locale=en`)
    await page.getByRole('heading', { name: 'Write to us' }).waitFor()
    expect(await findViolations(page)).toEqual([])
  })

  it('is shown in a frame by the sites of the inbox, and by no other', async () => {
    site.setPage('/contact', `<!doctype html><title>Contact</title><iframe title="Form" src="${url}" width="600" height="800"></iframe>`)
    const { page } = await site.open('/contact')
    await page.frameLocator('iframe').getByRole('button', { name: 'Send message' }).waitFor()
    expectProblems(/frame-ancestors/i, /ERR_BLOCKED_BY_RESPONSE/)
    await page.goto(`${site.strangeOrigin}/contact`)
    await expect.poll(() => page.frames().at(-1)?.url()).toMatch(/^chrome-error:/)
  })
})
