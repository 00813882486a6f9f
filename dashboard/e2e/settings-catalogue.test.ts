/** Whoever runs a workspace: people, teams, labels, what is refused and why, and two who change the same thing. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectProblems } from './browser-problems.ts'
import { openPlace, password, violationsOf, type OpenPage, type Place } from './place.ts'

let place: Place
let opened: OpenPage
let page: Page
beforeAll(async () => {
  place = await openPlace({ worker: true })
  opened = await place.openAs(place.ownerEmail, '/settings/labels')
  page = opened.page
  await page.getByRole('heading', { name: 'Labels', level: 1 }).waitFor()
})
afterAll(() => place.close())

const dialog = (name: string) => page.getByRole('dialog', { name })
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
const calls: string[] = []

describe('a list of things', () => {
  it('is filled, changed and searched by keyboard, from the answers, without asking for the list again', async () => {
    await page.getByText('There are no labels yet.').waitFor()
    // Once the stream of events stands, and what was read before it was asked for once more.
    await page.getByRole('img', { name: 'Up to date' }).waitFor()
    await place.tenant.skein.createLabel({ body: { name: 'Urgent' } })
    await rowOf('Urgent').waitFor()
    page.on('request', (request) => {
      if (request.method() !== 'OPTIONS') calls.push(`${request.method()} ${new URL(request.url()).pathname}`)
    })
    await page.getByRole('button', { name: 'New label' }).press('Enter')
    await dialog('New label').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.type('Billing')
    await page.keyboard.press('Enter')
    await rowOf('Billing').waitFor()
    await page.getByText('2 labels', { exact: true }).waitFor()
    // The focus is back on what opened the panel.
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('New label')
    await page.getByRole('button', { name: 'Billing' }).press('Enter')
    await dialog('Billing').getByLabel('Description').fill('Invoices and refunds')
    await page.keyboard.press('Control+a')
    await dialog('Billing').getByRole('button', { name: 'Save' }).press('Enter')
    await rowOf('Invoices and refunds').waitFor()
    expect(calls.filter((call) => call === 'GET /api/v1/labels')).toEqual([])
    await page.getByLabel('Search labels').fill('bil')
    await rowOf('Billing').waitFor()
    await page.getByLabel('Search labels').fill('none')
    await page.getByText('No label begins with “none”.').waitFor()
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await rowOf('Billing').waitFor()
  })

  it('shows what others do without a reload', async () => {
    const before = calls.length
    const { data: label } = await place.tenant.skein.createLabel({ body: { name: 'From elsewhere' } })
    await rowOf('From elsewhere').waitFor()
    await place.tenant.skein.updateLabel({ path: { id: label.id }, body: { name: 'Renamed elsewhere' } })
    await rowOf('Renamed elsewhere').waitFor()
    expect(calls.slice(before).filter((call) => call.startsWith('GET /api/v1/labels'))).toEqual([])
  })

  it('says beside the field what the service refuses, and keeps what was typed', async () => {
    expectProblems(/^409 POST \/labels$/)
    const { data: taken } = await place.tenant.skein.createLabel({ body: { name: 'Taken' } })
    await page.getByRole('button', { name: 'New label' }).click()
    await dialog('New label').getByLabel('Name').fill('taken')
    await dialog('New label').getByRole('button', { name: 'Create label' }).click()
    await dialog('New label').getByText('Name belongs to another label.').waitFor()
    expect(await dialog('New label').getByLabel('Name').getAttribute('aria-invalid')).toBe('true')
    expect(await violationsOf(page)).toEqual([])
    // The same again is another attempt, not the refusal that is kept for retries.
    await place.tenant.skein.updateLabel({ path: { id: taken.id }, body: { name: 'Given up' } })
    await dialog('New label').getByRole('button', { name: 'Create label' }).click()
    await dialog('New label').waitFor({ state: 'detached' })
    await rowOf('taken').waitFor()
    await page.getByRole('button', { name: 'New label' }).click()
    // Typed, not filled: browsers let Escape be held back only after somebody has done something.
    await dialog('New label').getByLabel('Name').pressSequentially('Half a name')
    await page.keyboard.press('Escape')
    await page.getByText('What you changed is not saved.').waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    await dialog('New label').waitFor({ state: 'detached' })
  })

  it('a change of somebody else is not overwritten unseen', async () => {
    expectProblems(/^412 PATCH \/labels\//)
    const { skein } = place.tenant
    const { data: label } = await skein.createLabel({ body: { name: 'Contested' } })
    await page.getByRole('button', { name: 'Contested' }).click()
    await dialog('Contested').getByLabel('Description').fill('Mine')
    await skein.updateLabel({ path: { id: label.id }, body: { name: 'Theirs' } })
    await dialog('Contested').getByRole('button', { name: 'Save' }).click()
    const notice = page.getByRole('alert').filter({ hasText: 'Somebody has changed this meanwhile: Name' })
    await notice.waitFor()
    expect((await skein.getLabel({ path: { id: label.id } })).data.description).toBeNull()
    await notice.getByRole('button', { name: 'Overwrite with yours' }).click()
    await rowOf('Mine').waitFor()
    const { data } = await skein.getLabel({ path: { id: label.id } })
    expect([data.name, data.description]).toEqual(['Theirs', 'Mine'])
  })

  it('what is in use is not deleted, and what uses it is said', async () => {
    expectProblems(/^409 DELETE \/teams\//)
    const { skein } = place.tenant
    const { data: team } = await skein.createTeam({ body: { name: 'Night shift' } })
    await skein.createInbox({ body: { name: 'Nights', type: 'API', teamId: team.id } })
    await page.goto(`${place.url}/settings/teams?open=${team.id}`)
    await page.getByRole('button', { name: 'Delete…' }).click()
    await page.getByRole('button', { name: 'Delete team' }).click()
    await page.getByRole('alert').filter({ hasText: '1 inbox refers to it' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Add a member' }).click()
    await dialog('Add a member').getByRole('option').first().click()
    await page.getByRole('button', { name: /^Remove / }).waitFor()
    expect((await skein.getTeam({ path: { id: team.id } })).data.memberIds).toEqual([place.tenant.ownerId])
    // The form goes on with the version that the added member made.
    await page.getByLabel('Name', { exact: true }).fill('Day shift')
    await page.getByRole('button', { name: 'Save' }).click()
    await rowOf('Day shift').waitFor()
  })
})

it('people are invited, suspended and brought back', async () => {
  await page.goto(`${place.url}/settings/users?open=new`)
  await dialog('New person').getByLabel('Name').fill('Grace Hopper')
  await dialog('New person').getByLabel('E-mail address').fill('grace@acme.test')
  await dialog('New person').getByRole('button', { name: 'Create person' }).click()
  await rowOf('Grace Hopper').getByText('Invited').waitFor()
  await page.getByRole('button', { name: 'Grace Hopper' }).click()
  await page.getByRole('button', { name: 'Suspend' }).click()
  await page.getByRole('button', { name: 'Activate' }).waitFor()
  await page.getByRole('button', { name: 'Activate' }).click()
  await page.getByRole('button', { name: 'Suspend' }).waitFor()
  expect(await violationsOf(page)).toEqual([])
})

it('a canned response is written with variables and changes, and shown for a thread', async () => {
  const { skein } = place.tenant
  await skein.createThread({ body: { title: 'Where is it', body: 'x', requester: { email: 'dana@example.com', name: 'Dana Ruiz' } } })
  await page.goto(`${place.url}/settings/canned-responses?open=new`)
  const form = dialog('New canned response')
  await form.getByLabel('Title').fill('On its way')
  await form.getByLabel('Shortcut').fill('way')
  await form.getByLabel('Reply', { exact: false }).first().fill('Hello ')
  await form.getByText('Insert a variable').click()
  await form.getByRole('button', { name: 'customer.firstName' }).click()
  await form.getByLabel('Add a change').selectOption({ label: 'Set the status' })
  await form.getByLabel('Add a change').selectOption({ label: 'Add labels' })
  await form.getByRole('button', { name: 'Create canned response' }).click()
  await form.getByText('Changes to the thread need a label in “Add labels”.').waitFor()
  await form.getByRole('button', { name: 'Add labels', exact: true }).click()
  await page.getByRole('option', { name: 'Billing' }).click()
  expect(await violationsOf(page)).toEqual([])
  await form.getByRole('button', { name: 'Create canned response' }).click()
  await page.getByRole('button', { name: 'On its way' }).click()
  await page.getByRole('button', { name: 'Show it for a thread…' }).click()
  await page.getByRole('option', { name: /Where is it/ }).click()
  await page.getByText('Hello Dana', { exact: true }).waitFor()
  const [made] = (await skein.listCannedResponses()).data
  expect(made?.actions.map(({ type }) => type)).toEqual(['SET_STATUS', 'ADD_LABELS'])
})

it('a page that a role cannot change is not offered, and says plainly who can, when it is opened by its address', async () => {
  const { data: viewer } = await place.tenant.skein.createUser({
    body: { name: 'Vera', email: 'vera@acme.test', role: 'VIEWER', invite: false },
  })
  await place.tenant.setPassword(viewer.id, password)
  const other = await place.openAs('vera@acme.test', '/settings/labels')
  await other.page.getByText('Only agents, admins and owners can change this.').waitFor()
  expect(await other.page.getByRole('button', { name: 'New label' }).count()).toBe(0)
  await other.page.getByRole('button', { name: 'Billing' }).click()
  expect(await other.page.getByRole('dialog').getByLabel('Name').isDisabled()).toBe(true)
  expect(await other.page.getByRole('dialog').getByRole('button', { name: 'Delete…' }).count()).toBe(0)
  expect(await violationsOf(other.page)).toEqual([])
  await other.page.goto(`${place.url}/developer/keys`)
  await other.page.getByText('Only admins and owners can see this.').waitFor()
  const offered = await other.page.getByRole('navigation').getByRole('link').allInnerTexts()
  expect(offered).toContain('Audit log')
  expect(offered.filter((name) => ['People', 'Labels', 'SLA policies', 'API keys', 'Webhooks', 'Developer'].includes(name))).toEqual([])
  await other.close()
})

it('hours are written and drawn, holidays come from a calendar, and a policy counts down in the list and in the thread', async () => {
  expectProblems(/^400 POST \/business-hours$/)
  const { skein } = place.tenant
  await page.goto(`${place.url}/settings/business-hours`)
  await page.getByText('Without them the clocks of a policy run day and night.').waitFor()
  await page.getByRole('button', { name: 'New business hours' }).click()
  const hours = dialog('New business hours')
  await hours.getByLabel('Name', { exact: true }).fill('Always')
  await hours.getByLabel('Time zone').fill('Europe/Berlin')
  await hours.getByLabel('Saturday').fill('mornings')
  await hours.getByRole('button', { name: 'Create business hours' }).click()
  await expect.poll(() => hours.getByLabel('Saturday').getAttribute('aria-invalid')).toBe('true')
  await hours.getByLabel('Saturday').fill('9-12, 14 to 18')
  // A drag over the bar of a day that is closed, from six to noon.
  const bar = await hours.locator('[data-day=sun]').boundingBox()
  if (!bar) throw new Error('The bar of Sunday is not shown.')
  await page.mouse.move(bar.x + bar.width / 4, bar.y + 8)
  await page.mouse.down()
  await page.mouse.move(bar.x + bar.width / 2, bar.y + 8, { steps: 4 })
  await page.mouse.up()
  expect(await hours.getByLabel('Sunday').inputValue()).toBe('06:00–12:00')
  expect(await violationsOf(page)).toEqual([])
  await hours.getByRole('button', { name: 'Create business hours' }).click()
  for (const line of ['Sat 09:00–12:00, 14:00–18:00', 'Sun 06:00–12:00']) await rowOf('Always').getByText(line, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Always' }).click()
  const calendar = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Example//EN',
    'BEGIN:VEVENT',
    'UID:1@example.com',
    'DTSTAMP:20260101T000000Z',
  ]
  calendar.push('DTSTART;VALUE=DATE:20261226', 'SUMMARY:Boxing Day', 'END:VEVENT', 'END:VCALENDAR')
  const file = { name: 'holidays.ics', mimeType: 'text/calendar', buffer: Buffer.from(calendar.join('\r\n')) }
  await dialog('Always').getByLabel('Calendar file').setInputFiles(file)
  await page.getByText('1 holiday taken from the calendar.').waitFor()
  await expect.poll(() => dialog('Always').getByLabel('Name of holiday 1').inputValue()).toBe('Boxing Day')

  await page.goto(`${place.url}/settings/sla-policies`)
  await page.getByRole('button', { name: 'New SLA policy' }).click()
  const policy = dialog('New SLA policy')
  await policy.getByLabel('Name', { exact: true }).fill('Urgent first')
  await policy.getByLabel('Urgent', { exact: true }).check()
  // Text that is not a duration is never cut down to a number: the form is not sent.
  await policy.getByLabel('First answer, high').fill('2 horses')
  await policy.getByText('“2 horses” is not a duration.').waitFor()
  await policy.getByRole('button', { name: 'Create SLA policy' }).click()
  expect(await policy.getByLabel('First answer, high').evaluate((input) => input.matches(':focus:invalid'))).toBe(true)
  await policy.getByLabel('First answer, high').fill('')
  await policy.getByLabel('First answer, urgent').fill('1h 30m')
  await policy.getByText('= 1 hour 30 minutes').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await policy.getByRole('button', { name: 'Create SLA policy' }).click()
  await rowOf('Urgent first').getByText('First answer 1 h 30 min').waitFor()
  const { data: policies } = await skein.listSlaPolicies()
  expect(policies).toMatchObject([
    { name: 'Urgent first', targets: { firstResponse: { urgent: 90 } }, conditions: { priorities: ['urgent'] }, pauseOn: ['pending'] },
  ])
  // In the order in which they are tried; the service lists the newest first.
  await skein.createSlaPolicy({ body: { name: 'Everybody', order: 1, targets: { resolution: { normal: 2880 } } } })
  await rowOf('Everybody').waitFor()
  expect(await page.getByRole('table', { name: 'SLA policies' }).getByRole('rowheader').allInnerTexts()).toEqual([
    'Urgent first',
    'Everybody',
  ])
  const requester = { email: 'dana@example.com', name: 'Dana Ruiz' }
  const { data } = await skein.createThread({ body: { title: 'It burns', body: 'Please hurry.', priority: 'urgent', requester } })
  await page.goto(`${place.url}/inbox/all/${data.threadId}`)
  const left = /^First answer within 1 h (29|30) min$/
  await rowOf('It burns').getByTitle(left).waitFor()
  const chip = page.getByRole('region', { name: 'Thread', exact: true }).getByTitle(left)
  await chip.waitFor()
  expect(await violationsOf(page)).toEqual([])
  await skein.replyToThread({ path: { id: data.threadId }, body: { body: 'We are on it.' } })
  await chip.waitFor({ state: 'detached' })
})
