/** S6: full-text search over a million messages of one tenant, compared with the unfiltered list. */
import { Agent, request } from 'node:http'
import { cpus, loadavg } from 'node:os'
import { statement } from '#platform/db.ts'
import { withDatabase, type Dataset } from './kit/dataset.ts'
import { median } from './kit/rounds.ts'
import type { Bench, Claim, BenchResult } from './kit/run.ts'
import { startService } from './kit/service.ts'
import { milliseconds, type Row } from './kit/table.ts'
import { ensureTexts } from './kit/texts.ts'

const ratioGoal = 10
const millisecondsGoal = 100
/** One connection, with alternating probes, so that other load on the machine affects all of them. */
const requestsInARound = 50

type Probe = { name: string; query: Record<string, string>; total: number; roundMs: number[] }

export const searchClaim: Claim = {
  ids: ['S6'],
  async measure({ options, note }: Bench): Promise<BenchResult> {
    if (options.conversations === null) return { rows: [], cpu: [], conditions: ['S6 was skipped: it needs `--conversations FILE`'] }
    const messages = options.quick ? 50_000 : 1_000_000
    const dataset = await ensureTexts(options.dataRoot, options.conversations, messages)
    const probes = await getProbes(dataset)
    const service = await startService(options, dataset.dataDir)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const get = (query: Record<string, string>): Promise<number> =>
      total(`${service.url}/api/v1/threads?${new URLSearchParams(query)}`, dataset, agent)
    try {
      for (let round = -1; round < options.rounds; round++) {
        const latencies = probes.map((): number[] => [])
        for (let i = 0; i < requestsInARound; i++) {
          for (const [n, probe] of probes.entries()) {
            const startedAt = performance.now()
            probe.total = await get(probe.query)
            latencies[n]?.push(performance.now() - startedAt)
          }
        }
        if (round < 0) continue
        for (const [n, probe] of probes.entries()) probe.roundMs.push(p95(latencies[n] ?? []))
        note(`S6 round ${round + 1}: p95 ${probes.map(({ name, roundMs }) => `${name} ${milliseconds(roundMs.at(-1) ?? 0)}`).join(', ')}`)
      }
    } finally {
      agent.destroy()
      await service.stop()
    }
    const [floor, ...searches] = probes
    const floorMs = median(floor?.roundMs ?? [])
    const rows = searches.map(({ name, total: found, roundMs }): Row => {
      const ms = median(roundMs)
      const ratio = ms / floorMs
      return {
        claim: 'S6',
        work: `search among ${messages.toLocaleString('en')} messages, ${name}, ${found.toLocaleString('en')} threads: p95`,
        floor: milliseconds(floorMs),
        ours: milliseconds(ms),
        ratio,
        goal: `≤ ${ratioGoal}, ≤ ${millisecondsGoal} ms`,
        met: ratio <= ratioGoal && ms <= millisecondsGoal,
      }
    })
    const load = loadavg()[0]?.toFixed(1)
    return {
      rows,
      cpu: [],
      conditions: [
        `S6: one tenant, ${dataset.tenants[0]?.threads.toLocaleString('en')} threads; floor: the list without filters; one connection, ${requestsInARound} requests of each kind in a round, interleaved; system load ${load} on ${cpus().length} cores`,
      ],
    }
  },
}

const wordNear = statement<{ threads: number }, { word: string }>(`
  select word from search_words where word ~ '^[a-z]{4,}$' and body <> '' group by word
  order by abs(sum(case when length(body) = 8192 then bit_count(body) else length(body) / 2 end) - :threads::bigint), word limit 1`)

/** Finds words that occur in many, some and few threads. */
function getProbes(dataset: Dataset): Promise<Probe[]> {
  const threads = dataset.tenants[0]?.threads ?? 0
  return withDatabase(dataset.dataDir, async (db) => {
    const near = async (part: number): Promise<string> => (await db.first(wordNear, { threads: Math.round(threads * part) }))?.word ?? ''
    const [common, some, few] = [await near(1), await near(0.05), await near(0.0002)]
    const probe = (name: string, query: Record<string, string>): Probe => ({
      name,
      query: { limit: '20', ...query },
      total: 0,
      roundMs: [],
    })
    return [
      probe('no filter', {}),
      probe(`a common word (${common})`, { q: common }),
      probe(`a less common word (${some})`, { q: some }),
      probe(`a rare word (${few})`, { q: few }),
      probe('two words', { q: `${common} ${some}` }),
      probe('one or another', { q: `${common} or ${some}` }),
      probe('a common word, newest first', { q: common, sort: '-createdAt' }),
      probe('a less common word, newest first', { q: some, sort: '-createdAt' }),
      probe('a rare word, open', { q: few, status: 'open' }),
      probe('a common word, open', { q: common, status: 'open' }),
      probe('a beginning', { q: `${some.slice(0, 3)}*` }),
      probe('a phrase', { q: `"thank you"` }),
    ]
  })
}

function p95(latencies: readonly number[]): number {
  return latencies.toSorted((a, b) => a - b)[Math.floor(latencies.length * 0.95)] ?? Number.NaN
}

function total(url: string, dataset: Dataset, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const req = request(url, { agent, headers: { Authorization: `Bearer ${dataset.tenants[0]?.key}` } }, (res) => {
      const parts: Buffer[] = []
      res.on('data', (part: Buffer) => parts.push(part))
      res.on('error', reject)
      res.on('end', () => {
        const text = Buffer.concat(parts).toString()
        if (res.statusCode !== 200) return reject(new Error(`${url}: ${res.statusCode} ${text}`))
        // Safe because the service returns lists in this shape.
        resolve((JSON.parse(text) as { meta: { total: number } }).meta.total)
      })
    })
    req.on('error', reject)
    req.end()
  })
}
