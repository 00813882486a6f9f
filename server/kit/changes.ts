import { canonicalJson } from '#platform/http/canonical-json.ts'

/**
 * Returns the fields of `next` that differ from `current`, before and after; null if none differ. The result goes into audit rows and into
 * the `previous` field of events.
 */
export function findChanges<Fields extends object>(
  current: Fields,
  next: Partial<Fields>,
): { before: Partial<Fields>; after: Partial<Fields> } | null {
  const before: Partial<Fields> = {}
  const after: Partial<Fields> = {}
  // Safe because Object.keys of a Partial<Fields> are keys of Fields.
  for (const name of Object.keys(next) as (keyof Fields)[]) {
    if (canonicalJson(current[name]) === canonicalJson(next[name])) continue
    before[name] = current[name]
    if (next[name] !== undefined) after[name] = next[name]
  }
  return Object.keys(before).length > 0 ? { before, after } : null
}
