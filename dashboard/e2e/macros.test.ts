/** Saved replies, applied to several threads at once. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createThread, findViolations, startDashboard, waitForEventStream, type TestDashboard } from './dashboard.ts'

let dashboard: TestDashboard
let page: Page
const ids: string[] = []
beforeAll(async () => {
  dashboard = await startDashboard({ worker: true })
  const { skein } = dashboard.tenant
  const { data: label } = await skein.createLabel({ body: { name: 'refund' } })
  for (const [shortcut, title, body, actions] of [
    ['refund', 'Refund', 'Your refund for {{thread.customFields.order}} is on its way.', [{ type: 'ADD_LABELS', labelIds: [label.id] }]],
    ['later', 'Look again later', null, [{ type: 'SNOOZE', until: 'NEXT_WORKING_DAY' }]],
  ] as const)
    await skein.createCannedResponse({ body: { shortcut, title, body, actions } as never })
  await skein.createCustomField({ body: { key: 'order', name: 'Order', appliesTo: 'THREAD', type: 'TEXT' } })
  for (let i = 0; i < 4; i++) ids.push(await createThread(dashboard, `Refund ${i}`))
  for (const id of ids.slice(1)) await skein.updateThread({ path: { id }, body: { customFields: { order: 'B-7' } } })
  page = (await dashboard.openAs(dashboard.ownerEmail, '/inbox/all')).page
  await page.getByRole('row', { name: /Refund 3/ }).waitFor()
  await waitForEventStream(page)
})
afterAll(() => dashboard.close())

const choose = async (typed: string): Promise<void> => {
  await page.keyboard.press('q')
  await page.getByRole('combobox', { name: 'Apply a saved reply' }).pressSequentially(typed)
  await page.keyboard.press('Enter')
}
const findThread = async (id: string) => (await dashboard.tenant.skein.getThread({ path: { id } })).data

it('Q applies a saved reply to the selected threads, and reports each that stays', async () => {
  for (const keys of ['j', 'x', 'Shift+J', 'Shift+J', 'Shift+J']) await page.keyboard.press(keys)
  await page.getByRole('status').getByText('4 selected').waitFor()
  await choose('refu')
  const dialog = page.getByRole('dialog', { name: 'Apply “Refund” to 4 threads?' })
  await dialog.getByText('4 customers get a message. You can’t take it back.').waitFor()
  await dialog.getByText('Your refund for B-7 is on its way.').waitFor()
  await dialog.getByText('No labels').waitFor()
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('combobox', { name: 'Thread of the preview' }).click()
  await page.getByRole('option', { name: /Refund 0/ }).click()
  await dialog.getByText('It can’t be applied to this thread, which stays as it is.').waitFor()
  await dialog.getByRole('button', { name: 'Send to 4 customers' }).click()
  await page.getByText('“Refund”: 3 changed, 1 not.').waitFor()
  await page
    .getByRole('region', { name: 'What was changed' })
    .getByRole('link', { name: /Refund 0/ })
    .waitFor()
  const labels = await Promise.all(ids.map(async (id) => (await findThread(id)).labels.length))
  expect(labels).toEqual([0, 1, 1, 1])
  const { data: messages } = await dashboard.tenant.skein.listMessages({ path: { id: ids[1] ?? '' } })
  expect(messages[0]?.bodyText).toBe('Your refund for B-7 is on its way.')
  await page.getByRole('button', { name: 'Dismiss' }).click()
})

it('Escape closes the choice, and changes nothing', async () => {
  await page.getByRole('row', { name: /Refund 0/ }).focus()
  await page.keyboard.press('q')
  await page.getByRole('combobox', { name: 'Apply a saved reply' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await choose('look')
  const dialog = page.getByRole('dialog', { name: 'Apply “Look again later” to 1 thread?' })
  await dialog.getByText('No one gets a message.').waitFor()
  await dialog.getByText(/^until /).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect((await findThread(ids[0] ?? '')).snoozed).toBe(false)
})

it('all matching threads are changed by a job, from the menu of the selection', async () => {
  await page.goto(`${dashboard.url}/inbox/all`)
  await page.getByRole('row', { name: /Refund 3/ }).focus()
  await page.keyboard.press('x')
  await page.keyboard.press('Control+a')
  await page.getByRole('button', { name: 'More changes' }).click()
  await page.getByRole('menuitem', { name: 'Apply a saved reply' }).click()
  await page.getByRole('combobox', { name: 'Apply a saved reply' }).pressSequentially('look')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Change 4 threads' }).click()
  await expect.poll(async () => (await Promise.all(ids.map(findThread))).every(({ snoozed }) => snoozed)).toBe(true)
})

it('the menu of the composer shows what will change before it changes', async () => {
  const id = await createThread(dashboard, 'Another one')
  await page.goto(`${dashboard.url}/inbox/all/${id}`)
  await page.getByRole('textbox', { name: 'Reply' }).pressSequentially('/later')
  const changes = page.getByLabel('What changes')
  await changes.getByText('Pending').waitFor()
  await changes.getByText(/^until /).waitFor()
  expect((await findThread(id)).status).toBe('open')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await findThread(id)).status).toBe('pending')
})
