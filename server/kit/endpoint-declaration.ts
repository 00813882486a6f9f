/** The arguments of `endpoint.read()` and its siblings, one type for each kind of operation. */
import type { Conflicts } from '#platform/http/conflicts.ts'
import type { Database, Queryable } from '#platform/db.ts'
import type { Outcome, Saved } from '#platform/outbox/effects.ts'
import type { ErrorDeclaration } from '#platform/errors.ts'
import type {
  AnonymousContext,
  AnonymousReadContext,
  AnonymousRequest,
  DocumentContext,
  ReadContext,
  Request,
  ProcedureContext,
  StreamContext,
  TransactionContext,
} from './handler.ts'
import type {
  PriorResult,
  ResponseDeclaration,
  Deletion,
  DocumentResult,
  FormLimits,
  ItemResult,
  ListResult,
  PathId,
  PathToken,
  Progress,
  RateLimit,
} from '#platform/http/declared-endpoint.ts'
import type { StreamFrame } from '#platform/http/event-stream.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Actor, CallerScope } from '#platform/principal.ts'
import type { PresentLinks } from '#platform/files/file-links.ts'
import type { LimitOfRows } from '#platform/outbox/row-limit.ts'
import { Type, type Shape, type Static } from '#platform/schema.ts'

export function item<S extends Shape>(shape: S, description = 'Done'): ResponseDeclaration<S> {
  return { kind: 'item', shape, description }
}
export function list<S extends Shape>(
  shape: S,
  description = 'A page of results, newest first unless `sort` says otherwise',
  more: Pick<ResponseDeclaration, 'meta' | 'whole'> = {},
): ResponseDeclaration<S> {
  return { kind: 'list', shape, description, ...more }
}
export function document<S extends Shape>(shape: S, description: string): ResponseDeclaration<S> {
  return { kind: 'document', shape, description }
}

export function stream<S extends Shape>(shape: S, description: string): ResponseDeclaration<S> {
  return { kind: 'stream', shape, description }
}

/**
 * Declares a response in NDJSON: all items, one line of JSON each, without a limit. If it fails midway, the transfer ends without its final
 * chunk.
 */
export function lines<S extends Shape>(shape: S, description: string): ResponseDeclaration<S> {
  return { kind: 'lines', shape, description }
}

/**
 * Declares a table as text/csv: the data of each frame is one row, an array of cells. The number of rows is unlimited. If it fails midway,
 * the transfer ends without its final chunk.
 */
export function csv(description: string, example: string): ResponseDeclaration {
  return {
    kind: 'csv',
    shape: Type.String({ description: 'CSV (RFC 4180) in UTF-8 with a byte order mark.', examples: [example] }),
    description,
  }
}

type ParamsOf<Ids extends Record<string, PathId>> = { readonly [Name in keyof Ids]: Uuid }
type ValueOf<S> = S extends Shape ? Static<S> : undefined
type Wire<A extends Record<number, ResponseDeclaration>> = A[keyof A] extends ResponseDeclaration<infer S> ? Static<S> : never

type Common<Ids extends Record<string, PathId>, Responses extends Record<number, ResponseDeclaration>, Stored> = {
  operationId: string
  path: string
  /** Shown as the operation's heading in the documentation. */
  summary: string
  /** Written for customers; Markdown. */
  description: string
  tag: string
  /** `resource:level`; `any` accepts every valid credential, `session` accepts only users who have signed in. */
  scope: CallerScope
  /**
   * Also accepts a session that still lacks the second factor required by the user's role. Only for operations that enrol a second factor.
   */
  duringEnrolment?: true
  params?: Ids
  responds: Responses
  /**
   * Errors that the handler itself throws. Errors that follow from the declaration (guards, ids in the path, If-Match) are added by the
   * kit.
   */
  errors?: readonly ErrorDeclaration[]
  /**
   * Converts the handler's record to the public shape. Must be pure: a retry converts the stored record again and must return the same
   * bytes. `links` creates URLs of files.
   */
  present: (record: Stored, links: PresentLinks) => Wire<Responses>
  /** Returns the resource's path for the Location header, even when the request found an existing resource. */
  location?: (wire: Wire<Responses>) => string
  /** True: the ETag is the record's `version`. `body`: the ETag is a hash of the body, and If-None-Match can give 304. */
  etag?: boolean | 'body'
}

export type ReadSpec<
  Ids extends Record<string, PathId>,
  Q extends Shape | undefined,
  Responses extends Record<number, ResponseDeclaration>,
  Stored,
> = Common<Ids, Responses, Stored> & {
  query?: Q
  handle: (context: ReadContext<ParamsOf<Ids>, ValueOf<Q>, undefined>) => Promise<ItemResult<Stored> | ListResult<Stored>>
}

