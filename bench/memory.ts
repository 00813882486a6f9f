/** S10: memory of all processes, including the database's, ten seconds after the start and a few requests. */
import { setTimeout as sleep } from 'node:timers/promises'
import { childrenOf, memoryMb } from './kit/cpu.ts'
import type { Bench, Claim, Outcome } from './kit/run.ts'
import { startService } from './kit/service.ts'
import { indexLoaded } from './kit/dataset.ts'
import { listDataset } from './list-threads.ts'

const mbGoal = 250
const idleSeconds = 10
/** Requests are sent concurrently, so that every connection of the pool is open. */
const requestCount = 32

export const memoryClaim: Claim = {
  ids: ['S10'],
  async measure(bench: Bench): Promise<Outcome> {
    const dataset = await listDataset(bench)
    await indexLoaded(dataset)
    const { dataDir, tenants } = dataset
    const service = await startService(bench.options, dataDir)
    try {
      await Promise.all(
        tenants.slice(0, requestCount).map(async ({ key }) => {
          const response = await fetch(`${service.url}/api/v1/threads`, { headers: { Authorization: `Bearer ${key}` } })
          if (!response.ok) throw new Error(`The list answered ${response.status}`)
        }),
      )
      await sleep(idleSeconds * 1000)
      const database = service.postmaster === null ? [] : [service.postmaster, ...childrenOf(service.postmaster)]
      const ours = [service.pid, ...childrenOf(service.pid)].filter((pid) => !database.includes(pid))
      const [databaseMb, nodeMb] = [memoryMb(database), memoryMb(ours)]
      if (databaseMb === null || nodeMb === null || service.postmaster === null)
        return { rows: [], cpu: [], conditions: ['S10: not measured, this system does not report the memory of processes'] }
      const mb = databaseMb + nodeMb
      return {
        rows: [
          {
            claim: 'S10',
            work: 'memory idle, all processes',
            floor: `${databaseMb.toFixed(0)} MB`,
            ours: `${mb.toFixed(0)} MB`,
            ratio: null,
            goal: `≤ ${mbGoal} MB`,
            met: mb <= mbGoal,
          },
        ],
        cpu: [],
        conditions: [
          `S10: proportional set size ${idleSeconds} s after the start, ${requestCount} concurrent requests; floor: the ${database.length} processes of PostgreSQL`,
        ],
      }
    } finally {
      await service.stop()
    }
  },
}
