import { statement, type Queryable } from '../db.ts'

export type ServerFacts = {
  /** PostgreSQL's version, such as `18.4`. */
  version: string
  /** The server's clock, in milliseconds since 1970. */
  clockMs: number
}

const findFacts = statement<object, ServerFacts>(
  `select current_setting('server_version') as version, (extract(epoch from clock_timestamp()) * 1000)::double precision as "clockMs"`,
)

/** Reads the version and the clock of the PostgreSQL behind a connection. */
export async function readServer(db: Queryable): Promise<ServerFacts> {
  const facts = await db.first(findFacts, {})
  if (!facts) throw new Error('A select without a table returned no row')
  return facts
}
