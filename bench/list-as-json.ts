/**
 * S21: the request of S1, compared with a bare `node:http` server that sends the list as JSON that PostgreSQL built, without parsing it.
 */
import type { Sample } from './kit/rounds.ts'
import { median, findMedian } from './kit/rounds.ts'
import type { Claim, BenchResult } from './kit/run.ts'
import { perSecond } from './kit/table.ts'
import { listDataset, measureList } from './list-threads.ts'

const goal = 0.5
const work = 'list 20 open threads, against JSON of PostgreSQL'

export const listAsJsonClaim: Claim = {
  ids: ['S21'],
  async measure(bench): Promise<BenchResult> {
    const dataset = await listDataset(bench)
    const { floor, ours } = await measureList(bench, dataset, { claim: 'S21', isJsonMade: true })
    const rate = (samples: Sample[]): number => median(samples.map((sample) => sample.perSecond))
    const cpu = (samples: Sample[]) => ({ node: findMedian(samples, 'nodeMicros'), postgres: findMedian(samples, 'postgresMicros') })
    const ratio = rate(ours) / rate(floor)
    const figures = { floor: perSecond(rate(floor)), ours: perSecond(rate(ours)), ratio, goal: `≥ ${goal}`, met: ratio >= goal }
    return {
      rows: [{ claim: 'S21', work, ...figures }],
      cpu: [
        { work: `S21 ${work}`, side: 'floor', ...cpu(floor) },
        { work: `S21 ${work}`, side: 'ours', ...cpu(ours) },
      ],
      conditions: ['S21: floor: node:http, the same query as JSON of PostgreSQL, sent without parsing'],
    }
  },
}
