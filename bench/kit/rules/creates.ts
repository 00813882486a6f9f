/**
 * Cost of rules for a tenant without any: its creates while other tenants have rules, compared with those while no tenant has any. Rules on
 * and off alternate in one process, so that other load affects both.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { findAllLags } from '#platform/outbox/reader-queries.ts'
import { createRequests } from '../../create-thread.ts'
import { load } from '../load.ts'
import { alternate, median, findMedian, type Sample } from '../rounds.ts'
import type { BenchResult } from '../run.ts'
import { isReady, startService } from '../service.ts'
import { perSecond } from '../table.ts'
import { call, cpuRow, readCpu, type Part } from './part.ts'

const ratioGoal = 0.99
const turnsInARound = 4
const warmUpSeconds = 3
const readers = { readers: ['measures', 'notifications', 'rules'], onDemand: ['rules'] }

const countPositions = statement<{ tenantIds: Uuid[] }, { positions: number }>(`/* across tenants: the measurement reads some of them */
  select count(*)::int as positions from reader_cursors where reader = 'rules' and tenant_id = any(:tenantIds::uuid[])`)

export const measureCreates: Part = async ({ options, note }, { dataDir, db, busy, plain }): Promise<BenchResult> => {
  const service = await startService(options, dataDir, isReady, { command: 'start' })
  try {
    const requests = createRequests([plain])
    const rules = await Promise.all(
      busy.map(async ({ key }) => ({ key, ids: await call<{ id: string }[]>(service, key, 'GET', '/automation-rules?limit=100') })),
    )
    const positions = async (tenantIds: Uuid[]): Promise<number> => (await db.first(countPositions, { tenantIds }))?.positions ?? 0
    const busyIds = busy.map(({ tenantId }) => tenantId)
    const turn = async (enabled: boolean, seconds: number): Promise<Sample> => {
      for (const { key, ids } of rules) for (const { id } of ids) await call(service, key, 'PATCH', `/automation-rules/${id}`, { enabled })
      // Changes of rules are events, too. Reading them deletes the positions of tenants without rules.
      while ((await db.rows(findAllLags, readers)).some(({ events }) => events > 0)) await sleep(100)
      if ((await positions(busyIds)) !== (enabled ? busy.length : 0)) throw new Error('The reader has not begun or ended')
      await db.script('checkpoint')
      const before = readCpu(service)
      const { perSecond: rate, requests: sent, p99Ms } = await load(service.url, requests, seconds)
      const { node, postgres } = cpuRow('', service, before, sent)
      note(`RULES: creates ${enabled ? 'beside' : 'without'} tenants with rules: ${perSecond(rate)}`)
      return { perSecond: rate, p99Ms, nodeMicros: node, postgresMicros: postgres }
    }
    await turn(false, warmUpSeconds)
    const seconds = Math.max(2, Math.round(options.seconds / turnsInARound))
    const { floor, ours } = await alternate(
      options.rounds * turnsInARound,
      () => turn(false, seconds),
      () => turn(true, seconds),
    )
    if ((await positions([plain.tenantId])) !== 0) throw new Error('The reader of rules has a position of a tenant without rules')
    const [floorMedian, oursMedian] = [floor, ours].map((samples) => median(samples.map((sample) => sample.perSecond)))
    const ratio = (oursMedian ?? 0) / (floorMedian ?? 0)
    const work = 'create a thread in a tenant without rules'
    const side = (name: string, samples: Sample[]) => ({
      work: `RULES ${work}`,
      side: name,
      node: findMedian(samples, 'nodeMicros'),
      postgres: findMedian(samples, 'postgresMicros'),
    })
    return {
      rows: [
        {
          claim: 'RULES',
          work,
          floor: perSecond(floorMedian ?? 0),
          ours: perSecond(oursMedian ?? 0),
          ratio,
          goal: `≥ ${ratioGoal}`,
          met: ratio >= ratioGoal,
        },
      ],
      cpu: [side('no tenant has rules', floor), side('others have rules', ours)],
      conditions: [
        `RULES: creates are medians of ${options.rounds * turnsInARound} turns of ${seconds} s, in turn with and without ${busy.length} other tenants with rules; the reader has no position of the tenant`,
      ],
    }
  } finally {
    await service.stop()
  }
}
