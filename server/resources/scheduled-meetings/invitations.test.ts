/** Mails to attendees and hosts. The tests parse calendars with a different library than the service uses to write them. */
import ICAL from 'ical.js'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { CalendarFeed, CalendarFeedWithUrl, Meeting, PrivacyRequest } from '../../../client/index.ts'
import { until } from '../../../test/support/job-fixture.ts'
import { startMailServer, type ReceivedMail } from '../../../test/support/mail-server.ts'
import { setUpService, type TestTenant } from '../../../test/support/service.ts'

let tenant: TestTenant
const mailServer = await startMailServer()
afterAll(() => mailServer.stop())
const service = await setUpService({
  worker: true,
  config: { mail: { smtpUrl: mailServer.url, from: 'no-reply@skein.example', domain: 'localhost' } },
})
beforeEach(async () => {
  tenant = await service.createTenant()
  mailServer.accepted.length = 0
})

const at = (hour: number, minute = 0) => new Date(Date.UTC(2031, 6, 4, hour, minute)).toISOString()
const ada = { email: 'ada@example.com', name: 'Ada "the" Lovelace; x', timezone: 'America/New_York' }
const schedule = async (more: object = {}) => {
  const thread = { title: 'The export is empty', body: 'x', requester: { email: 'ada@example.com' } }
  const { threadId } = (await tenant.skein.createThread({ body: thread })).data
  const body = { startsAt: at(9), endsAt: at(10), timezone: 'Europe/Berlin', title: 'Walk, through; it', attendees: [ada], ...more }
  const made = await tenant.api<Meeting>('POST', `/threads/${threadId}/schedule-meeting`, { body })
  expect(made.status, made.text).toBe(201)
  return { ...made.body.data, threadId }
}
const patch = (id: string, body: object) => tenant.api('PATCH', `/scheduled-meetings/${id}`, { body })

/** Waits for the next mails and returns them sorted by subject. */
const mails = async (count: number) => {
  await until(() => Promise.resolve(mailServer.accepted.length >= count))
  return mailServer.accepted.splice(0).toSorted((a, b) => String(a.subject).localeCompare(String(b.subject)))
}

function getCalendar(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  const events = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))
  return { calendar, method: calendar.getFirstPropertyValue('method'), events }
}

/** Returns the calendar attachment of a mail. */
function invitationIn(mail: ReceivedMail | undefined) {
  const part = mail?.attachments.find(({ mimeType, method }) => mimeType === 'text/calendar' && method !== undefined)
  const text = typeof part?.content === 'string' ? part.content : new TextDecoder().decode(part?.content)
  return { ...getCalendar(text), method: [part?.method, getCalendar(text).method] }
}

