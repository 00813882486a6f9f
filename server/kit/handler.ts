/** What the handlers of operations are given, and what they reply. */
import type { Database, Queryable } from './db.ts'
import type { Effects } from './effects.ts'
import type { Uuid } from './ids.ts'
import type { Page } from './list.ts'
import type { Log } from './log.ts'
import type { SafeFetch } from './outbound/safe-fetch.ts'
import type { PriorAnswer, WriteIdentity } from './outbox/ledger.ts'
import type { Actor, Principal } from './principal.ts'
import type { Secrets } from './secrets.ts'

/** What every handler is given. Ids in params, query and body have been turned into UUIDs. */
export type Request<Params, Query, Body> = {
  readonly principal: Principal
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly page: Page
  /** Entity tags of If-Match, null when the header is absent. */
  readonly ifMatch: readonly string[] | null
  readonly requestId: string
  /** For operations that make or check credentials. */
  readonly secrets: Secrets
  /** Checks addresses that tenants give; requests to them leave from workers, never from a handler. */
  readonly outbound: Pick<SafeFetch, 'checkUrl'>
  readonly log: Log
}

/** One item, with its HTTP status. `record` is what the database holds; `present` turns it into the wire's shape. */
export type ItemReply<Record> = { status: number; record: Record }
/** A write in one statement found that this Idempotency-Key has been answered before. */
export type AlreadyAnswered = { prior: PriorAnswer }
/** JSON that was made before the request: sent to the byte, without the envelope. */
export type DocumentReply = { bytes: Buffer; entityTag: string }

export type ReadContext<Params, Query, Body> = Request<Params, Query, Body> & { readonly db: Queryable }
export type TransactionContext<Params, Query, Body> = Request<Params, Query, Body> & { readonly tx: Queryable; readonly effects: Effects }
/** What an operation is given whose callers have no credentials. */
export type AnonymousRequest<Params, Body> = Omit<Request<Params, undefined, Body>, 'principal' | 'query' | 'page'> & {
  /** The caller's network address. */
  readonly ip: string
  /** The tenant that the host names; null on the API host. */
  readonly hostTenantId: Uuid | null
}
/** `actor` is what `findActor` answered. Without one there is no tenant, and so nothing that `effects` could be written for. */
export type AnonymousContext<Params, Body> = AnonymousRequest<Params, Body> & {
  readonly actor: Actor | null
  readonly tx: Queryable
  readonly effects: Effects
}
export type StatementContext<Params, Query, Body> = Request<Params, Query, Body> & { readonly db: Database; readonly write: WriteIdentity }

/** `openapi` is the description of the API that this service serves. */
export type DocumentContext = { readonly openapi: () => DocumentReply }

/** `signal` aborts when the reader has left or the service closes. */
export type StreamContext<Query> = Pick<Request<unknown, Query, undefined>, 'principal' | 'query' | 'log'> & {
  readonly db: Queryable
  /** The event that a reconnecting reader has seen last. */
  readonly lastEventId: string | null
  readonly signal: AbortSignal
}
