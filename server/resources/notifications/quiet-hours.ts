/** Computes times in users' time zones, across daylight saving changes. */
import { Temporal } from 'temporal-polyfill'
import type { NotificationPreferences } from '../users/index.ts'

type Quiet = NonNullable<NotificationPreferences['quiet']>

/** Returns the end of the current quiet hours in milliseconds since 1970; null outside quiet hours. */
export function findQuietEnd(quiet: Quiet | null, nowMs: number): number | null {
  if (quiet === null) return null
  const clock = toLocal(nowMs, quiet.timezone).toPlainTime().toString({ smallestUnit: 'minute' })
  const isAfterStart = clock >= quiet.from
  const isBeforeEnd = clock < quiet.to
  const isQuiet = quiet.from > quiet.to ? isAfterStart || isBeforeEnd : isAfterStart && isBeforeEnd
  return isQuiet ? findNextTime(quiet.to, quiet.timezone, nowMs) : null
}

/**
 * Returns the next time after `nowMs` at which a clock in the zone shows `time` (`HH:MM`). Moves a time that daylight saving skips an hour
 * later. If a time occurs twice, returns the first occurrence, or the second once the first has passed.
 */
export function findNextTime(time: string, timezone: string, nowMs: number): number {
  const today = toLocal(nowMs, timezone).toPlainDate()
  for (let days = 0; ; days++) {
    const local = today.add({ days }).toPlainDateTime(time)
    for (const disambiguation of ['compatible', 'later'] as const) {
      const at = local.toZonedDateTime(timezone, { disambiguation }).epochMilliseconds
      if (at > nowMs) return at
    }
  }
}

function toLocal(ms: number, timezone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone)
}
