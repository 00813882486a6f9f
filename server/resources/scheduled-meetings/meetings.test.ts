import { beforeEach, describe, expect, it } from 'vitest'
import type { Meeting, PrivacyRequest, Upload } from '../../../client/index.ts'
import { until } from '../../../test/support/job-fixture.ts'
import { requestLink } from '../../../test/support/files.ts'
import { setUpService, type TestTenant } from '../../../test/support/service.ts'

let tenant: TestTenant
const service = await setUpService()
beforeEach(async () => {
  tenant = await service.createTenant()
})

const at = (hour: number, minute = 0) => new Date(Date.UTC(2031, 2, 4, hour, minute)).toISOString()
const open = async (email = 'ada@example.com') => {
  const body = { title: 'The export is empty', body: 'x', requester: { email, name: 'Ada' } }
  return (await tenant.skein.createThread({ body })).data.threadId
}
const ask = (threadId: string, more: object = {}) =>
  tenant.api<Meeting>('POST', `/threads/${threadId}/schedule-meeting`, {
    body: { startsAt: at(9), endsAt: at(10), timezone: 'europe/berlin', ...more },
  })
const schedule = async (more: object = {}, threadId?: string) => {
  const made = await ask(threadId ?? (await open()), more)
  expect(made.status, made.text).toBe(201)
  return made.body.data
}
const patch = (id: string, body: object) => tenant.api<Meeting>('PATCH', `/scheduled-meetings/${id}`, { body })
const read = async (id: string) => (await tenant.skein.getMeeting({ path: { id } })).data
const code = ({ status, body }: { status: number; body: { error: { code: string } | null } }) => [status, body.error?.code]
const fields = ({ body }: { body: { error: { details?: { field: string; code: string }[] } | null } }) =>
  body.error?.details?.map(({ field, code: what }) => `${field} ${what}`)
const person = async () =>
  (await tenant.skein.createUser({ body: { name: 'Grace', email: `g${Math.random()}@example.com`, role: 'AGENT', invite: false } })).data.id
const history = async (targetId: string) => (await tenant.skein.listAuditLogs({ query: { targetId } })).data.map(({ action }) => action)
const announced = async () =>
  (await tenant.skein.listEvents({ query: { limit: 100 } })).data.filter(({ type }) => type.startsWith('meeting.'))