/** A document that is the same for every caller, so its handler gets neither tenant nor principal. */
export type DocumentSpec<Responses extends Record<number, ResponseDeclaration>> = Omit<
  Common<Record<never, PathId>, Responses, never>,
  'params' | 'present' | 'location' | 'etag'
> & { handle: (context: DocumentContext) => Promise<DocumentResult> }

/**
 * A stream. `handle` yields frames until the client disconnects. An error thrown before the first frame becomes a normal error response.
 */
export type StreamSpec<Q extends Shape | undefined, Responses extends Record<number, ResponseDeclaration>> = Omit<
  Common<Record<never, PathId>, Responses, never>,
  'params' | 'present' | 'location' | 'etag'
> & { query?: Q; handle: (context: StreamContext<ValueOf<Q>>) => AsyncGenerator<StreamFrame> }

type WriteSpec<
  Ids extends Record<string, PathId>,
  B extends Shape | undefined,
  Responses extends Record<number, ResponseDeclaration>,
  Stored,
> = Common<Ids, Responses, Stored> & {
  etag?: boolean
  body?: B
  /** Size limits of a form (multipart/form-data) that has one file in its field `file` (`formFile`), or of a body that is one file. */
  form?: FormLimits
  /** True when the body may identify an existing resource, so that If-Match is accepted although the path has no id. */
  upserts?: boolean
  /** True when each tenant has exactly one such resource, with a version, so that If-Match is accepted although the path has no id. */
  singleton?: boolean
  rateLimit?: RateLimit
  /** The resource whose row the operation inserts. Adds its row limit to the description and the errors. */
  creates?: { limit: LimitOfRows }
  /**
   * True when the response contains a secret, which is shown only once. The record for retries is encrypted with the caller's
   * Idempotency-Key.
   */
  secret?: boolean
  /** True when the operation revokes credentials or changes what they allow. This process then clears its cache of credentials. */
  changesCredentials?: boolean
} & (
    | { method: 'POST' | 'PATCH' | 'PUT' }
    | { method: 'DELETE'; deletion: Exclude<Deletion, 'final'> }
    | { method: 'DELETE'; deletion: 'final'; etag?: false }
  )

/** The kit runs the handler in a transaction and commits effect, audit row, events and idempotency record together. */
export type TransactionSpec<
  Ids extends Record<string, PathId>,
  Q extends Shape | undefined,
  B extends Shape | undefined,
  Responses extends Record<number, ResponseDeclaration>,
  Stored,
  Prepared = void,
> = WriteSpec<Ids, B, Responses, Stored> & {
  query?: Q
  /**
   * Does work that waits for something other than the database (DNS, a password hash). Runs before the transaction, so it holds no
   * connection and no lock. The handler gets the result as `prepared`. Skipped when a stored response exists for a retry.
   */
  before?: (
    context: Request<ParamsOf<Ids>, ValueOf<Q>, ValueOf<B>> & { readonly db: Database; readonly progress: Progress },
  ) => Promise<Prepared>
  /**
   * Shape of the parts that `before` passes to `progress` while it runs. A caller that accepts `text/event-stream` but not JSON receives
   * each part immediately, then the response.
   */
  pieces?: Shape
  /**
   * Undoes what `before` did when the request fails: it is rejected, its transaction is rolled back, or another request with the same key
   * was faster. A failed commit may have taken effect, so `release` must check. It does not run if the process is killed.
   */
  release?: (
    context: Request<ParamsOf<Ids>, ValueOf<Q>, ValueOf<B>> & { readonly db: Database; readonly prepared: NoInfer<Prepared> },
  ) => Promise<void>
  /**
   * For hot paths: tries the write in one round trip, with a procedure that writes audit row, events and idempotency record itself
   * (`auditedProcedure`). Returns null if the procedure wrote nothing or cannot handle this request. Then the handler, which must be able
   * to handle every request, runs in a transaction.
   */
  tryProcedure?: (context: ProcedureContext<ParamsOf<Ids>, ValueOf<Q>, ValueOf<B>>) => Promise<Outcome<Stored> | PriorResult | null>
  /** API errors for violated database constraints, keyed by constraint name. */
  conflicts?: Conflicts
  handle: (
    context: TransactionContext<ParamsOf<Ids>, ValueOf<Q>, ValueOf<B>> & { readonly prepared: NoInfer<Prepared> },
  ) => Promise<Outcome<Stored>>
}

/**
 * A write to a row of a resource, which the response shows: `snippet.write({...})`. The path is the row's path, optionally extended by
 * `path`; tag, scope, id, presenter and ETag follow from the resource. `result` describes the response.
 */
