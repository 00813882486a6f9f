/**
 * Types of an operation for HTTP and the OpenAPI document: its declaration without the types of its handler, and the results of handlers.
 */
import type { StaticResponse } from './static-response.ts'
import type { Queryable } from '../db.ts'
import type { ErrorDeclaration } from '../errors.ts'
import type { PresentLinks } from '../files/file-links.ts'
import type { IdPrefix, Uuid } from '../ids.ts'
import type { StoredResponse } from '../outbox/ledger.ts'
import type { LimitOfRows } from '../outbox/row-limit.ts'
import type { Actor, ScopeNeeded } from '../principal.ts'
import type { Shape } from '../schema.ts'
import type { Conflicts } from './conflicts.ts'
import type { StreamFrame } from './event-stream.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/**
 * Kind of response: one item or a page of items in the envelope, a prebuilt document, a stream of server-sent events, lines of JSON, or a
 * table as CSV.
 */
export type ResponseDeclaration<S extends Shape = Shape> = {
  kind: 'item' | 'list' | 'document' | 'stream' | 'lines' | 'csv'
  shape: S
  description: string
  /** Additional `meta` fields of a list. */
  meta?: Readonly<Record<string, Shape>>
  /**
   * Component for the whole list, for a short list whose response was a single item before pagination was added. Without `limit` the list
   * is one page, and its envelope also has the `error` field of single items.
   */
  whole?: Shape
}

export type FormLimits = {
  maxSize: number
  tooLarge: ErrorDeclaration
  /** Media type of a body that is a file rather than a form. The body's shape then has only the field `file`. */
  media?: 'message/rfc822'
}

/** An id in the path. An undecodable id gives the same 404 as an id that does not exist. */
export type PathId = {
  prefix: IdPrefix
  description: string
  notFound: ErrorDeclaration
  /** False when the named resource has no version: a write whose path ends in this id then accepts no If-Match. */
  versioned?: false
  /** A second name of the object, which reads accept in place of the id. */
  alias?: PathAlias
}

export type PathAlias = {
  /** A regular expression for the whole name. It must not match an id. */
  pattern: string
  /** The end of the id's description. */
  description: string
  find: (db: Queryable, tenantId: Uuid, name: string) => Promise<Uuid | null>
}

/**
 * A token in the path, which grants access to one object without other credentials, or a public name. The operation gets the token as it was
 * sent, and rejects tokens that are foreign, expired or broken with the same 404. `name` is the parameter's name, by default `token`; a name
 * of the tenant's own, such as a slug, has no prefix.
 */
export type PathToken = { name?: string; prefix: string | null; description: string; notFound: ErrorDeclaration }

/**
 * The effect of a DELETE. `final`: the resource is deleted for good, and the response shows its last state without an ETag. `archive`: it
 * is archived or revoked. `part`: something was removed from it.
 */
export type Deletion = 'final' | 'archive' | 'part'

/** Maximum number of items on a page. */
export const maxPageSize = 100

/**
 * Maximum bytes of the items on a page, so that the page with its envelope has at most 512 KiB. Only a page with a single item may be
 * larger.
 */
export const maxPageBytes = 512 * 1024 - 1024

/** The sort value and the id of the last row of a page. `at` is a time in PostgreSQL's format. */
export type Position = { at: string; id: Uuid }

/** The requested page: at most `limit` items after `after`. `limit` is at most `maxPageSize`. */
export type Page = { limit: number; after: Position | null }

/** The result of a list handler. `next` is the position of the last record when more follow, else null. */
export type ListResult<Row> = {
  records: Row[]
  total: number
  next: Position | null
  /** Position from which a polling caller continues, for lists that grow at their end. The last page then has a cursor, too. */
  resume?: Position
  /** Returns the position of a record, after which the next page begins. A list without this function never ends a page early. */
  positionOf?: (record: Row) => Position
  /** Returns the additional `meta` fields for the first `shown` records, in the shapes that the declaration lists as `meta`. */
  meta?: (shown: number) => object
}

/**
 * Sends a piece of a streamed response, in the shape that the operation declares. `signal` aborts when the caller has disconnected. Null
 * when the response is not streamed.
 */
