/** S15: mailed replies: from the request to the mail server's reply to the final dot, at a constant rate. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createSkeinClient } from '../client/index.ts'
import { startScriptedServer } from '../test/support/scripted-smtp.ts'
import { freshDataset, indexLoaded, removeDataset } from './kit/dataset.ts'
import type { Bench, Claim, BenchResult } from './kit/run.ts'
import { isReady, startService } from './kit/service.ts'
import { milliseconds } from './kit/table.ts'

const repliesPerSecond = 10
const msGoal = 300
const threadCount = 50
/** Time limit for the last mails to arrive. */
const settleMs = 30_000

export const mailOutClaim: Claim = {
  ids: ['S15'],
  async measure({ options, note }: Bench): Promise<BenchResult> {
    const seconds = options.quick ? 10 : 60
    const dataset = await freshDataset(options.dataRoot, 'mail-out', [1_000])
    await indexLoaded(dataset)
    const arrivedAt = new Map<string, number>()
    const sink = await startScriptedServer({
      dot({ raw }) {
        arrivedAt.set(/^Message-ID: <(.*)>/im.exec(raw)?.[1] ?? '', performance.now())
        return '250 2.0.0 Ok'
      },
    })
    const service = await startService(options, dataset.dataDir, isReady, { command: 'start', env: { SMTP_URL: sink.url } })
    try {
      const skein = createSkeinClient({ baseUrl: service.url, apiKey: dataset.tenants[0]?.key ?? '' })
      const { data: inbox } = await skein.createInbox({ body: { name: 'Mail', type: 'EMAIL', address: 'support@bench-1.localhost' } })
      const threads: string[] = []
      for (let i = 0; i < threadCount; i++) {
        const body = { title: 'Empty export', body: 'It is empty.', requester: { email: `ada.${i}@example.com` }, inboxId: inbox.id }
        threads.push((await skein.createThread({ body })).data.threadId)
      }
      const sentAt = new Map<string, number>()
      const startedAt = performance.now()
      const requests: Promise<void>[] = []
      for (let n = 0; n < seconds * repliesPerSecond; n++) {
        const early = startedAt + (n * 1000) / repliesPerSecond - performance.now()
        if (early > 1) await sleep(early)
        const askedAt = performance.now()
        const id = threads[n % threads.length] ?? ''
        const reply = skein.replyToThread({ path: { id }, body: { body: 'The export works again.' } })
        requests.push(reply.then(({ data }) => void sentAt.set(data.email?.messageId ?? '', askedAt)))
      }
      await Promise.all(requests)
      for (const until = performance.now() + settleMs; arrivedAt.size < sentAt.size && performance.now() < until; ) await sleep(20)
      const delays = [...arrivedAt].map(([messageId, at]) => at - (sentAt.get(messageId) ?? at)).toSorted((a, b) => a - b)
      const p95 = delays[Math.floor(delays.length * 0.95)] ?? Number.NaN
      const lost = sentAt.size - arrivedAt.size
      const doubled = sink.received.length - arrivedAt.size
      note(`S15: ${sentAt.size} replies, p50 ${milliseconds(delays[delays.length >> 1] ?? Number.NaN)}, p95 ${milliseconds(p95)}`)
      return {
        rows: [
          {
            claim: 'S15',
            work: `${repliesPerSecond} replies/s: p95 of request to mail server, ${lost} lost, ${doubled} doubled`,
            floor: '',
            ours: milliseconds(p95),
            ratio: null,
            goal: `≤ ${msGoal} ms, 0 lost`,
            met: p95 <= msGoal && lost === 0 && doubled === 0,
          },
        ],
        cpu: [],
        conditions: ['S15: the delay begins with the request and ends when the mail server has the final dot; one inbox, two connections'],
      }
    } finally {
      await service.stop()
      await sink.stop()
      await removeDataset(dataset.dataDir)
    }
  },
}
