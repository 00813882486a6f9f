/** Meetings: scheduled from a thread by shortcut, shown in two time zones, changed, recorded and cancelled. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectProblems } from './browser-problems.ts'
import { chooseOption, startDashboard, findViolations, type OpenPage, type TestDashboard } from './dashboard.ts'

let dashboard: TestDashboard
let opened: OpenPage
let page: Page
let threadId: string
beforeAll(async () => {
  dashboard = await startDashboard()
  const made = await dashboard.tenant.skein.createThread({
    body: { title: 'The export is empty', body: 'Since Monday', requester: { email: 'ada@example.com', name: 'Ada Lovelace' } },
  })
  threadId = made.data.threadId
  opened = await dashboard.openAs(dashboard.ownerEmail, `/inbox/all/${threadId}`, { timezoneId: 'Europe/Berlin', locale: 'en-GB' })
  page = opened.page
  await page.getByRole('region', { name: 'Messages' }).waitFor()
})
afterAll(() => dashboard.close())

const sheet = (name: string) => page.getByRole('dialog', { name })

it('a meeting can be scheduled by keyboard, with both times shown before it is sent', async () => {
  await page.getByText('Since Monday').waitFor()
  await page.keyboard.press('b')
  const form = sheet('Schedule a meeting')
  await form.getByLabel('Title').fill('Walk through the export')
  await form.getByLabel('Starts').fill('2031-03-04')
  await form.getByLabel('Time', { exact: true }).fill('10:30')
  await chooseOption(form, 'Customer’s time zone', /^America\/New York/)
  const times = form.getByRole('region', { name: 'When it is' })
  await expect
    .poll(() => times.innerText())
    .toMatch(/10:30\s?–\s?11:00[\s\S]*Berlin \(host\)[\s\S]*04:30\s?–\s?05:00[\s\S]*New York \(customer\)/)
  await form.getByLabel('Link to join').fill('https://meet.example.com/x')
  expect(await findViolations(page)).toEqual([])
  await form.getByLabel('Link to join').press('Enter')
  await form.waitFor({ state: 'detached' })
  await page
    .getByRole('list', { name: 'Meetings' })
    .getByRole('button', { name: /Walk through the export/ })
    .waitFor()
  await page.getByText(/scheduled a meeting for/).waitFor()
  const [meeting] = (await dashboard.tenant.skein.listMeetings({ query: { threadId } })).data
  expect(meeting).toMatchObject({
    startsAt: '2031-03-04T09:30:00.000Z',
    endsAt: '2031-03-04T10:00:00.000Z',
    timezone: 'Europe/Berlin',
    attendees: [{ email: 'ada@example.com', timezone: 'America/New_York' }],
  })
})

it('a meeting that overlaps another of its host shows an error beside its field', async () => {
  expectProblems(/^409 POST .*\/schedule-meeting$/)
  await page.keyboard.press('b')
  const form = sheet('Schedule a meeting')
  await form.getByLabel('Starts').fill('2031-03-04')
  await form.getByLabel('Time', { exact: true }).fill('10:45')
  await form.getByRole('button', { name: 'Schedule and invite' }).click()
  await form.getByRole('alert').first().waitFor()
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
})

it('a meeting is shown in its week', async () => {
  await page.goto(`${dashboard.url}/meetings?day=2031-03-05`)
  const week = page.getByRole('region', { name: 'Week' })
  await week.getByRole('button', { name: /Walk through the export/ }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Next week' }).click()
  await page.getByText('No meetings this week.').waitFor()
  await page.getByRole('button', { name: 'Previous week' }).click()
})

it('a meeting is opened from the list and moved to another time', async () => {
  await page.goto(`${dashboard.url}/meetings?day=2031-03-01&shape=list`)
  await page.getByRole('table', { name: 'Meetings' }).getByRole('button', { name: 'Walk through the export' }).click()
  const open = sheet('Walk through the export')
  await open.getByRole('button', { name: 'Edit' }).click()
  await open.getByLabel('Starts').fill('2031-03-04')
  await open.getByLabel('Time', { exact: true }).fill('14:00')
  await open.getByRole('button', { name: 'Save and email everyone' }).click()
  await expect.poll(() => open.getByRole('list', { name: 'Times' }).innerText()).toMatch(/14:00\s?–\s?14:30/)
})

it('the attendance of a meeting is recorded', async () => {
  const open = sheet('Walk through the export')
  await chooseOption(open, 'Whether Ada Lovelace came', 'Came')
  await open.getByText('Took place').waitFor()
})

it('a link or a file is attached as the recording', async () => {
  const open = sheet('Walk through the export')
  await open.getByLabel('Link to the recording').fill('https://media.example.com/r/17')
  await open.getByRole('button', { name: 'Attach link' }).click()
  await open.getByRole('link', { name: 'https://media.example.com/r/17' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await open.getByRole('button', { name: 'Remove the recording' }).click()
  await open.getByLabel('File of the recording').setInputFiles({ name: 'call.txt', mimeType: 'text/plain', buffer: Buffer.from('words') })
  await open.getByRole('link', { name: 'call.txt' }).waitFor()
})

it('a meeting without attendance is cancelled', async () => {
  const open = sheet('Walk through the export')
  await chooseOption(open, 'Whether Ada Lovelace came', 'Not recorded yet')
  await open.getByRole('button', { name: 'Cancel meeting…' }).click()
  await open.getByRole('group', { name: 'Cancel meeting' }).getByRole('button', { name: 'Cancel meeting' }).press('Enter')
  await open.getByText('Cancelled', { exact: true }).waitFor()
  const [meeting] = (await dashboard.tenant.skein.listMeetings({ query: { threadId } })).data
  expect(meeting).toMatchObject({
    status: 'CANCELLED',
    icsSequence: 2,
    startsAt: '2031-03-04T13:00:00.000Z',
    recording: { filename: 'call.txt' },
  })
})

it('a calendar feed is created and removed in the profile', async () => {
  await page.goto(`${dashboard.url}/settings/profile`)
  await page.getByRole('button', { name: 'Create a link' }).click()
  const url = await page.getByLabel('Link to your calendar', { exact: true }).innerText()
  const path = new URL(url).pathname
  const read = () => fetch(`http://127.0.0.1:${dashboard.service.port}${path}`)
  expect(await (await read()).text()).toContain('BEGIN:VCALENDAR')
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Remove the link' }).click()
  await page.getByRole('button', { name: 'Create a link' }).waitFor()
  expect((await read()).status).toBe(404)
})

it('a narrow screen shows the week as a list of days', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${dashboard.url}/meetings?day=2031-03-05&host=all`)
  await page
    .getByRole('region', { name: /4 Mar/ })
    .getByRole('button', { name: /Walk through the export\s*, Cancelled/ })
    .waitFor()
  expect(await findViolations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})
