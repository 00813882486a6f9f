/** Merges the metrics of several processes into one text, for `start --processes`. */
import { AggregatorRegistry, Counter, Registry, collectDefaultMetrics } from 'prom-client'

/** The source of /metrics: the registry of this process, or the registries of several. */
export type MetricsSource = Pick<Registry, 'contentType' | 'metrics'>

/** The metrics of one process, as processes send them to each other. */
export type ProcessMetrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/**
 * Returns the text of all metrics. Each value gets the label `process`, because a sum of counters would drop when a process ends, and a sum
 * or average of gauges would hide an outlier. Metrics with the aggregator `first` are the same in every process, so they appear once,
 * without the label.
 */
export function mergeMetrics(parts: readonly { name: string; metrics: ProcessMetrics }[]): Promise<string> {
  const labelled = parts.map(({ name, metrics }) =>
    metrics.map((metric) => ({
      ...metric,
      aggregator: 'first',
      values:
        metric.aggregator === 'first'
          ? metric.values
          : metric.values.map((value) => ({ ...value, labels: { process: name, ...value.labels } })),
    })),
  )
  return AggregatorRegistry.aggregate(labelled).metrics()
}

/** Creates the metrics of the primary process. Call `countRestart` for each restart of a child process. */
export function createPrimaryMetrics(names: readonly string[]): { read(): Promise<ProcessMetrics>; countRestart(name: string): void } {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const restarts = new Counter({
    name: 'process_restarts_total',
    help: 'Starts of a process after its first, because it had ended',
    labelNames: ['process'],
    registers: [registry],
  })
  for (const process of names) restarts.inc({ process }, 0)
  return { read: () => registry.getMetricsAsJSON(), countRestart: (process) => restarts.inc({ process }) }
}
