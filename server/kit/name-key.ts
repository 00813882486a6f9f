/**
 * Returns the comparison key of a name that is unique regardless of letter case. Computed here because PostgreSQL's case rules depend on
 * its locale.
 */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase()
}
