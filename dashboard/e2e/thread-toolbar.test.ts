/** The chips of a thread: they keep their position, and each is the picker of what it shows. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findViolations, openThread, startDashboard, type TestDashboard } from './dashboard.ts'

let dashboard: TestDashboard
let page: Page
beforeAll(async () => {
  dashboard = await startDashboard()
  page = (await dashboard.openAs(dashboard.ownerEmail, '/inbox/all', {})).page
})
afterAll(() => dashboard.close())

async function createThread(title: string, fields: object = {}): Promise<string> {
  const requester = { email: 'dana@example.com', name: 'Dana Ruiz' }
  return (await dashboard.tenant.skein.createThread({ body: { title, body: 'Hello', requester, ...fields } })).data.threadId
}
const getToolbarTop = (name: string) => page.getByRole('toolbar', { name }).evaluate((element) => element.getBoundingClientRect().top)

it('the toolbar keeps its position with and without labels and SLA clocks', async () => {
  const plain = await createThread('Plain')
  const tags = Array.from({ length: 12 }, (_, i) => `a rather long label ${i}`)
  const targets = { firstResponse: { urgent: 600 }, resolution: { urgent: 2880 } }
  await dashboard.tenant.skein.createSlaPolicy({ body: { name: 'Urgent', conditions: { priorities: ['urgent'] }, targets } })
  const labelled = await createThread('Labelled', { tags, priority: 'urgent' })
  expect((await dashboard.tenant.skein.getThread({ path: { id: labelled } })).data.sla).toHaveLength(2)
  await openThread(page, plain, 'Plain')
  const before = await getToolbarTop('Change the thread')
  await openThread(page, labelled, 'Labelled')
  await page.locator(`[data-tip*="${tags[11]}"]`).first().waitFor()
  // The thread shows the SLA clock that is due first.
  await page.locator('[data-tip*=" within "]').first().waitFor()
  expect(await getToolbarTop('Change the thread')).toBe(before)
  await page.setViewportSize({ width: 390, height: 844 })
  const labelledTop = await getToolbarTop('Change the thread')
  await page.goto(`${dashboard.url}/inbox/all/${plain}`)
  await page.getByRole('heading', { name: 'Plain' }).first().waitFor()
  expect(await getToolbarTop('Change the thread')).toBe(labelledTop)
})

const getThread = async (id: string) => (await dashboard.tenant.skein.getThread({ path: { id } })).data
const chip = (name: RegExp | string) => page.getByRole('toolbar', { name: 'Change the thread' }).getByRole('button', { name })
const list = (name: string) => page.getByRole('combobox', { name })
const choose = (name: string) => page.getByRole('option', { name, exact: true }).click()

describe('a chip', () => {
  let id: string
  beforeAll(async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    for (const name of ['Billing', 'Support']) await dashboard.tenant.skein.createTeam({ body: { name } })
    await createThread('Next one')
    id = await createThread('With chips')
    await openThread(page, id, 'With chips')
  })

  it('opens its list below itself by pointer, and a key opens the list in the middle', async () => {
    const toTop = (element: HTMLElement | SVGElement) => element.getBoundingClientRect().top
    await chip(/^Priority:/).click()
    await list('Priority').waitFor()
    const distance = (await list('Priority').evaluate(toTop)) - (await chip(/^Priority:/).evaluate(toTop))
    expect(distance).toBeGreaterThan(0)
    expect(distance).toBeLessThan(60)
    expect(await findViolations(page)).toEqual([])
    // A second click closes it, and so does Escape, which returns the focus to the chip.
    await chip(/^Priority:/).click()
    await list('Priority').waitFor({ state: 'detached' })
    await chip(/^Priority:/).click()
    await list('Priority').press('Escape')
    await expect.poll(() => chip(/^Priority:/).evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('p')
    await page.getByRole('dialog', { name: 'Priority' }).locator('xpath=self::dialog').waitFor()
    await page.keyboard.press('Escape')
  })

  it('shows the team of the thread, and moves the thread to another one', async () => {
    await chip('Team').click()
    await choose('Billing')
    await chip('Team: Billing').waitFor()
    await expect.poll(async () => (await getThread(id)).teamId).not.toBeNull()
    await page.keyboard.press('Shift+T')
    await list('Move to a team').fill('Supp')
    await page.keyboard.press('Enter')
    await chip('Team: Support').waitFor()
    await page.keyboard.press('z')
    await chip('Team: Billing').waitFor()
  })

  it('creates a label that does not exist, and adds it', async () => {
    await chip('Label').click()
    await list('Label').fill('Chargeback')
    await page.getByRole('option', { name: 'Create label “Chargeback”' }).waitFor()
    await page.keyboard.press('Enter')
    await chip(/^Labels: Chargeback/).waitFor()
    await expect.poll(async () => (await getThread(id)).labels.map(({ name }) => name)).toEqual(['Chargeback'])
  })

  it('sets the status, also to pending, snoozes, and ends the snooze', async () => {
    await chip(/^Status: Open/).click()
    await choose('Pending')
    await page.getByRole('heading', { name: 'Next one', level: 2 }).waitFor()
    await expect.poll(async () => (await getThread(id)).status).toBe('pending')
    await page.keyboard.press('z')
    await page.getByRole('heading', { name: 'With chips', level: 2 }).waitFor()
    await chip(/^Status: Open/).click()
    await choose('Snooze…')
    await choose('Until the customer writes')
    await expect.poll(async () => (await getThread(id)).snoozed).toBe(true)
    await openThread(page, id, 'With chips')
    await chip('Wake now').click()
    await chip(/^Status: Open/).waitFor()
    await expect.poll(async () => (await getThread(id)).snoozed).toBe(false)
    await page.keyboard.press('z')
    await chip(/^Status: Snoozed/).waitFor()
    await page.keyboard.press('h')
    await page.getByRole('option').first().getByText('Wake now').waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await getThread(id)).status).toBe('open')
  })

  it('stays beside the subject, which is renamed in place, with undo', async () => {
    const heading = (name: string) => page.getByRole('heading', { name, level: 2 })
    const field = page.getByRole('textbox', { name: 'Subject' })
    await heading('With chips').dblclick()
    await field.fill('')
    await field.press('Enter')
    await page.getByRole('alert').getByText('Enter a subject').waitFor()
    expect(await findViolations(page)).toEqual([])
    await field.fill('x'.repeat(260))
    await page.getByRole('alert').getByText('Remove 5').waitFor()
    await field.press('Escape')
    await heading('With chips').waitFor()
    await page.keyboard.press('F2')
    await field.press('Control+a')
    await field.evaluate((input) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', 'Two\n lines\n')
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await field.press('Enter')
    await heading('Two lines').waitFor()
    await expect.poll(async () => (await getThread(id)).subject).toBe('Two lines')
    await page.keyboard.press('z')
    await heading('With chips').waitFor()
    await expect.poll(async () => (await getThread(id)).subject).toBe('With chips')
  })
})
