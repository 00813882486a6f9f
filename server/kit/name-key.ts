/** What names that must be unique without regard to letter case are compared by: made here and not by the database, whose rules depend on its locale. */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase()
}
