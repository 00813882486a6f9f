/** Replies by mail: the agent sees the recipients before writing, and the delivery afterwards. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { composeMail, openMailInbox, type MailInbox } from '../../test/support/mails.ts'
import { startDashboard, findViolations, openThread, type TestDashboard } from './dashboard.ts'

let dashboard: TestDashboard
let inbox: MailInbox
let page: Page
let threadId = ''
let threadOfGina = ''
beforeAll(async () => {
  dashboard = await startDashboard({ worker: true })
  inbox = await openMailInbox(dashboard.tenant)
  threadId = (await inbox.deliver(composeMail({ Cc: 'Grace Hopper <grace@example.com>' }))).threadId ?? ''
  page = (await dashboard.openAs(dashboard.ownerEmail, `/inbox/all/${threadId}`)).page
})
afterAll(() => dashboard.close())

const target = (text: string) => page.getByRole('button', { name: `${text}. Change the recipients` })
async function reply(text: string): Promise<void> {
  await page.keyboard.press('r')
  await page.getByRole('textbox', { name: 'Reply' }).pressSequentially(text)
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByRole('article').filter({ hasText: text }).filter({ hasText: 'Saved as a file' }).waitFor()
  await page.keyboard.press('Escape')
}
const readReply = async (text: string) => {
  const { data } = await dashboard.tenant.skein.listMessages({ path: { id: threadId } })
  const { to = [], cc = [], bcc = [] } = data.find(({ bodyText }) => bodyText === text)?.email ?? {}
  return [to, cc, bcc].map((list) => list.map(({ address }) => address).join(' '))
}

it('a mail shows to whom it went, and the composer to whom a reply will go', async () => {
  await target('To ada@example.com, Cc Grace Hopper (grace@example.com)').waitFor()
  // The inbox's own address is the usual recipient, so it is not shown.
  await page.getByRole('button', { name: 'Sender and recipients: Cc grace@example.com' }).waitFor()
  await page.keyboard.press('v')
  await page.getByRole('article').getByText('support@acme.example').waitFor()
  expect(await findViolations(page)).toEqual([])
})

it('a reply reaches everybody, and says for each recipient whether it arrived', async () => {
  await reply('Hello to both')
  expect(await readReply('Hello to both')).toEqual(['ada@example.com', 'grace@example.com', ''])
  await page.getByText('Saved as a file. Nobody received it').click()
  await page.getByRole('list', { name: 'Recipients' }).getByText('Cc grace@example.com').waitFor()
})

it('the agent changes the recipients with the keyboard, also back to everybody', async () => {
  await page.keyboard.press('r')
  await page.keyboard.press('ControlOrMeta+.')
  await page.getByLabel('To', { exact: true }).press('Backspace')
  await page.keyboard.type('eve@example.com,')
  const bcc = page.getByRole('combobox', { name: 'Bcc' })
  await bcc.fill('nobody')
  await bcc.press('Enter')
  await page.getByText('“nobody” isn’t an email address.').waitFor()
  await bcc.press('Backspace')
  await bcc.fill('boss@example.com')
  await page.getByRole('textbox', { name: 'Reply' }).click()
  await target('To eve@example.com, Cc Grace Hopper (grace@example.com), Bcc boss@example.com').waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await reply('Only for Eve')
  expect(await readReply('Only for Eve')).toEqual(['eve@example.com', 'grace@example.com', 'boss@example.com'])
  await target('To ada@example.com, Cc Grace Hopper (grace@example.com)').waitFor()
  await page.getByRole('button', { name: 'Only the sender' }).click()
  await target('To ada@example.com').waitFor()
  await page.getByRole('button', { name: 'Only the sender' }).waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Empty export', level: 2 }).click()
  await page.keyboard.press('Shift+R')
  await target('To ada@example.com, Cc Grace Hopper (grace@example.com)').waitFor()
})

it('typing an address suggests people of the thread, colleagues and customers', async () => {
  const { skein } = dashboard.tenant
  await skein.upsertCustomer({ body: { email: 'greta@other.example', name: 'Greta Garbo' } })
  await skein.createUser({ body: { email: 'grit@acme.example', name: 'Grit Lee', role: 'AGENT', invite: false } })
  await page.keyboard.press('ControlOrMeta+.')
  const cc = page.getByRole('combobox', { name: 'Cc', exact: true })
  await cc.press('Backspace')
  await cc.pressSequentially('gr')
  const options = page.getByRole('listbox', { name: 'Suggested recipients' }).getByRole('option')
  await options.filter({ hasText: 'Greta Garbo' }).waitFor()
  expect(await options.evaluateAll((all) => all.map(({ textContent }) => textContent))).toEqual([
    expect.stringContaining('grace@example.comIn this thread'),
    expect.stringContaining('grit@acme.exampleColleague'),
    expect.stringContaining('greta@other.exampleCustomer'),
  ])
  await page.getByRole('option', { name: 'Grace Hopper', selected: true }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await cc.press('ArrowUp')
  await page.getByRole('option', { name: 'Greta Garbo', selected: true }).waitFor()
  await cc.press('Enter')
  await cc.evaluate((input) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', '"Hopper, Grace" <grace@example.com>\nnobody')
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await page.getByText('“nobody” isn’t an email address.').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.type('To all of you')
  await page.getByRole('button', { name: /^Send Ctrl/, disabled: true }).waitFor()
  await page.getByRole('button', { name: 'Reply to everyone' }).click()
  await target('To ada@example.com, Cc Grace Hopper (grace@example.com)').waitFor()
  await page.getByRole('textbox', { name: 'Reply' }).fill('')
})

it('a stranger gets replies only after an agent has added them', async () => {
  const { data } = await dashboard.tenant.skein.listMessages({ path: { id: threadId } })
  const answered = data.find(({ bodyText }) => bodyText === 'Hello to both')?.email?.messageId ?? ''
  await inbox.deliver(composeMail({ From: 'Mallory <mallory@example.com>', 'In-Reply-To': `<${answered}>` }, 'Me, too.'))
  await page.getByText('New sender').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('w')
  const dialog = page.getByRole('dialog', { name: 'People in this conversation' })
  await dialog.getByText('Replies leave them out until you add them.').waitFor()
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add mallory@example.com' }).click()
  await dialog.getByText('Not verified').waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await target('To mallory@example.com').waitFor()
})

it('a thread starts with a mail that is written by keyboard, also on a phone', async () => {
  await page.keyboard.press('Escape')
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'New thread' })
  // An inbox can send, so the form begins with a mail.
  await dialog.getByRole('button', { name: 'Send email' }).waitFor()
  await dialog.getByRole('radio', { name: 'Email the customer' }).press('ArrowDown')
  await dialog.getByLabel('What the customer said').waitFor()
  await dialog.getByRole('radio', { name: 'Note what the customer told you' }).press('ArrowUp')
  await dialog.getByRole('button', { name: 'Send email' }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Gina Hall <gina@example.com>,')
  await dialog.getByRole('button', { name: 'Remove gina@example.com from To' }).waitFor()
  await dialog.getByLabel(/^Cc/).fill('boss@example.com')
  await dialog.getByLabel('Subject').fill('Your export is ready')
  await dialog.getByRole('textbox', { name: 'Message' }).fill('The export that you asked for is ready.')
  await dialog.getByRole('button', { name: 'Remove boss@example.com from Cc' }).waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await findViolations(page)).toEqual([])
  expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByRole('button', { name: 'Send email' }).click()
  await page.getByRole('heading', { name: 'Your export is ready', level: 2 }).waitFor()
  const [id = ''] = /thr_\w+/.exec(page.url()) ?? []
  threadOfGina = id
  const [mail] = (await dashboard.tenant.skein.listMessages({ path: { id } })).data
  expect(mail?.email?.to).toEqual([{ name: 'Gina Hall', address: 'gina@example.com' }])
  expect(mail?.email?.cc).toEqual([{ name: null, address: 'boss@example.com' }])
})

it('a new mail has formats and files like a reply, and its draft is kept', async () => {
  const dialog = page.getByRole('dialog', { name: 'New thread' })
  const open = async (): Promise<void> => {
    await page.keyboard.press('c')
    await dialog.getByRole('button', { name: 'Send email' }).waitFor()
  }
  const file = { name: 'export.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b') }
  await open()
  await dialog.getByLabel(/^To/).fill('Hana <hana@example.com>,')
  await dialog.getByLabel('Subject').fill('Formatted')
  const message = dialog.getByRole('textbox', { name: 'Message' })
  await message.click()
  await page.locator('.rich-text').waitFor()
  await page.keyboard.press('ControlOrMeta+b')
  await page.keyboard.type('Ready')
  await dialog.getByLabel('Files to attach').setInputFiles(file)
  await dialog.getByRole('button', { name: 'Remove export.csv' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.reload()
  await page.getByRole('heading', { name: 'Your export is ready', level: 2 }).waitFor()
  await open()
  await dialog.getByRole('button', { name: 'Remove hana@example.com from To' }).waitFor()
  await dialog.getByRole('button', { name: 'Remove export.csv' }).waitFor()
  expect(await dialog.getByLabel('Subject').inputValue()).toBe('Formatted')
  await dialog.getByRole('textbox', { name: 'Message' }).filter({ hasText: 'Ready' }).press('ControlOrMeta+Enter')
  await page.getByRole('heading', { name: 'Formatted', level: 2 }).waitFor()
  const [id = ''] = /thr_\w+/.exec(page.url()) ?? []
  const [sent] = (await dashboard.tenant.skein.listMessages({ path: { id } })).data
  expect(sent).toMatchObject({
    body: expect.stringContaining('<strong>Ready</strong>'),
    bodyFormat: 'html',
    attachments: [{ filename: 'export.csv' }],
    email: { to: [{ name: 'Hana', address: 'hana@example.com' }] },
  })
  await open()
  expect(await dialog.getByLabel('Subject').inputValue(), 'a sent draft is gone').toBe('')
  await dialog.getByLabel('Subject').fill('Not needed')
  await dialog.getByRole('button', { name: 'Discard draft' }).click()
  await open()
  expect(await dialog.getByLabel('Subject').inputValue(), 'so is a discarded one').toBe('')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await openThread(page, threadOfGina, 'Your export is ready')
})

it('a thread is marked as spam from its menu, and its sender is blocked', async () => {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Mark as spam' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mark as spam' })
  await dialog.getByRole('radio', { name: 'Let it through as before' }).press('ArrowDown')
  await dialog.getByRole('radio', { name: 'Hold all mail from gina@example.com', checked: true }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByText('Closed as spam.').waitFor()
  const rules = await dashboard.tenant.skein.listSenderRules()
  expect(rules.data.map(({ pattern }) => pattern)).toEqual(['gina@example.com'])
})

it('a reply that goes nowhere says so before it is written', async () => {
  const { skein } = dashboard.tenant
  const link = page.getByRole('link', { name: 'Set up sending' })
  const nobody = page.getByText('Nobody will receive this reply, because there’s no mail server. We’ll save it as a file.')
  const unsent = (await inbox.deliver(composeMail({ Subject: 'Nothing sent yet' }))).threadId ?? ''
  await openThread(page, unsent, 'Nothing sent yet')
  await nobody.waitFor()
  await link.waitFor()
  expect(await findViolations(page)).toEqual([])
  // The inbox can send, because it has its own mail server.
  const smtp = { host: 'smtp.example.com', port: 587, security: 'STARTTLS', user: 'support', password: 'secret' } as const
  await skein.updateInbox({ path: { id: inbox.inboxId }, body: { email: { send: { mode: 'SMTP', smtp } } } })
  await nobody.waitFor({ state: 'detached' })
  const requester = { email: 'ada@example.com', name: 'Ada' }
  const api = (await skein.listInboxes()).data.find(({ type }) => type === 'API')
  const other = await skein.createThread({ body: { title: 'From a form', body: 'Hello', requester, inboxId: api?.id ?? '' } })
  await openThread(page, other.data.threadId, 'From a form')
  await page.getByText('Your own program delivers the replies of this inbox.').waitFor()
  await skein.updateInbox({ path: { id: inbox.inboxId }, body: { email: { send: { mode: 'NONE' } } } })
  await openThread(page, threadId, 'Empty export')
  await page.getByText('Sending is off for the inbox “Support”, so we can’t email your reply.').waitFor()
  const { data: agent } = await skein.createUser({ body: { email: 'lee@example.com', name: 'Lee', role: 'AGENT', invite: false } })
  const { page: asAgent, close } = await dashboard.openAs(agent.email, `/inbox/all/${threadId}`)
  await asAgent.getByText('An admin or an owner can set up sending.').waitFor()
  await close()
  await link.click()
  await page.getByRole('heading', { name: 'Sending' }).waitFor()
})

it('a mail with a layout is shown as it was sent, and loads nothing', async () => {
  const html =
    '<table bgcolor="#224488"><tr><td style="color: #ffcc00">Paid</td></tr></table><img src="http://pictures.example/a.png" width="90">'
  const mail = await inbox.deliver(composeMail({ 'Content-Type': 'text/html', From: 'Ines <ines@example.com>', Subject: 'Receipt' }, html))
  await openThread(page, mail.threadId ?? '', 'Receipt')
  await page.getByText('1 picture not loaded').waitFor()
  await page.getByRole('button', { name: 'Show as sent' }).waitFor()
  await page.keyboard.press('o')
  const sent = page.frameLocator('iframe[title="The email as it was sent"]')
  const cell = sent.getByText('Paid')
  expect(await cell.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(255, 204, 0)')
  await sent.getByText('Picture').waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await sent.owner().waitFor({ state: 'detached' })
})
