/** Thread changes outside its conversation: merge, split, create, custom fields, and the list of scheduled replies. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allowProblems, expectProblems } from './browser-problems.ts'
import { chooseOption, createThread, findViolations, openThread, startDashboard, type TestDashboard } from './dashboard.ts'

let dashboard: TestDashboard
let page: Page
beforeAll(async () => {
  dashboard = await startDashboard({ worker: true })
  page = (await dashboard.openAs(dashboard.ownerEmail, '/inbox/all')).page
})
afterAll(() => dashboard.close())

const conversation = () => page.getByRole('feed', { name: 'Conversation' })

describe('threads', () => {
  let target: string
  let source: string
  const merge = () => page.getByRole('dialog', { name: /^Merge / })
  beforeAll(async () => {
    target = await createThread(dashboard, 'The invoice', { email: 'erin@example.com', name: 'Erin' })
    source = await createThread(dashboard, 'The invoice again', { email: 'erin@example.com', name: 'Erin' })
    const snoozed = await createThread(dashboard, 'The invoice of May', { email: 'erin@example.com', name: 'Erin' })
    await dashboard.tenant.skein.snoozeThread({ path: { id: snoozed }, body: { untilReply: true } })
    await createThread(dashboard, 'Of somebody else', { email: 'frank@example.com', name: 'Frank' })
    await dashboard.tenant.skein.saveDraft({ path: { id: source }, body: { body: 'Half a reply' } })
    await openThread(page, source, 'The invoice again')
    await page.getByText('Half a reply').waitFor()
    await page.getByRole('article').getByText('About: The invoice again').click()
  })

  it('of different customers are not merged without a confirmation', async () => {
    await page.keyboard.press('m')
    await merge()
      .getByRole('radio', { name: /The invoice ACME/ })
      .waitFor()
    // Search may miss a new thread briefly: the index is updated in the background.
    const other = merge().getByRole('radio', { name: /Of somebody else/ })
    await expect
      .poll(async () => {
        await merge().getByLabel('Merge into').fill('')
        await merge().getByLabel('Merge into').fill('somebody else')
        await Promise.race([other.waitFor(), merge().getByText('No other threads.').waitFor()])
        return other.count()
      })
      .toBe(1)
    await other.check()
    await merge().getByText('That thread belongs to another customer, frank@example.com').waitFor()
    expect(
      await merge()
        .getByRole('button', { name: /^Merge into/ })
        .isDisabled(),
    ).toBe(true)
    expect(await findViolations(page)).toEqual([])
  })

  it('of one customer are merged, after the dialog has said what happens', async () => {
    await merge().getByLabel('Merge into').fill('')
    await merge()
      .getByRole('radio', { name: /The invoice of May ACME.* · Snoozed/ })
      .waitFor()
    const choice = merge().getByRole('radio', { name: /The invoice ACME/ })
    await choice.focus()
    await choice.press('Enter')
    await merge()
      .getByText(/^The message of ACME/)
      .waitFor()
    await merge()
      .getByText(/^Your draft stays with ACME/)
      .waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByRole('heading', { name: 'The invoice', exact: true, level: 2 }).waitFor()
    await conversation().getByText('About: The invoice again').waitFor()
    const line = conversation().getByText('merged The invoice again into this one')
    await line.waitFor()
    expect(await line.getByRole('link', { name: 'The invoice again' }).getAttribute('href')).toContain(source)
    expect(await findViolations(page)).toEqual([])
  })

  it('are separated again from the palette', async () => {
    await openThread(page, source, 'The invoice again')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or go to' }).fill('Undo merge')
    await page.keyboard.press('Enter')
    await page.getByText('This thread was merged.').waitFor({ state: 'detached' })
    await page.getByText('Half a reply').waitFor()
    expect((await dashboard.tenant.skein.getThread({ path: { id: source } })).data.mergedInto).toBeNull()
  })

  it('can be split by keyboard', async () => {
    // The page may mark the last message as read just after it was moved to the new thread.
    allowProblems(/^422 PUT \/threads\/.*\/read$/)
    await dashboard.tenant.skein.createMessage({ path: { id: target }, body: { body: 'And another question.' } })
    await openThread(page, target, 'The invoice')
    await conversation().getByText('And another question.').waitFor()
    await page.keyboard.press('Shift+M')
    const split = page.getByRole('dialog', { name: 'Move messages to a new thread' })
    await split.getByRole('checkbox', { name: /another question/ }).check()
    await split.getByLabel('Subject of the new thread').fill('The other question')
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'The other question', level: 2 }).waitFor()
    await conversation().getByText('You moved these messages here from The invoice').waitFor()
  })

  it('can be created by keyboard', async () => {
    await page.keyboard.press('c')
    const created = page.getByRole('dialog', { name: 'New thread' })
    await created.getByLabel('Customer’s email').fill('gina@example.com')
    await created.getByLabel('Subject').fill('By telephone')
    await created.getByLabel('What the customer said').fill('It rings, but nobody answers.')
    expect(await findViolations(page)).toEqual([])
    await created.getByRole('button', { name: 'Create thread' }).click()
    await page.getByRole('heading', { name: 'By telephone', level: 2 }).waitFor()
    await conversation().getByText('It rings, but nobody answers.').waitFor()
  })
})

describe('custom fields of a thread', () => {
  let id: string
  const dialog = () => page.getByRole('dialog', { name: 'Custom fields' })
  beforeAll(async () => {
    const createField = (key: string, type: string, more: object = {}) =>
      dashboard.tenant.api('POST', '/custom-fields', { body: { key, name: key, appliesTo: 'THREAD', type, ...more } })
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
      expect((await createField(key, type, more)).status).toBe(201)
    id = await createThread(dashboard, 'With fields')
    await dashboard.tenant.skein.updateThread({ path: { id }, body: { customFields: { order: 'A-1' } } })
    await openThread(page, id, 'With fields')
  })

  it('have inputs for their types', async () => {
    await page.getByRole('button', { name: 'More actions' }).click()
    const item = page.getByRole('menuitem', { name: 'Custom fields' })
    await item.waitFor()
    expect(await findViolations(page)).toEqual([])
    await item.press('Enter')
    await dialog().getByLabel('amount').fill('12.5')
    await chooseOption(dialog(), 'paid', 'Yes')
    await dialog().getByLabel('bought').fill('2026-03-04')
    await chooseOption(dialog(), 'plan', 'Second')
    await dialog().getByLabel('First').check()
    await dialog().getByLabel('order').fill('')
    expect(await findViolations(page)).toEqual([])
  })

  it('are not saved over another user’s change without asking', async () => {
    expectProblems(/^412 PATCH \/threads\//)
    const { skein } = dashboard.tenant
    await skein.updateThread({ path: { id }, body: { priority: 'low' } })
    await dialog().getByRole('button', { name: 'Save' }).click()
    await dialog().getByText('Someone else just changed this').waitFor()
    await dialog().getByRole('button', { name: 'Save mine anyway' }).click()
    await dialog().waitFor({ state: 'detached' })
    const { data } = await skein.getThread({ path: { id } })
    expect(data.customFields).toEqual({ amount: 12.5, paid: true, bought: '2026-03-04', plan: 'b', parts: ['a'] })
    expect(data.priority).toBe('low')
    await conversation()
      .getByText(/You changed .*amount/)
      .waitFor()
  })
})

it('scheduled replies of all threads can be moved, sent at once and edited', async () => {
  const { skein } = dashboard.tenant
  const replies: string[] = []
  for (const text of ['First of two', 'Second of two']) {
    const body = { title: `About: ${text}`, body: 'Help', requester: { email: 'dana@example.com', name: 'Dana Ruiz' } }
    const path = { id: (await skein.createThread({ body })).data.threadId }
    const sendAt = new Date(Date.now() + (replies.length + 1) * 3_600_000).toISOString()
    replies.push((await skein.replyToThread({ path, body: { body: text, sendAt } })).data.id)
  }
  const { page: all, close } = await dashboard.openAs(dashboard.ownerEmail, '/scheduled?whose=all')
  const rows = all.getByRole('list', { name: 'Scheduled replies' }).getByRole('listitem')
  await rows.filter({ hasText: 'Second of two' }).waitFor()
  expect(await findViolations(all)).toEqual([])
  await rows.first().filter({ hasText: 'First of two' }).getByRole('button', { name: 'Change time' }).click()
  await all.getByRole('combobox', { name: 'Send at' }).fill('5h')
  await all.keyboard.press('Enter')
  await rows.first().filter({ hasText: 'Second of two' }).getByRole('button', { name: 'Send now' }).click()
  await rows.filter({ hasText: 'Second of two' }).waitFor({ state: 'detached' })
  expect((await skein.getMessage({ path: { id: replies[1] ?? '' } })).data.sendAt).toBeNull()
  await rows.filter({ hasText: 'First of two' }).getByRole('button', { name: 'Cancel and edit' }).click()
  await all.getByRole('heading', { name: 'About: First of two', level: 2 }).waitFor()
  await all.getByRole('textbox', { name: 'Reply' }).filter({ hasText: 'First of two' }).waitFor()
  expect((await skein.listAllScheduledMessages()).meta.total).toBe(0)
  await close()
})
