/** Converts times from the database's text format to the public format. */

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
