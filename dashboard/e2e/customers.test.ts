/** Customers: find, edit, create, merge, export and erase them, by keyboard where there are shortcuts. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectProblems } from './browser-problems.ts'
import { chooseOption, startDashboard, findViolations, type OpenPage, type TestDashboard } from './dashboard.ts'

let dashboard: TestDashboard
let opened: OpenPage | undefined
let page: Page
const ids: Record<string, string> = {}

beforeAll(async () => {
  dashboard = await startDashboard({ worker: true })
  const { skein } = dashboard.tenant
  const options = [
    { value: 'free', label: 'Free' },
    { value: 'pro', label: 'Professional' },
  ]
  await skein.createCustomField({ body: { key: 'plan', name: 'Plan', appliesTo: 'CUSTOMER', type: 'SELECT', options } })
  await skein.createCustomField({ body: { key: 'seats', name: 'Seats', appliesTo: 'CUSTOMER', type: 'NUMBER' } })
  for (const [email, name] of [
    ['dana@example.com', 'Dana Ruiz'],
    ['dana.r@example.org', 'D. Ruiz'],
    ['omar@example.com', 'Omar Khalil'],
  ] as const) {
    await skein.createThread({ body: { title: `About ${name}`, body: 'Where is my refund?', requester: { email, name } } })
    ids[email] = (await skein.listCustomers({ query: { email } })).data[0]?.id ?? ''
  }
})
afterAll(() => dashboard.close())

/** Closes the current page and opens another. */
async function open(path: string): Promise<void> {
  await opened?.close()
  opened = await dashboard.openAs(dashboard.ownerEmail, path)
  page = opened.page
}
/** Opens the menu of a button and chooses an item. */
async function chooseFromMenu(menu: string, item: string): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
const getCustomer = async (email: string) => (await dashboard.tenant.skein.getCustomer({ path: { id: ids[email] ?? '' } })).data

