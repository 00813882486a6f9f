/** Prometheus metrics of this process, with conventional names. */
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { Database } from '../db.ts'
import type { Work } from '../jobs/job.ts'
import type { MetricCounter, MetricGauges } from '../measures.ts'
import { showGauges, showWork, type ObserveAttempt } from './job-metrics.ts'

export type Metrics = {
  registry: Registry
  /** Counts a response. `seconds` is null for a stream, whose duration is not a latency. */
  observeRequest(route: string, method: string, status: number, seconds: number | null): void
  /** Counts an attempt of background work by a worker in this process. */
  observeAttempt: ObserveAttempt
}

/**
 * Creates the metrics. Each scrape reads the backlog from the database, so every process that serves the API shows it. A `work` process has
 * no port, so its attempts are not visible anywhere.
 */
export function createMetrics(
  db: Database,
  work: readonly Work[],
  { counters, gauges }: { counters: readonly MetricCounter[]; gauges: readonly MetricGauges<unknown>[] } = { counters: [], gauges: [] },
): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Responses, by operation and status',
    labelNames: ['route', 'method', 'status'],
    registers,
  })
  const latency = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request line to the end of the response',
    labelNames: ['route', 'method'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  new Gauge({
    name: 'db_pool_connections_max',
    help: 'Database connections at most',
    registers,
    collect() {
      this.set(db.poolState().max)
    },
  })
  new Gauge({
    name: 'db_pool_statements_waiting',
    help: 'Statements sent to the database and not finished yet',
    registers,
    collect() {
      this.set(db.poolState().waiting)
    },
  })
  const observeAttempt = showWork(registry, db, work)
  for (const each of counters) showCounter(registry, each)
  for (const each of gauges) showGauges(registry, db, each)
  return {
    registry,
    observeAttempt,
    observeRequest(route, method, status, seconds) {
      requests.inc({ route, method, status })
      if (seconds !== null) latency.observe({ route, method }, seconds)
    },
  }
}

function showCounter(registry: Registry, { name, help, label, counts }: MetricCounter): void {
  new Counter({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect() {
      this.reset()
      for (const [value, count] of counts) this.inc({ [label]: value }, count)
    },
  })
}

/** Registers metrics of the shared rate-limit store. Call the returned function for each request that the store did not count. */
export function showLimitStore(registry: Registry, isUp: () => boolean): () => void {
  const registers = [registry]
  new Gauge({
    name: 'rate_limit_store_up',
    help: 'Whether the shared store of rate limits (REDIS_URL) responds to this process',
    registers,
    collect() {
      this.set(isUp() ? 1 : 0)
    },
  })
  const missed = new Counter({
    name: 'rate_limit_store_missed_total',
    help: 'Requests that were counted in this process, or refused, because the shared store did not respond',
    registers,
  })
  return () => missed.inc()
}
