import { statement, type Queryable } from '../db.ts'

export type ServerFacts = {
  /** As PostgreSQL writes it: `18.4`. */
  version: string
  /** Milliseconds since 1970 by its clock. */
  clockMs: number
}

const findFacts = statement<object, ServerFacts>(
  `select current_setting('server_version') as version, (extract(epoch from clock_timestamp()) * 1000)::double precision as "clockMs"`,
)

/** What the PostgreSQL behind a connection says of itself. */
export async function readServer(db: Queryable): Promise<ServerFacts> {
  const facts = await db.first(findFacts, {})
  if (!facts) throw new Error('A select without a table returned no row')
  return facts
}