export type Progress = { readonly signal: AbortSignal; piece(data: object): void } | null

/** One item, with its HTTP status. `record` is the stored form; the operation's `present` converts it to the API's shape. */
export type ItemResult<Record> = { status: number; record: Record }
/** The result of a single-statement write that found a stored response for this Idempotency-Key. */
export type PriorResult = { prior: StoredResponse }
/** Prebuilt JSON, which is sent unchanged and without the envelope. */
export type DocumentResult = StaticResponse

/**
 * A declared operation. Its kind determines what its handler receives and returns; kit/handler.ts has the types of the contexts. Fields of
 * other kinds are undefined.
 */
export type Endpoint = Described &
  (
    | Kind<'read', ReadOperation>
    | Kind<'write', WriteOperation>
    | Kind<'personalWrite', WriteOperation>
    | Kind<'anonymous', AnonymousOperation>
    | Kind<'stream', { handle: (context: unknown) => AsyncGenerator<StreamFrame> }>
    | Kind<'document', { handle: (context: unknown) => Promise<DocumentResult> }>
  )

export type OfKind<Name extends Endpoint['kind']> = Extract<Endpoint, { kind: Name }>
/** Operations that commit in a transaction. */
export type WriteEndpoint = OfKind<'write' | 'personalWrite' | 'anonymous'>

type AnyOperation = ReadOperation & AnonymousOperation
type Kind<Name extends string, Operation> = { kind: Name } & Operation & {
    [Field in Exclude<keyof AnyOperation, keyof Operation>]?: undefined
  }

/** Properties of every operation that the router, the guards and the API description use. */
type Described = {
  operationId: string
  method: Method
  path: string
  summary: string
  description: string
  tag: string
  scope: ScopeNeeded
  params: Record<string, PathId>
  query?: Shape
  responds: Record<number, ResponseDeclaration>
  errors: readonly ErrorDeclaration[]
  duringEnrolment?: true
}

type Enveloped = {
  token?: PathToken
  present: (record: unknown, links: PresentLinks) => unknown
  etag?: boolean | 'body'
  /** Seconds for which anyone may reuse a successful response. */
  cacheSeconds?: number
}

type ReadOperation = Enveloped & { handle: (context: unknown) => Promise<ItemResult<unknown> | ListResult<unknown>> }

type WriteOperation = Enveloped & {
  body?: Shape
  form?: FormLimits
  conflicts?: Conflicts
  location?: (wire: unknown) => string
  deletion?: Deletion
  upserts?: boolean
  singleton?: boolean
  creates?: { limit: LimitOfRows }
  secret?: boolean
  changesCredentials?: boolean
  rateLimit?: RateLimit
  pieces?: Shape
  /**
   * Processes a large body outside the main thread, before the handler runs; undefined when there is nothing to process. `release` is
   * called when the request is done.
   */
  prepareBody: (body: unknown, tenantId: string) => Promise<{ usedMs: number; release: () => void }> | undefined
  tryProcedure?: (context: unknown) => Promise<ItemResult<unknown> | PriorResult | null>
  before?: (context: unknown) => Promise<unknown>
  release?: (context: unknown) => Promise<void>
  handle: (context: unknown) => Promise<ItemResult<unknown>>
}

type AnonymousOperation = WriteOperation & {
  account: (body: unknown) => string | null
  findActor: (context: unknown) => Promise<Actor | null>
  isKnown?: (context: unknown) => Promise<boolean>
  fixedTimes?: 'refusals' | 'all'
  personal?: boolean
}

/**
 * A limit in addition to the limits of addresses and tenants.
 * - `attempts` counts all requests for each address and account, for operations that check a password or a code.
 * - `refused` counts only those that `findActor` refuses. For operations whose callers present a random token that cannot be guessed: counting
 *   all requests would block colleagues who sign in at the same time behind one address.
 * - `token` counts requests for each token in the path and for each address, like the forms of pages.
 * - `visits` counts requests of websites' visitors for each address.
 * - `messages` counts requests for each visitor, and `threads` also for all visitors of the inbox.
 */
export type RateLimit = 'attempts' | 'refused' | 'token' | 'visits' | 'messages' | 'threads'
