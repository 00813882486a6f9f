/**
 * `endpoint({...})`: the one declaration of an operation. Its route, guards, validation, static types, OpenAPI
 * operation, scope table, error docs and contract tests all come from here.
 */
import type { Conflicts } from '../platform/http/conflicts.ts'
import type {
  AnonymousSpec,
  Answer,
  Deletion,
  DocumentSpec,
  FormLimits,
  Method,
  PathId,
  PersonalSpec,
  ReadSpec,
  StatementSpec,
  StreamSpec,
  TransactionSpec,
} from './endpoint-declaration.ts'
import { catalogLimitReached, type ErrorDeclaration } from '../platform/errors.ts'
import type { AlreadyAnswered, DocumentReply, ItemReply } from './handler.ts'
import type { PresentLinks } from '../platform/files/links.ts'
import type { StreamFrame } from '../platform/http/event-stream.ts'
import type { ListReply } from './list.ts'
import type { Actor, ScopeNeeded } from '../platform/principal.ts'
import { sentenceOf, type LimitOfRows } from '../platform/outbox/row-limit.ts'
import type { Shape } from '../platform/schema.ts'

export { document, item, lines, list, stream, type Answer, type Deletion, type Method, type PathId } from './endpoint-declaration.ts'
export type {
  AlreadyAnswered,
  DocumentReply,
  ItemReply,
  Progress,
  ReadContext,
  Request,
  StatementContext,
  TransactionContext,
} from './handler.ts'

/** An operation as the kit sees it, its types erased. */
export type Endpoint = {
  operationId: string
  method: Method
  path: string
  summary: string
  description: string
  tag: string
  scope: ScopeNeeded
  params: Record<string, PathId>
  query: Shape | undefined
  body: Shape | undefined
  responds: Record<number, Answer>
  errors: readonly ErrorDeclaration[]
  conflicts: Conflicts
  present: (record: unknown, links: PresentLinks) => unknown
  location: ((wire: unknown) => string) | undefined
  etag: boolean
  form: FormLimits | null
  deletion: Deletion | null
  duringEnrolment: boolean
  upserts: boolean
  singleton: boolean
  creates: { limit: LimitOfRows } | null
  /** Which requests count as attempts: all, those that are refused, or none. */
  limit: 'auth' | 'auth, if refused' | null
  account: ((body: unknown) => string | null) | undefined
  findActor: ((context: unknown) => Promise<Actor | null>) | undefined
  isKnown: ((context: unknown) => Promise<boolean>) | undefined
  steady: 'refusals' | 'all' | null
  secret: boolean
  changesCredentials: boolean
  personal: boolean
  writes: 'nothing' | 'transaction' | 'statement'
  pieces: Shape | null
  before: ((context: unknown) => Promise<unknown>) | undefined
  release: ((context: unknown) => Promise<void>) | undefined
  handle: (
    context: unknown,
  ) => Promise<ItemReply<unknown> | ListReply<unknown> | DocumentReply | AlreadyAnswered> | AsyncGenerator<StreamFrame>
}

export function endpoint<Q extends Shape | undefined = undefined, const A extends Record<number, Answer> = Record<number, Answer>>(
  spec: StreamSpec<Q, A>,
): Endpoint
export function endpoint<
  const Ids extends Record<string, PathId> = Record<never, PathId>,
  Q extends Shape | undefined = undefined,
  const A extends Record<number, Answer> = Record<number, Answer>,
  Stored = unknown,
>(spec: ReadSpec<Ids, Q, A, Stored>): Endpoint
export function endpoint<
  const Ids extends Record<string, PathId> = Record<never, PathId>,
  B extends Shape | undefined = undefined,
  const A extends Record<number, Answer> = Record<number, Answer>,
  Stored = unknown,
  Prepared = void,
>(spec: TransactionSpec<Ids, B, A, Stored, Prepared>): Endpoint
export function endpoint<
  const Ids extends Record<string, PathId> = Record<never, PathId>,
  Q extends Shape | undefined = undefined,
  B extends Shape | undefined = undefined,
  const A extends Record<number, Answer> = Record<number, Answer>,
  Stored = unknown,
>(spec: PersonalSpec<Ids, Q, B, A, Stored>): Endpoint
export function endpoint<
  const Ids extends Record<string, PathId> = Record<never, PathId>,
  B extends Shape | undefined = undefined,
  const A extends Record<number, Answer> = Record<number, Answer>,
  Stored = unknown,
>(spec: StatementSpec<Ids, B, A, Stored>): Endpoint
export function endpoint<
  const Ids extends Record<string, PathId> = Record<never, PathId>,
  B extends Shape | undefined = undefined,
  const A extends Record<number, Answer> = Record<number, Answer>,
  Stored = unknown,
  Found extends Actor = Actor,
>(spec: AnonymousSpec<Ids, B, A, Stored, Found>): Endpoint
export function endpoint<const A extends Record<number, Answer>>(spec: DocumentSpec<A>): Endpoint
export function endpoint(spec: { scope: ScopeNeeded; attempts?: 'refused' }): Endpoint {
  const defaults = {
    params: {},
    query: undefined,
    body: undefined,
    errors: [],
    conflicts: {},
    location: undefined,
    etag: false,
    form: null,
    deletion: null,
    duringEnrolment: false,
    upserts: false,
    singleton: false,
    creates: null,
    limit: spec.scope !== 'none' ? null : spec.attempts === 'refused' ? ('auth, if refused' as const) : ('auth' as const),
    account: undefined,
    findActor: undefined,
    isKnown: undefined,
    steady: null,
    secret: false,
    changesCredentials: false,
    personal: false,
    writes: 'nothing' as const,
    pieces: null,
    before: undefined,
    release: undefined,
  }
  // Safe because the overloads above are the only entry points; the kit passes each handler the context that its overload declares.
  return withLimit({ ...defaults, ...(spec as Endpoint) })
}

/** Says how many rows there can be of what the operation creates. */
function withLimit(declared: Endpoint): Endpoint {
  const limit = declared.creates?.limit
  if (!limit || 'none' in limit) return declared
  return { ...declared, description: `${declared.description} ${sentenceOf(limit)}`, errors: [...declared.errors, catalogLimitReached] }
}
