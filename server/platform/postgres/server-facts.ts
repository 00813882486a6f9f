import { statement, type Queryable } from '../db.ts'

export type ServerFacts = {
  /** PostgreSQL's version, such as `18.4`. */
  version: string
  /** The server's clock, in milliseconds since 1970. */
  clockMs: number
  /** Number of connections that PostgreSQL allows to unprivileged users. */
  maxConnections: number
}

const findFacts = statement<object, ServerFacts>(
  `select current_setting('server_version') as version, (extract(epoch from clock_timestamp()) * 1000)::double precision as "clockMs",
     current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
       - coalesce(current_setting('reserved_connections', true)::int, 0) as "maxConnections"`,
)

/** Reads version, clock and connection limit of the PostgreSQL server. */
export async function readServer(db: Queryable): Promise<ServerFacts> {
  const facts = await db.first(findFacts, {})
  if (!facts) throw new Error('A select without a table returned no row')
  return facts
}
