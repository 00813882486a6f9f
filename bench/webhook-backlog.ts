/** S8: the list of S1 with a million deliveries pending, against the same with an empty queue, the worker running in both. */
import { statement } from '../server/kit/db.ts'
import { newId, type Uuid } from '../server/kit/ids.ts'
import { ensureDataset, freshDataset, withDatabase, type Dataset } from './kit/dataset.ts'
import { load, type Template } from './kit/load.ts'
import { alternate, median } from './kit/rounds.ts'
import type { Bench, Claim, Outcome } from './kit/run.ts'
import { isReady, startService, type Service } from './kit/service.ts'
import { milliseconds } from './kit/table.ts'

const ratioGoal = 1.2
const tenantCount = 50
const warmUpSeconds = 5
/** Each round is cut into this many turns: a p99 of one turn swings by half, a median over many short turns does not. */
const turnsInARound = 4

export const backlogClaim: Claim = {
  ids: ['S8'],
  async measure({ options, note }: Bench): Promise<Outcome> {
    const [threads, pending] = options.quick ? [10_000, 20_000] : [100_000, 1_000_000]
    const sizes = Array.from({ length: tenantCount }, () => threads / tenantCount)
    const empty = await ensureDataset(options.dataRoot, 'queue-empty', sizes)
    const full = await freshDataset(options.dataRoot, 'queue-full', sizes)
    await withDatabase(full.dataDir, async (db) => {
      for (const { tenantId } of full.tenants) await db.rows(fill, { tenantId, webhookId: newId(), deliveries: pending / tenantCount })
      await db.script('vacuum (analyze)')
    })
    const services = [await startService(options, empty.dataDir, isReady, { command: 'start' }), await startService(options, full.dataDir, isReady, { command: 'start' })] as const
    const turn = async (side: string, { url }: Service, { tenants }: Dataset, seconds: number): Promise<number> => {
      const requests = tenants.map(({ key }): Template => ({ method: 'GET', path: '/api/v1/threads?status=open&limit=20', key, body: null, idempotent: false }))
      const { p99Ms } = await load(url, requests, seconds)
      note(`S8 ${side}: p99 ${milliseconds(p99Ms)}`)
      return p99Ms
    }
    try {
      await turn('warm-up', services[0], empty, warmUpSeconds)
      await turn('warm-up', services[1], full, warmUpSeconds)
      const seconds = Math.max(2, Math.round(options.seconds / turnsInARound))
      const p99 = await alternate(options.rounds * turnsInARound, () => turn('empty queue', services[0], empty, seconds), () => turn('full queue', services[1], full, seconds))
      const [floor, ours] = [median(p99.floor), median(p99.ours)]
      return {
        rows: [{
          claim: 'S8', work: `list 20 open threads with ${pending.toLocaleString('en')} deliveries pending: p99`, floor: milliseconds(floor), ours: milliseconds(ours), ratio: ours / floor,
          goal: `≤ ${ratioGoal}`, met: ours / floor <= ratioGoal,
        }],
        cpu: [],
        conditions: [`S8: medians of ${p99.ours.length} turns of ${seconds} s; ${threads.toLocaleString('en')} threads in ${tenantCount} tenants on each side, a webhook a tenant whose deliveries are due tomorrow; the worker runs in both services`],
      }
    } finally {
      for (const service of services) await service.stop()
    }
  },
}

/** A webhook that has failed for a while: everything of it waits for its next attempt. */
const fill = statement<{ tenantId: Uuid; webhookId: Uuid; deliveries: number }, object>(`with
hook as (
  insert into webhooks (tenant_id, id, url, events, secret_sealed, from_sequence, due_at)
  values (:tenantId::uuid, :webhookId::uuid, 'http://127.0.0.1:9/', '{*}', '', 0, now() + interval '1 day')),
queue as (
  insert into webhook_deliveries (tenant_id, id, webhook_id, event_sequence, event_id, event_type, state, attempt, next_attempt_at)
  select :tenantId::uuid, gen_random_uuid(), :webhookId::uuid, n, gen_random_uuid(), 'thread.created', 'FAILED', 1, now() + interval '1 day'
  from generate_series(1, :deliveries::int) n)
insert into webhook_delivery_totals (tenant_id, webhook_id, event_type, state, count)
values (:tenantId::uuid, :webhookId::uuid, 'thread.created', 'FAILED', :deliveries::int)`)
