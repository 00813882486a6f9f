import { beforeEach, describe, expect, it } from 'vitest'
import type { BusinessHours, Team } from '../../../client/index.ts'
import { setUpService, type TestTenant } from '../../../test/support/service.ts'
import { addWorkingTime } from './working-time.ts'

let tenant: TestTenant
const service = await setUpService()
beforeEach(async () => {
  tenant = await service.createTenant()
})

const monday = { mon: [['09:00', '17:00']] }
const details = ({ body }: { body: { error: { details?: unknown } | null } }) => body.error?.details

describe('business hours', () => {
  it('are stored as they were sent, with holidays in their order', async () => {
    const sent = {
      name: 'Office',
      timezone: 'asia/kolkata',
      weekly: { mon: [['22:00', '06:00']], sat: [['00:00', '24:00']] },
      holidays: [{ date: '2026-12-26' }, { date: '2026-12-25', name: 'Christmas Day' }],
    }
    const made = await tenant.api<BusinessHours>('POST', '/business-hours', { body: sent })
    expect(made.status).toBe(201)
    expect(made.body.data).toMatchObject({
      ...sent,
      timezone: 'Asia/Kolkata',
      holidays: [{ date: '2026-12-25', name: 'Christmas Day' }, { date: '2026-12-26' }],
    })
    const read = await tenant.api('GET', `/business-hours/${made.body.data.id}`)
    expect(read.body.data).toEqual(made.body.data)
  })

  it.each([
    ['weekly', { weekly: {} }, 'EMPTY'],
    ['weekly', { weekly: { mon: [] } }, 'EMPTY'],
    ['weekly.mon[0]', { weekly: { mon: [['09:00', '09:00']] } }, 'EMPTY'],
    ['weekly.mon[0]', { weekly: { mon: [['24:00', '02:00']] } }, 'INVALID'],
    [
      'weekly.sun[1]',
      {
        weekly: {
          sun: [
            ['22:00', '24:00'],
            ['24:00', '24:00'],
          ],
        },
      },
      'INVALID',
    ],
    [
      'weekly.mon[1]',
      {
        weekly: {
          mon: [
            ['09:00', '12:00'],
            ['11:00', '13:00'],
          ],
        },
      },
      'OVERLAPS',
    ],
    ['weekly.tue[0]', { weekly: { mon: [['22:00', '06:00']], tue: [['05:00', '08:00']] } }, 'OVERLAPS'],
    ['weekly.mon[0]', { weekly: { mon: [['05:00', '08:00']], sun: [['22:00', '06:00']] } }, 'OVERLAPS'],
    ['timezone', { timezone: '+01:00' }, 'INVALID'],
    ['timezone', { timezone: 'Europe/Nowhere' }, 'INVALID'],
    ['holidays[1].date', { holidays: [{ date: '2026-12-25' }, { date: '2026-12-25' }] }, 'REPEATED'],
  ])('are refused where %s is wrong', async (field, wrong, code) => {
    const body = { timezone: 'Europe/Berlin', weekly: monday, ...wrong }
    const refused = await tenant.api('POST', '/business-hours', { body })
    expect(refused.status).toBe(400)
    expect(details(refused)).toEqual([expect.objectContaining({ field, code })])
    const { id } = (await tenant.skein.createBusinessHours({ body: { timezone: 'UTC', weekly: monday } })).data
    expect(details(await tenant.api('PATCH', `/business-hours/${id}`, { body: wrong }))).toEqual(details(refused))
  })

  it('that a team refers to cannot be deleted', async () => {
    const { id } = (await tenant.skein.createBusinessHours({ body: { timezone: 'UTC', weekly: monday } })).data
    const team = await tenant.api<Team>('POST', '/teams', { body: { name: 'Night', businessHoursId: id } })
    expect(team.body.data).toMatchObject({ businessHoursId: id })
    expect((await tenant.api('DELETE', `/business-hours/${id}`)).status).toBe(409)
    await tenant.skein.deleteTeam({ path: { id: team.body.data.id } })
    expect((await tenant.api('DELETE', `/business-hours/${id}`)).status).toBe(200)
  })
})

