/** What the declaration of an operation consists of, for each kind of operation: the arguments of `endpoint()`. */
import type { Conflicts } from '../platform/http/conflicts.ts'
import type { Database, Queryable } from '../platform/db.ts'
import type { Outcome, Saved } from '../platform/outbox/effects.ts'
import type { ErrorDeclaration } from '../platform/errors.ts'
import type {
  AnonymousContext,
  AnonymousRequest,
  DocumentContext,
  ReadContext,
  Request,
  StatementContext,
  StreamContext,
  TransactionContext,
} from './handler.ts'
import type {
  AlreadyAnswered,
  Answer,
  Deletion,
  DocumentReply,
  FormLimits,
  ItemReply,
  ListReply,
  PathId,
  Progress,
} from '../platform/http/declared-endpoint.ts'
import type { StreamFrame } from '../platform/http/event-stream.ts'
import type { Uuid } from '../platform/ids.ts'
import type { Actor, ScopeOfCaller } from '../platform/principal.ts'
import type { PresentLinks } from '../platform/files/file-links.ts'
import type { LimitOfRows } from '../platform/outbox/row-limit.ts'
import type { Shape, Static } from '../platform/schema.ts'

export function item<S extends Shape>(shape: S, description = 'Done'): Answer<S> {
  return { kind: 'item', shape, description }
}
export function list<S extends Shape>(
  shape: S,
  description = 'A page of results, newest first unless `sort` says otherwise',
  more: Pick<Answer, 'meta'> = {},
): Answer<S> {
  return { kind: 'list', shape, description, ...more }
}
export function document<S extends Shape>(shape: S, description: string): Answer<S> {
  return { kind: 'document', shape, description }
}

export function stream<S extends Shape>(shape: S, description: string): Answer<S> {
  return { kind: 'stream', shape, description }
}

/** All items, each as a line of JSON (NDJSON), however many there are. What is cut short ends without an end of the transfer. */
export function lines<S extends Shape>(shape: S, description: string): Answer<S> {
  return { kind: 'lines', shape, description }
}

type ParamsOf<Ids extends Record<string, PathId>> = { readonly [Name in keyof Ids]: Uuid }
type ValueOf<S> = S extends Shape ? Static<S> : undefined
type Wire<A extends Record<number, Answer>> = A[keyof A] extends Answer<infer S> ? Static<S> : never

type Common<Ids extends Record<string, PathId>, Answers extends Record<number, Answer>, Stored> = {
  operationId: string
  path: string
  /** Shown as the operation's heading in the documentation. */
  summary: string
  /** Written for customers; Markdown. */
  description: string
  tag: string
  /** `resource:level`; `any` for every valid credential, `session` for people who have signed in. */
  scope: ScopeOfCaller
  /** Also for sessions that still lack the second factor which the person's role needs. Only what enrolling one takes. */
  duringEnrolment?: true
  params?: Ids
  responds: Answers
  /** Errors the handler itself may throw. Errors that follow from the declaration (guards, ids in the path, If-Match) are not listed. */
  errors?: readonly ErrorDeclaration[]
  /**
   * Pure: turns the handler's record into the public shape. A stored answer is passed through it again and must give the same bytes.
   * `links` makes the URLs of files.
   */
  present: (record: Stored, links: PresentLinks) => Wire<Answers>
  /** Path of the resource, for the Location header. Also set when the resource existed before. */
  location?: (wire: Wire<Answers>) => string
  /** The record has a `version`, which becomes the ETag. Tests fail when this flag and the record disagree. */
  etag?: boolean
}

export type ReadSpec<
  Ids extends Record<string, PathId>,
  Q extends Shape | undefined,
  Answers extends Record<number, Answer>,
  Stored,
> = Common<Ids, Answers, Stored> & {
  method: 'GET'
  query?: Q
  handle: (context: ReadContext<ParamsOf<Ids>, ValueOf<Q>, undefined>) => Promise<ItemReply<Stored> | ListReply<Stored>>
}

