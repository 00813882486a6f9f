/**
 * Floor of a list: only `node:http` and the driver. It responds to every request with the rows of the service's own query for the key's
 * tenant: as arrays of values, which is what the service gets from the driver, or as JSON that PostgreSQL built. Runs as a separate
 * process; see `startBareServer`.
 */
import { createServer } from 'node:http'
import { openDriver } from '#platform/postgres/connection.ts'
import type { Statement } from '#platform/db.ts'
import { threadList } from '../../server/resources/threads/list/list-queries.ts'
import type { BareServerInput } from './bare-server.ts'

// Safe because startBareServer passes it.
const { connection, poolSize, port, tenantIdByKey, isJsonMade } = JSON.parse(process.argv[2] ?? '') as BareServerInput
const tenants = new Map(Object.entries(tenantIdByKey))
const { text: rowsText, names } = await queryOfList()
const text = isJsonMade ? `select json_build_object('data', json_agg(row_to_json(r)))::text from (${rowsText}) r` : rowsText
const sql = openDriver({ connection, max: poolSize })

const server = createServer((req, res) => {
  const tenantId = tenants.get((req.headers.authorization ?? '').slice('Bearer '.length))
  const values: Record<string, unknown> = { tenantId, limit: 21, status: 'open' }
  // Safe because these are the query's own parameters, with the types that the service passes to the driver.
  const response = sql.unsafe(text, names.map((name) => values[name]) as never[], { prepare: true }).values()
  response.then(
    (rows) => {
      const body = isJsonMade ? String(rows[0]?.[0]) : JSON.stringify({ data: rows, total: rows[0]?.[0] })
      res.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(body) })
      res.end(body)
    },
    (error: Error) => {
      res.writeHead(500)
      res.end(error.message)
    },
  )
})
server.listen(port, '127.0.0.1')

/** Returns the statement that the module runs for `?status=open&limit=20`. */
async function queryOfList(): Promise<Statement<never, unknown>> {
  const asked: Statement<never, unknown>[] = []
  const listener = {
    rows: async (query: Statement<never, unknown>) => {
      asked.push(query)
      return []
    },
    first: () => Promise.resolve(null),
    script: () => Promise.resolve(),
  }
  // Safe because the list only calls rows(), and this function returns none.
  await threadList.fetch(listener as never, '', { limit: 20, after: null }, { status: 'open' })
  const [query] = asked
  if (!query) throw new Error('The list ran no statement')
  return query
}
