/**
 * Figures that modules report on /metrics, beside those of their background work. A module declares them when it is loaded; the metrics
 * of a process show all of them.
 */
import type { Queryable } from './db.ts'

/** Counts what this process has done, by one label. */
export type MetricCounter = {
  readonly name: string
  readonly help: string
  readonly label: string
  readonly counts: ReadonlyMap<string, number>
  add(labelValue: string): void
}

/** A gauge: one value, or a value for each value of a label. */
export type MetricGauge<Figures> = { readonly name: string; readonly help: string } & (
  | { readonly value: (figures: Figures) => number }
  | { readonly label: string; readonly values: (figures: Figures) => ReadonlyMap<string, number> }
)

/** MetricGauges that share one query for each scrape. The query covers all tenants, so its cost must not depend on their number of rows. */
export type MetricGauges<Figures> = { read(db: Queryable): Promise<Figures>; readonly gauges: readonly MetricGauge<Figures>[] }

const declared: { counters: MetricCounter[]; gauges: MetricGauges<unknown>[] } = { counters: [], gauges: [] }

/** Returns all figures declared by the modules loaded so far. */
export const declaredMeasures = (): { readonly counters: readonly MetricCounter[]; readonly gauges: readonly MetricGauges<unknown>[] } =>
  declared

export function metricCounter({ name, help, label }: Pick<MetricCounter, 'name' | 'help' | 'label'>): MetricCounter {
  const counts = new Map<string, number>()
  const declaration = { name, help, label, counts, add: (value: string) => void counts.set(value, (counts.get(value) ?? 0) + 1) }
  declared.counters.push(declaration)
  return declaration
}

export function metricGauges<Figures>(declaration: MetricGauges<Figures>): void {
  // Safe because the figures are only passed from `read` to the gauges of the same declaration.
  declared.gauges.push(declaration as unknown as MetricGauges<unknown>)
}