export type RowWriteSpec<Row, Q extends Shape | undefined, B extends Shape | undefined, Prepared = void> = DistributiveOmit<
  TransactionSpec<{ id: PathId }, Q, B, Record<number, ResponseDeclaration>, Row, Prepared>,
  'path' | 'tag' | 'scope' | 'params' | 'responds' | 'present' | 'etag'
> & { path?: string; result: string }

/**
 * Writes the working state of one user: a draft, a read position, the thread on screen. Working state changes every few seconds and needs
 * no history, so the write leaves no audit row and no event.
 */
export type PersonalSpec<
  Ids extends Record<string, PathId>,
  Q extends Shape | undefined,
  B extends Shape | undefined,
  Responses extends Record<number, ResponseDeclaration>,
  Stored,
  Prepared = void,
> = WriteSpec<Ids, B, Responses, Stored> & {
  query?: Q
  /** Does work that waits for something other than the database, as for other writes. */
  before?: (context: Request<ParamsOf<Ids>, ValueOf<Q>, ValueOf<B>> & { readonly db: Database }) => Promise<Prepared>
  handle: (
    context: Omit<TransactionContext<ParamsOf<Ids>, ValueOf<Q>, ValueOf<B>>, 'effects'> & { readonly prepared: NoInfer<Prepared> },
  ) => Promise<Saved<Stored>>
}

/**
 * A write by callers without credentials, such as signing in, requesting a password reset or accepting an invitation. Its `rateLimit` is
 * `attempts` by default. The kit determines the tenant, then runs the handler in a transaction.
 */
export type AnonymousSpec<
  Ids extends Record<string, PathId>,
  B extends Shape | undefined,
  Responses extends Record<number, ResponseDeclaration>,
  Stored,
  Found extends Actor = Actor,
> = DistributiveOmit<WriteSpec<Ids, B, Responses, Stored>, 'scope'> & {
  /**
   * Returns the account that the request tries to use, normalised (an e-mail address in lower case), because attempts are counted per
   * account. Returns null if it names no account.
   */
  account: (body: ValueOf<B>) => string | null
  /** The token in the path, if the path has `{token}`. */
  token?: PathToken
  /**
   * Whether the account was used from the caller's address before. Such an address has its own attempt budget, which strangers elsewhere
   * cannot use up. Called only when the account's budget is used up.
   */
  isKnown?: (context: { readonly db: Queryable; readonly body: ValueOf<B>; readonly ip: string }) => Promise<boolean>
  /**
   * Delays responses to fixed times after the request arrived, so that timing does not reveal whether an account exists. Applies to
   * refusals only, or to all responses.
   */
  fixedTimes?: 'refusals' | 'all'
  /**
   * Finds the tenant and the user of the write, with any other data that the handler needs. If it returns null, the handler chooses the
   * response. It runs before the transaction, so that hashing a password holds no connection and no lock. It may throw to refuse the
   * request; the refusal is not stored for retries.
   */
  findActor: (context: AnonymousRequest<ParamsOf<Ids>, ValueOf<B>> & { readonly db: Database }) => Promise<Found | null>
  /** Does work before the transaction if there is an actor. Skipped when a stored response exists for a retry. */
  before?: (
    context: AnonymousRequest<ParamsOf<Ids>, ValueOf<B>> & { readonly db: Database; readonly actor: NoInfer<Found> | null },
  ) => Promise<void>
} & (
    | { personal?: false; handle: (context: AnonymousContext<ParamsOf<Ids>, ValueOf<B>, NoInfer<Found>>) => Promise<Outcome<Stored>> }
    /** A write without lasting effect, which leaves no audit row and no event. */
    | {
        personal: true
        handle: (context: Omit<AnonymousContext<ParamsOf<Ids>, ValueOf<B>, NoInfer<Found>>, 'effects'>) => Promise<Saved<Stored>>
      }
  )

/** A read by callers without credentials. A token in the path or a key in the query identifies the tenant. */
export type AnonymousReadSpec<Q extends Shape | undefined, Responses extends Record<number, ResponseDeclaration>, Stored> = Omit<
  Common<Record<never, PathId>, Responses, Stored>,
  'scope' | 'duringEnrolment' | 'params'
> & {
  token?: PathToken
  query?: Q
  /** Seconds for which anyone may reuse a successful response. */
  cacheSeconds?: number
  handle: (context: AnonymousReadContext<ValueOf<Q>>) => Promise<ItemResult<Stored> | ListResult<Stored>>
}

/** Applies Omit to each member of a union; plain Omit would merge the members. */
type DistributiveOmit<Union, Names extends PropertyKey> = Union extends unknown ? Omit<Union, Names> : never
