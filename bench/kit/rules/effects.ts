/** Latency from the commit of an event until another connection sees the effect of a rule, at a steady rate of events. */
import { setTimeout as sleep } from 'node:timers/promises'
import { statement, type Database } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { BenchTenant } from '../dataset.ts'
import type { BenchResult } from '../run.ts'
import { isReady, startService, type Service } from '../service.ts'
import { milliseconds } from '../table.ts'
import { fittingPerEvent, makeRules, newThread, rulesPerTenant } from './make-rules.ts'
import { call, cpuRow, percentile, readCpu, type Part } from './part.ts'

const eventsPerSecond = 50
const eventsPerThread = 2
const goalMs = 300
const warmUpMs = 3_000
/** Polling interval: the maximum by which the measured latency is too high. */
const lookMs = 5
const maxWaitMs = 60_000

type Effect = { tenantId: Uuid; sequence: number; rootEventId: Uuid; createdAt: string }

/**
 * Effects of rules after a position of each tenant, with the times of the events that caused them. Excludes runs of rules on those effects.
 */
const findEffects = statement<{ tenantIds: Uuid[]; after: string[] }, Effect>(`/* across tenants: the measurement reads all of them */
  select e.tenant_id as "tenantId", e.sequence, r.id as "rootEventId", r.created_at as "createdAt"
  from unnest(:tenantIds::uuid[], :after::text[]::bigint[]) as w(tenant_id, sequence)
  join events e on e.tenant_id = w.tenant_id and e.sequence > w.sequence and e.cause ->> 'type' = 'RULE' and (e.cause ->> 'depth')::int = 1
  join events r on r.tenant_id = e.tenant_id and r.id = (e.cause ->> 'rootEventId')::uuid`)

export const measureEffects: Part = async ({ options, note }, { dataDir, db, busy }): Promise<BenchResult> => {
  const service = await startService(options, dataDir, isReady, { command: 'start' })
  try {
    for (const tenant of busy) await makeRules(service, tenant)
    note(`RULES: ${busy.length} tenants have ${rulesPerTenant} rules each`)
    const ms = options.seconds * options.rounds * 1_000
    const { latencies, sent, seconds, cpu } = await observe(service, db, busy, ms)
    const p95 = percentile(latencies, 0.95)
    const rate = ((sent * eventsPerThread) / seconds).toFixed(0)
    const work = `commit of an event to its effect, ${rulesPerTenant} rules at ${eventsPerSecond} events/s: p95`
    const row = { claim: 'RULES', work, floor: `median ${milliseconds(percentile(latencies, 0.5))}`, ours: milliseconds(p95), ratio: null }
    return {
      rows: [{ ...row, goal: `≤ ${milliseconds(goalMs)}`, met: p95 <= goalMs }],
      cpu: [cpu],
      conditions: [
        `RULES: ${latencies.length.toLocaleString('en')} effects on ${sent} threads of ${busy.length} tenants, ${rate} events a second besides those of the rules, ${fittingPerEvent} of ${rulesPerTenant} rules fit each; p99 ${milliseconds(percentile(latencies, 0.99))}`,
      ],
    }
  } finally {
    await service.stop()
  }
}

/** Creates threads at a steady rate, and polls for effects until each event has its own. */
async function observe(service: Service, db: Database, tenants: readonly BenchTenant[], ms: number) {
  const positions = new Map(tenants.map(({ tenantId }) => [tenantId, 0]))
  const latencies: number[] = []
  const failures: unknown[] = []
  const pending = new Set<Promise<unknown>>()
  let [sent, effects] = [0, 0]
  let [before, sentBefore, measuredAt] = [readCpu(service), 0, performance.now()]
  const startedAt = performance.now()
  const isSending = (): boolean => performance.now() < startedAt + warmUpMs + ms
  const find = async (): Promise<void> => {
    const found = await db.rows(findEffects, { tenantIds: [...positions.keys()], after: [...positions.values()].map(String) })
    const now = Date.now()
    for (const { tenantId, sequence, createdAt } of found) {
      positions.set(tenantId, Math.max(sequence, positions.get(tenantId) ?? 0))
      effects++
      if (performance.now() > startedAt + warmUpMs) latencies.push(now - Date.parse(createdAt))
    }
  }
  while (isSending()) {
    const passed = performance.now() - startedAt
    if (passed < warmUpMs) [before, sentBefore, measuredAt] = [readCpu(service), sent, performance.now()]
    for (const due = (passed / 1_000) * (eventsPerSecond / eventsPerThread); sent < due; sent++) {
      const { key } = tenants[sent % tenants.length] ?? raise()
      const done: Promise<unknown> = call(service, key, 'POST', '/threads', newThread())
        .catch((error: unknown) => failures.push(error))
        .finally(() => pending.delete(done))
      pending.add(done)
    }
    await find()
    await sleep(lookMs)
  }
  await Promise.all(pending)
  if (failures[0]) throw failures[0]
  const seconds = (performance.now() - measuredAt) / 1_000
  const cpu = cpuRow('RULES an event with its effects', service, before, (sent - sentBefore) * eventsPerThread)
  const wanted = sent * eventsPerThread * fittingPerEvent
  const until = performance.now() + maxWaitMs
  const isComplete = (): boolean => effects >= wanted
  for (; !isComplete(); await sleep(lookMs)) {
    if (performance.now() > until) throw new Error(`Of ${wanted} effects, only ${effects} happened`)
    await find()
  }
  if (effects > wanted) throw new Error(`There are ${effects} effects of ${wanted}`)
  return { latencies, sent: sent - sentBefore, seconds, cpu }
}

function raise(): never {
  throw new Error('There are no tenants')
}
