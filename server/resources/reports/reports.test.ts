/** What reports accept and refuse, what they show to which caller, and how an event becomes a number. */
import { describe, expect, it } from 'vitest'
import type { Fact, Report, ReportMetrics, ReportNow, SavedReport } from '../../../client/index.ts'
import { until } from '../../../test/support/job-fixture.ts'
import { setUpTenant, startTestService, type TestTenant } from '../../../test/support/service.ts'
import { makeThread } from '../../../test/support/threads.ts'
import { makeTeam, makeUser } from '../../../test/support/assignment.ts'

const { service, tenant } = await setUpTenant({ worker: true })

const ask = <Data = Report>(of: TestTenant, path: string, key?: string) => service.api<Data>('GET', path, { key: key ?? of.key })
const lastYear = 'from=today-365&to=today'

describe('a report is refused', () => {
  it.each([
    ['metrics=X&from=today-1&to=today', 'SVC-VALIDATION-FAILED', 'metrics', 'no metric named "X"'],
    ['metrics=THREADS_CREATE&from=today-1&to=today', 'SVC-VALIDATION-FAILED', 'metrics', 'did you mean THREADS_CREATED?'],
    ['metrics=BACKLOG,backlog&from=today-1&to=today', 'SVC-VALIDATION-FAILED', 'metrics', 'once'],
    [`metrics=BACKLOG&${lastYear}&groupBy=team,inbox,channel`, 'SVC-VALIDATION-FAILED', 'groupBy', 'at most 2'],
    [`metrics=BACKLOG&${lastYear}&groupBy=company`, 'SVC-VALIDATION-FAILED', 'groupBy', 'no dimension named "company"'],
    [`metrics=BACKLOG&${lastYear}&groupBy=person`, 'SVC-VALIDATION-FAILED', 'groupBy', 'BACKLOG has no dimension person'],
    [`metrics=THREADS_CREATED&${lastYear}&personId=none`, 'SVC-VALIDATION-FAILED', 'personId', 'no dimension person'],
    [`metrics=THREADS_CREATED&${lastYear}&timezone=Mars/Olympus`, 'SVC-VALIDATION-FAILED', 'timezone', 'IANA'],
    [`metrics=THREADS_CREATED&${lastYear}&fieldKey=plan&groupBy=field`, 'SVC-VALIDATION-FAILED', 'fieldKey', 'custom field'],
    [`metrics=THREADS_CREATED&${lastYear}&groupBy=field`, 'SVC-VALIDATION-FAILED', 'fieldKey', 'must name'],
    [`metrics=THREADS_CREATED&${lastYear}&fieldKey=plan`, 'SVC-VALIDATION-FAILED', 'fieldKey', 'needs fieldValue'],
    ['metrics=BACKLOG&from=today&to=today', 'SVC-REPORT-INVALID_RANGE', 'to', 'later than from'],
    ['metrics=BACKLOG&from=today&to=today-1', 'SVC-REPORT-INVALID_RANGE', 'to', 'later than from'],
    ['metrics=BACKLOG&from=today%2B2&to=today%2B3', 'SVC-REPORT-INVALID_RANGE', 'from', 'future'],
    ['metrics=BACKLOG&from=1926-01-01&to=today', 'SVC-REPORT-INVALID_RANGE', 'to', 'send to=1931-01-01 or earlier'],
    ['metrics=BACKLOG&from=1926-01-01&to=1927-01-01', 'SVC-REPORT-INVALID_RANGE', 'from', '1971'],
    ['metrics=BACKLOG&from=today-40&to=today&grain=hour', 'SVC-REPORT-INVALID_RANGE', 'to', '31 days'],
    ['metrics=BACKLOG&from=2026-02-30&to=today', 'SVC-REPORT-INVALID_RANGE', 'from', 'local date'],
    ['metrics=BACKLOG&from=2026-02-03T09:00&to=today', 'SVC-REPORT-INVALID_RANGE', 'from', 'with its offset'],
  ])('%s', async (query, code, field, words) => {
    for (const path of [`/reports?${query}`, `/reports/export?${query}`]) {
      const { body, text } = await ask(tenant, path)
      expect([body.error?.code, body.error?.details?.[0]?.field], text).toEqual([code, field])
      expect(`${body.error?.details?.[0]?.message}`).toContain(words)
    }
  })

  it('when it would have too many figures or medians, with what to narrow', async () => {
    const figures = (await ask<ReportMetrics>(tenant, '/reports/metrics')).body.data
      .filter(({ figure }) => figure !== 'DURATION')
      .slice(0, 12)
    const many = `metrics=${figures.map(({ metric }) => metric).join()}&from=today-1800&to=today&grain=day`
    expect((await ask(tenant, `/reports?${many}`)).body.error).toMatchObject({
      code: 'SVC-REPORT-TOO_LARGE',
      message: expect.stringMatching(/1,800 buckets × 1 groups × 12 metrics are 21,600 figures.*longer grain/) as string,
    })
    const medians = 'metrics=FIRST_RESPONSE_TIME,RESPONSE_TIME&from=today-1800&to=today&grain=day'
    expect((await ask(tenant, `/reports?${medians}`)).body.error?.message).toContain('3,600 figures; at most 2,000 can have a median')
  })

  it('when the list of facts has a kind and a metric, or two metrics', async () => {
    for (const query of [`metric=BACKLOG&kind=MOVED&${lastYear}`, `metric=BACKLOG,THREADS_CREATED&${lastYear}`]) {
      const { status, body } = await ask<Fact[]>(tenant, `/reports/facts?${query}`)
      expect([status, body.error?.details?.[0]?.field], query).toEqual([400, 'metric'])
    }
  })
})

