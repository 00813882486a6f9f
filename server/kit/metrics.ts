/** Prometheus metrics of this process, in the conventional names. */
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

export type Metrics = {
  registry: Registry
  observeRequest(route: string, method: string, status: number, seconds: number): void
}

export function openMetrics(pool: () => { max: number; waiting: number }): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Counter({ name: 'http_requests_total', help: 'Requests answered, by operation and status', labelNames: ['route', 'method', 'status'], registers })
  const latency = new Histogram({
    name: 'http_request_duration_seconds', help: 'Time from the request line to the end of the answer', labelNames: ['route', 'method'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10], registers,
  })
  new Gauge({ name: 'db_pool_connections_max', help: 'Database connections at most', registers, collect() { this.set(pool().max) } })
  new Gauge({ name: 'db_pool_statements_waiting', help: 'Statements sent to the database and not answered yet', registers, collect() { this.set(pool().waiting) } })
  return {
    registry,
    observeRequest(route, method, status, seconds) {
      requests.inc({ route, method, status })
      latency.observe({ route, method }, seconds)
    },
  }
}
