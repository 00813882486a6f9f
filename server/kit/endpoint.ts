/**
 * `endpoint.write({...})` and its siblings: the only declaration of an operation. Its route, guards, validation, static types, OpenAPI
 * operation, scope table, error docs and contract tests are derived from it. The kind determines who can call the operation, and what its
 * handler receives and returns.
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
import type { ResponseDeclaration, Endpoint, PathId } from '#platform/http/declared-endpoint.ts'
import { toLimitSentence } from '#platform/outbox/row-limit.ts'
import type { Actor } from '#platform/principal.ts'
import type { Shape } from '#platform/schema.ts'

type Ids = Record<string, PathId>
type NoIds = Record<never, PathId>
type Body = Shape | undefined
type Responses = Record<number, ResponseDeclaration>

export const endpoint = {
  read: <const P extends Ids = NoIds, Q extends Body = undefined, const A extends Responses = Responses, Stored = unknown>(
    spec: ReadSpec<P, Q, A, Stored>,
  ): Endpoint => declare('read', spec),

  write: <
    const P extends Ids = NoIds,
    Q extends Body = undefined,
    B extends Body = undefined,
    const A extends Responses = Responses,
    Stored = unknown,
    Prepared = void,
  >(
    spec: TransactionSpec<P, Q, B, A, Stored, Prepared>,
  ): Endpoint => declare('write', spec),

  personalWrite: <
    const P extends Ids = NoIds,
    Q extends Body = undefined,
    B extends Body = undefined,
    const A extends Responses = Responses,
    Stored = unknown,
    Prepared = void,
  >(
    spec: PersonalSpec<P, Q, B, A, Stored, Prepared>,
  ): Endpoint => declare('personalWrite', spec),

  anonymous: <
    const P extends Ids = NoIds,
    B extends Body = undefined,
    const A extends Responses = Responses,
    Stored = unknown,
    Found extends Actor = Actor,
  >(
    spec: AnonymousSpec<P, B, A, Stored, Found>,
  ): Endpoint => declare('anonymous', spec),

  anonymousRead: <Q extends Body = undefined, const A extends Responses = Responses, Stored = unknown>(
    spec: AnonymousReadSpec<Q, A, Stored>,
  ): Endpoint => declare('read', { scope: 'none', ...spec }),

  stream: <Q extends Body = undefined, const A extends Responses = Responses>(spec: StreamSpec<Q, A>): Endpoint => declare('stream', spec),

  document: <const A extends Responses>(spec: DocumentSpec<A>): Endpoint => declare('document', spec),
}

const reading = { method: 'GET' }
const writing = { prepareBody: prepareLargeHtml }
const defaults: Readonly<Record<Endpoint['kind'], object>> = {
  read: reading,
  write: writing,
  personalWrite: writing,
  anonymous: { ...writing, scope: 'none', rateLimit: 'attempts' },
  stream: reading,
  document: reading,
}

function declare(kind: Endpoint['kind'], spec: object): Endpoint {
  const declared: object = { params: {}, errors: [], ...defaults[kind], ...spec, kind }
  // Safe because the functions above accept only declarations of their own kind, and the service passes each handler the context of its
  // kind.
  return withLimit(declared as Endpoint)
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
