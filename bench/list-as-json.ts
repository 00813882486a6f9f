/** S21: the request of S1, compared with a bare `node:http` that sends the list as JSON that PostgreSQL made, without parsing it. */
import type { Sample } from './kit/rounds.ts'
import { median, medianOf } from './kit/rounds.ts'
import type { Claim, BenchResult } from './kit/run.ts'
import { perSecond } from './kit/table.ts'
import { listDataset, measureList } from './list-threads.ts'

const goal = 0.5
/** The service keeps responses in memory by default. The load repeats its requests, so both are measured: most responses kept, and none. */
const variants = [
  { work: 'list 20 open threads, responses kept', keptMegabytes: 16 },
  { work: 'list 20 open threads, none kept', keptMegabytes: 0 },
] as const

export const listAsJsonClaim: Claim = {
  ids: ['S21'],
  async measure(bench): Promise<BenchResult> {
    const dataset = await listDataset(bench)
    const rate = (samples: Sample[]): number => median(samples.map((sample) => sample.perSecond))
    const cpu = (samples: Sample[]) => ({ node: medianOf(samples, 'nodeMicros'), postgres: medianOf(samples, 'postgresMicros') })
    const outcome: BenchResult = {
      rows: [],
      cpu: [],
      conditions: ['S21: floor: node:http, the same query as JSON of PostgreSQL, sent without parsing; nothing changes meanwhile'],
    }
    for (const { work, keptMegabytes } of variants) {
      const { floor, ours } = await measureList(bench, dataset, { claim: 'S21', isJsonMade: true, keptMegabytes })
      const ratio = rate(ours) / rate(floor)
      const figures = { floor: perSecond(rate(floor)), ours: perSecond(rate(ours)), ratio, goal: `≥ ${goal}`, met: ratio >= goal }
      outcome.rows.push({ claim: 'S21', work, ...figures })
      outcome.cpu.push({ work: `S21 ${work}`, side: 'floor', ...cpu(floor) }, { work: `S21 ${work}`, side: 'ours', ...cpu(ours) })
    }
    return outcome
  },
}
