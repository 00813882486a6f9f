import type { Queryable } from '#platform/db.ts'

/**
 * Memoises reads: runs each statement once per set of parameters. A chunk of a dry run looks up the same labels, users and teams for many
 * threads.
 */
export function rememberReads(tx: Queryable): Queryable {
  const known = new Map<unknown, Map<string, Promise<unknown[]>>>()
  const rows: Queryable['rows'] = (query, params) => {
    const ofStatement = known.get(query) ?? new Map<string, Promise<unknown[]>>()
    known.set(query, ofStatement)
    const key = JSON.stringify(params)
    const read = ofStatement.get(key) ?? tx.rows(query, params)
    ofStatement.set(key, read)
    // Safe because this statement created the entry.
    return read as ReturnType<typeof tx.rows<typeof params, never>>
  }
  return { ...tx, rows, first: async (query, params) => (await rows(query, params))[0] ?? null }
}
