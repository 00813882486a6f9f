/** Clients that only read lists and the health probe. They must get their responses in time too: 200, or 503 while the database is down. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { CrashTest } from './crash-test.ts'

export type Readers = {
  /** Returns the violations since the last call. Responses may take `heldUpMs` longer. */
  violations(heldUpMs: number): string[]
  summary(): string
  stop(): Promise<void>
}

type Reading = { path: string; status: number; ms: number; retryAfter: string | null; what: string }

export function startReaders({ client, service, tenants }: CrashTest, maxResponseMs: number): Readers {
  const readings: Reading[] = []
  const stopping = new AbortController()
  let judged = 0

  const readList = async (path: string): Promise<Reading> => {
    const { outcome, ms } = await client.send({ method: 'GET', path, headers: { Authorization: `Bearer ${tenants[0].key}` } })
    if (outcome.kind !== 'answered') return { path, status: 0, ms, retryAfter: null, what: outcome.why }
    return { path, status: outcome.status, ms, retryAfter: outcome.retryAfter, what: outcome.text }
  }
  const readHealth = async (): Promise<Reading> => {
    const begunAt = performance.now()
    const status = await fetch(`http://127.0.0.1:${service.port}/healthz`).then(
      (response) => response.status,
      () => 0,
    )
    return { path: '/healthz', status, ms: performance.now() - begunAt, retryAfter: null, what: '' }
  }
  const repeat = async (read: () => Promise<Reading>, pauseMs: number): Promise<void> => {
    for (; !stopping.signal.aborted; await sleep(pauseMs)) readings.push(await read())
  }
  const running = Promise.all([
    repeat(() => readList('/threads?limit=5'), 15),
    repeat(() => readList('/threads?status=open&limit=1'), 15),
    repeat(readHealth, 100),
  ])

  return {
    violations(heldUpMs) {
      const fresh = readings.slice(judged)
      judged = readings.length
      const late = fresh.filter(({ ms }) => ms > maxResponseMs + heldUpMs).map(({ path, ms }) => `GET ${path} took ${Math.round(ms)} ms`)
      const wrong = fresh
        .filter((reading) => !isFine(reading))
        .map(({ path, status, what }) => `GET ${path} was answered ${status}: ${what}`)
      return [...late, ...wrong]
    },
    summary: () => `${readings.length} reads`,
    async stop() {
      stopping.abort()
      await running
    },
  }
}

function isFine({ path, status, retryAfter }: Reading): boolean {
  return status === 200 || (status === 503 && retryAfter !== null && path !== '/healthz')
}