it('an empty report has every bucket with figures of 0', async () => {
  const own = await service.createTenant()
  const { body } = await ask(
    own,
    '/reports?metrics=THREADS_CREATED,RESPONSE_TIME,REOPEN_RATE,ANSWERS_TO_RESOLUTION,BACKLOG&from=today-3&to=today%2B9&grain=day',
  )
  // Days that have not begun are left out.
  expect(body.data.rows).toHaveLength(4)
  for (const { figures, groups } of body.data.rows) {
    expect(groups).toEqual([])
    expect(figures).toMatchObject({
      THREADS_CREATED: { count: 0 },
      RESPONSE_TIME: { count: 0, sumMs: 0, averageMs: null, medianMs: null, p90Ms: null, maxMs: null },
      REOPEN_RATE: { part: 0, whole: 0, rate: null, settled: false },
      ANSWERS_TO_RESOLUTION: { count: 0, sum: 0, average: null },
      BACKLOG: { count: 0 },
    })
  }
})

describe('from an event to a number', () => {
  const metrics = 'THREADS_CREATED,ANSWERS_SENT,FIRST_RESPONSE_TIME,THREADS_RESOLVED,RESOLVED_ON_FIRST_ANSWER,BACKLOG,THREADS_WORKED_ON'

  async function workOn(own: TestTenant): Promise<{ thread: string; team: string; sequence: number }> {
    const team = await makeTeam(own)
    const thread = await makeThread(own)
    await own.api('PATCH', `/threads/${thread}`, { body: { teamId: team } })
    await own.api('POST', `/threads/${thread}/reply`, { body: { body: 'Hello', attachments: [] } })
    await own.api('PATCH', `/threads/${thread}`, { body: { status: 'resolved' } })
    await makeThread(own)
    const events = (await own.api<{ sequence: number }[]>('GET', '/events?limit=100')).body.data
    return { thread, team, sequence: Math.max(...events.map(({ sequence }) => sequence)) }
  }

  it('a report that waits for an event contains it, by team and agent', async () => {
    const own = await service.createTenant()
    const { thread, team, sequence } = await workOn(own)
    const { body, text } = await ask(own, `/reports?metrics=${metrics}&from=today-1&to=today%2B1&groupBy=team&atLeast=${sequence}`)
    expect(body.data?.asOf.sequence, text).toBeGreaterThanOrEqual(sequence)
    expect(body.data.totals).toMatchObject({
      THREADS_CREATED: { count: 2 },
      ANSWERS_SENT: { count: 1 },
      FIRST_RESPONSE_TIME: { count: 1 },
      THREADS_RESOLVED: { count: 1 },
      RESOLVED_ON_FIRST_ANSWER: { part: 1, whole: 1, rate: 1 },
      BACKLOG: { count: 1 },
      THREADS_WORKED_ON: { count: 1 },
    })
    const [ofTeam, ofNone] = body.data.rows
    expect(ofTeam).toMatchObject({
      groups: [{ dimension: 'team', id: team }],
      figures: { THREADS_RESOLVED: { count: 1 }, THREADS_CREATED: { count: 0 }, BACKLOG: { count: 0 } },
    })
    expect(ofNone).toMatchObject({
      groups: [{ dimension: 'team', id: null, name: null }],
      figures: { THREADS_CREATED: { count: 2 }, BACKLOG: { count: 1 } },
    })

    const facts = (await ask<Fact[]>(own, `/reports/facts?metric=FIRST_RESPONSE_TIME&from=today-1&to=today%2B1`)).body
    expect(facts.meta.total).toBe(1)
    expect(facts.data[0]).toMatchObject({
      kind: 'ANSWERED',
      first: true,
      thread: { id: thread },
      person: { id: own.ownerId },
      team: { id: team },
    })
    expect(facts.data[0]?.valueMs).toBe(body.data.totals.FIRST_RESPONSE_TIME?.sumMs)
    const reader = await own.keyFor(['reports:read'])
    expect(
      (await ask<Fact[]>(own, `/reports/facts?kind=CREATED&from=today-1&to=today%2B1`, reader.key)).body.data[0]?.thread,
    ).toMatchObject({ subject: null })
    expect((await ask(own, `/reports/threads?kind=CREATED&from=today-1&to=today%2B1`, reader.key)).body.error?.code).toBe(
      'SVC-AUTH-INSUFFICIENT_SCOPE',
    )
  })

  it('a report that waits for an event that nothing counts is refused with Retry-After', async () => {
    const idle = await startTestService()
    const own = await idle.createTenant()
    await makeThread(own)
    const newest = (await own.api<{ sequence: number }[]>('GET', '/events?sort=-sequence&limit=1')).body.data[0]?.sequence ?? 0
    const path = '/reports?metrics=BACKLOG&from=today-1&to=today&atLeast='
    const { status, body, headers } = await idle.api('GET', `${path}${newest}`, { key: own.key, mayFail: true })
    expect([status, body.error?.code, headers['retry-after']]).toEqual([503, 'SVC-REPORT-BEHIND', '5'])
    const beyond = await idle.api('GET', `${path}${newest + 1}`, { key: own.key })
    expect(beyond.body.error).toMatchObject({ code: 'SVC-VALIDATION-FAILED', details: [{ field: 'atLeast', code: 'TOO_LARGE' }] })
    await idle.stop()
  })

  it('the state of now has the totals of lists, and who has which threads', async () => {
    const own = await service.createTenant()
    const { sequence } = await workOn(own)
    const agent = await makeUser(own)
    const late = await makeThread(own)
    await own.api('POST', `/threads/${late}/assign`, { body: { assigneeId: agent } })
    await own.api('POST', `/threads/${late}/snooze`, { body: { durationSeconds: 900 } })
    const { data } = (await ask<ReportNow>(own, '/reports/now')).body
    expect(data).toMatchObject({ open: 1, pending: 1, snoozed: 1, unassigned: 1, waiting: 2, overdue: 0 })
    expect(data.ages).toEqual([1, 4, 8, 24, 72, 168, null].map((upToHours) => ({ upToHours, threads: upToHours === 1 ? 2 : 0 })))
    expect(data.people[0]).toMatchObject({ user: { id: agent }, open: 1, waiting: 1, availability: 'AVAILABLE' })
    expect(data.people.map(({ user }) => user.id)).toContain(own.ownerId)
    expect(sequence).toBeGreaterThan(0)
  })
})

