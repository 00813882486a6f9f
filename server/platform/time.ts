/** Converts times from PostgreSQL's text to the API's format, and validates time zone names. */
import { Temporal } from 'temporal-polyfill'

/**
 * Converts `2026-03-04 09:30:00.12+00` (PostgreSQL's text) or `2026-03-04T09:30:00.12+00:00` (in JSON) to `2026-03-04T09:30:00.120Z`.
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

/** Returns a time zone in the IANA database's spelling, whether its name is current or obsolete; null if it is unknown. */
export function readTimezone(name: string): string | null {
  // Reject offsets such as +01:00, which have no daylight saving time.
  if (!/^[A-Za-z]/.test(name)) return null
  try {
    // Do not use Intl: it replaces Asia/Kolkata with its old name, Asia/Calcutta.
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId
  } catch {
    return null
  }
}
