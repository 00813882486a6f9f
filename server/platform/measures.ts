/**
 * Collects the metrics that modules report on /metrics, in addition to the metrics of their background work. A module declares them when it
 * is loaded; the metrics of a process include all of them.
 */
import type { Queryable } from './db.ts'

/** A counter with one label. */
export type MetricCounter = {
  readonly name: string
  readonly help: string
  readonly label: string
  readonly counts: ReadonlyMap<string, number>
  add(labelValue: string): void
}

/** A gauge: one value, or one value per label value. */
export type MetricGauge<Figures> = { readonly name: string; readonly help: string } & (
  | { readonly value: (figures: Figures) => number }
  | { readonly label: string; readonly values: (figures: Figures) => ReadonlyMap<string, number> }
)

/** Gauges that share one query per scrape. The query covers all tenants, so its cost must not grow with their rows. */
export type MetricGauges<Figures> = { read(db: Queryable): Promise<Figures>; readonly gauges: readonly MetricGauge<Figures>[] }

const declared: { counters: MetricCounter[]; gauges: MetricGauges<unknown>[] } = { counters: [], gauges: [] }

/** Returns all metrics declared by the modules loaded so far. */
export const declaredMeasures = (): { readonly counters: readonly MetricCounter[]; readonly gauges: readonly MetricGauges<unknown>[] } =>
  declared

export function metricCounter({ name, help, label }: Pick<MetricCounter, 'name' | 'help' | 'label'>): MetricCounter {
  const counts = new Map<string, number>()
  const declaration = { name, help, label, counts, add: (value: string) => void counts.set(value, (counts.get(value) ?? 0) + 1) }
  declared.counters.push(declaration)
  return declaration
}

export function metricGauges<Figures>(declaration: MetricGauges<Figures>): void {
  // Safe because the figures only go from `read` to the gauges of the same declaration.
  declared.gauges.push(declaration as unknown as MetricGauges<unknown>)
}
