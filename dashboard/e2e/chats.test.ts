/** Chats in the inbox: who waits stands above every list, Enter sends, and nothing waits for an undo. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openChat, startVisitor, type Visitor } from '../../test/support/chats.ts'
import { findViolations, startDashboard, type TestDashboard } from './dashboard.ts'

let dashboard: TestDashboard
let page: Page
let visitor: Visitor
let threadId: string
beforeAll(async () => {
  dashboard = await startDashboard({ worker: true })
  const chat = await openChat(dashboard.tenant)
  visitor = await startVisitor(dashboard.service, chat)
  page = (await dashboard.openAs(dashboard.ownerEmail, '/inbox/snoozed')).page
  await page.getByRole('heading', { name: 'Snoozed' }).waitFor()
})
afterAll(() => dashboard.close())

const waiting = () => page.getByRole('region', { name: 'Waiting in the chat' })
const field = () => page.getByRole('textbox', { name: 'Reply', exact: true })

it('a visitor who waits stands above whatever list is open', async () => {
  expect(await waiting().count()).toBe(0)
  threadId = (await visitor.begin('Where is my parcel?', { preChat: { name: 'Inês Carvalho' } })).id
  const row = waiting().getByRole('button', { name: /Inês Carvalho.*Where is my parcel/ })
  await row.waitFor()
  expect(await findViolations(page)).toEqual([])
  await row.click()
  await field().waitFor()
})

it('Enter sends at once, and Shift Enter begins a line', async () => {
  await page.getByText('To Inês Carvalho in the chat').waitFor()
  await field().fill('Hello,')
  await field().press('Shift+Enter')
  await page.keyboard.type('it leaves today.')
  await field().press('Enter')
  await expect.poll(async () => (await visitor.messages(threadId)).map(({ bodyText }) => bodyText)).toContain('Hello,\nit leaves today.')
  expect(await page.getByText(/^Sends in/).count()).toBe(0)
  await expect.poll(() => waiting().count()).toBe(0)
})

it('an article goes as a card, and a rating is asked for with a click', async () => {
  const { skein } = dashboard.tenant
  const collectionId = (await skein.createKbCollection({ body: { name: 'Orders', visibility: 'PUBLIC' } })).data.id
  const article = await skein.createKbArticle({
    body: { title: 'Change your delivery address', body: 'Until it is packed.', collectionId },
  })
  await skein.publishKbArticle({ path: { id: article.data.id } })
  await page.getByRole('button', { name: 'Send an article' }).click()
  await page.getByRole('searchbox', { name: 'Search public articles' }).fill('delivery')
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Change your delivery address' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Ask for a rating' }).click()
  const kinds = async () => (await visitor.messages(threadId)).flatMap(({ parts }) => parts.map(({ kind }) => kind))
  await expect.poll(kinds).toEqual(['ARTICLE', 'RATING'])
  // The agent sees what the visitor got.
  const messages = page.getByRole('article', { name: /^Message of/ })
  await messages.getByRole('link', { name: /Change your delivery address/ }).waitFor()
  await messages.getByText('Asked for a rating').waitFor()
  expect(await findViolations(page)).toEqual([])
})

it('the thread shows whether the visitor is there, and that they type', async () => {
  await page.getByText('Offline', { exact: true }).waitFor()
  await visitor.call('POST', `/widget/threads/${threadId}/typing`, { typing: true })
  await page.getByText('Inês Carvalho is typing…').waitFor()
  expect(await findViolations(page)).toEqual([])
  await visitor.call('POST', `/widget/threads/${threadId}/typing`, { typing: false })
  await page.getByText('Online', { exact: true }).waitFor()
})

it('a note that an agent types is not reported, because the visitor would see it', async () => {
  const reports: (string | null)[] = []
  page.on('request', (request) => request.url().endsWith('/presence') && reports.push(request.postData()))
  await page.getByRole('button', { name: 'Note', exact: true }).click()
  await page.getByRole('textbox', { name: 'Internal note' }).fill('A difficult one.')
  await page.getByText('Draft saved').waitFor()
  const typed = () => reports.filter((body) => body?.includes('TYPING')).length
  expect(typed()).toBe(0)
  await page.getByRole('button', { name: 'Reply', exact: true }).click()
  await field().fill('One moment')
  await expect.poll(typed).toBe(1)
  await field().fill('')
})

it('Enter begins a line where the agent has switched it off', async () => {
  await page.goto(new URL('/settings/keyboard', page.url()).href)
  await page.getByRole('checkbox', { name: 'Enter sends in chats' }).uncheck()
  await page.goto(new URL(`/inbox/all/${threadId}`, page.url()).href)
  await field().waitFor()
  await page.getByText('To Inês Carvalho in the chat').waitFor()
  await field().fill('One')
  await field().press('Enter')
  await page.keyboard.type('Two')
  await field().press('Control+Enter')
  await expect
    .poll(async () => (await visitor.messages(threadId)).map(({ bodyText }) => bodyText))
    .toContainEqual(expect.stringMatching(/^One\n+Two$/))
})

it('the bell tells a team of a chat, which shows page, language and what was seen', async () => {
  // Has its own data, so it also runs alone.
  const { service, tenant } = dashboard
  const { data: grace } = await tenant.skein.createUser({
    body: { name: 'Grace Hopper', email: 'grace@acme.test', role: 'AGENT', invite: false },
  })
  const { data: team } = await tenant.skein.createTeam({ body: { name: 'Chat' } })
  await tenant.skein.addTeamMember({ path: { id: team.id, userId: grace.id } })
  const chat = await openChat(tenant, { pageUrl: 'PATH' })
  await tenant.skein.updateInbox({ path: { id: chat.inboxId }, body: { teamId: team.id } })
  const opened = await dashboard.openAs('grace@acme.test', '/inbox/snoozed', {})
  await opened.page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  const shown = { path: '/lamps/beam-2', title: 'Beam 2' }
  const guest = await startVisitor(service, chat, { locale: 'pt-BR' })
  const { id } = await guest.begin('Is it waterproof?', { preChat: { name: 'Rui' }, page: shown })
  await opened.page.getByRole('button', { name: 'Notifications, 1 unread', exact: true }).click()
  await opened.page.getByRole('list', { name: 'Notifications' }).getByRole('listitem').filter({ hasText: 'Is it waterproof?' }).click()
  await opened.page.getByRole('heading', { name: 'Is it waterproof?', level: 2 }).waitFor()
  await guest.call('POST', `/widget/threads/${id}/typing`, { typing: false })
  await opened.page.getByText('Beam 2', { exact: true }).waitFor()
  await opened.page.getByText('Portuguese (Brazil)').or(opened.page.getByText('Brazilian Portuguese')).first().waitFor()
  await tenant.skein.replyToThread({ path: { id }, body: { body: 'Yes, up to ten metres.' } })
  const reply = opened.page.getByRole('article').filter({ hasText: 'Yes, up to ten metres.' })
  await reply.waitFor()
  expect(await reply.getByText(/^Seen/).count()).toBe(0)
  const sequence = (await guest.messages(id)).at(-1)?.sequence
  await guest.call('PUT', `/widget/threads/${id}/read`, { sequence })
  await reply.getByText(/^Seen \d/).waitFor()
  await opened.close()
})
