/** Prometheus metrics of this process, in the conventional names. */
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

export type Metrics = {
  registry: Registry
  /** `seconds` is null for answers that last, which say nothing of latency. */
  observeRequest(route: string, method: string, status: number, seconds: number | null): void
  /** An attempt of a webhook delivery, by a worker in this process. */
  observeAttempt(outcome: 'succeeded' | 'failed', seconds: number): void
}

/** The queue of webhook deliveries, of all processes. */
export type QueueState = { depth: number; oldestSeconds: number | null; dead: number; behind: number }

/**
 * `queue` is asked at each reading. It is the database's, so any process with the API shows it; a process that only works
 * has no port to be read at, and its attempts are counted by nobody but the deliveries themselves.
 */
export function openMetrics(pool: () => { max: number; waiting: number }, queue: () => Promise<QueueState>): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered, by operation and status',
    labelNames: ['route', 'method', 'status'],
    registers,
  })
  const latency = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request line to the end of the answer',
    labelNames: ['route', 'method'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  new Gauge({
    name: 'db_pool_connections_max',
    help: 'Database connections at most',
    registers,
    collect() {
      this.set(pool().max)
    },
  })
  new Gauge({
    name: 'db_pool_statements_waiting',
    help: 'Statements sent to the database and not answered yet',
    registers,
    collect() {
      this.set(pool().waiting)
    },
  })
  showQueue(registry, queue)
  const attempts = new Counter({
    name: 'webhook_attempts_total',
    help: 'Attempts of webhook deliveries by this process, by outcome',
    labelNames: ['outcome'],
    registers,
  })
  const attemptSeconds = new Histogram({
    name: 'webhook_attempt_duration_seconds',
    help: 'Time from looking up the receiver to the end of its answer',
    labelNames: ['outcome'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60],
    registers,
  })
  return {
    registry,
    observeAttempt(outcome, seconds) {
      attempts.inc({ outcome })
      attemptSeconds.observe({ outcome }, seconds)
    },
    observeRequest(route, method, status, seconds) {
      requests.inc({ route, method, status })
      if (seconds !== null) latency.observe({ route, method }, seconds)
    },
  }
}

/** Gauges that are one question to the database together. While it does not answer they have no value. */
function showQueue(registry: Registry, queue: () => Promise<QueueState>): void {
  let asking: Promise<QueueState | null> | null = null
  const ask = (): Promise<QueueState | null> =>
    (asking ??= queue()
      .catch(() => null)
      .finally(() => {
        asking = null
      }))
  const show = (name: string, help: string, read: (state: QueueState) => number): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const state = await ask()
        if (state) this.set(read(state))
        else this.remove()
      },
    })
  }
  show('webhook_events_waiting', 'Events that have not been turned into deliveries yet', ({ behind }) => behind)
  show('webhook_deliveries_waiting', 'Deliveries that wait for an attempt or are being attempted', ({ depth }) => depth)
  show(
    'webhook_deliveries_oldest_due_seconds',
    'How long the oldest of what is due, events that are no deliveries yet included, has waited for a worker',
    ({ oldestSeconds }) => oldestSeconds ?? 0,
  )
  show('webhook_deliveries_dead', 'Deliveries that were given up and are still held', ({ dead }) => dead)
}
