/** Satisfaction survey: settings and preview, ratings on threads and customers, and sending it by hand. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openChat, startVisitor } from '../../test/support/chats.ts'
import { readMail } from '../../test/support/mail-server.ts'
import { listMailFiles } from '../../server/resources/mail/index.ts'
import { createThread, findViolations, openThread, startDashboard, type TestDashboard } from './dashboard.ts'

let dashboard: TestDashboard
let page: Page
beforeAll(async () => {
  dashboard = await startDashboard({ worker: true })
  page = (await dashboard.openAs(dashboard.ownerEmail, '/settings/satisfaction')).page
})
afterAll(() => dashboard.close())

const toWords = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
const save = async (): Promise<void> => {
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').first().waitFor()
}

describe('the settings', () => {
  it('show the mail and the page while you type', async () => {
    await page.getByRole('checkbox', { name: 'Ask customers how it went' }).check()
    await page.getByRole('textbox', { name: 'Question' }).fill('Did we help you?')
    const preview = page.getByRole('group', { name: 'Preview' })
    await expect.poll(() => preview.getByText('Did we help you?').count()).toBe(2)
    await preview.getByText('5 ★').waitFor()
    await page.getByText('Thumbs', { exact: true }).click()
    await expect.poll(() => preview.getByText('Not good').count()).toBe(2)
    expect(await findViolations(page)).toEqual([])
  })

  it('are kept, and fit on a phone', async () => {
    await page.getByRole('textbox', { name: 'Wait after a thread is resolved' }).fill('0')
    await save()
    const { satisfaction } = (await dashboard.tenant.skein.getTenantSettings()).data
    expect(satisfaction).toMatchObject({ enabled: true, scale: 'THUMBS', question: 'Did we help you?', delayMinutes: 0 })
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('say the same in the preview as the mail and the page', async () => {
    await dashboard.tenant.skein.updateTenantSettings({ body: { satisfaction: { scale: 'STARS', question: null } } })
    await page.reload()
    await page.getByRole('group', { name: 'Preview' }).getByText('5 ★').waitFor()
    const texts = await page.getByRole('group', { name: 'Preview' }).locator('figure').allInnerTexts()
    const [mail = '', rating = ''] = texts.map(toWords)
    const id = await createThread(dashboard, 'My parcel hasn’t arrived', { email: 'dana@example.com', name: 'Dana' })
    await dashboard.tenant.skein.createSatisfactionRequest({ path: { id }, body: { channel: 'MAIL' } })
    const { config } = dashboard.service
    const readMails = async () => {
      const files = await listMailFiles(config, dashboard.tenant.tenantId, { after: '', limit: 100 })
      return Promise.all(files.filter(({ name }) => name.endsWith('.eml')).map(async ({ path }) => readMail(await readFile(path))))
    }
    await expect.poll(async () => (await readMails()).length).toBe(1)
    const [sent] = await readMails()
    const { ticketNumber } = (await dashboard.tenant.skein.getThread({ path: { id } })).data
    const sentText = toWords(sent?.text ?? '').replaceAll(ticketNumber, 'ACME-2026-000042')
    const about = /How did [^?]* handle [^?]*\?/.exec(mail)?.[0] ?? 'missing'
    const how = 'Choose a rating. On the page that opens you can add a comment before you send it.'
    for (const sentence of ['Hi Dana,', about, 'Don’t want to be asked? Stop these emails', '1 means very poor, 5 means very good.', how])
      expect([sentText.includes(sentence), mail.includes(sentence), sentence]).toEqual([true, true, sentence])
    const url = /http:\/\/\S+\/s\/svcs_[\w-]+/.exec(sent?.text ?? '')?.[0] ?? ''
    const form = await page.context().newPage()
    await form.goto(url)
    const formText = toWords(await form.locator('body').innerText())
    expect(rating.replace('The page it opens ', '')).toBe(formText)
    await form.close()
  })
})

describe('an inbox', () => {
  it('has a survey of its own, or that of the workspace', async () => {
    const { skein } = dashboard.tenant
    const { data: inbox } = await skein.createInbox({ body: { name: 'Shop', type: 'EMAIL', address: 'shop@example.com' } })
    const find = async () => (await skein.getInbox({ path: { id: inbox.id } })).data.satisfaction
    await page.goto(`${dashboard.url}/settings/inboxes/${inbox.id}?tab=survey`)
    await page.getByText('Its own survey').click()
    await page.getByRole('textbox', { name: 'Question' }).fill('Was the shop kind?')
    expect(await findViolations(page)).toEqual([])
    await save()
    await expect.poll(find).toMatchObject({ enabled: true, delayMinutes: 0, question: 'Was the shop kind?' })
    await page.getByText('The workspace’s survey', { exact: true }).click()
    await save()
    await expect.poll(find).toBe(null)
  })
})

describe('a thread', () => {
  let id: string
  const chip = () => page.getByRole('button', { name: /^Rating:/ })
  const sheet = () => page.getByRole('dialog', { name: 'Rating of this thread' })

  it('is asked about with a link, which only the sheet shows', async () => {
    id = await createThread(dashboard, 'Broken lamp')
    await openThread(page, id, 'Broken lamp')
    expect(await chip().count()).toBe(0)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Ask for a rating' }).click()
    await sheet().getByRole('button', { name: 'Get a link' }).click()
    const url = await sheet().getByLabel('Link for the customer', { exact: true }).innerText()
    expect(url).toMatch(/\/s\/svcs_/)
    await sheet().getByText('Asked for a rating').waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await chip().getByText('Asked for a rating').waitFor()
  })

  it('says that its customer was asked already', async () => {
    await chip().click()
    await sheet().getByText('The customer can still rate.').waitFor()
    expect(await sheet().getByRole('button', { name: 'Ask by email' }).count(), 'while the survey waits').toBe(0)
    await page.keyboard.press('Escape')
  })

  it('shows the score and the comment once the customer has answered', async () => {
    const { skein } = dashboard.tenant
    const [request] = (await skein.listSatisfactionRequests({ query: { threadId: id } })).data
    if (!request) throw new Error('The thread was asked about')
    await skein.answerSatisfactionRequest({ path: { id: request.id }, body: { score: 2, comment: 'I had to wait.' } })
    await chip().getByText('2 of 5').waitFor()
    await chip().getByText('“I had to wait.”').waitFor()
    await page.reload()
    await chip().getByText('2 of 5').waitFor()
  })

  it('takes the answer that the customer gave on the phone', async () => {
    const other = await createThread(dashboard, 'Called back')
    await dashboard.tenant.skein.createSatisfactionRequest({ path: { id: other }, body: { channel: 'API' } })
    await openThread(page, other, 'Called back')
    await chip().click()
    await sheet().getByText('Enter the customer’s answer').click()
    await sheet().getByRole('radio', { name: '5 of 5' }).check()
    await sheet().getByRole('textbox', { name: 'Comment' }).fill('Very kind.')
    expect(await findViolations(page)).toEqual([])
    await sheet().getByRole('button', { name: 'Save the rating' }).click()
    await sheet().getByRole('region', { name: '5 of 5' }).getByText('Very kind.').waitFor()
    await page.keyboard.press('Escape')
    await chip().getByText('5 of 5').waitFor()
  })

  it('of a chat is asked about in the chat', async () => {
    const chat = await openChat(dashboard.tenant)
    const visitor = await startVisitor(dashboard.service, chat)
    const { id: chatId } = await visitor.begin('Which lamp is brighter?')
    await dashboard.tenant.skein.updateThread({ path: { id: chatId }, body: { status: 'resolved' } })
    await openThread(page, chatId, 'Which lamp is brighter?')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Ask for a rating' }).click()
    await sheet().getByRole('button', { name: 'Ask in the chat' }).click()
    await expect
      .poll(async () => (await visitor.messages(chatId)).flatMap(({ parts }) => parts.map(({ kind }) => kind)), { timeout: 20_000 })
      .toEqual(['RATING'])
    await page.keyboard.press('Escape')
  })

  it('is not asked about after the survey was cancelled', async () => {
    const other = await createThread(dashboard, 'Late parcel')
    await dashboard.tenant.skein.createSatisfactionRequest({ path: { id: other }, body: { channel: 'LINK' } })
    await openThread(page, other, 'Late parcel')
    await chip().click()
    await sheet().getByRole('button', { name: 'Cancel the survey' }).click()
    await sheet().getByText('Someone on your team cancelled it.').waitFor()
    await page.keyboard.press('Escape')
    await chip().getByText('Survey cancelled').waitFor()
  })
})

describe('a customer', () => {
  it('has their ratings, and can be left alone', async () => {
    const { skein } = dashboard.tenant
    const { data: customers } = await skein.listCustomers({ query: { email: 'dana@example.com' } })
    const customerId = customers[0]?.id ?? ''
    await page.goto(`${dashboard.url}/customers/${customerId}`)
    const ratings = page.getByRole('region', { name: 'Ratings' })
    await ratings.getByText('“I had to wait.”').waitFor()
    await ratings.getByRole('button', { name: 'Stop asking' }).click()
    await ratings.getByText('Doesn’t want to be asked by email.').waitFor()
    expect((await skein.getCustomer({ path: { id: customerId } })).data.satisfactionOptOut).toBe(true)
    expect(await findViolations(page)).toEqual([])
  })
})

describe('reports', () => {
  it('count ratings, and each number leads to them', async () => {
    await page.goto(`${dashboard.url}/reports/satisfaction`)
    await expect
      .poll(async () => {
        await page.reload()
        await page.getByRole('heading', { name: 'What customers say' }).waitFor()
        return page.getByRole('link', { name: 'Ratings: 2', exact: true }).count()
      })
      .toBe(1)
    const comments = page.getByRole('region', { name: 'Ratings' })
    await comments.getByText('“I had to wait.”').waitFor()
    await comments.getByRole('button', { name: 'Only low' }).click()
    await comments.getByText('“I had to wait.”').waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'Satisfied customers: 50%' }).click()
    await page.getByRole('dialog').getByRole('cell', { name: '2 of 5' }).waitFor()
  })

  it('show the score in the overview once there are ratings', async () => {
    await page.goto(`${dashboard.url}/reports/overview`)
    await page.getByRole('link', { name: 'Satisfied customers: 50%' }).waitFor()
    expect(await page.getByText('Resolved with one reply').count()).toBe(0)
    await page.getByRole('link', { name: 'All ratings' }).click()
    await page.waitForURL(/\/reports\/satisfaction/)
  })
})

it('a low rating notifies the assignee, with a link to the thread', async () => {
  const { skein, ownerId } = dashboard.tenant
  const id = await createThread(dashboard, 'Wrong colour')
  const { data: people } = await skein.listUsers()
  const assignee = people.find(({ id: personId }) => personId === ownerId)
  await skein.assignThread({ path: { id }, body: { assigneeId: assignee?.id ?? '' } })
  const { data: request } = await skein.createSatisfactionRequest({ path: { id }, body: { channel: 'LINK' } })
  const form = await page.context().newPage()
  await form.goto(`${request.url}?score=1`)
  await form.getByLabel(/Anything to add/).fill('It is still blue.')
  await form.getByRole('button', { name: 'Send rating' }).click()
  await form.getByText('Thank you for your rating!').waitFor()
  await form.close()
  await page.goto(`${dashboard.url}/notifications`)
  await page.getByRole('link', { name: /Low rating/ }).click()
  await page.getByRole('heading', { name: 'Wrong colour', level: 2 }).waitFor()
})

it('agents who may not change the workspace have no page of the survey', async () => {
  const { tenant } = dashboard
  const { data: viewer } = await tenant.skein.createUser({
    body: { email: 'vera@example.com', name: 'Vera', role: 'VIEWER', invite: false },
  })
  const opened = await dashboard.openAs(viewer.email, '/settings/satisfaction')
  await opened.page.getByText('Only admins and owners can change this.').waitFor()
  expect(await opened.page.getByRole('link', { name: 'Satisfaction survey' }).count()).toBe(0)
  await opened.close()
})