describe('a meeting', () => {
  it('belongs to the thread, its customer and its assignee by default', async () => {
    const [threadId, hostId] = [await open(), await person()]
    await tenant.skein.assignThread({ path: { id: threadId }, body: { assigneeId: hostId } })
    const made = await schedule({}, threadId)
    expect(made).toMatchObject({
      threadId,
      hostId,
      title: 'The export is empty',
      timezone: 'Europe/Berlin',
      status: 'SCHEDULED',
      icsSequence: 0,
    })
    expect(made.attendees).toEqual([{ email: 'ada@example.com', name: 'Ada', timezone: null, rsvp: 'NEEDS_ACTION', status: 'EXPECTED' }])
    expect(made.icsUid).toMatch(new RegExp(`^${made.id}@`))
    expect(await read(made.id)).toEqual(made)
    expect((await schedule({ startsAt: at(11), endsAt: at(12) })).hostId).toBe(tenant.ownerId)
  })

  it.each([
    ['endsAt NOT_AFTER', { endsAt: at(9) }],
    ['endsAt NOT_AFTER', { endsAt: at(8) }],
    ['endsAt TOO_LATE', { endsAt: at(33, 1) }],
    ['timezone INVALID', { timezone: 'Europe/Nowhere' }],
    ['attendees[0].timezone INVALID', { attendees: [{ email: 'a@example.com', timezone: 'Europe/Nowhere' }] }],
    ['attendees[1].email REPEATED', { attendees: [{ email: 'a@example.com' }, { email: 'A@example.com' }] }],
  ])('is refused with %s', async (problem, wrong) => {
    const refused = await ask(await open(), wrong)
    expect([...code(refused), fields(refused)]).toEqual([400, 'SVC-VALIDATION-FAILED', [problem]])
  })

  it('begins in the future, and its host is a user of the tenant', async () => {
    const past = await ask(await open(), { startsAt: '2020-01-01T09:00:00Z', endsAt: '2020-01-01T10:00:00Z' })
    expect([...code(past), fields(past)]).toEqual([422, 'SVC-VALIDATION-TIME_OUT_OF_RANGE', ['startsAt PAST']])
    const stranger = await ask(await open(), { hostId: (await service.createTenant()).ownerId })
    expect([...code(stranger), fields(stranger)]).toEqual([422, 'SVC-VALIDATION-UNKNOWN_REFERENCE', ['hostId UNKNOWN']])
    const hostId = await person()
    const { id } = await schedule({ hostId })
    for (const [change, why] of [
      [{ role: 'VIEWER' }, 'VIEWER'],
      [{ status: 'SUSPENDED' }, 'SUSPENDED'],
    ] as const) {
      await tenant.skein.updateUser({ path: { id: hostId }, body: change })
      const refused = await ask(await open(), { hostId, startsAt: at(15), endsAt: at(16) })
      expect([...code(refused), fields(refused)]).toEqual([422, 'SVC-VALIDATION-UNKNOWN_REFERENCE', [`hostId ${why}`]])
    }
    expect((await patch(id, { startsAt: at(9, 30) })).status, 'what was theirs already can still be moved').toBe(200)
  })

  it('raises its sequence only for visible changes, and asks again when it moves', async () => {
    const { id } = await schedule({ attendees: [{ email: 'ada@example.com', timezone: 'America/New_York', rsvp: 'ACCEPTED' }] })
    const sequenceAfter = async (body: object) => (await patch(id, body)).body.data.icsSequence
    expect(await sequenceAfter({ startsAt: '2031-03-04T10:00:00+01:00' }), 'the same time, written otherwise').toBe(0)
    expect(await sequenceAfter({ attendees: [{ email: 'ada@example.com', rsvp: 'TENTATIVE' }] })).toBe(0)
    expect(await sequenceAfter({ status: 'COMPLETED' })).toBe(0)
    expect(await sequenceAfter({ title: 'Call', status: 'SCHEDULED' })).toBe(1)
    expect((await read(id)).attendees).toMatchObject([{ rsvp: 'TENTATIVE', timezone: 'America/New_York' }])
    expect(await sequenceAfter({ startsAt: at(8) })).toBe(2)
    expect((await read(id)).attendees).toMatchObject([{ rsvp: 'NEEDS_ACTION' }])
    expect(await sequenceAfter({ attendees: [{ email: 'ada@example.com' }, { email: 'bob@example.com' }] })).toBe(3)
    expect(await sequenceAfter({ location: { type: 'PHONE', address: '+49 30 1234' } })).toBe(4)
    const refused = await patch(id, { endsAt: at(7) })
    expect([...code(refused), fields(refused)]).toEqual([400, 'SVC-VALIDATION-FAILED', ['endsAt NOT_AFTER']])
  })

  it('leaves its entries in the history of the thread, and its events', async () => {
    const threadId = await open()
    const { id } = await schedule({}, threadId)
    await patch(id, { startsAt: at(8) })
    await patch(id, { startsAt: at(8) })
    await tenant.skein.cancelMeeting({ path: { id } })
    await tenant.skein.cancelMeeting({ path: { id } })
    expect((await history(threadId)).slice(0, 3)).toEqual([
      'thread.meeting_cancelled',
      'thread.meeting_updated',
      'thread.meeting_scheduled',
    ])
    expect(await history(id)).toEqual(['meeting.cancelled', 'meeting.updated', 'meeting.scheduled'])
    expect((await announced()).map(({ type, data: { previous = null } }) => [type, previous])).toEqual([
      ['meeting.scheduled', null],
      ['meeting.updated', { startsAt: at(9), icsSequence: 0 }],
      ['meeting.cancelled', { status: 'SCHEDULED', icsSequence: 1 }],
    ])
    expect(await read(id)).toMatchObject({ status: 'CANCELLED', icsSequence: 2 })
    for (const body of [{ title: 'Again' }, { status: 'SCHEDULED' }])
      expect(code(await patch(id, body))).toEqual([409, 'SVC-MEETING-NOT_SCHEDULED'])
  })

  it('moves with its thread through a merge and an unmerge', async () => {
    const [source, target] = [await open(), await open()]
    const { id } = await schedule({}, source)
    await tenant.skein.mergeThread({ path: { id: target }, body: { sourceIds: [source] } })
    expect((await read(id)).threadId).toBe(target)
    const later = await schedule({ startsAt: at(11), endsAt: at(12) }, source)
    expect(later.threadId).toBe(target)
    const listed = async (threadId: string) =>
      (await tenant.skein.listMeetings({ query: { threadId, sort: 'startsAt' } })).data.map((each) => each.id)
    expect([await listed(target), await listed(source)]).toEqual([
      [id, later.id],
      [id, later.id],
    ])
    await tenant.skein.unmergeThread({ path: { id: source } })
    expect([await listed(target), await listed(source)]).toEqual([[later.id], [id]])
  })
})

