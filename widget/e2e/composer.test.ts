/** What goes out with a message: files, and the page that the visitor is on. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectProblems } from '../../dashboard/e2e/browser-problems.ts'
import { startSite, type Site } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

it('a message says on which page the visitor is, if the inbox wants to know', async () => {
  await site.addChat('/pricing', { pageUrl: 'PATH' })
  const opened = await site.open('/pricing?coupon=secret')
  const { page, context } = opened
  await opened.begin('What does it cost?')
  const findPage = async () => {
    const { data } = await site.tenant.skein.listThreads({ query: { limit: 1, sort: '-createdAt' } })
    const { visitor } = (await site.tenant.skein.getThreadView({ path: { id: data[0]?.id ?? '' } })).data
    return [visitor?.pagePath, visitor?.pageTitle]
  }
  expect(await findPage()).toEqual(['/pricing', 'Shop'])
  // A router shows another page of the site, on which the visitor has clicked a link.
  await page.getByRole('heading', { name: 'Be seen' }).click()
  await page.evaluate(() => {
    history.pushState(null, '', '/checkout?token=secret')
    document.title = 'Checkout'
  })
  await opened.write('And with shipping?')
  expect(await findPage()).toEqual(['/checkout', 'Checkout'])
  await context.close()
})

it('the chat says in words which files it does not take', async () => {
  const opened = await site.open('/')
  const { page, chat, context } = opened
  await opened.begin('I have a file')
  // Made in the page, because sending such a file to the browser would take seconds.
  await chat.locator('input[type=file]').evaluate((input: HTMLInputElement) => {
    const files = new DataTransfer()
    files.items.add(new File([new Uint8Array(11 * 1_024 * 1_024)], 'big.png', { type: 'image/png' }))
    input.files = files.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await chat.getByText('The file is too large. Files can have up to 10 MB.').waitFor()
  await chat.getByRole('button', { name: 'Remove big.png' }).click()
  expect(await chat.getByRole('list', { name: 'Files' }).count()).toBe(0)
  expectProblems(/^422 POST \/widget\/uploads$/, /^400 POST \/widget\/uploads$/, /^507 POST \/widget\/uploads$/)
  const attach = (name: string, text: string) =>
    chat.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer: Buffer.from(text) })
  await attach('setup.exe', 'MZ\x90')
  await chat.getByText('This kind of file can’t be sent. Try a picture, a PDF or a ZIP file.').waitFor()
  await attach('empty.txt', '')
  await chat.getByText('The file is empty.').waitFor()
  await page.route('**/api/v1/widget/uploads', (route) =>
    route.fulfill({ status: 507, json: { data: null, error: { code: 'SVC-UPLOAD-STORAGE_FULL', message: 'There is not enough space.' } } }),
  )
  await attach('notes.txt', 'Notes')
  await chat.getByText('We can’t take files at the moment. Send your message without the file.').waitFor()
  await context.close()
})