/** A document that is the same for every caller: its handler gets neither tenant nor principal. */
export type DocumentSpec<Answers extends Record<number, Answer>> = Omit<
  Common<Record<never, PathId>, Answers, never>,
  'params' | 'present' | 'location' | 'etag'
> & { method: 'GET'; handle: (context: DocumentContext) => Promise<DocumentReply> }

/** Yields frames until the client disconnects. An error thrown before the first frame gets a normal error response. */
export type StreamSpec<Q extends Shape | undefined, Answers extends Record<number, Answer>> = Omit<
  Common<Record<never, PathId>, Answers, never>,
  'params' | 'present' | 'location' | 'etag'
> & { method: 'GET'; query?: Q; streams: true; handle: (context: StreamContext<ValueOf<Q>>) => AsyncGenerator<StreamFrame> }

type WriteSpec<Ids extends Record<string, PathId>, B extends Shape | undefined, Answers extends Record<number, Answer>, Stored> = Common<
  Ids,
  Answers,
  Stored
> & {
  body?: B
  /** The body is a form (multipart/form-data) with one file in its field `file` (`formFile`), of at most so many bytes. */
  form?: FormLimits
  /** The body may name an existing resource, so If-Match is accepted although the path has no id. */
  upserts?: boolean
  /** There is one of it in each tenant, with a version, so If-Match is accepted although the path has no id. */
  singleton?: boolean
  /** `auth` for operations that check passwords or codes: a few attempts a minute for each address and each account. */
  limit?: 'auth'
  /** The resource of which it inserts a row. Its limit becomes part of the description, and of the errors. */
  creates?: { limit: LimitOfRows }
  /** The response shows a secret once. For retries it is stored only encrypted under the caller's Idempotency-Key. */
  secret?: boolean
  /** Ends credentials or changes what they may do: what this process remembers of them is forgotten when it has happened. */
  changesCredentials?: boolean
} & (
    | { method: 'POST' | 'PATCH' | 'PUT' }
    | { method: 'DELETE'; deletion: Exclude<Deletion, 'final'> }
    | { method: 'DELETE'; deletion: 'final'; etag?: false }
  )

/** The kit runs the handler in a transaction and commits effect, audit row, events and idempotency record together. */
export type TransactionSpec<
  Ids extends Record<string, PathId>,
  B extends Shape | undefined,
  Answers extends Record<number, Answer>,
  Stored,
  Prepared = void,
> = WriteSpec<Ids, B, Answers, Stored> & {
  writes: 'transaction'
  personal?: false
  /**
   * What waits for something other than the database (a name server, the hash of a password). It runs before the transaction, so that it
   * holds neither a connection nor a lock; the handler gets what it returns as `prepared`. Skipped for a retry whose answer is stored.
   */
  before?: (
    context: Request<ParamsOf<Ids>, undefined, ValueOf<B>> & { readonly db: Database; readonly progress: Progress },
  ) => Promise<Prepared>
  /**
   * What `before` takes its time to make may be read while it is made: a caller who accepts `text/event-stream`, and not JSON, gets each
   * piece of this shape that `before` gives to `progress`, then the answer.
   */
  pieces?: Shape
  /**
   * Undoes what `before` did when nothing comes of the request: it is refused, its transaction is rolled back, or another request with the same
   * key was first. Whether a commit that failed took effect is not known, so it must check. A killed process does not call it.
   */
  release?: (
    context: Request<ParamsOf<Ids>, undefined, ValueOf<B>> & { readonly db: Database; readonly prepared: NoInfer<Prepared> },
  ) => Promise<void>
  /** API errors for violated database constraints, by constraint name. */
  conflicts?: Conflicts
  handle: (
    context: TransactionContext<ParamsOf<Ids>, undefined, ValueOf<B>> & { readonly prepared: NoInfer<Prepared> },
  ) => Promise<Outcome<Stored>>
}

/**
 * Writes working state of one person: a draft, what was read, who looks at a thread. It changes every few seconds and concerns nobody later,
 * so that it leaves no audit row and no event.
 */