type Clock = { metric: string; dueAt: string | null; pausedAt: string | null; remainingMs: number; state: string }
type Made = { id: string; threadId?: string; createdAt: string; sla: Clock[] }

describe('threads whose clocks run within hours', () => {
  const done = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => {
    const response = await tenant.api<Made>(method, path, body ? { body } : {})
    expect(response.status, `${method} ${path}: ${response.text}`).toBeLessThan(300)
    return response.body.data
  }
  const clock = async (id: string, metric: string) => (await done('GET', `/threads/${id}`)).sla.find((each) => each.metric === metric)
  const listSlaEvents = async () =>
    (await tenant.skein.listEvents({ query: { types: 'sla.warning,sla.breached' } })).data.map(({ type }) => type)

  it.each([
    ['around the clock', [['00:00', '24:00']]],
    ['of some minutes a day', [['23:50', '00:10']]],
  ])('keep SLA clocks right through all changes of a thread: hours %s', async (_, each) => {
    const hours = { timezone: 'Europe/Berlin', weekly: { mon: each, tue: each, wed: each, thu: each, fri: each, sat: each, sun: each } }
    const { id: businessHoursId } = await done('POST', '/business-hours', hours)
    const minute = 60_000
    const due = (from: string | number, ms: number) =>
      new Date(addWorkingTime({ ...hours, holidays: [] }, +new Date(from), ms)).toISOString()
    const createPolicy = (order: number, firstResponse: object, more: object = {}) => {
      const targets = { firstResponse, nextResponse: { normal: 10, high: 30 }, resolution: { normal: 600, high: 900 } }
      return done('POST', '/sla-policies', { name: `Promise ${order}`, businessHoursId, order, pauseOn: ['pending'], targets, ...more })
    }
    await createPolicy(1, { normal: 20, high: 20 }, { conditions: { customerFields: [{ key: 'plan', values: ['gold'] }] } })
    await createPolicy(2, { normal: 60, high: 90 })
    const createThread = async (email = 'ada@example.com') => {
      const made = await done('POST', '/threads', { title: 'Help', body: 'Please', requester: { email } })
      return { ...made, id: String(made.threadId) }
    }

    const { id, createdAt } = await createThread()
    expect(await clock(id, 'FIRST_RESPONSE')).toMatchObject({ state: 'PENDING', dueAt: due(createdAt, 60 * minute) })
    await done('PATCH', `/threads/${id}`, { priority: 'high' })
    expect(await clock(id, 'FIRST_RESPONSE')).toMatchObject({ state: 'PENDING', dueAt: due(createdAt, 90 * minute) })
    expect(await clock(id, 'RESOLUTION')).toMatchObject({ state: 'PENDING', dueAt: due(createdAt, 900 * minute) })
    await done('POST', `/threads/${id}/reply`, { body: 'On it.' })
    expect(await clock(id, 'FIRST_RESPONSE')).toMatchObject({ state: 'MET' })
    const asked = await done('POST', `/threads/${id}/messages`, { body: 'And?' })
    expect(await clock(id, 'NEXT_RESPONSE')).toMatchObject({ state: 'PENDING', dueAt: due(asked.createdAt, 30 * minute) })

    const interrupt = async (pause: () => Promise<Made>, resume: () => Promise<Made>) => {
      const before = (await clock(id, 'NEXT_RESPONSE'))?.dueAt
      await pause()
      const paused = await clock(id, 'NEXT_RESPONSE')
      expect(paused).toMatchObject({ state: 'PENDING', dueAt: null, pausedAt: expect.any(String) })
      expect(due(paused?.pausedAt ?? '', paused?.remainingMs ?? NaN)).toBe(before)
      await resume()
      // A pause that is undone within minutes leaves the deadline where it was.
      expect(await clock(id, 'NEXT_RESPONSE')).toMatchObject({ state: 'PENDING', pausedAt: null, dueAt: before })
    }
    const setStatus = (status: string) => done('PATCH', `/threads/${id}`, { status })
    await interrupt(
      () => setStatus('pending'),
      () => setStatus('open'),
    )
    await interrupt(
      () => done('POST', `/threads/${id}/snooze`, { durationSeconds: 3600 }),
      () => done('DELETE', `/threads/${id}/snooze`),
    )
    await done('POST', `/threads/${id}/reply`, { body: 'Done.' })
    await setStatus('resolved')
    await setStatus('open')
    expect((await done('GET', `/threads/${id}`)).sla.map(({ state }) => state)).toEqual(['MET', 'MET', 'PENDING'])

    const [source, gold] = [await createThread(), await createThread('gold@example.com')]
    await done('POST', `/threads/${id}/merge`, { sourceIds: [source.id] })
    expect(await clock(source.id, 'FIRST_RESPONSE')).toMatchObject({ dueAt: null })
    await done('POST', '/customers', { email: 'gold@example.com', customFields: { plan: 'gold' } })
    const worker = service.startWorker()
    await expect.poll(async () => (await clock(gold.id, 'FIRST_RESPONSE'))?.dueAt).toBe(due(gold.createdAt, 20 * minute))
    await service.db.script(`update sla_threads set next_at = now(), clocks = jsonb_set(jsonb_set(clocks, '{0,dueAt}', '1'), '{0,warnAt}', '0')
      where tenant_id = '${tenant.tenantId}' and next_at is not null and clocks -> 0 ->> 'state' = 'PENDING'`)
    await expect.poll(listSlaEvents).toEqual(['sla.warning', 'sla.breached'])
    await worker.stop()
    await done('POST', `/threads/${gold.id}/reply`, { body: 'Late.' })
    expect(await clock(gold.id, 'FIRST_RESPONSE')).toMatchObject({ state: 'BREACHED' })
  })
})

