/** Lists that are filtered by custom fields: in the menu, in the address, in a saved view. */
import { afterAll, expect, beforeAll, it } from 'vitest'
import { expectProblems } from './browser-problems.ts'
import { openPlace, violationsOf, type OpenPage, type Place } from './place.ts'

let place: Place
let opened: OpenPage
const ids: string[] = []

beforeAll(async () => {
  place = await openPlace({ worker: true })
  const requester = { email: 'dana@example.com', name: 'Dana Ruiz' }
  for (const title of ['Refund not received', 'Export is empty', 'Cannot sign in']) {
    const { data } = await place.tenant.skein.createThread({ body: { title, body: 'About it.', requester } })
    ids.push(data.threadId)
  }
  opened = await place.openAs(place.ownerEmail, '/inbox/all')
})
afterAll(() => place.close())

it('custom fields are filters: options by name, other values as they are typed, and a saved view keeps them', async () => {
  const { skein } = place.tenant
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
  const { page } = opened
  const row = (subject: string) => page.getByRole('row').filter({ hasText: subject })
  const total = async (): Promise<number> => Number(await page.getByRole('grid').getAttribute('aria-rowcount'))
  await row('Cannot sign in').waitFor()
  const filter = async (name: string, value: string): Promise<void> => {
    await page.getByRole('button', { name: '+ Filter' }).press('Enter')
    await page.getByRole('dialog', { name: 'Filter by' }).getByRole('combobox').fill(name)
    await page.getByRole('option', { name }).waitFor()
    await page.keyboard.press('Enter')
    const choices = page.getByRole('dialog', { name })
    await choices.getByRole('combobox').fill(value)
    await choices.getByRole('option', { name: value }).waitFor()
    await page.keyboard.press('Enter')
  }
  await filter('Plan', 'Professional')
  await expect.poll(total).toBe(2)
  await filter('Seats', '12')
  await expect.poll(total).toBe(1)
  await row('Export is empty').waitFor()
  await page.getByRole('button', { name: 'Plan: Professional' }).waitFor()
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ 'customFields.plan': 'pro', 'customFields.seats': '"12"' })
  expect(await violationsOf(page)).toEqual([])
  // The list follows what happens to the field.
  await skein.updateThread({ path: { id: ids[1] ?? '' }, body: { customFields: { seats: 13 } } })
  await row('Export is empty').waitFor({ state: 'detached' })
  await skein.updateThread({ path: { id: ids[1] ?? '' }, body: { customFields: { seats: 12 } } })
  await row('Export is empty').waitFor()

  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByLabel('Name').fill('Twelve seats')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(/\/inbox\/viw_/)
  await row('Export is empty').waitFor()
  const view = (await skein.listViews()).data.find(({ name }) => name === 'Twelve seats')
  expect(view?.filters.customFields).toEqual({ plan: 'pro', seats: '12' })
  await page.getByRole('button', { name: 'Remove the filter Seats' }).click()
  await expect.poll(total).toBe(2)
  // A value that the field cannot have is refused with its reason.
  expectProblems(/^400 GET \/threads$/)
  await page.goto(`${place.url}/inbox/all?customFields.seats=many`)
  await page.getByText('customFields.seats must be a number').waitFor()
})