describe('agents are hidden', () => {
  const byPerson = `/reports?metrics=ANSWERS_SENT&${lastYear}&groupBy=person`
  const paths = (id: string) => [
    byPerson,
    byPerson.replace('person', 'assignee'),
    byPerson.replace('/reports?', '/reports/export?'),
    `/reports?metrics=ANSWERS_SENT&${lastYear}&assigneeId=none`,
    `/reports/facts?metric=ANSWERS_SENT&${lastYear}&personId=${id}`,
    `/reports/facts/export?metric=ANSWERS_SENT&${lastYear}&personId=${id}`,
    `/reports/threads?metric=ANSWERS_SENT&${lastYear}&personId=${id}`,
  ]

  it.each([
    ['NONE', false, false],
    ['MANAGERS', true, false],
    ['ALL', true, true],
  ])('with %s: shown to owners %s, to agents %s', async (people, ownersSee, agentsSee) => {
    const own = await service.createTenant()
    const thread = await makeThread(own)
    await own.api('POST', `/threads/${thread}/reply`, { body: { body: 'Hello', attachments: [] } })
    await own.api('PATCH', '/tenant/settings', { body: { reporting: { people } } })
    const events = (await own.api<{ sequence: number }[]>('GET', '/events?limit=100')).body.data
    const last = Math.max(...events.map(({ sequence }) => sequence))
    const agent = await own.keyFor(['write'], { userId: await makeUser(own) })
    for (const [key, sees] of [
      [own.key, ownersSee],
      [agent.key, agentsSee],
    ] as const) {
      await until(async () => (await ask(own, '/reports?metrics=BACKLOG&from=today-1&to=today%2B1', key)).body.data.asOf.sequence >= last)
      for (const path of paths(own.ownerId)) {
        const { status, body } = await ask(own, path, key)
        expect([status, body?.error?.code], path).toEqual(sees ? [200, undefined] : [403, 'SVC-REPORT-PEOPLE_HIDDEN'])
      }
      const all = (await ask<Fact[]>(own, '/reports/facts?metric=ANSWERS_SENT&from=today-1&to=today%2B1', key)).text
      const csv = (await ask(own, '/reports/facts/export?metric=ANSWERS_SENT&from=today-1&to=today%2B1', key)).text
      const now = (await ask<ReportNow>(own, '/reports/now', key)).text
      for (const text of [all, csv, now]) expect(text.includes(own.ownerId), text).toBe(sees)
      const dimensions = new Set((await ask<ReportMetrics>(own, '/reports/metrics', key)).body.data.flatMap((metric) => metric.dimensions))
      expect([dimensions.has('person'), dimensions.has('assignee')]).toEqual([sees, sees])
      const body = { name: 'By agent', query: { metrics: 'ANSWERS_SENT', from: 'today-7', to: 'today', groupBy: 'person' } }
      const saved = await service.api<SavedReport>('POST', '/saved-reports', { key, body })
      expect(saved.status).toBe(sees ? 201 : 403)
    }
  })
})

