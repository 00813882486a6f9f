/**
 * `endpoint({...})`: the only declaration of an operation. Its route, guards, validation, static types, OpenAPI operation, scope table,
 * error docs and contract tests are derived from it.
 */
import type {
  AnonymousReadSpec,
  AnonymousSpec,
  DocumentSpec,
  PersonalSpec,
  ReadSpec,
  StreamSpec,
  TransactionSpec,
} from './endpoint-declaration.ts'
import { prepareLargeHtml } from './large-html.ts'
import { catalogLimitReached } from '#platform/errors.ts'
import type { ResponseDeclaration, Endpoint, Method, PathId } from '#platform/http/declared-endpoint.ts'
import { toLimitSentence } from '#platform/outbox/row-limit.ts'
import type { Actor, ScopeNeeded } from '#platform/principal.ts'
import type { Shape } from '#platform/schema.ts'

export function endpoint<
  Q extends Shape | undefined = undefined,
  const A extends Record<number, ResponseDeclaration> = Record<number, ResponseDeclaration>,
>(spec: StreamSpec<Q, A>): Endpoint
export function endpoint<
  const Ids extends Record<string, PathId> = Record<never, PathId>,
  Q extends Shape | undefined = undefined,
  const A extends Record<number, ResponseDeclaration> = Record<number, ResponseDeclaration>,
  Stored = unknown,
>(spec: ReadSpec<Ids, Q, A, Stored>): Endpoint
export function endpoint<
  const Ids extends Record<string, PathId> = Record<never, PathId>,
  Q extends Shape | undefined = undefined,
  B extends Shape | undefined = undefined,
  const A extends Record<number, ResponseDeclaration> = Record<number, ResponseDeclaration>,
  Stored = unknown,
  Prepared = void,
>(spec: TransactionSpec<Ids, Q, B, A, Stored, Prepared>): Endpoint
export function endpoint<
  const Ids extends Record<string, PathId> = Record<never, PathId>,
  Q extends Shape | undefined = undefined,
  B extends Shape | undefined = undefined,
  const A extends Record<number, ResponseDeclaration> = Record<number, ResponseDeclaration>,
  Stored = unknown,
  Prepared = void,
>(spec: PersonalSpec<Ids, Q, B, A, Stored, Prepared>): Endpoint
export function endpoint<
  const Ids extends Record<string, PathId> = Record<never, PathId>,
  B extends Shape | undefined = undefined,
  const A extends Record<number, ResponseDeclaration> = Record<number, ResponseDeclaration>,
  Stored = unknown,
  Found extends Actor = Actor,
>(spec: AnonymousSpec<Ids, B, A, Stored, Found>): Endpoint
export function endpoint<const A extends Record<number, ResponseDeclaration> = Record<number, ResponseDeclaration>, Stored = unknown>(
  spec: AnonymousReadSpec<A, Stored>,
): Endpoint
export function endpoint<const A extends Record<number, ResponseDeclaration>>(spec: DocumentSpec<A>): Endpoint
export function endpoint(spec: { method: Method; scope: ScopeNeeded; attempts?: 'refused' | 'of the token' }): Endpoint {
  const defaults = {
    params: {},
    token: null,
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
    limit: limitOf(spec),
    account: undefined,
    findActor: undefined,
    isKnown: undefined,
    fixedTimes: null,
    secret: false,
    changesCredentials: false,
    personal: false,
    writes: 'nothing' as const,
    pieces: null,
    before: undefined,
    tryProcedure: undefined,
    prepareBody: prepareLargeHtml,
    release: undefined,
  }
  // Safe because callers can only use the overloads above, and the kit passes each handler the context that its overload declares.
  return withLimit({ ...defaults, ...(spec as Endpoint) })
}

/** Returns which anonymous requests count as attempts. */
function limitOf({
  method,
  scope,
  attempts,
}: {
  method: Method
  scope: ScopeNeeded
  attempts?: 'refused' | 'of the token'
}): Endpoint['limit'] {
  if (scope !== 'none' || method === 'GET') return null
  if (attempts === undefined) return 'auth'
  return attempts === 'refused' ? 'auth, if refused' : 'forms'
}

/** Adds the limit on the number of rows to the operation's description and errors. */
function withLimit(declared: Endpoint): Endpoint {
  const limit = declared.creates?.limit
  if (!limit || 'none' in limit) return declared
  return {
    ...declared,
    description: `${declared.description} ${toLimitSentence(limit)}`,
    errors: [...declared.errors, catalogLimitReached],
  }
}
