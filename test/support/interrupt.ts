import type { Database, Queryable } from '#platform/db.ts'

class Killed extends Error {}

/** A database whose transactions are rolled back after a number of statements, as if the process had been killed there. */
export function interrupt(db: Database, statements: number): { db: Database; wasKilled: () => boolean } {
  let killed = false
  const transaction: Database['transaction'] = (run) =>
    db.transaction(async (tx) => {
      let left = statements
      const count = async <Result>(work: () => Promise<Result>): Promise<Result> => {
        if (left-- > 0) return work()
        killed = true
        throw new Killed('killed')
      }
      const result = await run({
        ...tx,
        rows: (query, params) => count(() => tx.rows(query, params)),
        first: (query, params) => count(() => tx.first(query, params)),
      })
      // Between the last statement and the commit.
      return count(() => Promise.resolve(result))
    })
  const background: Database['background'] = (_, run) => transaction(run)
  return { db: { ...db, rows: db.rows.bind(db), first: db.first.bind(db), transaction, background }, wasKilled: () => killed }
}

/** A database in which some statements always fail, to simulate a bug in the code. */
export function plantFailure(db: Database, fails: (query: unknown, params: object) => boolean): Database {
  const planted = <Source extends Queryable>(source: Source): Source => ({
    ...source,
    rows: (query, params) => (fails(query, params) ? Promise.reject(new Error('planted')) : source.rows(query, params)),
    first: (query, params) => (fails(query, params) ? Promise.reject(new Error('planted')) : source.first(query, params)),
  })
  return {
    ...planted(db),
    transaction: (run) => db.transaction((tx) => run(planted(tx))),
    background: (tenantId, run) => db.background(tenantId, (tx) => run(planted(tx))),
  }
}