describe('the calendar of a host', () => {
  it('holds one meeting at a time, and the next may start at its end', async () => {
    const { id } = await schedule()
    const refused = await ask(await open(), { startsAt: at(9, 30), endsAt: at(9, 45) })
    expect([...code(refused), fields(refused)]).toEqual([409, 'SVC-MEETING-CONFLICT', ['startsAt OVERLAPS']])
    expect(refused.text).toContain(id)
    const next = await schedule({ startsAt: at(10), endsAt: at(11) })
    expect(code(await patch(next.id, { startsAt: at(9, 59) }))).toEqual([409, 'SVC-MEETING-CONFLICT'])
    const elsewhere = await schedule({ hostId: await person() })
    expect(code(await patch(elsewhere.id, { hostId: tenant.ownerId }))).toEqual([409, 'SVC-MEETING-CONFLICT'])
    await tenant.skein.cancelMeeting({ path: { id } })
    expect((await patch(elsewhere.id, { hostId: tenant.ownerId })).status).toBe(200)
  })

  it('accepts one of many concurrent meetings for the same time', async () => {
    const threads = await Promise.all(Array.from({ length: 12 }, (_, i) => open(`c${i}@example.com`)))
    const answers = await Promise.all(threads.map((threadId, i) => ask(threadId, { startsAt: at(9, i), endsAt: at(10, i) })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array<number>(11).fill(409)])
    expect((await tenant.api('GET', '/scheduled-meetings')).body.meta.total).toBe(1)
  })
})

describe('the list', () => {
  it('is filtered by host, thread, status and time, with exact totals and pages', async () => {
    const host = await person()
    const made: string[] = []
    for (const hour of [12, 9, 15, 10]) made.push((await schedule({ hostId: host, startsAt: at(hour), endsAt: at(hour, 30) })).id)
    await schedule()
    await tenant.api('DELETE', `/scheduled-meetings/${made[2]}`)
    const get = async (query: string) => {
      const { body } = await tenant.api<Meeting[]>('GET', `/scheduled-meetings?${query}`)
      return [body.meta.total, ...body.data.map(({ id }) => made.indexOf(id))]
    }
    expect(await get(`hostId=${host}&sort=startsAt`)).toEqual([4, 1, 3, 0, 2])
    expect(await get(`hostId=${host}&sort=-startsAt&status=SCHEDULED`)).toEqual([3, 0, 3, 1])
    expect(await get(`hostId=${host}`)).toEqual([4, 3, 2, 1, 0])
    expect(await get(`hostId=${host}&startsAfter=${at(9)}&startsBefore=${at(15)}&sort=startsAt`)).toEqual([2, 3, 0])
    expect(await get('status=CANCELLED')).toEqual([1, 2])
    const first = await tenant.api<Meeting[]>('GET', `/scheduled-meetings?hostId=${host}&sort=startsAt&limit=3`)
    const { cursor } = first.body.meta
    expect(await get(`hostId=${host}&sort=startsAt&limit=3&cursor=${encodeURIComponent(String(cursor))}`)).toEqual([4, 2])
  })
})