describe('an invitation', () => {
  it('is iCalendar with the zone of the meeting, and text with both times', async () => {
    const location = { type: 'VIDEO', url: 'https://meet.example.com/x' }
    const { id, icsUid } = await schedule({
      title: 'Walk, \u0007through; it',
      attendees: [{ ...ada, name: `${ada.name}\u001b` }],
      location,
    })
    const [mail] = await mails(1)
    expect(mail?.recipients).toEqual(['ada@example.com'])
    expect(mail?.subject).toBe('Invitation: Walk, through; it')
    expect(mail?.text).toMatch(/When: Friday, July 4, 2031.*5:00.*6:00.*\(America\/New_York\)/)
    expect(mail?.text).toMatch(/Time for the host: .*11:00.*12:00.*\(Europe\/Berlin\)/)
    expect(mail?.html).toContain('https://meet.example.com/x')
    const { method, calendar, events } = invitationIn(mail)
    expect(method).toEqual(['REQUEST', 'REQUEST'])
    expect(calendar.getAllSubcomponents('vtimezone').map((zone) => zone.getFirstPropertyValue('tzid'))).toEqual(['Europe/Berlin'])
    const [event] = events
    expect(calendar.toString()).not.toMatch(/[^\P{Cc}\r\n]/u)
    expect([event?.uid, event?.sequence, event?.summary, event?.location]).toEqual([
      icsUid,
      0,
      'Walk, through; it',
      'https://meet.example.com/x',
    ])
    expect(event?.startDate.zone.tzid).toBe('Europe/Berlin')
    expect([event?.startDate, event?.endDate].map((time) => time?.toJSDate().toISOString())).toEqual([at(9), at(10)])
    expect(String(event?.component.getFirstPropertyValue('dtstamp'))).toMatch(/Z$/)
    expect(event?.organizer).toBe('mailto:owner@example.com')
    const [attendee] = event?.attendees ?? []
    expect(String(attendee?.getFirstValue()).toLowerCase()).toBe('mailto:ada@example.com')
    expect([attendee?.getParameter('partstat'), attendee?.getParameter('rsvp')]).toEqual(['NEEDS-ACTION', 'TRUE'])
    expect(id).toBe(icsUid.split('@')[0])
  })

  it.each(['Asia/Kolkata', 'America/St_Johns', 'Asia/Calcutta', 'UTC', 'Pacific/Apia'])('has the right time in %s', async (timezone) => {
    await schedule({ timezone })
    const { events } = invitationIn((await mails(1))[0])
    expect(events.map(({ startDate }) => startDate.toJSDate().toISOString())).toEqual([at(9)])
  })

  it('is right in repeated hours, zones with wrong definitions, and the year 9999', async () => {
    for (const [startsAt, endsAt, timezone] of [
      ['2031-10-26T00:30:00.000Z', '2031-10-26T01:10:00.000Z'],
      ['2031-10-26T01:15:00.000Z', '2031-10-26T01:45:00.000Z'],
      ['2031-03-30T00:30:00.000Z', '2031-03-30T01:30:00.000Z'],
      ['9999-12-31T22:00:00.000Z', '9999-12-31T23:30:00.000Z'],
      // The zone's definition says the last Friday of March, which is a week too late in that year.
      ['2034-03-28T09:00:00.000Z', '2034-03-28T10:00:00.000Z', 'Asia/Jerusalem'],
      ['2035-04-03T12:00:00.000Z', '2035-04-03T13:00:00.000Z', 'America/Santiago'],
    ]) {
      await schedule({ startsAt, endsAt, ...(timezone ? { timezone } : {}) })
      const { events } = invitationIn((await mails(1))[0])
      expect(events.map((event) => [event.startDate, event.endDate].map((time) => time.toJSDate().toISOString()))).toEqual([
        [startsAt, endsAt],
      ])
    }
  })

  it('is followed by changes with the same UID and higher SEQUENCE to those concerned', async () => {
    const { id, icsUid } = await schedule()
    await mails(1)
    await patch(id, { startsAt: at(8), attendees: [ada, { email: 'bob@example.com' }] })
    const [changed, invited] = await mails(2)
    expect([changed?.subject, changed?.recipients, invited?.subject, invited?.recipients]).toEqual([
      'Changed: Walk, through; it',
      ['ada@example.com'],
      'Invitation: Walk, through; it',
      ['bob@example.com'],
    ])
    expect(changed?.text).toMatch(/Until now, the meeting was planned for Friday, July 4, 2031/)
    expect(invitationIn(changed).events.map(({ uid, sequence, startDate }) => [uid, sequence, startDate.toJSDate().toISOString()])).toEqual(
      [[icsUid, 1, at(8)]],
    )
    await patch(id, { attendees: [{ email: 'bob@example.com' }] })
    const [gone, stays] = await mails(2)
    expect([gone, stays].map((mail) => [mail?.recipients[0], invitationIn(mail).method[1]])).toEqual([
      ['ada@example.com', 'CANCEL'],
      ['bob@example.com', 'REQUEST'],
    ])
    await patch(id, { attendees: [{ email: 'bob@example.com', rsvp: 'ACCEPTED' }] })
    await tenant.skein.cancelMeeting({ path: { id } })
    const [cancelled, ...others] = await mails(1)
    expect([cancelled?.recipients, others.length]).toEqual([['bob@example.com'], 0])
    const { method, events } = invitationIn(cancelled)
    expect([method, events.map(({ uid, sequence, component }) => [uid, sequence, component.getFirstPropertyValue('status')])]).toEqual([
      ['CANCEL', 'CANCEL'],
      [[icsUid, 3, 'CANCELLED']],
    ])
  })
})

describe('a reminder', () => {
  /** Makes the reminders due. */
  const pass = () =>
    service.db.script(`update jobs set due_at = now() where tenant_id = '${tenant.tenantId}' and name = 'remind-of-meeting';
      update job_queues set due_at = now() where tenant_id = '${tenant.tenantId}' and name = 'remind-of-meeting'`)
  const waiting = async () =>
    (await service.db.rows(
      { text: `select due_at as at from jobs where tenant_id = '${tenant.tenantId}' and name = 'remind-of-meeting'`, names: [] },
      {},
    )) as { at: string }[]

  it('goes once to attendees and host, an hour before, and moves with the meeting', async () => {
    const { id } = await schedule({ attendees: [ada, { email: 'bob@example.com', rsvp: 'DECLINED' }] })
    await mails(2)
    await patch(id, { startsAt: at(9, 30) })
    await mails(2)
    expect((await waiting()).map(({ at: due }) => new Date(due).toISOString())).toEqual([at(8, 30)])
    await patch(id, { attendees: [ada, { email: 'bob@example.com', rsvp: 'DECLINED' }] })
    await pass()
    const reminded = await mails(2)
    expect(reminded.map(({ subject, recipients }) => [subject, recipients[0]]).toSorted()).toEqual([
      ['Reminder: Walk, through; it', 'ada@example.com'],
      ['Reminder: Walk, through; it', 'owner@example.com'],
    ])
    expect(await waiting()).toEqual([])
  })

  it('is not sent for a meeting that was cancelled, erased, or has already begun', async () => {
    const { id } = await schedule()
    const late = await schedule({ startsAt: at(11), endsAt: at(12) })
    await mails(2)
    await tenant.skein.cancelMeeting({ path: { id } })
    expect(await waiting()).toHaveLength(1)
    await mails(1)
    await service.db.script(
      `update meetings set starts_at = now() - interval '1 minute', ends_at = now() + interval '1 hour' where tenant_id = '${tenant.tenantId}'`,
    )
    await pass()
    await until(async () => (await waiting()).length === 0)
    expect(mailServer.accepted).toEqual([])
    expect(late.id).not.toBe(id)
  })
})

