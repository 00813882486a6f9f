/** Parses header fields for the guards. */
import type { MailHeader } from '../parse/parsed-mail.ts'

/** Returns the value of the first field with this name, which the last server added; null if there is none. */
export function findHeader(headers: readonly MailHeader[], name: string): string | null {
  return headers.find((header) => header.name === name)?.value ?? null
}

/** Returns the values of all fields with this name. */
export function listHeaders(headers: readonly MailHeader[], name: string): string[] {
  return headers.filter((header) => header.name === name).map(({ value }) => value)
}

/**
 * Returns the first word of a value in lower case, without comments and parameters: `Auto-Replied (vacation); x=1` gives `auto-replied`.
 */
export function readKeyword(value: string): string {
  return /^[^\s;,(]*/.exec(value.slice(0, 200).trim())?.[0].toLowerCase() ?? ''
}