describe('attendance', () => {
  it('says what became of the meeting, and can be corrected', async () => {
    const { id } = await schedule({ attendees: [{ email: 'ada@example.com' }, { email: 'bob@example.com' }] })
    const record = async (attendees: object[]) => {
      const answer = await tenant.api<Meeting>('POST', `/scheduled-meetings/${id}/attendance`, { body: { attendees } })
      return [answer.status, answer.body.data?.status ?? answer.body.error?.code]
    }
    expect(await record([{ email: 'bob@example.com', status: 'NO_SHOW' }])).toEqual([200, 'SCHEDULED'])
    expect(await record([{ email: 'ADA@example.com', status: 'NO_SHOW' }])).toEqual([200, 'NO_SHOW'])
    expect(await record([{ email: 'ada@example.com', status: 'ATTENDED' }])).toEqual([200, 'COMPLETED'])
    expect(await record([{ email: 'eve@example.com', status: 'ATTENDED' }])).toEqual([422, 'SVC-VALIDATION-UNKNOWN_REFERENCE'])
    expect((await tenant.api('DELETE', `/scheduled-meetings/${id}`)).status, 'it took place').toBe(409)
    expect((await read(id)).attendees.map(({ status }) => status)).toEqual(['ATTENDED', 'NO_SHOW'])
  })
})

describe('a recording', () => {
  const upload = async () => {
    const body = { file: 'words of a call', filename: 'call.txt' }
    return (await tenant.api<Upload>('POST', '/uploads', { body })).body.data.id
  }
  const attach = (id: string, body: object) => tenant.api<Meeting>('POST', `/scheduled-meetings/${id}/recording`, { body })

  it('is a file that belongs to this meeting alone, or a URL, and can be replaced', async () => {
    const [{ id }, other] = [await schedule(), await schedule({ hostId: await person() })]
    const uploadId = await upload()
    const attached = await attach(id, { uploadId })
    expect(attached.body.data.recording).toMatchObject({ uploadId, filename: 'call.txt', size: 15 })
    expect(await (await requestLink(service, String(attached.body.data.recording?.url))).text()).toBe('words of a call')
    expect(code(await attach(other.id, { uploadId }))).toEqual([409, 'SVC-UPLOAD-ALREADY_ATTACHED'])
    expect((await attach(id, { uploadId })).status, 'it is that already').toBe(200)
    expect((await attach(id, { url: 'https://media.example.com/r/17' })).body.data.recording).toMatchObject({
      uploadId: null,
      url: 'https://media.example.com/r/17',
    })
    expect((await tenant.api('GET', `/uploads/${uploadId}`)).status).toBe(404)
    expect((await tenant.skein.removeMeetingRecording({ path: { id } })).data.recording).toBeNull()
    for (const url of ['javascript:alert(1)', 'ftp://example.com/x', 'https://', ''])
      expect((await attach(id, { url })).status, url).toBe(400)
    expect((await attach(id, {})).status).toBe(400)
  })
})

describe('the erasure of a customer', () => {
  it.each(['ANONYMIZE', 'DELETE'])('%s includes their meetings, and their attendance in those of others', async (mode) => {
    const own = await schedule({ title: 'With Ada Lovelace', location: { type: 'OTHER', address: 'at ada@example.com' } })
    const theirs = await schedule(
      {
        attendees: [
          { email: 'bob@example.com', name: 'Bob' },
          { email: 'ada@example.com', name: 'Ada' },
        ],
        startsAt: at(11),
        endsAt: at(12),
      },
      await open('bob@example.com'),
    )
    const worker = service.startWorker()
    const request = await tenant.api<PrivacyRequest>('POST', '/privacy/erase', { body: { email: 'ada@example.com', mode, dryRun: false } })
    const state = async () => (await tenant.skein.getPrivacyRequest({ path: { id: request.body.data.id } })).data.state
    await until(async () => (await state()) === 'DONE')
    await worker.stop()
    const left = await tenant.api<Meeting>('GET', `/scheduled-meetings/${own.id}`)
    if (mode === 'DELETE') expect(left.status).toBe(404)
    else expect(left.body.data).toMatchObject({ title: '[erased]', status: 'CANCELLED', attendees: [] })
    expect((await read(theirs.id)).attendees).toMatchObject([
      { email: 'bob@example.com', name: 'Bob' },
      { name: null, email: 'erased@erased.invalid' },
    ])
    const [events, audit] = [await tenant.api('GET', '/events?limit=100'), await tenant.api('GET', '/audit-logs?limit=100')]
    expect((events.text + audit.text).includes('ada@example.com'), 'copies').toBe(false)
  })
})