const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:1@example.com', 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT']
const dailyZone = [
  ['BEGIN:VTIMEZONE', 'TZID:a', 'BEGIN:STANDARD', 'DTSTART:19700101T000000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200'],
  ['RRULE:FREQ=DAILY', 'END:STANDARD', 'END:VTIMEZONE'],
]
const calendar = (...events: string[][]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//EN', ...events.flat(), 'END:VCALENDAR', ''].join('\r\n')

describe('importing holidays', () => {
  async function importCalendar(text: string, more: object = {}) {
    const body = { timezone: 'Europe/Berlin', weekly: monday, holidays: [{ date: '2026-05-01', name: 'Ours' }] }
    const { id } = (await tenant.skein.createBusinessHours({ body })).data
    return tenant.api<BusinessHours>('POST', `/business-hours/${id}/import-holidays`, { body: { calendar: text, ...more } })
  }

  it('takes every day of the events, and keeps existing holidays', async () => {
    const text = calendar(
      event('DTSTART;VALUE=DATE:20261225', 'DTEND;VALUE=DATE:20261227', 'SUMMARY:Christmas'),
      event('DTSTART;VALUE=DATE:20260501', 'SUMMARY:Labour Day'),
      event('DTSTART;VALUE=DATE:20260601', 'SUMMARY:Off', 'STATUS:CANCELLED'),
      event('DTSTART;TZID=Europe/Berlin:20260701T100000', 'DTEND;TZID=Europe/Berlin:20260701T110000', 'SUMMARY:Outing'),
    )
    expect((await importCalendar(text)).body.data.holidays).toEqual([
      { date: '2026-05-01', name: 'Ours' },
      { date: '2026-07-01', name: 'Outing' },
      { date: '2026-12-25', name: 'Christmas' },
      { date: '2026-12-26', name: 'Christmas' },
    ])
    expect((await importCalendar(text, { replace: true })).body.data.holidays[0]).toEqual({ date: '2026-05-01', name: 'Labour Day' })
  })

  it('follows recurring events for five years', async () => {
    const found = await importCalendar(calendar(event('DTSTART;VALUE=DATE:20200101', 'RRULE:FREQ=YEARLY', 'SUMMARY:New Year')), {
      replace: true,
    })
    const years = new Date().getUTCFullYear()
    const dates = found.body.data.holidays.map((day) => ('date' in day ? day.date : null))
    expect(dates).toEqual([1, 2, 3, 4, 5].map((more) => `${years + more}-01-01`))
  })

  it('reads events in the zone of the hours, and skips cancelled occurrences', async () => {
    const year = new Date().getUTCFullYear() + 1
    const text = calendar(
      event(`DTSTART:${year}1224T230000Z`, `DTEND:${year}1225T230000Z`, 'SUMMARY:Christmas'),
      event(`DTSTART;VALUE=DATE:${year}0601`, `SUMMARY:${'a'.repeat(254)}😀`),
      ['BEGIN:VEVENT', 'UID:2@example.com', 'DTSTART;VALUE=DATE:20200106', 'RRULE:FREQ=YEARLY;COUNT=40', 'SUMMARY:Epiphany', 'END:VEVENT'],
      [
        'BEGIN:VEVENT',
        'UID:2@example.com',
        `RECURRENCE-ID;VALUE=DATE:${year}0106`,
        `DTSTART;VALUE=DATE:${year}0106`,
        'STATUS:CANCELLED',
        'END:VEVENT',
      ],
    )
    const { holidays } = (await importCalendar(`\uFEFF${text}`, { replace: true })).body.data
    const epiphanies = [1, 2, 3, 4].map((more) => ({ date: `${year + more}-01-06`, name: 'Epiphany' }))
    expect(holidays).toEqual([
      { date: `${year}-06-01`, name: 'a'.repeat(254) },
      { date: `${year}-12-25`, name: 'Christmas' },
      ...epiphanies,
    ])
  })

  it.each([
    ['an event of ages', calendar(event('DTSTART;VALUE=DATE:20261225', 'DURATION:P99999999999D'))],
    ['the sixth Monday of February', calendar(event('DTSTART;VALUE=DATE:20200101', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYDAY=6MO'))],
    [
      'hundreds of events since the Middle Ages',
      calendar(...Array.from({ length: 999 }, () => event('DTSTART;VALUE=DATE:11000101', 'RRULE:FREQ=YEARLY'))),
    ],
    ['a line of parameters alone', calendar(event('DTSTART;VALUE=DATE:20260101', `X-A${';A=B'.repeat(10_000)}:1`))],
    ['a hundred thousand lines', calendar(event('DTSTART;VALUE=DATE:20260101', ...Array.from({ length: 100_000 }, () => 'X:1')))],
    [
      'ten thousand dates in a list',
      calendar(event('DTSTART;VALUE=DATE:20260101', `RDATE;VALUE=DATE:${'20260101,'.repeat(10_000)}20260102`)),
    ],
    ['a time zone that changes each', calendar(...dailyZone, event('DTSTART;TZID=a:20260101T000000'))],
    ['a day of no year', calendar(event('DTSTART;VALUE=DATE:99991399'))],
    ['nothing of a calendar', 'Dear all, we are closed at Christmas.'],
    ['a calendar without events', calendar()],
    ['an event every second', calendar(event('DTSTART:20260101T000000Z', 'RRULE:FREQ=SECONDLY'))],
    ['the 31st of February', calendar(event('DTSTART;VALUE=DATE:20200101', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31'))],
    ['an event of a century', calendar(event('DTSTART;VALUE=DATE:20000101', 'DTEND;VALUE=DATE:21000101'))],
    ['a cut file', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20261225'],
  ])('refuses %s with the reason', async (_, text) => {
    const refused = await importCalendar(text)
    expect(refused.status).toBe(400)
    expect(details(refused)).toEqual([expect.objectContaining({ field: 'calendar', code: 'INVALID' })])
  })
})
