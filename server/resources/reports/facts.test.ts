/** The facts behind figures: as lists, as threads and as CSV, and counted by an independent program. */
import { expect, it } from 'vitest'
import type { Fact, Report } from '../../../client/index.ts'
import { createMeasuredTenant, measured } from '../../../test/support/facts.ts'
import { setUpService } from '../../../test/support/service.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'

const allFacts = statement<
  { tenantId: Uuid },
  {
    kind: string
    at: string
    threadId: Uuid
    isFirst: boolean
    cause: string | null
    valueMs: number | null
    answersBefore: number | null
    backlog: number
  }
>(`select kind, at, thread_id as "threadId", is_first as "isFirst", cause, value_ms as "valueMs", answers_before as "answersBefore", backlog
  from facts where tenant_id = :tenantId::uuid`)

const service = await setUpService()
const tenant = await createMeasuredTenant(service)

async function get<Data>(path: string): Promise<Data> {
  const { status, body, text } = await tenant.api<Data>('GET', path)
  expect(status, `${path} ${text.slice(0, 400)}`).toBe(200)
  return body.data
}

it('the median and maximum of a figure are facts, and CSV has the same numbers', async () => {
  const query = {
    metrics: 'RESPONSE_TIME,THREADS_RESOLVED,REOPEN_RATE',
    from: '2026-01-01',
    to: '2026-05-03',
    grain: 'month',
    groupBy: 'team',
  }
  const report = await get<Report>(`/reports?${new URLSearchParams(query)}`)
  let csv = ''
  for await (const text of tenant.skein.exportReport({ query: { ...query, grain: 'month' } })) csv += text
  const [header = '', ...lines] = csv.replace('\ufeff', '').split('\r\n')
  expect(csv.charCodeAt(0)).toBe(0xfeff)
  expect(header.split(',').slice(0, 7)).toEqual([
    'bucket',
    'from',
    'to',
    'teamId',
    'team',
    'RESPONSE_TIME.count',
    'RESPONSE_TIME.sumSeconds',
  ])
  expect(lines.slice(0, -1)).toHaveLength(report.rows.length)
  for (const [i, { bucket, groups, figures }] of report.rows.entries()) {
    const { RESPONSE_TIME: time, THREADS_RESOLVED: resolved, REOPEN_RATE: rate } = figures
    if (!time || !resolved || !rate) throw new Error('a figure is missing')
    const seconds = [time.sumMs, time.averageMs, time.medianMs, time.p90Ms, time.maxMs].map((ms) => (ms === null ? null : ms / 1_000))
    const cells = [
      bucket?.label,
      bucket?.from,
      bucket?.to,
      groups[0]?.id,
      groups[0]?.name,
      time.count,
      ...seconds,
      resolved.count,
      rate.part,
      rate.whole,
      rate.rate,
    ]
    expect(lines[i]).toBe(cells.map((cell) => cell ?? '').join(','))
    const values: (number | null)[] = []
    for await (const { valueMs } of tenant.skein.listReportFacts({
      query: Object.fromEntries(new URLSearchParams(time.factsUrl.split('?')[1])) as never,
    }))
      values.push(valueMs)
    expect(values).toHaveLength(time.count)
    const sorted = values.map(Number).toSorted((a, b) => a - b)
    expect([time.medianMs, time.p90Ms, time.maxMs]).toEqual(
      [Math.ceil(sorted.length * 0.5), Math.ceil((sorted.length * 9) / 10), sorted.length].map((rank) => sorted[rank - 1] ?? null),
    )
  }
})

it('figures lead to the threads of their facts, and to the same facts as CSV', async () => {
  const places = ['THREADS_ANSWERED', 'RESPONSE_TIME', 'BACKLOG', 'THREADS_WORKED_ON'].map((metric) => ({
    metric,
    from: '2026-02-01',
    to: '2026-04-01',
  }))
  for (const query of [...places, { kind: 'MOVED' as const, from: '2026-02-01', to: '2026-04-01' }]) {
    const facts: Fact[] = []
    for await (const fact of tenant.skein.listReportFacts({ query })) facts.push(fact)
    expect(facts.length, JSON.stringify(query)).toBeGreaterThan(20)
    expect(facts.map(({ at }) => at)).toEqual(
      facts
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
    expect(new Set(facts.map(({ id }) => id)).size).toBe(facts.length)
    const found = []
    for await (const { id } of tenant.skein.listReportThreads({ query })) found.push(id)
    expect(found.toSorted()).toEqual([...new Set(facts.map(({ thread }) => thread?.id))].toSorted())
    let csv = ''
    for await (const text of tenant.skein.exportReportFacts({ query })) csv += text
    expect(
      csv
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',')[0]),
    ).toEqual(facts.map(({ id }) => id))
  }
})

