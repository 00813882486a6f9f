/** List filters: by custom fields, in the menu, in the URL and in a saved view, and by waiting time. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectProblems } from './browser-problems.ts'
import { startDashboard, findViolations, type OpenPage, type TestDashboard } from './dashboard.ts'

let dashboard: TestDashboard
let opened: OpenPage
const ids: string[] = []

beforeAll(async () => {
  dashboard = await startDashboard({ worker: true })
  const requester = { email: 'dana@example.com', name: 'Dana Ruiz' }
  for (const title of ['Refund not received', 'Export is empty', 'Cannot sign in']) {
    const { data } = await dashboard.tenant.skein.createThread({ body: { title, body: 'About it.', requester } })
    ids.push(data.threadId)
  }
  opened = await dashboard.openAs(dashboard.ownerEmail, '/inbox/all')
})
afterAll(() => dashboard.close())

describe('a filter by a custom field', () => {
  const row = (subject: string) => opened.page.getByRole('row').filter({ hasText: subject })
  const countRows = async (): Promise<number> => Number(await opened.page.getByRole('grid').getAttribute('aria-rowcount'))
  beforeAll(async () => {
    const { skein } = dashboard.tenant
    const options = [
      { value: 'free', label: 'Free of charge' },
      { value: 'pro', label: 'Professional' },
    ]
    await skein.createCustomField({ body: { appliesTo: 'THREAD', key: 'plan', name: 'Plan', type: 'SELECT', options } })
    await skein.createCustomField({ body: { appliesTo: 'THREAD', key: 'seats', name: 'Seats', type: 'NUMBER' } })
    for (const [id, customFields] of [
      [ids[0], { plan: 'pro', seats: 5 }],
      [ids[1], { plan: 'pro', seats: 12 }],
    ] as const)
      await skein.updateThread({ path: { id: id ?? '' }, body: { customFields } })
    await row('Cannot sign in').waitFor()
  })

  it('is chosen by the name of an option, or by a typed value', async () => {
    const { page } = opened
    const filter = async (name: string, value: string): Promise<void> => {
      await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter')
      await page.getByRole('dialog', { name: 'Filter by' }).getByRole('combobox').fill(name)
      await page.getByRole('option', { name }).waitFor()
      await page.keyboard.press('Enter')
      const choices = page.getByRole('dialog', { name })
      await choices.getByRole('combobox').fill(value)
      await choices.getByRole('option', { name: value }).waitFor()
      await page.keyboard.press('Enter')
    }
    await filter('Plan', 'Professional')
    await expect.poll(countRows).toBe(2)
    await filter('Seats', '12')
    await expect.poll(countRows).toBe(1)
    await row('Export is empty').waitFor()
    await page.getByRole('button', { name: 'Plan: Professional' }).waitFor()
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ 'customFields.plan': 'pro', 'customFields.seats': '"12"' })
    expect(await findViolations(page)).toEqual([])
  })

  it('follows changes of the field', async () => {
    const { skein } = dashboard.tenant
    await skein.updateThread({ path: { id: ids[1] ?? '' }, body: { customFields: { seats: 13 } } })
    await row('Export is empty').waitFor({ state: 'detached' })
    await skein.updateThread({ path: { id: ids[1] ?? '' }, body: { customFields: { seats: 12 } } })
    await row('Export is empty').waitFor()
  })

  it('is kept by a saved view', async () => {
    const { page } = opened
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByLabel('Name').fill('Twelve seats')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.waitForURL(/\/inbox\/viw_/)
    await row('Export is empty').waitFor()
    const view = (await dashboard.tenant.skein.listViews()).data.find(({ name }) => name === 'Twelve seats')
    expect(view?.filters.customFields).toEqual({ plan: 'pro', seats: '12' })
    await page.getByRole('button', { name: 'Remove the filter Seats' }).click()
    await expect.poll(countRows).toBe(2)
  })

  it('with an invalid value shows an error with the reason', async () => {
    expectProblems(/^400 GET \/threads$/)
    await opened.page.goto(`${dashboard.url}/inbox/all?customFields.seats=many`)
    await opened.page.getByText('customFields.seats must be a number').waitFor()
  })
})

describe('the filter for waiting threads', () => {
  it('shows with one click who has waited for longer than an hour', async () => {
    const { skein } = dashboard.tenant
    const waitingLong = { title: 'Waits long', body: 'x', requester: { email: 'early@example.com', name: 'Early Bird' } }
    const id = (await skein.createThread({ body: waitingLong })).data.threadId
    await skein.replyToThread({ path: { id }, body: { body: 'Soon.' } })
    await skein.createMessage({ path: { id }, body: { body: 'And now?' } })
    const before = await skein.createThread({ body: { title: 'Old', body: 'x', requester: { email: 'old@example.com' } } })
    const sentAt = new Date(Date.now() - 90 * 60_000).toISOString()
    await skein.createMessage({ path: { id: before.data.threadId }, body: { body: 'Since long ago', sentAt } })
    const { page } = opened
    await page.goto(`${dashboard.url}/inbox/waiting`)
    await page.getByRole('row').filter({ hasText: 'Waits long' }).waitFor()
    await page.getByRole('button', { name: 'Longer than an hour' }).click()
    await page.getByText('Waiting longer than: an hour').waitFor()
    await page.getByRole('row').filter({ hasText: 'Waits long' }).waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('row').filter({ hasText: 'Old' }).count()).toBe(1)
    expect(new URL(page.url()).searchParams.get('waitingSinceBefore')).toMatch(/1h/)
    expect(await findViolations(page)).toEqual([])
  })

  it('still means an hour when its link is opened later', async () => {
    const { page } = opened
    await page.reload()
    await page.getByRole('row').filter({ hasText: 'Old' }).waitFor()
    await page.getByRole('button', { name: 'Remove the filter Waiting longer than' }).click()
    await page.getByRole('row').filter({ hasText: 'Waits long' }).waitFor()
  })
})

describe('the order by priority', () => {
  it('shows urgent threads first, in the URL and in a saved view', async () => {
    const { skein } = dashboard.tenant
    await skein.updateThread({ path: { id: ids[2] ?? '' }, body: { priority: 'urgent' } })
    await skein.updateThread({ path: { id: ids[0] ?? '' }, body: { priority: 'low' } })
    const { page } = opened
    await page.goto(`${dashboard.url}/inbox/all`)
    const subjects = async (): Promise<string[]> => {
      const texts = await page.getByRole('row').allInnerTexts()
      return texts.flatMap((text) => /Refund not received|Export is empty|Cannot sign in/.exec(text)?.[0] ?? [])
    }
    await page.getByRole('row').first().waitFor()
    await page.getByRole('button', { name: /^Order by/ }).press('Enter')
    await page.getByRole('option', { name: 'Highest priority' }).click()
    await expect.poll(subjects).toEqual(['Cannot sign in', 'Export is empty', 'Refund not received'])
    expect(new URL(page.url()).searchParams.get('sort')).toBe('priority')
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByLabel('Name').fill('By priority')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.waitForURL(/\/inbox\/viw_/)
    expect((await skein.listViews()).data.find(({ name }) => name === 'By priority')?.sort).toBe('priority')
    await expect.poll(subjects).toEqual(['Cannot sign in', 'Export is empty', 'Refund not received'])
  })
})