it('erased attendees get no mail, and the others can still be changed', async () => {
  const erased = ['eve@example.com', 'mallory@example.com']
  const { id } = await schedule({ attendees: [{ email: 'bob@example.com' }, ...erased.map((email) => ({ email }))] })
  await mails(3)
  for (const email of erased) {
    await tenant.skein.upsertCustomer({ body: { email } })
    const asked = await tenant.api<PrivacyRequest>('POST', '/privacy/erase', { body: { email, mode: 'ANONYMIZE' } })
    const state = async () => (await tenant.skein.getPrivacyRequest({ path: { id: asked.body.data.id } })).data.state
    await until(async () => (await state()) === 'DONE')
    // The receipt of the erasure, which the owner gets.
    await mails(1)
  }
  const read = await tenant.api<Meeting>('GET', `/scheduled-meetings/${id}`)
  const attendees = read.body.data.attendees.map(({ status: _status, ...attendee }) => attendee)
  expect((await patch(id, { attendees: [...attendees, { email: 'carol@example.com' }] })).status).toBe(200)
  expect((await mails(2)).map(({ recipients }) => recipients[0]).toSorted()).toEqual(['bob@example.com', 'carol@example.com'])
  await tenant.skein.cancelMeeting({ path: { id } })
  expect((await mails(2)).map(({ recipients }) => recipients[0]).toSorted()).toEqual(['bob@example.com', 'carol@example.com'])
})

describe('the calendar of a host', () => {
  const calendar = async (key: string) => (await service.api<CalendarFeedWithUrl>('POST', '/me/calendar', { key })).body.data.url
  const get = (url: string, headers: Record<string, string> = {}) =>
    fetch(new URL(new URL(url).pathname, `http://127.0.0.1:${service.port}`), { headers })

  it('shows their meetings to anyone with the URL, until the URL is replaced', async () => {
    const { id, icsUid, threadId } = await schedule()
    const grace = (await tenant.skein.createUser({ body: { name: 'Grace', email: 'grace@example.com', role: 'AGENT', invite: false } }))
      .data.id
    await schedule({ hostId: grace })
    const { accessToken: key } = await tenant.sessionFor(tenant.ownerId)
    const url = await calendar(key)
    const answer = await get(url)
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'text/calendar; charset=utf-8',
      'private, no-cache',
    ])
    const { method, events } = getCalendar(await answer.text())
    expect([method, events.map(({ uid, component }) => [uid, String(component.getFirstPropertyValue('url')).endsWith(threadId)])]).toEqual([
      'PUBLISH',
      [[icsUid, true]],
    ])
    const [left, less] = [answer, await get(url)].map(({ headers }) => Number(headers.get('x-ratelimit-remaining')))
    expect(less).toBeLessThan(left ?? NaN)
    const tag = String(answer.headers.get('etag'))
    expect((await get(url, { 'if-none-match': tag })).status).toBe(304)
    await patch(id, { title: 'Other' })
    expect((await get(url, { 'if-none-match': tag })).status).toBe(200)
    const second = await calendar(key)
    expect([(await get(url)).status, (await get(second)).status]).toEqual([404, 200])
    expect((await get(second.replace('svcf_', 'svcf_A'))).status).toBe(404)
    expect((await service.api('DELETE', '/me/calendar', { key })).status).toBe(200)
    expect((await get(second)).status).toBe(404)
    expect((await service.api<CalendarFeed>('GET', '/me/calendar', { key })).body.data.createdAt).toBeNull()
  })

  it('ends when the host is suspended, and shows nothing for a suspended tenant', async () => {
    const grace = (await tenant.skein.createUser({ body: { name: 'Grace', email: 'grace@example.com', role: 'AGENT', invite: false } }))
      .data.id
    const makeUrl = async () => calendar((await tenant.sessionFor(grace)).accessToken)
    const ended = await makeUrl()
    expect((await get(ended)).status).toBe(200)
    await tenant.skein.updateUser({ path: { id: grace }, body: { status: 'SUSPENDED' } })
    expect((await get(ended)).status).toBe(404)
    const rows = async () => (await tenant.api('GET', '/audit-logs?action=calendar_feed.deleted')).text.includes(grace)
    await expect.poll(rows).toBe(true)
    await tenant.skein.updateUser({ path: { id: grace }, body: { status: 'ACTIVE' } })
    expect((await get(ended)).status).toBe(404)
    const url = await makeUrl()
    expect((await get(url)).status).toBe(200)
    await service.db.script(`update tenants set status = 'SUSPENDED' where tenant_id = '${tenant.tenantId}'`)
    expect((await get(url)).status).toBe(404)
  })
})
