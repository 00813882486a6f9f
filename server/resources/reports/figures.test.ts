/** Figures of reports: both ways to compute them, and the facts behind them. */
import { describe, expect, it } from 'vitest'
import type { Fact, Report } from '../../../client/index.ts'
import { bulkId } from '../../../test/bulk-tenant.ts'
import { createMeasuredTenant, fillFacts, measured } from '../../../test/support/facts.ts'
import { setUpService } from '../../../test/support/service.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { getSettings, readSettings } from '../tenants/index.ts'
import { computeReport } from './read-report.ts'
import { readReport } from './query/read-query.ts'

const service = await setUpService()
const tenant = await createMeasuredTenant(service)
const metrics = (await tenant.skein.listReportMetrics()).data

let seed = 7
const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below
const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item

async function get<Data>(path: string): Promise<Data> {
  const { status, body, text } = await tenant.api<Data>('GET', path)
  expect(status, `${path} ${text.slice(0, 400)}`).toBe(200)
  return body.data
}

const day = (n: number): string => new Date(Date.UTC(2025, 6, 1 + n)).toISOString().slice(0, 10)

/** Returns the query of a random report: metrics that support the dimensions, over a few months. */
function randomQuery(): Record<string, string> {
  const first = random(250)
  const groupBy = pick([
    '',
    '',
    'team',
    'person',
    'inbox',
    'priority',
    'channel',
    'weekday',
    'hourOfDay',
    'label',
    'team,priority',
    'assignee,weekday',
  ])
  const filter = pick([
    {},
    {},
    { teamId: bulkId(tenant.tenantId, 'tea') },
    { teamId: 'none' },
    { priority: 'high' },
    { weekday: 'SUNDAY' },
    { labelId: bulkId(tenant.tenantId, 'lbl') },
  ])
  const used = [...groupBy.split(','), ...Object.keys(filter).map((name) => name.replace('Id', ''))].filter((name) => name !== '')
  const fit = metrics.filter(({ dimensions }) => used.every((name) => dimensions.some((own) => own === name)))
  const chosen = [...new Set([pick(fit), pick(fit), pick(fit), pick(fit)])].map(({ metric }) => metric)
  return {
    metrics: chosen.join(','),
    from: day(first),
    to: day(first + 1 + random(60)),
    grain: pick(['none', 'week', 'month', 'quarter']),
    groupBy,
    time: pick(['CALENDAR', 'WORKING']),
    compareTo: pick(['NONE', 'PREVIOUS', 'YEAR']),
    ...filter,
  }
}

const forgetPercentiles = statement<{ tenantId: Uuid }, object>(`
  update measure_days set median_ms = null, p90_ms = null, max_ms = null where tenant_id = :tenantId::uuid and extract(day from day)::int % 3 = 0`)

describe('figures', () => {
  it('are the same from day sums and from facts, to the byte', async () => {
    const { db } = service
    const settings = await readSettings(db, tenant.tenantId)
    if (!settings) throw new Error('no settings')
    const principal = { tenantId: tenant.tenantId, tenant: { settings }, user: { role: 'OWNER' }, scopes: ['admin'] } as never
    expect(getSettings(principal).reporting.timezone).toBe(measured.timezone)
    const queries = [
      { metrics: metrics.slice(0, 12), grain: 'day', from: '2026-03-01', to: '2026-05-03' },
      { metrics: metrics.slice(12, 24), grain: 'month', from: '2025-08-15', to: '2026-05-03' },
      {
        metrics: metrics.filter(({ dimensions }) => dimensions.includes('person')).slice(0, 12),
        grain: 'quarter',
        from: '2025-08-15',
        to: '2026-05-03',
        groupBy: 'person',
      },
      {
        metrics: metrics.filter(({ dimensions }) => dimensions.includes('team')).slice(-12),
        grain: 'month',
        from: '2025-08-15',
        to: '2026-05-03',
        groupBy: 'team',
      },
      { metrics: metrics.slice(-12), grain: 'week', from: '2026-01-01', to: '2026-05-03', priority: 'high' as const },
      // `forgetPercentiles` deletes the stored percentiles of every third day.
      { metrics: metrics.filter(({ figure }) => figure === 'DURATION'), grain: 'day', from: '2025-10-01', to: '2026-01-10' },
    ]
    await db.rows(forgetPercentiles, tenant)
    for (const { metrics: asked, grain, ...rest } of queries) {
      const query = { ...rest, grain: grain as 'day', metrics: asked.map(({ metric }) => metric).join(',') }
      const caller = { db, principal, now: Date.parse('2026-05-02T10:00:00Z') }
      const plan = await readReport(caller, query)
      const [sums, facts] = [await computeReport(caller, plan), await computeReport(caller, plan, { onlyFacts: true })]
      const text = (report: object): string => JSON.stringify({ ...report, asOf: null })
      expect(text(sums)).toBe(text(facts))
      expect(sums.rows.length).toBeGreaterThan(2)
    }
  })

  it('are the totals of the facts behind them, of 200 random cells', async () => {
    let checked = 0
    while (checked < 200) {
      const query = randomQuery()
      const report = await get<Report>(`/reports?${new URLSearchParams(query)}`)
      const rows = report.rows.filter(() => random(report.rows.length) < 3).slice(0, 4)
      for (const figures of [...rows.map((row) => row.figures), ...rows.flatMap((row) => row.previous ?? []), report.totals]) {
        for (const figure of Object.values(figures)) {
          if (!figure) continue
          const { factsUrl } = figure
          const listed = await tenant.api<Fact[]>('GET', factsUrl.replace('/api/v1', ''))
          expect(listed.status, listed.text.slice(0, 300)).toBe(200)
          const number = 'whole' in figure ? figure.whole : figure.count
          expect(listed.body.meta.total, `${JSON.stringify(query)} ${factsUrl}`).toBe(number)
          checked++
        }
      }
    }
  })

  it('of an earlier moment stay what they were when more happens', async () => {
    const query = {
      metrics: 'THREADS_CREATED,RESPONSE_TIME,BACKLOG,THREADS_WORKED_ON',
      from: '2026-01-01',
      to: '2026-04-01',
      groupBy: 'team',
    }
    const report = await get<Report>(`/reports?${new URLSearchParams({ ...query, metrics: 'THREADS_CREATED,BACKLOG,RESPONSE_TIME' })}`)
    await fillFacts(service.db, tenant.tenantId, { ...measured, days: 200, sequence: 100_000 })
    const after = await get<Report>(`/reports?${new URLSearchParams({ ...query, metrics: 'THREADS_CREATED' })}`)
    expect(after.totals.THREADS_CREATED?.count).toBeGreaterThan(report.totals.THREADS_CREATED?.count ?? 0)
    for (const { figures } of report.rows.slice(0, 3)) {
      for (const figure of Object.values(figures)) {
        const { meta } = (await tenant.api<Fact[]>('GET', figure?.factsUrl.replace('/api/v1', '') ?? '')).body
        expect(meta.total).toBe(figure && 'count' in figure ? figure.count : 0)
      }
    }
  })
})