export type PersonalSpec<
  Ids extends Record<string, PathId>,
  Q extends Shape | undefined,
  B extends Shape | undefined,
  Answers extends Record<number, Answer>,
  Stored,
> = WriteSpec<Ids, B, Answers, Stored> & {
  writes: 'transaction'
  personal: true
  query?: Q
  handle: (context: Omit<TransactionContext<ParamsOf<Ids>, ValueOf<Q>, ValueOf<B>>, 'effects'>) => Promise<Saved<Stored>>
}

/** For hot paths: the handler's single statement does all of that itself, with the fragments of ledger.ts. */
export type StatementSpec<
  Ids extends Record<string, PathId>,
  B extends Shape | undefined,
  Answers extends Record<number, Answer>,
  Stored,
> = WriteSpec<Ids, B, Answers, Stored> & {
  writes: 'statement'
  handle: (context: StatementContext<ParamsOf<Ids>, undefined, ValueOf<B>>) => Promise<ItemReply<Stored> | AlreadyAnswered>
}

/**
 * A write by callers without credentials, such as logging in, requesting a password reset or accepting an invitation. The auth limiter
 * counts its requests. The kit determines the tenant, then runs the handler in a transaction.
 */
export type AnonymousSpec<
  Ids extends Record<string, PathId>,
  B extends Shape | undefined,
  Answers extends Record<number, Answer>,
  Stored,
  Found extends Actor = Actor,
> = DistributiveOmit<WriteSpec<Ids, B, Answers, Stored>, 'scope' | 'limit'> & {
  scope: 'none'
  writes: 'transaction'
  /**
   * The account that the request tries to use, normalised (an e-mail address in lower case). Attempts are counted per account. Null when it
   * names none.
   */
  account: (body: ValueOf<B>) => string | null
  /**
   * `refused`: callers show random bits that nobody can guess, so only requests that `findActor` refuses are attempts. Otherwise everybody
   * who starts their work behind one address would wait for each other.
   */
  attempts?: 'refused'
  /**
   * Whether the account was used from the caller's address before. Such an address has attempts of its own, which strangers elsewhere
   * cannot use up. Asked only when those of the account are used up.
   */
  isKnown?: (context: { readonly db: Queryable; readonly body: ValueOf<B>; readonly ip: string }) => Promise<boolean>
  /**
   * Answers leave at fixed moments after the request came, so that how long one takes does not tell whether an account exists: refusals
   * alone, or all of them.
   */
  steady?: 'refusals' | 'all'
  /**
   * The tenant and the person that the write belongs to, with whatever else the handler needs; null when there is none, and the handler
   * decides the response. Runs before the transaction, so that hashing a password holds neither a connection nor a lock. It may throw to
   * refuse; the refusal is not stored for retries.
   */
  findActor: (context: AnonymousRequest<ParamsOf<Ids>, ValueOf<B>> & { readonly db: Database }) => Promise<Found | null>
  /** Runs before the transaction when there is an actor. Skipped for a retry whose answer is stored. */
  before?: (
    context: AnonymousRequest<ParamsOf<Ids>, ValueOf<B>> & { readonly db: Database; readonly actor: NoInfer<Found> | null },
  ) => Promise<void>
} & (
    | { personal?: false; handle: (context: AnonymousContext<ParamsOf<Ids>, ValueOf<B>, NoInfer<Found>>) => Promise<Outcome<Stored>> }
    /** Changes nothing that concerns anybody later, so that it leaves neither audit row nor event. */
    | {
        personal: true
        handle: (context: Omit<AnonymousContext<ParamsOf<Ids>, ValueOf<B>, NoInfer<Found>>, 'effects'>) => Promise<Saved<Stored>>
      }
  )

/** Applies Omit to each member of a union; plain Omit would merge the members. */
type DistributiveOmit<Union, Names extends PropertyKey> = Union extends unknown ? Omit<Union, Names> : never
