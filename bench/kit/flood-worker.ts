/**
 * Thread that floods one chat until it gets a message: new sessions from one address, and new threads of many visitors from many addresses.
 * It then posts what was sent and accepted. In the measuring thread, the flood would delay the requests that are timed.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { postForStatus } from './visitors.ts'

/** Requests a second, half of them for sessions. */
export const floodRate = 200

export type FloodInput = { url: string; key: string; tokens: readonly string[] }
export type Tally = { sent: number; accepted: number }
export type FloodTallies = { sessions: Tally; threads: Tally }

if (parentPort) {
  // Safe because `measureFlood` passes this.
  const { url, key, tokens } = workerData as FloodInput
  const stop = new AbortController()
  parentPort.once('message', () => stop.abort())
  const [sessions, threads] = await Promise.all([
    flood(stop.signal, () => postForStatus({ url }, '/widget/sessions', { credential: null, address: '203.0.113.7' }, { key })),
    flood(stop.signal, (n) => {
      const caller = { credential: tokens[n % tokens.length] ?? '', address: `198.51.${n % 256}.${(n >> 8) % 256}` }
      return postForStatus({ url }, '/widget/threads', caller, { body: 'Spam', clientId: crypto.randomUUID() })
    }),
  ])
  parentPort.postMessage({ sessions, threads } satisfies FloodTallies)
}

/** Sends requests at half the flood's rate, without waiting for the responses, until `signal` aborts. */
async function flood(signal: AbortSignal, request: (n: number) => Promise<number>): Promise<Tally> {
  const tally = { sent: 0, accepted: 0 }
  const open = new Set<Promise<void>>()
  const startedAt = performance.now()
  for (let n = 0; !signal.aborted; n++) {
    await sleep(Math.max(0, startedAt + (n * 2_000) / floodRate - performance.now()))
    tally.sent++
    const sent: Promise<void> = request(tally.sent).then((status) => {
      if (status < 300) tally.accepted++
      else if (status !== 429) throw new Error(`The flood was answered ${status}`)
      open.delete(sent)
    })
    open.add(sent)
  }
  await Promise.all(open)
  return tally
}
