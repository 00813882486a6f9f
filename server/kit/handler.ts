/** The arguments and results of operation handlers. */
import type { Config } from '../config.ts'
import type { Database, Queryable } from '../platform/db.ts'
import type { Audit, Effects } from '../platform/outbox/effects.ts'
import type { Limits } from '../platform/http/rate-limit.ts'
import type { Uuid } from '../platform/ids.ts'
import type { DocumentReply, Page } from '../platform/http/declared-endpoint.ts'
import type { Log } from '../platform/log.ts'
import type { SafeFetch } from '../platform/outbound/safe-fetch.ts'
import type { WriteIdentity } from '../platform/outbox/ledger.ts'
import type { Actor, Principal } from '../platform/principal.ts'
import type { Secrets } from '../platform/secrets.ts'

/** The arguments of every handler. Ids in params, query and body have been converted to UUIDs. */
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
  /** Checks URLs given by tenants. Requests to them are sent by workers, or where a caller waits for the answer in `before`, never by a handler. */
  readonly outbound: Pick<SafeFetch, 'checkUrl' | 'fetch'>
  /** The configuration of this process. */
  readonly config: Config
  /** How the store of rate limits is. */
  readonly limits: Pick<Limits, 'shared' | 'health'>
  readonly log: Log
}

export type ReadContext<Params, Query, Body> = Request<Params, Query, Body> & { readonly db: Queryable }
export type TransactionContext<Params, Query, Body> = Request<Params, Query, Body> & { readonly tx: Queryable; readonly effects: Effects }
/** The arguments of handlers whose callers have no credentials. */
export type AnonymousRequest<Params, Body> = Omit<Request<Params, undefined, Body>, 'principal' | 'query' | 'page'> & {
  /** The caller's network address. */
  readonly ip: string
  /** What the caller's program calls itself, without anything that looks like a credential; null when it does not say. */
  readonly userAgent: string | null
  /** The tenant of the request's host name; null on the API host. */
  readonly hostTenantId: Uuid | null
}
/** `actor` is the result of `findActor`. Without an actor there is no tenant, so `effects` cannot be stored. */
export type AnonymousContext<Params, Body, Found extends Actor = Actor> = AnonymousRequest<Params, Body> & {
  readonly actor: Found | null
  readonly tx: Queryable
  readonly effects: Effects
}
export type StatementContext<Params, Query, Body> = Request<Params, Query, Body> & { readonly db: Database; readonly write: WriteIdentity }

/** `openapi` is the description of the API that this service serves. */
export type DocumentContext = { readonly openapi: () => DocumentReply }

/** `signal` aborts when the client has disconnected or the service shuts down. */
export type StreamContext<Query> = Pick<Request<unknown, Query, undefined>, 'principal' | 'query' | 'log'> & {
  readonly db: Queryable
  /** The last event that a reconnecting client has received. */
  readonly lastEventId: string | null
  readonly signal: AbortSignal
  /** Leaves an audit row in the name of the caller: for reads that are worth one. */
  readonly note: (audit: Audit) => Promise<void>
}
