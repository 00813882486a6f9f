/**
 * The comparison key of names that are unique regardless of letter case. Computed here, because the database's case rules depend on its
 * locale.
 */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase()
}
