/** The arguments and results of operation handlers. */
import type { Config } from '../config.ts'
import type { Database, Queryable } from '#platform/db.ts'
import type { Audit, Effects } from '#platform/outbox/effects.ts'
import type { Limits } from '#platform/http/rate-limit.ts'
import type { Uuid } from '#platform/ids.ts'
import type { DocumentResult, Page } from '#platform/http/declared-endpoint.ts'
import type { Log } from '#platform/log.ts'
import type { SafeFetch } from '#platform/outbound/safe-fetch.ts'
import type { WriteIdentity } from '#platform/outbox/write-identity.ts'
import type { Actor, Principal } from '#platform/principal.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { Pauser } from '#platform/turns.ts'

/** The arguments of every handler. Ids in params, query and body have been converted to UUIDs. */
export type Request<Params, Query, Body> = {
  readonly principal: Principal
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly page: Page
  /** Entity tags of If-Match; null when the header is absent. */
  readonly ifMatch: readonly string[] | null
  readonly requestId: string
  /** Creates and checks credentials. */
  readonly secrets: Secrets
  /** Checks URLs that tenants supplied, and fetches them. Only `before` and workers send such requests, never a handler. */
  readonly outbound: Pick<SafeFetch, 'checkUrl' | 'fetch' | 'post'>
  readonly config: Config
  /** The state of the rate limits' shared store. */
  readonly limits: Pick<Limits, 'shared' | 'health'>
  readonly log: Log
  /** Starts a pauser. Long work uses it to yield to other requests between chunks, and to count against the tenant's processor time. */
  readonly startPauser: () => Pauser
}

export type ReadContext<Params, Query, Body> = Request<Params, Query, Body> & { readonly db: Queryable }
export type TransactionContext<Params, Query, Body> = Request<Params, Query, Body> & { readonly tx: Queryable; readonly effects: Effects }
/** The arguments of handlers of operations without credentials. */
export type AnonymousRequest<Params, Body> = Omit<Request<Params, undefined, Body>, 'principal' | 'query' | 'page'> & {
  /** The caller's network address. */
  readonly ip: string
  /** The User-Agent header, without anything that looks like a credential; null if the header is absent. */
  readonly userAgent: string | null
  /** The tenant of the request's host name; null on the API host. */
  readonly hostTenantId: Uuid | null
  /** The token in the path, as it was sent; empty if the path has none. */
  readonly token: string
  /** The Origin header, which browsers send; null if the header is absent. */
  readonly origin: string | null
}
export type AnonymousReadContext<Query> = Pick<AnonymousRequest<unknown, undefined>, 'token' | 'hostTenantId' | 'secrets' | 'config'> &
  Pick<Request<unknown, Query, undefined>, 'query' | 'page'> & { readonly db: Database }
/** `actor` is the result of `findActor`. Without an actor there is no tenant, so `effects` cannot be stored. */
export type AnonymousContext<Params, Body, Found extends Actor = Actor> = AnonymousRequest<Params, Body> & {
  readonly actor: Found | null
  readonly tx: Queryable
  readonly effects: Effects
}
export type ProcedureContext<Params, Query, Body> = Request<Params, Query, Body> & { readonly db: Database; readonly write: WriteIdentity }

/** The context of a document's handler. `openapi` returns the OpenAPI document that this service serves. */
export type DocumentContext = { readonly openapi: () => DocumentResult }

/** The context of a stream's handler. `signal` aborts when the client disconnects or the service shuts down. */
export type StreamContext<Query> = Pick<Request<unknown, Query, undefined>, 'principal' | 'query' | 'log'> & {
  readonly db: Queryable
  /** The Last-Event-ID of a client that reconnects. */
  readonly lastEventId: string | null
  readonly signal: AbortSignal
  /** Writes an audit row for the caller, for reads that must leave one. */
  readonly note: (audit: Audit) => Promise<void>
}
