/** Canned responses in the composer: variables must be filled, and the thread changes are applied when the reply is sent. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { startDashboard, type TestDashboard, findViolations, readEditor } from './dashboard.ts'

let dashboard: TestDashboard
beforeAll(async () => {
  dashboard = await startDashboard()
})
afterAll(() => dashboard.close())

it('a reply with unfilled variables is refused, and the first one is selected', async () => {
  const { skein } = dashboard.tenant
  const body = { title: 'Invoice', body: 'Where is it?', requester: { email: 'dana@example.com' } }
  const id = (await skein.createThread({ body })).data.threadId
  const { page } = await dashboard.openAs(dashboard.ownerEmail, `/inbox/all/${id}`)
  const reply = page.getByRole('textbox', { name: 'Reply' })
  await reply.pressSequentially('See {{custmer.name}} and {{thread.subject}}.')
  await reply.press('Control+Enter')
  await page.getByRole('alert').getByText('Not sent yet. Fill in or remove {{custmer.name}} and {{thread.subject}} first.').waitFor()
  await page.keyboard.type('Dana')
  await expect.poll(() => readEditor(reply)).toBe('See Dana and {{thread.subject}}.')
  expect((await skein.listScheduledMessages({ path: { id } })).data).toEqual([])
})

describe('the changes of a canned response', () => {
  let id: string
  let page: Page
  const reply = () => page.getByRole('textbox', { name: 'Reply' })
  const staged = () => page.getByRole('list', { name: 'When sent' })
  const readThread = async () => {
    const { priority, status, labels } = (await dashboard.tenant.skein.getThread({ path: { id } })).data
    return [priority, status, labels.map(({ name }) => name)]
  }
  beforeAll(async () => {
    const { skein } = dashboard.tenant
    const { data: label } = await skein.createLabel({ body: { name: 'escalated' } })
    const actions = [
      { type: 'SET_PRIORITY', priority: 'urgent' },
      { type: 'ADD_LABELS', labelIds: [label.id] },
      { type: 'SET_STATUS', status: 'pending' },
      { type: 'ADD_NOTE', body: 'For {{customer.email}}' },
    ] as const
    const canned = { shortcut: 'escalate', title: 'Escalate', body: 'I have passed it on.', actions: [...actions] }
    await skein.createCannedResponse({ body: canned as never })
    const body = { title: 'Broken', body: 'Nothing works.', requester: { email: 'dana@example.com' } }
    id = (await skein.createThread({ body })).data.threadId
    page = (await dashboard.openAs(dashboard.ownerEmail, `/inbox/all/${id}`)).page
  })

  it('are listed with the draft', async () => {
    await reply().pressSequentially('/esc')
    await page.getByRole('option', { name: 'Escalate' }).waitFor()
    await reply().press('Enter')
    await staged().getByText('Add escalated').waitFor()
    await expect.poll(() => readEditor(reply())).toBe('I have passed it on.')
    expect(await staged().getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringContaining('Set the priority to urgent'),
      expect.stringContaining('Add escalated'),
      expect.stringContaining('Set the status to pending'),
      expect.stringContaining('Add a note: For dana@example.com'),
    ])
    expect(await findViolations(page)).toEqual([])
  })

  it('are removed one by one, and stay with the draft over a reload', async () => {
    await staged().getByRole('button', { name: 'Leave out “Set the status to pending”' }).click()
    await page.reload()
    await staged().getByText('Set the priority to urgent').waitFor()
  })

  it('come back when the reply is undone, and are not made before', async () => {
    await reply().press('Control+Enter')
    await page.getByRole('article').getByRole('button', { name: 'Undo' }).click()
    await staged().getByText('Set the priority to urgent').waitFor()
    expect(await readThread()).toEqual(['normal', 'open', []])
  })

  it('are made when the reply is sent', async () => {
    await reply().press('Control+Enter')
    await page.getByRole('article').getByRole('button', { name: 'Send now' }).click()
    await expect.poll(readThread).toEqual(['urgent', 'open', ['escalated']])
    const texts = (await dashboard.tenant.skein.listMessages({ path: { id } })).data.map(({ bodyText }) => bodyText)
    expect(texts).toEqual(['For dana@example.com', 'I have passed it on.', 'Nothing works.'])
    expect(await staged().count()).toBe(0)
  })
})
