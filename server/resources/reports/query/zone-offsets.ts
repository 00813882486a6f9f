/**
 * Caches time zone offsets by zone and year. Reports convert thousands of local days and hours; Temporal takes about 30 µs per conversion,
 * while adding a cached offset takes almost no time.
 */
import { Temporal } from 'temporal-polyfill'

/** A UTC offset that applies from an instant. Times are milliseconds. */
type Offset = { readonly from: number; readonly ms: number }

/** Offsets of a UTC year: the one at its start, then one per clock change. */
type OffsetsOfYear = readonly Offset[]

/** Maximum number of cached zone years. A report reads at most seven. */
const maxKeptYears = 1_000
const kept = new Map<string, OffsetsOfYear>()

const dayMs = 86_400_000
const hourMs = 3_600_000
/** Bounds of UTC offsets: -12:00 to +14:00, plus the hour of a change. */
const [maxBehindMs, maxAheadMs] = [13 * hourMs, 15 * hourMs]

function offsetsOfYear(timezone: string, year: number): OffsetsOfYear {
  const key = `${timezone} ${year}`
  const known = kept.get(key)
  if (known) return known
  const start = Date.UTC(year, 0, 1)
  const end = Date.UTC(year + 1, 0, 1)
  let local: Temporal.ZonedDateTime | null = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(timezone)
  const offsets: Offset[] = []
  for (; local && local.epochMilliseconds < end; local = local.getTimeZoneTransition('next'))
    offsets.push({ from: local.epochMilliseconds, ms: local.offsetNanoseconds / 1_000_000 })
  const [oldest] = kept.keys()
  if (kept.size >= maxKeptYears && oldest !== undefined) kept.delete(oldest)
  kept.set(key, offsets)
  return offsets
}

/** Returns the zone's offset from UTC at an instant. */
export function offsetAt(at: number, timezone: string): number {
  return offsetsOfYear(timezone, new Date(at).getUTCFullYear()).findLast(({ from }) => from <= at)?.ms ?? 0
}

/** Returns the first clock change after an instant, within two years; null if there is none. */
export function nextChangeAfter(at: number, timezone: string): number | null {
  const year = new Date(at).getUTCFullYear()
  for (const each of [year, year + 1]) {
    const [first, ...changes] = offsetsOfYear(timezone, each)
    // The first entry of a year is only a change if the clock changed at that instant.
    const isChange = each > year && first && offsetAt(first.from - 1, timezone) !== first.ms
    const next = [...(isChange ? [first] : []), ...changes].find(({ from }) => from > at)
    if (next) return next.from
  }
  return null
}

/**
 * Returns the first instant of a local day, even when the clock skips midnight. `date` is midnight UTC of the day. A day that the zone
 * skips starts when the next one does.
 */
export function startOfDay(date: number, timezone: string): number {
  const [before, after] = [offsetAt(date - maxAheadMs, timezone), offsetAt(date + maxBehindMs, timezone)]
  if (before === after) return date - after
  const local = new Date(date)
  const day = new Temporal.PlainDate(local.getUTCFullYear(), local.getUTCMonth() + 1, local.getUTCDate())
  return day.toZonedDateTime({ timeZone: timezone }).epochMilliseconds
}

/** Returns the local date of an instant, as midnight of that date in UTC. */
export function toDate(at: number, timezone: string): number {
  return Math.floor((at + offsetAt(at, timezone)) / dayMs) * dayMs
}
