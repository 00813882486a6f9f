/**
 * The offsets of time zones, kept by zone and year. Reports convert thousands of local days and hours; a conversion by Temporal takes some
 * 30 µs, and an addition of the offset takes none.
 */
import { Temporal } from 'temporal-polyfill'

/** An offset from UTC that applies from an instant. Times are milliseconds. */
type Offset = { readonly from: number; readonly ms: number }

/** The offsets of a year in UTC: the one at its beginning, then one for each change of the clock. */
type OffsetsOfYear = readonly Offset[]

/** The years of zones that are kept. A report reads seven of them at most. */
const maxKeptYears = 1_000
const kept = new Map<string, OffsetsOfYear>()

const dayMs = 86_400_000
const hourMs = 3_600_000
/** Offsets from UTC are within these bounds: from -12:00 to +14:00, and the hour of a change. */
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

/** Returns the first change of the clock after an instant, within two years; null if there is none. */
export function nextChangeAfter(at: number, timezone: string): number | null {
  const year = new Date(at).getUTCFullYear()
  for (const each of [year, year + 1]) {
    const [first, ...changes] = offsetsOfYear(timezone, each)
    // The first entry of a year is a change only if the clock changed at that instant.
    const isChange = each > year && first && offsetAt(first.from - 1, timezone) !== first.ms
    const next = [...(isChange ? [first] : []), ...changes].find(({ from }) => from > at)
    if (next) return next.from
  }
  return null
}

/**
 * Returns the first instant of a local day, also when the clock skips midnight. `date` is midnight of the day in UTC. A day that the zone
 * skips as a whole begins when the next one begins.
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