it('figures are what an independent program counts', async () => {
  const rows = await service.db.rows(allFacts, { tenantId: tenant.tenantId })
  const localDay = new Intl.DateTimeFormat('sv-SE', { timeZone: measured.timezone, dateStyle: 'short' })
  const facts = rows.map((row) => {
    const ms = Date.parse(`${row.at.replace(' ', 'T')}:00`)
    return Object.assign(row, { ms, day: localDay.format(ms) })
  })
  const [from, to] = ['2026-03-20', '2026-04-05']
  const asked =
    'THREADS_CREATED,ANSWERS_SENT,THREADS_ANSWERED,NEXT_RESPONSE_TIME,SLA_FIRST_RESPONSE,REOPEN_RATE,RESOLVED_ON_FIRST_ANSWER,ANSWERS_TO_RESOLUTION,BACKLOG'
  const report = await get<Report>(`/reports?metrics=${asked}&from=${from}&to=${to}&grain=day`)
  expect(report.rows.map(({ bucket }) => bucket?.label)).toHaveLength(16)
  for (const { bucket, figures } of report.rows) {
    const on = facts.filter(({ day: local }) => local === bucket?.label)
    const ofKind = (kind: string) => on.filter((fact) => fact.kind === kind)
    const waits = ofKind('ANSWERED').flatMap(({ isFirst, valueMs }) => (isFirst || valueMs === null ? [] : [valueMs]))
    const resolved = ofKind('RESOLVED')
    const firsts = resolved.filter(({ isFirst }) => isFirst)
    const reopened = resolved.filter(({ threadId, ms }) =>
      facts.some(
        (fact) =>
          fact.kind === 'REOPENED' &&
          fact.cause === 'CUSTOMER' &&
          fact.threadId === threadId &&
          fact.ms >= ms &&
          fact.ms - ms <= 7 * 86_400_000,
      ),
    )
    const stock = facts.reduce((sum, fact) => sum + (fact.day <= String(bucket?.label) ? fact.backlog : 0), 0)
    expect(figures, bucket?.label).toMatchObject({
      THREADS_CREATED: { count: ofKind('CREATED').length },
      ANSWERS_SENT: { count: ofKind('ANSWERED').length },
      THREADS_ANSWERED: { count: new Set(ofKind('ANSWERED').map(({ threadId }) => threadId)).size },
      NEXT_RESPONSE_TIME: {
        count: waits.length,
        sumMs: waits.reduce((sum, ms) => sum + ms, 0),
        medianMs: waits.toSorted((a, b) => a - b)[Math.ceil(waits.length / 2) - 1] ?? null,
      },
      SLA_FIRST_RESPONSE: { part: ofKind('SLA_MET').length, whole: ofKind('SLA_MET').length + ofKind('SLA_BREACHED').length },
      REOPEN_RATE: { part: reopened.length, whole: resolved.length, settled: true },
      RESOLVED_ON_FIRST_ANSWER: { part: firsts.filter(({ answersBefore }) => answersBefore === 1).length, whole: firsts.length },
      ANSWERS_TO_RESOLUTION: { sum: firsts.reduce((sum, { answersBefore }) => sum + (answersBefore ?? 0), 0) },
      BACKLOG: { count: stock },
    })
  }
  expect(report.totals.THREADS_CREATED?.count).toBe(
    report.rows.reduce((sum, { figures }) => sum + (figures.THREADS_CREATED?.count ?? 0), 0),
  )
  expect(report.totals.BACKLOG?.count).toBe(report.rows.at(-1)?.figures.BACKLOG?.count)
})
