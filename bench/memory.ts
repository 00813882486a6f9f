/**
 * S10 and S24: memory of all processes, including the database's: ten seconds after the start and a few requests, and two minutes after a
 * load.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { getChildren, memoryMb } from './kit/cpu.ts'
import { indexLoaded, type Dataset } from './kit/dataset.ts'
import { connections, type Template } from './kit/load-shape.ts'
import { load } from './kit/load.ts'
import type { Bench, Claim, BenchResult } from './kit/run.ts'
import { isReady, startService, type Service } from './kit/service.ts'
import type { Row } from './kit/table.ts'
import { listDataset, listRequests } from './list-threads.ts'
import { threadRequests } from './read-thread.ts'

const idleMbGoal = 250
const idleSeconds = 10
/** Concurrent, so that every connection of the pool is open. */
const requestCount = 32
const loadedMbGoal = 300
const loadSeconds = 80
const restSeconds = 120

export const memoryClaim: Claim = {
  ids: ['S10'],
  measure: (bench) =>
    measureAfter(bench, { claim: 'S10', work: 'memory idle, all processes', mbGoal: idleMbGoal }, async ({ url }, { tenants }) => {
      await Promise.all(
        tenants.slice(0, requestCount).map(async ({ key }) => {
          const response = await fetch(`${url}/api/v1/threads`, { headers: { Authorization: `Bearer ${key}` } })
          if (!response.ok) throw new Error(`The list answered ${response.status}`)
        }),
      )
      await sleep(idleSeconds * 1000)
      return `${idleSeconds} s after the start, ${requestCount} concurrent requests`
    }),
}

export const memoryAfterLoadClaim: Claim = {
  ids: ['S24'],
  measure: (bench) =>
    measureAfter(bench, { claim: 'S24', work: 'memory after a load, all processes', mbGoal: loadedMbGoal }, async ({ url }, dataset) => {
      // A quarter each of creations, lists, threads and their messages.
      const quarter = loadSeconds / 4
      for (const requests of [
        createRequests(dataset),
        listRequests(dataset.tenants),
        threadRequests(dataset, ''),
        threadRequests(dataset, '/messages'),
      ])
        await load(url, requests, quarter)
      await sleep(restSeconds * 1000)
      return `${restSeconds} s after a load of ${loadSeconds} s over ${connections} connections`
    }),
}

function createRequests({ tenants }: Dataset): Template[] {
  const body = JSON.stringify({ title: 'The export is empty', body: 'Since Monday.', requester: { email: 'ada@example.com' } })
  return tenants.map(({ key }) => ({ method: 'POST', path: '/api/v1/threads', key, body, idempotent: true }))
}

/** `use` sends requests, waits, and returns a description of the conditions. */
async function measureAfter(
  bench: Bench,
  { claim, work, mbGoal }: Pick<Row, 'claim' | 'work'> & { mbGoal: number },
  use: (service: Service, dataset: Dataset) => Promise<string>,
): Promise<BenchResult> {
  const dataset = await listDataset(bench)
  await indexLoaded(dataset)
  const service = await startService(bench.options, dataset.dataDir, isReady)
  try {
    const conditions = await use(service, dataset)
    const database = service.postmaster === null ? [] : [service.postmaster, ...getChildren(service.postmaster)]
    const ours = [service.pid, ...getChildren(service.pid)].filter((pid) => !database.includes(pid))
    const [databaseMb, nodeMb] = [memoryMb(database), memoryMb(ours)]
    if (databaseMb === null || nodeMb === null || service.postmaster === null)
      return { rows: [], cpu: [], conditions: [`${claim}: not measured, this system does not report the memory of processes`] }
    const mb = databaseMb + nodeMb
    return {
      rows: [
        {
          claim,
          work,
          floor: `${databaseMb.toFixed(0)} MB`,
          ours: `${mb.toFixed(0)} MB`,
          ratio: null,
          goal: `≤ ${mbGoal} MB`,
          met: mb <= mbGoal,
        },
      ],
      cpu: [],
      conditions: [`${claim}: proportional set size ${conditions}; floor: the ${database.length} processes of PostgreSQL`],
    }
  } finally {
    await service.stop()
  }
}
