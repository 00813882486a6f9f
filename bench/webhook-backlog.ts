/**
 * S8: the list of S1 with a million pending deliveries and the worker in the same process. Compared with an empty queue while all
 * deliveries wait, and with the same queue at rest while they are delivered.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { ensureDataset, freshDataset, removeDataset, withDatabase, type BenchTenant, type Dataset } from './kit/dataset.ts'
import type { Template } from './kit/load-shape.ts'
import { load } from './kit/load.ts'
import { startReceiver } from './kit/receiver.ts'
import { alternate, median, type Sides } from './kit/rounds.ts'
import type { Bench, Claim, BenchResult } from './kit/run.ts'
import { isReady, startService, type Service } from './kit/service.ts'
import { milliseconds, type Row } from './kit/table.ts'

const ratioGoal = 1.2
const tenantCount = 50
const warmUpSeconds = 5
/** Number of turns per round. The p99 of a single turn varies by half; the median over many short turns does not. */
const turnsInARound = 4
/** Pause after webhooks were paused or activated, before the next turn. */
const settleMs = 500
/** Warm-up load before each turn: during the first requests, the worker runs at full speed and keys are not cached yet. */
const leadSeconds = 1

export const backlogClaim: Claim = {
  ids: ['S8'],
  async measure({ options, note }: Bench): Promise<BenchResult> {
    const [threads, pending] = options.quick ? [10_000, 100_000] : [100_000, 1_000_000]
    const sizes = Array.from({ length: tenantCount }, () => threads / tenantCount)
    let received = 0
    const receiver = await startReceiver(() => {
      received++
    })
    const env = { WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8' }
    const empty = await ensureDataset(options.dataRoot, 'queue-empty', sizes)
    const full = await freshDataset(options.dataRoot, 'queue-full', sizes)
    const filling = await startService(options, full.dataDir, isReady, { command: 'start', env })
    const hooks: Hook[] = []
    try {
      for (const tenant of full.tenants) hooks.push(await createPausedHook(filling, tenant, receiver.url))
    } finally {
      await filling.stop()
    }
    await withDatabase(full.dataDir, async (db) => {
      for (const { tenantId } of full.tenants) await db.rows(fill, { tenantId, deliveries: pending / tenantCount })
      await db.script('vacuum (analyze)')
    })
    const services = [
      await startService(options, empty.dataDir, isReady, { command: 'start' }),
      await startService(options, full.dataDir, isReady, { command: 'start', env }),
    ] as const
    const seconds = Math.max(2, Math.round(options.seconds / turnsInARound))
    const turn = async (side: string, { url }: Service, { tenants }: Dataset, forSeconds = seconds): Promise<number> => {
      const requests = tenants.map(
        ({ key }): Template => ({ method: 'GET', path: '/api/v1/threads?status=open&limit=20', key, body: null, idempotent: false }),
      )
      await load(url, requests, leadSeconds)
      const { p99Ms } = await load(url, requests, forSeconds)
      note(`S8 ${side}: p99 ${milliseconds(p99Ms)}`)
      return p99Ms
    }
    let [delivered, deliveringSeconds] = [0, 0]
    /** Measures the list while the backlog is delivered. */
    const deliveringTurn = async (): Promise<number> => {
      await setAll(services[1], hooks, 'ACTIVE')
      const [before, startedAt] = [received, performance.now()]
      const p99Ms = await turn('delivering', services[1], full)
      delivered += received - before
      deliveringSeconds += (performance.now() - startedAt) / 1000
      await setAll(services[1], hooks, 'PAUSED')
      return p99Ms
    }
    try {
      await turn('warm-up', services[0], empty, warmUpSeconds)
      await turn('warm-up', services[1], full, warmUpSeconds)
      const turns = options.rounds * turnsInARound
      const waiting = await alternate(
        turns,
        () => turn('empty queue', services[0], empty),
        () => turn('full queue', services[1], full),
      )
      const delivering = await alternate(turns, () => turn('at rest', services[1], full), deliveringTurn)
      if (delivered === 0) throw new Error('Nothing was delivered: the backlog did not move')
      const count = pending.toLocaleString('en')
      return {
        rows: [
          row(`list 20 open threads with ${count} deliveries pending, against none: p99`, waiting),
          row(`the same while they are delivered, against the queue at rest: p99`, delivering),
        ],
        cpu: [],
        conditions: [
          `S8: medians of ${turns} turns of ${seconds} s, each after ${leadSeconds} s of the same load; ${threads.toLocaleString('en')} threads in ${tenantCount} tenants on each side, a webhook a tenant, first paused, then active: ${Math.round(delivered / deliveringSeconds)} deliveries a second beside the load`,
        ],
      }
    } finally {
      for (const service of services) await service.stop()
      receiver.stop()
      await removeDataset(full.dataDir)
    }
  },
}

function row(work: string, p99: Sides<number>): Row {
  const [floor, ours] = [median(p99.floor), median(p99.ours)]
  return {
    claim: 'S8',
    work,
    floor: milliseconds(floor),
    ours: milliseconds(ours),
    ratio: ours / floor,
    goal: `≤ ${ratioGoal}`,
    met: ours / floor <= ratioGoal,
  }
}

type Hook = { key: string; path: string }

/** Creates a paused webhook, and one event for it. */
async function createPausedHook(service: Service, { key }: BenchTenant, url: string): Promise<Hook> {
  // Safe because `call` throws unless the response is a success.
  const { data } = (await call(service, key, 'POST', '/webhooks', { url, events: ['thread.created'] })) as { data: { id: string } }
  const hook = { key, path: `/webhooks/${data.id}` }
  await call(service, key, 'PATCH', hook.path, { status: 'PAUSED' })
  await call(service, key, 'POST', '/threads', {
    requester: { email: 'visitor@example.com' },
    subject: 'Where is my parcel?',
    body: 'It was due on Monday.',
  })
  return hook
}

async function setAll(service: Service, hooks: readonly Hook[], status: 'ACTIVE' | 'PAUSED'): Promise<void> {
  for (const { key, path } of hooks) await call(service, key, 'PATCH', path, { status })
  await sleep(settleMs)
}

async function call({ url }: Service, key: string, method: string, path: string, body: object): Promise<unknown> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  return JSON.parse(text)
}

/** Adds due deliveries of one event to the tenant's webhook. */
const fill = statement<{ tenantId: Uuid; deliveries: number }, object>(`with
hook as (update webhooks set due_at = now() where tenant_id = :tenantId::uuid returning id),
queue as (
  insert into webhook_deliveries (tenant_id, id, webhook_id, event_sequence, event_id, event_type, next_attempt_at)
  select :tenantId::uuid, gen_random_uuid(), hook.id, e.sequence, e.id, e.type, now()
  from hook, events e, generate_series(1, :deliveries::int)
  where e.tenant_id = :tenantId::uuid and e.type = 'thread.created')
insert into webhook_delivery_totals as t (tenant_id, webhook_id, event_type, state, count)
select :tenantId::uuid, id, 'thread.created', 'PENDING', :deliveries::int from hook
on conflict (tenant_id, webhook_id, event_type, state) do update set count = t.count + excluded.count`)
