/** Embeds a page of a list in a larger response. */
import { cursorBinding, encodeCursor } from '#platform/http/cursor.ts'
import type { ListResult, Position } from '#platform/http/declared-endpoint.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Secrets } from '#platform/secrets.ts'

export type Part<Row> = { records: Row[]; meta: { cursor: string; hasMore: boolean; total: number } }

/** The list operation that continues the page, with the path parameters and filters that the caller will send. */
export type Continuation = { operationId: string; tenantId: Uuid; params: object; query: object }

/** Returns the records that fit into `maxBytes`, at least one, and the cursor for the list operation. */
export function toPart<Row>(reply: ListResult<Row>, maxBytes: number, secrets: Secrets, continuation: Continuation): Part<Row> {
  const { records, next } = cutToBytes(reply, maxBytes)
  const { operationId, tenantId, params, query } = continuation
  const cursor = next === null ? '' : encodeCursor(secrets, cursorBinding(operationId, tenantId, params, query), next)
  return { records, meta: { cursor, hasMore: next !== null, total: reply.total } }
}

function cutToBytes<Row>({ records, next, positionOf }: ListResult<Row>, maxBytes: number): { records: Row[]; next: Position | null } {
  let bytes = 0
  for (const [i, record] of records.entries()) {
    bytes += Buffer.byteLength(JSON.stringify(record))
    const last = records[i - 1]
    if (bytes > maxBytes && last !== undefined && positionOf) return { records: records.slice(0, i), next: positionOf(last) }
  }
  return { records, next }
}