it('a customer can be found by the beginnings of words and opened by keyboard', async () => {
  await open('/inbox/all')
  await page.getByRole('row').first().waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await page.getByRole('heading', { name: 'Customers 3' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('/')
  await page.keyboard.type('om kha')
  await expect.poll(() => page.getByRole('table', { name: 'Customers' }).getByRole('row').count()).toBe(2)
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('om kha')
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Omar Khalil', level: 1 }).waitFor()
  await page.getByRole('link', { name: /About Omar/ }).waitFor()
})

it('an edited customer shows errors beside their fields, and is saved once corrected', async () => {
  expectProblems(/^409 PATCH \/customers\//, /^400 PATCH \/customers\//)
  await open(`/customers/${ids['omar@example.com']}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Seats').waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.getByLabel('Email', { exact: true }).fill('dana@example.com')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/already|another customer|exists|taken/i).waitFor()
  await page.getByLabel('Email', { exact: true }).fill('omar@')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => page.getByLabel('Email', { exact: true }).getAttribute('aria-invalid')).toBe('true')
  await page.getByLabel('Email', { exact: true }).fill('omar@example.com')
  await chooseOption(page, 'Plan', 'Professional')
  await page.getByLabel('Seats').fill('12')
  await page.getByLabel('Your ID').fill('crm-1')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText('Professional', { exact: true }).waitFor()
  expect(await getCustomer('omar@example.com')).toMatchObject({ externalId: 'crm-1', customFields: { plan: 'pro', seats: 12 } })
})

it('creating a customer with a taken address links to the existing one', async () => {
  await open('/customers')
  await page.getByRole('button', { name: 'New customer' }).click()
  const dialog = page.getByRole('dialog', { name: 'New customer' })
  await dialog.getByLabel('Email', { exact: true }).fill('Dana@Example.com')
  await dialog.getByLabel('Name').fill('Somebody else')
  await dialog.getByRole('button', { name: 'Create customer' }).click()
  await dialog.getByRole('link', { name: 'Dana Ruiz' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  expect((await getCustomer('dana@example.com')).name).toBe('Dana Ruiz')
})

it('correcting the address in the same form creates the customer', async () => {
  const dialog = page.getByRole('dialog', { name: 'New customer' })
  await dialog.getByLabel('Email', { exact: true }).fill('new@example.com')
  await dialog.getByRole('button', { name: 'Create customer' }).click()
  await page.getByRole('heading', { name: 'Somebody else', level: 1 }).waitFor()
  const { data } = await dashboard.tenant.skein.listCustomers({ query: { email: 'new@example.com' } })
  expect(data.map(({ name }) => name)).toEqual(['Somebody else'])
})

describe('the pane beside a thread', () => {
  const pane = () => page.getByRole('complementary', { name: 'Customer' })
  let id: string
  beforeAll(async () => {
    const { skein } = dashboard.tenant
    const field = { key: 'order', name: 'Order number', appliesTo: 'THREAD', type: 'TEXT', required: 'ON_RESOLVE' } as const
    await skein.createCustomField({ body: field })
    await skein.createTeam({ body: { name: 'Billing' } })
    id = (await skein.listThreads({ query: { customerId: ids['omar@example.com'] ?? '' } })).data[0]?.id ?? ''
    await open(`/inbox/all/${id}`)
  })

  it('edits a detail in its place: Enter saves, Escape discards, Z undoes', async () => {
    await pane()
      .getByRole('button', { name: /^Seats/ })
      .press('Enter')
    await page.keyboard.type('40')
    await page.keyboard.press('Escape')
    await pane().getByRole('button', { name: 'Seats 12' }).press('Enter')
    await page.keyboard.type('30')
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await pane().getByRole('button', { name: 'Seats 30' }).waitFor()
    await expect.poll(async () => (await getCustomer('omar@example.com')).customFields['seats']).toBe(30)
    await page.getByRole('button', { name: /^Undo/ }).first().waitFor()
    await page.keyboard.press('z')
    await expect.poll(async () => (await getCustomer('omar@example.com')).customFields['seats']).toBe(12)
    await pane().getByRole('button', { name: 'Seats 12' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/inbox/all/${id}`)
  })

  it('says at the field why a value is refused, and keeps it', async () => {
    expectProblems(/^400 POST \/customers\//)
    await pane()
      .getByRole('button', { name: /^Phone/ })
      .click()
    await pane().getByLabel('Phone').fill('by pigeon')
    await pane().getByLabel('Phone').press('Enter')
    await pane().getByRole('alert').getByText('international form').waitFor()
    expect(await pane().getByLabel('Phone').inputValue()).toBe('by pigeon')
    await pane().getByLabel('Phone').fill('+442079460018')
    await pane().getByLabel('Phone').press('Enter')
    await pane()
      .getByRole('button', { name: /^Phone \+44/ })
      .waitFor()
  })

  it('says what the thread needs before it is resolved, and moves it to a team', async () => {
    await pane().getByRole('button', { name: 'Order number Needed to resolve' }).click()
    await page.keyboard.type('A-17')
    await page.keyboard.press('Enter')
    await pane().getByRole('button', { name: 'Order number A-17' }).waitFor()
    await pane().getByRole('button', { name: /^Team/ }).click()
    await page.getByRole('option', { name: 'Billing' }).click()
    await pane().getByRole('button', { name: 'Team Billing' }).waitFor()
    const { skein } = dashboard.tenant
    await expect
      .poll(async () => (await skein.getThread({ path: { id } })).data)
      .toMatchObject({ customFields: { order: 'A-17' }, teamId: (await skein.listTeams()).data[0]?.id })
  })
})

it('an agent merges two customers from a thread, after a preview of the result', async () => {
  const { data } = await dashboard.tenant.skein.listThreads({ query: { customerId: ids['dana@example.com'] ?? '' } })
  await open(`/inbox/all/${data[0]?.id}`)
  const pane = page.getByRole('complementary', { name: 'Customer' })
  await pane.getByRole('button', { name: 'Name Dana Ruiz' }).waitFor()
  await chooseFromMenu('Customer', 'Merge with another customer…')
  const dialog = page.getByRole('dialog', { name: 'Merge with another customer' })
  await dialog.getByRole('searchbox').fill('dana.r')
  await dialog.getByRole('button', { name: /D\. Ruiz/ }).click()
  await dialog.getByText('Keep this customer').waitFor()
  expect(await findViolations(page)).toEqual([])
  expect((await getCustomer('dana.r@example.org')).mergedInto).toBeNull()
  await dialog.getByRole('button', { name: 'Merge customers' }).click()
  await pane.getByRole('link', { name: 'All 2 in the list' }).waitFor()
  expect((await getCustomer('dana.r@example.org')).mergedInto).toBe(ids['dana@example.com'])
  await pane.getByRole('link', { name: 'All 2 in the list' }).click()
  await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe('2')
  await page.goto(`${dashboard.url}/customers/${ids['dana.r@example.org']}`)
  await page.getByRole('link', { name: 'another customer' }).click()
  await page.getByRole('heading', { name: 'Dana Ruiz', level: 1 }).waitFor()
})

it('all data about a customer can be exported as a ZIP file', async () => {
  await open(`/customers/${ids['omar@example.com']}`)
  await chooseFromMenu('More actions', 'Export everything…')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const link = page.getByRole('link', { name: 'Download the file' })
  await link.waitFor()
  const file = await fetch((await link.getAttribute('href')) ?? '')
  expect([
    file.status,
    Buffer.from(await file.arrayBuffer())
      .subarray(0, 2)
      .toString(),
  ]).toEqual([200, 'PK'])
})

it('a customer can be erased only after a count and after typing their address', async () => {
  await open(`/customers/${ids['omar@example.com']}`)
  await chooseFromMenu('More actions', 'Erase…')
  const dialog = page.getByRole('dialog', { name: 'Erase Omar Khalil?' })
  await dialog.getByRole('button', { name: 'See what we’ll erase' }).click()
  await dialog.getByRole('row', { name: /Messages and notes 1/ }).waitFor()
  expect(await findViolations(page)).toEqual([])
  const erase = dialog.getByRole('button', { name: 'Erase for good' })
  expect(await erase.isDisabled()).toBe(true)
  expect((await getCustomer('omar@example.com')).erasedAt).toBeNull()
  await dialog.getByLabel('Type omar@example.com to confirm').fill('omar@example.com')
  await erase.click()
  await dialog.getByText('This was erased').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByText(/There’s nothing left to change/).waitFor()
  expect((await getCustomer('omar@example.com')).erasedAt).not.toBeNull()
})

it('actions that the user’s role does not allow are hidden', async () => {
  const { skein } = dashboard.tenant
  const { data: viewer } = await skein.createUser({ body: { email: 'viewer@example.com', name: 'Vera', role: 'VIEWER', invite: false } })
  await dashboard.tenant.setPassword(viewer.id, 'salty otters read maps')
  await opened?.close()
  opened = await dashboard.openAs('viewer@example.com', `/customers/${ids['dana@example.com']}`, { viewport: { width: 320, height: 700 } })
  page = opened.page
  await page.getByRole('heading', { name: 'Dana Ruiz', level: 1 }).waitFor()
  for (const name of ['Edit', 'More actions']) expect(await page.getByRole('button', { name }).count(), name).toBe(0)
})

it('a customer and the menu fit on a screen 320 pixels wide', async () => {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  await page.getByRole('button', { name: 'More' }).click()
  const menu = page.getByRole('dialog', { name: 'More' })
  expect(await findViolations(page)).toEqual([])
  await menu.getByRole('link', { name: 'Meetings' }).click()
  await page.getByRole('heading', { name: 'Meetings', level: 1 }).waitFor()
  expect(await menu.count()).toBe(0)
  await page.getByRole('link', { name: 'Inbox', exact: true }).click()
  await page.getByRole('link', { name: /^Unassigned/ }).click()
  await page.getByRole('heading', { name: /^Unassigned/, level: 1 }).waitFor()
  // A viewer may not create threads.
  expect(await page.getByRole('button', { name: 'New thread' }).count()).toBe(0)
})
