/** Service levels: business hours typed, drawn and imported, and SLA policies whose clocks agents see. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectProblems } from './browser-problems.ts'
import { chooseOption, startDashboard, findViolations, type TestDashboard } from './dashboard.ts'

let dashboard: TestDashboard
let page: Page
beforeAll(async () => {
  dashboard = await startDashboard({ worker: true })
  page = (await dashboard.openAs(dashboard.ownerEmail, '/settings/business-hours')).page
})
afterAll(() => dashboard.close())

const dialog = (name: string) => page.getByRole('dialog', { name })
const findRow = (name: string) => page.getByRole('row').filter({ hasText: name })

describe('business hours', () => {
  const form = () => dialog('New business hours')

  it('show an error beside the day whose text is not a time', async () => {
    expectProblems(/^400 POST \/business-hours$/)
    await page.getByText('No business hours yet.').waitFor()
    await page.getByRole('button', { name: 'New business hours' }).click()
    await form().getByLabel('Name', { exact: true }).fill('Always')
    await chooseOption(form(), 'Time zone', /^Europe\/Berlin/)
    await form().getByLabel('Saturday').fill('mornings')
    await form().getByRole('button', { name: 'Create business hours' }).click()
    await expect.poll(() => form().getByLabel('Saturday').getAttribute('aria-invalid')).toBe('true')
  })

  it('can be typed, or drawn on the bar of a day', async () => {
    await form().getByLabel('Saturday').fill('9-12, 14 to 18')
    // Drag over the empty Sunday bar, from six to noon.
    const bar = await form().locator('[data-day=sun]').boundingBox()
    if (!bar) throw new Error('The bar of Sunday is not shown.')
    await page.mouse.move(bar.x + bar.width / 4, bar.y + 8)
    await page.mouse.down()
    await page.mouse.move(bar.x + bar.width / 2, bar.y + 8, { steps: 4 })
    await page.mouse.up()
    expect(await form().getByLabel('Sunday').inputValue()).toBe('06:00–12:00')
    expect(await findViolations(page)).toEqual([])
    await form().getByRole('button', { name: 'Create business hours' }).click()
    for (const line of ['Sat 09:00–12:00, 14:00–18:00', 'Sun 06:00–12:00'])
      await findRow('Always').getByText(line, { exact: true }).waitFor()
  })

  it('import holidays from a calendar file', async () => {
    await page.getByRole('button', { name: 'Always' }).click()
    const calendar = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Example//EN',
      'BEGIN:VEVENT',
      'UID:1@example.com',
      'DTSTAMP:20260101T000000Z',
      'DTSTART;VALUE=DATE:20261226',
      'SUMMARY:Boxing Day',
      'END:VEVENT',
      'END:VCALENDAR',
    ]
    const file = { name: 'holidays.ics', mimeType: 'text/calendar', buffer: Buffer.from(calendar.join('\r\n')) }
    await dialog('Always').getByLabel('Calendar file').setInputFiles(file)
    await page.getByText('Added 1 holiday from the calendar.').waitFor()
    await expect.poll(() => dialog('Always').getByLabel('Name of holiday 1').inputValue()).toBe('Boxing Day')
  })
})

describe('a response target', () => {
  const form = () => dialog('New target')

  it('cannot be created with a target that is not a duration', async () => {
    await page.goto(`${dashboard.url}/settings/sla-policies`)
    await page.getByRole('button', { name: 'New target' }).click()
    await form().getByLabel('Name', { exact: true }).fill('Urgent first')
    await form().getByLabel('Urgent', { exact: true }).check()
    await form().getByLabel('First reply, High').fill('2 horses')
    await form()
      .getByText(/We can’t read “2 horses”/)
      .waitFor()
    await form().getByRole('button', { name: 'Create target' }).click()
    expect(
      await form()
        .getByLabel('First reply, High')
        .evaluate((input) => input.matches(':focus:invalid')),
    ).toBe(true)
  })

  it('is created with a target that was typed as “1h 30m”', async () => {
    await form().getByLabel('First reply, High').fill('')
    await form().getByLabel('First reply, Urgent').fill('1h 30m')
    await form().getByText('= 1 hour 30 minutes').waitFor()
    expect(await findViolations(page)).toEqual([])
    await form().getByRole('button', { name: 'Create target' }).click()
    await findRow('Urgent first').getByText('First reply 1 h 30 min').waitFor()
    const { data: policies } = await dashboard.tenant.skein.listSlaPolicies()
    expect(policies).toMatchObject([
      { name: 'Urgent first', targets: { firstResponse: { urgent: 90 } }, conditions: { priorities: ['urgent'] }, pauseOn: ['pending'] },
    ])
  })

  it('is listed in evaluation order', async () => {
    // The service lists the newest policy first.
    await dashboard.tenant.skein.createSlaPolicy({ body: { name: 'Everybody', order: 1, targets: { resolution: { normal: 2880 } } } })
    await findRow('Everybody').waitFor()
    expect(await page.getByRole('table', { name: 'Response targets' }).getByRole('rowheader').allInnerTexts()).toEqual([
      'Urgent first',
      'Everybody',
    ])
  })

  it('counts down in the list and in the thread until the first reply', async () => {
    const { skein } = dashboard.tenant
    const requester = { email: 'dana@example.com', name: 'Dana Ruiz' }
    const { data } = await skein.createThread({ body: { title: 'It burns', body: 'Please hurry.', priority: 'urgent', requester } })
    await page.goto(`${dashboard.url}/inbox/all/${data.threadId}`)
    const timeLeft = /^First reply within 1 h (29|30) min$/
    await findRow('It burns').getByText(timeLeft).first().waitFor()
    const chip = page.getByRole('region', { name: 'Thread', exact: true }).getByText(timeLeft).first()
    await chip.waitFor()
    expect(await findViolations(page)).toEqual([])
    await skein.replyToThread({ path: { id: data.threadId }, body: { body: 'We are on it.' } })
    await chip.waitFor({ state: 'detached' })
  })
})
