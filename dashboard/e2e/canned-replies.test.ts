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

it('a saved reply has variables as chips, and files that replies made from it bring', async () => {
  const { skein } = dashboard.tenant
  const requester = { email: 'ada@example.com', name: 'Ada Lovelace' }
  await skein.createCustomField({ body: { key: 'plan', name: 'Plan', appliesTo: 'CUSTOMER', type: 'TEXT' } })
  const id = (await skein.createThread({ body: { title: 'Return', body: 'How do I return it?', requester } })).data.threadId
  const { page } = await dashboard.openAs(dashboard.ownerEmail, '/settings/canned-responses?open=new')
  const form = page.getByRole('dialog', { name: 'New saved reply' })
  await form.getByLabel('Title').fill('How to return a parcel that has arrived damaged')
  await form.getByLabel('Shortcut').fill('return')
  const reply = form.getByRole('textbox', { name: 'Reply' })
  await reply.pressSequentially('Hello {{')
  await page.getByRole('combobox', { name: 'Insert a variable' }).pressSequentially('first')
  await page.keyboard.press('Enter')
  await reply.pressSequentially(', please fill in the form.')
  const chip = reply.getByText('First name')
  await chip.click()
  await form.getByLabel('If it’s empty, write').fill('friend')
  await page.keyboard.press('Enter')
  await form.locator('input[type=file]').setInputFiles({ name: 'form.txt', mimeType: 'text/plain', buffer: Buffer.from('the form') })
  await form.getByRole('list', { name: 'Files' }).getByText('form.txt').waitFor()

  await form.getByText('Hello Ada, please fill in the form.').waitFor()
  await chip.click()
  expect(await findViolations(page)).toEqual([])
  await form.getByRole('button', { name: 'Create saved reply' }).click()
  await form.waitFor({ state: 'detached' })
  const [saved] = (await skein.listCannedResponses({ query: { namePrefix: 'return' } })).data
  expect(saved).toMatchObject({
    body: 'Hello {{customer.firstName|friend}}, please fill in the form.',
    bodyFormat: 'text',
    attachments: [{ filename: 'form.txt', size: 8 }],
  })

  await page.goto(`${dashboard.url}/inbox/all/${id}`)
  const composer = page.getByRole('textbox', { name: 'Reply' })
  await composer.pressSequentially('/return')
  const option = page.getByRole('option', { name: 'How to return a parcel' })
  await option.waitFor()
  const files = page.getByRole('list', { name: 'Files' })
  await files.getByText('form.txt').waitFor()
  expect(await findViolations(page)).toEqual([])
  await composer.press('Enter')
  await expect.poll(() => readEditor(composer)).toBe('Hello Ada, please fill in the form.')
  await files.getByText('form.txt').waitFor()
  await page.reload()
  await files.getByText('form.txt').waitFor()
  await composer.press('Control+Enter')
  await page.getByRole('article').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => readEditor(composer)).toBe('Hello Ada, please fill in the form.')
  await files.getByRole('button', { name: 'Remove form.txt' }).waitFor()
  await composer.press('Control+Enter')
  await page.getByRole('article').getByRole('button', { name: 'Send now' }).click()
  const read = async () => (await skein.listMessages({ path: { id } })).data[0]?.attachments.map(({ filename }) => filename)
  await expect.poll(read).toEqual(['form.txt'])
  await page.close()

  const phone = await dashboard.openAs(dashboard.ownerEmail, `/inbox/all/${id}`, { viewport: { width: 390, height: 844 } })
  await phone.page.getByRole('button', { name: 'Reply…', exact: true }).click()
  await phone.page.getByRole('textbox', { name: 'Reply' }).pressSequentially('/return')
  const list = await phone.page.getByRole('listbox', { name: 'Saved replies' }).boundingBox()
  const file = await phone.page.locator('.composer').getByText('form.txt').boundingBox()
  expect(file?.y, 'the preview is below the list').toBeGreaterThan((list?.y ?? 0) + (list?.height ?? 0))
  await phone.close()
})

it('saved replies of the API stay unchanged, even those that the editor cannot show', async () => {
  const { skein } = dashboard.tenant
  const bodies = [
    'Two  spaces,\n\n\nthree lines, {{ customer.firstName |there }} {{customer.customFields.gone|}} and a < b',
    '<div>Dear <i>{{customer.name|you}}</i>,<br>see <a href="https://example.com/{{thread.ticketNumber}}">this</a></div>',
    '<p>Prices</p><table><tr><td>{{thread.subject}}</td></tr></table>',
  ]
  const { page } = await dashboard.openAs(dashboard.ownerEmail, '/settings/canned-responses')
  for (const [at, body] of bodies.entries()) {
    const { data } = await skein.createCannedResponse({ body: { shortcut: `raw${at}`, title: `Raw ${at}`, body } })
    await page.goto(`${dashboard.url}/settings/canned-responses?open=${data.id}`)
    const form = page.getByRole('dialog', { name: `Raw ${at}` })
    const reply = form.getByRole('textbox', { name: 'Reply' })
    await reply.waitFor()
    if (at === 0) await expect.poll(() => reply.innerText()).toContain('customer.customFields.gone')
    if (at === 2) await expect.poll(() => reply.inputValue()).toBe(body)
    expect(await form.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    await form.getByLabel('Title').fill(`Read ${at}`)
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'detached' })
    expect((await skein.getCannedResponse({ path: { id: data.id } })).data).toMatchObject({
      title: `Read ${at}`,
      body,
      bodyFormat: data.bodyFormat,
    })
  }
})
