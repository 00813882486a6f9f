/** Accumulates figures: the parts of each metric's figure, by bucket and group. */
import type { MetricName } from '../metrics.ts'

/** Parts of figures. Each kind of figure uses some of these. */
export type Parts = { count: number; sum: number; part: number; median: number | null; p90: number | null; max: number | null }

/** Values of a report's dimensions, in order; null for facts without a value. */
export type Group = readonly (string | null)[]

export const noParts: Parts = { count: 0, sum: 0, part: 0, median: null, p90: null, max: null }

export class Cells {
  /** Parts by metric and bucket, then by group key. */
  readonly #cells = new Map<MetricName, Map<string, Parts>[]>()
  readonly #groups = new Map<string, Group>()
  readonly #totals = new Map<MetricName, Parts>()

  /** Sets parts of a cell. Omitted parts keep their values. */
  set(metric: MetricName, bucket: number, group: Group, parts: Partial<Parts>): void {
    const key = keyOfGroup(group)
    if (!this.#groups.has(key)) this.#groups.set(key, group)
    let buckets = this.#cells.get(metric)
    if (!buckets) this.#cells.set(metric, (buckets = []))
    const cells = (buckets[bucket] ??= new Map<string, Parts>())
    cells.set(key, { ...(cells.get(key) ?? noParts), ...parts })
  }

  /** Returns a cell. `key` is the result of `keyOfGroup`. */
  get(metric: MetricName, bucket: number, key: string): Parts {
    return this.#cells.get(metric)?.[bucket]?.get(key) ?? noParts
  }

  setTotal(metric: MetricName, parts: Partial<Parts>): void {
    this.#totals.set(metric, { ...this.getTotal(metric), ...parts })
  }

  getTotal(metric: MetricName): Parts {
    return this.#totals.get(metric) ?? noParts
  }

  /** Groups with any facts, in no order. */
  get groups(): Group[] {
    return [...this.#groups.values()]
  }
}

export function keyOfGroup(group: Group): string {
  return JSON.stringify(group)
}
