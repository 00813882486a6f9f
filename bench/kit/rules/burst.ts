/**
 * A burst of events in one tenant, all of which wait for the rules: the time to process them, and whether each event had its runs, in
 * order.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { BenchResult } from '../run.ts'
import { isReady, startService } from '../service.ts'
import { perSecond } from '../table.ts'
import { fittingPerEvent, makeRules, newThread, rulesPerTenant } from './make-rules.ts'
import { call, cpuRow, readCpu, type Part } from './part.ts'

const eventsPerThread = 2
const callers = 8

const findUnread = statement<{ tenantId: Uuid }, { events: number }>(`
  select k.event_sequence - c.sequence as events from tenant_counters k join reader_cursors c on c.tenant_id = k.tenant_id and c.reader = 'rules'
  where k.tenant_id = :tenantId::uuid`)

/**
 * Events by the number of runs that changed something, and runs whose effect precedes that of a run on an earlier event. One lane reads the
 * tenant's events, so effects have increasing sequences.
 */
const checkRuns = statement<{ tenantId: Uuid; types: string[]; wanted: number }, { events: number; complete: number; disordered: number }>(`
  with runs as (
    select e.sequence, u.rule_id, u.outcome, min(f.sequence) as effect from events e
    left join automation_runs u on u.tenant_id = :tenantId::uuid and u.event_id = e.id
    left join events f on f.tenant_id = :tenantId::uuid and f.id = any(u.caused_event_ids)
    where e.tenant_id = :tenantId::uuid and e.type = any(:types::text[]) and e.cause is null group by e.sequence, u.rule_id, u.outcome),
  ordered as (
    select sequence, rule_id, outcome, effect, lag(effect) over (order by sequence, effect) as earlier from runs)
  select count(distinct o.sequence) as events, count(*) filter (where o.effect <= o.earlier) as disordered,
    (select count(*) from (select 1 from runs r group by r.sequence
      having count(*) = :wanted::int and count(*) filter (where r.outcome = 'APPLIED') = :wanted::int) c) as complete from ordered o`)

export const measureBurst: Part = async ({ options, note }, { dataDir, db, burst: tenant }): Promise<BenchResult> => {
  const events = options.quick ? 1_000 : 20_000
  // Without a worker, no reader reads the events yet.
  const api = await startService(options, dataDir, isReady, { command: 'serve' })
  try {
    await makeRules(api, tenant)
    let left = events / eventsPerThread
    const caller = async (): Promise<void> => {
      while (left-- > 0) await call(api, tenant.key, 'POST', '/threads', newThread())
    }
    await Promise.all(Array.from({ length: callers }, caller))
  } finally {
    await api.stop()
  }
  note(`RULES: ${events.toLocaleString('en')} events wait`)
  const service = await startService(options, dataDir, isReady, { command: 'start' })
  try {
    const [before, startedAt] = [readCpu(service), performance.now()]
    let notedAt = startedAt
    for (;;) {
      const unread = (await db.first(findUnread, { tenantId: tenant.tenantId }))?.events ?? 0
      if (unread === 0) break
      await sleep(100)
      if (performance.now() - notedAt < 10_000) continue
      notedAt = performance.now()
      note(`RULES: ${unread} events wait after ${Math.round((notedAt - startedAt) / 1_000)} s`)
    }
    const seconds = (performance.now() - startedAt) / 1_000
    const cpu = cpuRow('RULES an event of a burst with its effects', service, before, events)
    const types = ['thread.created', 'message.created']
    const found = await db.first(checkRuns, { tenantId: tenant.tenantId, types, wanted: fittingPerEvent })
    if (found?.events !== events || found.complete !== events || found.disordered > 0)
      throw new Error(
        `Of ${events} events, ${found?.events} are stored, ${found?.complete} had all runs, ${found?.disordered} runs came too early`,
      )
    const work = `${events.toLocaleString('en')} events in a burst, each with ${fittingPerEvent} effects, in order`
    return {
      rows: [
        {
          claim: 'RULES',
          work,
          floor: '',
          ours: `${seconds.toFixed(0)} s, ${perSecond(events / seconds)}`,
          ratio: null,
          goal: 'none lost',
          met: true,
        },
      ],
      cpu: [cpu],
      conditions: [
        `RULES: the burst comes through the API into one tenant with ${rulesPerTenant} rules, before the worker starts; other readers work it off at the same time`,
      ],
    }
  } finally {
    await service.stop()
  }
}