it('figures are of one tenant, whatever ids a caller sends', async () => {
  const [own, other] = [await service.createTenant(), await service.createTenant()]
  await makeThread(own)
  const events = (await own.api<{ sequence: number }[]>('GET', '/events?limit=100')).body.data
  const range = `from=today-1&to=today%2B1`
  await ask(own, `/reports?metrics=BACKLOG&${range}&atLeast=${Math.max(...events.map(({ sequence }) => sequence))}`)
  expect((await ask(own, `/reports?metrics=THREADS_CREATED&${range}&inboxId=${own.inboxId}`)).body.data.totals.THREADS_CREATED?.count).toBe(
    1,
  )
  for (const query of [`inboxId=${own.inboxId}`, '']) {
    expect((await ask(other, `/reports?metrics=THREADS_CREATED&${range}&${query}`)).body.data.totals.THREADS_CREATED?.count).toBe(0)
    expect((await ask<Fact[]>(other, `/reports/facts?metric=THREADS_CREATED&${range}&${query}`)).body.meta.total).toBe(0)
    expect((await ask<Fact[]>(other, `/reports/threads?metric=THREADS_CREATED&${range}&${query}`)).body.meta.total).toBe(0)
  }
  const viewer = await own.keyFor(['read'], { userId: await makeUser(own, { role: 'VIEWER' }) })
  expect((await ask(own, `/reports?metrics=THREADS_CREATED&${range}`, viewer.key)).body.data.totals.THREADS_CREATED?.count).toBe(1)
  const stranger = await own.keyFor(['threads:admin'])
  expect((await ask(own, `/reports?metrics=THREADS_CREATED&${range}`, stranger.key)).body.error?.code).toBe('SVC-AUTH-INSUFFICIENT_SCOPE')
})

it('a report says how far the history is counted while much of it is not', async () => {
  const fresh = await service.createTenant()
  const read = async () => (await ask(fresh, `/reports?metrics=THREADS_CREATED&${lastYear}`)).body.data.building
  await makeThread(fresh)
  expect(await read()).toBeNull()
  await service.db.script(`
    insert into reader_cursors (tenant_id, reader, sequence, retry_at) values ('${fresh.tenantId}', 'measures', 2, now() + interval '1 hour')
    on conflict (tenant_id, reader) do update set sequence = 2, retry_at = excluded.retry_at;
    update tenant_counters set event_sequence = 8000 where tenant_id = '${fresh.tenantId}'`)
  expect(await read()).toEqual({ done: 2, total: 8000 })
})
