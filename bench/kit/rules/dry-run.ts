/** A dry run over many events, and its effect on the list latency of another tenant. */
import { setTimeout as sleep } from 'node:timers/promises'
import { statement, type Database } from '#platform/db.ts'
import { parseTypeId, type Uuid } from '#platform/ids.ts'
import type { BenchTenant } from '../dataset.ts'
import { median } from '../rounds.ts'
import type { BenchResult } from '../run.ts'
import { isReady, startService, type Service } from '../service.ts'
import { milliseconds } from '../table.ts'
import { call, cpuRow, percentile, readCpu, type Part } from './part.ts'

const [secondsGoal, ratioGoal] = [20, 1.3]
const [aloneMs, pauseMs, lookMs] = [6_000, 20, 100]

/**
 * Copies the tenant's events until there are enough, with new ids and sequences and the same threads. Moves all readers past the copies, which
 * they would count and run rules on.
 */
const copyEvents = statement<{ tenantId: Uuid; count: number }, object>(`with
stored as materialized (
  select event_sequence as n from tenant_counters where tenant_id = :tenantId::uuid),
copied as (
  insert into events (tenant_id, sequence, id, type, object_id, object, previous, actor, cause)
  select :tenantId::uuid, s.n + i, gen_random_uuid(), e.type, e.object_id, e.object, e.previous, e.actor, e.cause
  from stored s cross join generate_series(1, :count::bigint - s.n) i
  join events e on e.tenant_id = :tenantId::uuid and e.sequence = 1 + (i - 1) % s.n),
passed as (
  update reader_cursors set sequence = :count::bigint where tenant_id = :tenantId::uuid)
update tenant_counters set event_sequence = greatest(event_sequence, :count::bigint) where tenant_id = :tenantId::uuid`)

const findDryRun = statement<{ tenantId: Uuid; id: Uuid }, { state: string; eventsRead: number; matched: number }>(`
  select state, events_read as "eventsRead", matched from automation_dry_runs where tenant_id = :tenantId::uuid and id = :id::uuid`)

const rule = {
  name: 'Tried',
  trigger: { type: 'EVENT', events: ['thread.created', 'thread.status_changed', 'message.created'] },
  filter: { all: [{ channel: 'api' }], none: [{ status: 'closed' }] },
  actions: [{ type: 'SET_PRIORITY', priority: 'urgent' }],
}

export const measureDryRun: Part = async ({ options, note }, { dataDir, db, burst: tenant, plain }): Promise<BenchResult> => {
  const events = options.quick ? 20_000 : 100_000
  await db.rows(copyEvents, { tenantId: tenant.tenantId, count: events })
  await db.script('vacuum (analyze) events')
  const service = await startService(options, dataDir, isReady, { command: 'start' })
  try {
    const [alone, beside, took]: [number[], number[], number[]] = [[], [], []]
    await listWhile(service, plain, [], sleep(aloneMs / 2))
    const before = readCpu(service)
    let found = { eventsRead: 0, matched: 0 }
    for (let round = 0; round < options.rounds; round++) {
      await listWhile(service, plain, alone, sleep(aloneMs))
      const startedAt = performance.now()
      const { id } = await call<{ id: string }>(service, tenant.key, 'POST', '/automation-rules/dry-runs', { rule })
      const done = waitForEnd(db, tenant, parseTypeId('rdy', id) ?? throwNoId(id))
      await listWhile(service, plain, beside, done)
      found = await done
      if (found.eventsRead === 0) throw new Error('The dry run read no events: those of the burst are needed')
      took.push((performance.now() - startedAt) / 1_000)
      note(`RULES: a dry run matched ${found.matched} of ${found.eventsRead} events in ${took.at(-1)?.toFixed(1)} s`)
    }
    await listWhile(service, plain, alone, sleep(aloneMs))
    const cpu = cpuRow('RULES a dry run, with the lists beside it and between', service, before, options.rounds)
    const seconds = median(took)
    const [floor, ours] = [percentile(alone, 0.95), percentile(beside, 0.95)]
    const count = events.toLocaleString('en')
    const work = `another tenant's list during a dry run: p95`
    return {
      rows: [
        {
          claim: 'RULES',
          work: `dry run over ${count} events`,
          floor: '',
          ours: `${seconds.toFixed(1)} s`,
          ratio: null,
          goal: `≤ ${secondsGoal} s`,
          met: seconds <= secondsGoal,
        },
        {
          claim: 'RULES',
          work,
          floor: milliseconds(floor),
          ours: milliseconds(ours),
          ratio: ours / floor,
          goal: `≤ ${ratioGoal}`,
          met: ours / floor <= ratioGoal,
        },
      ],
      cpu: [cpu],
      conditions: [
        `RULES: median of ${options.rounds} dry runs over the events of the burst and copies of them, which SQL inserts: ${found.matched.toLocaleString('en')} of ${found.eventsRead.toLocaleString('en')} events of its types matched`,
      ],
    }
  } finally {
    await service.stop()
  }
}

function throwNoId(id: string): never {
  throw new Error(`${id} is not the id of a dry run`)
}

async function waitForEnd(db: Database, { tenantId }: BenchTenant, id: Uuid): Promise<{ eventsRead: number; matched: number }> {
  for (;;) {
    const found = await db.first(findDryRun, { tenantId, id })
    if (found?.state === 'DONE') return found
    if (!found || found.state === 'FAILED') throw new Error('The dry run failed')
    await sleep(lookMs)
  }
}

/** Reads the tenant's list repeatedly until `end`, and records the duration of each request. */
async function listWhile({ url }: Service, { key }: BenchTenant, took: number[], end: Promise<unknown>): Promise<void> {
  const state = { isOver: false }
  const ended = end.finally(() => {
    state.isOver = true
  })
  while (!state.isOver) {
    const startedAt = performance.now()
    const response = await fetch(`${url}/api/v1/threads?status=open&limit=20`, { headers: { authorization: `Bearer ${key}` } })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`The list answered ${response.status}`)
    took.push(performance.now() - startedAt)
    await sleep(pauseMs)
  }
  await ended
}
