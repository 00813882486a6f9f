/** Times and time zones: from the database's text format to the public format, and the names of zones. */
import { Temporal } from 'temporal-polyfill'

/**
 * `2026-03-04 09:30:00.12+00` (text output) or `2026-03-04T09:30:00.12+00:00` (inside JSON) to `2026-03-04T09:30:00.120Z`.
 * Sessions run in UTC, so the offset is always zero; columns keep milliseconds.
 */
export function isoTime(text: string): string {
  if (text.endsWith('Z')) return text
  const fraction = text.charAt(19) === '.' ? text.slice(20, text.indexOf('+', 20)) : ''
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
}

export function isoTimeOrNull(text: string | null): string | null {
  return text === null ? null : isoTime(text)
}

/** A time zone as the IANA database writes it, in its present name or an older one; null for what is none. */
export function readTimezone(name: string): string | null {
  // Offsets such as +01:00 have no daylight saving time.
  if (!/^[A-Za-z]/.test(name)) return null
  try {
    // Not by Intl, which turns Asia/Kolkata into its former name.
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId
  } catch {
    return null
  }
}
