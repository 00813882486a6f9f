/**
 * The standard operations of a resource: `standard.create(label, {...})`. Operations that need more are written by hand with the functions
 * in write.ts.
 */
import { item, list } from './endpoint-declaration.ts'
import { endpoint } from './endpoint.ts'
import type { ReadContext, TransactionContext } from './handler.ts'
import type { Endpoint, PathId } from '#platform/http/declared-endpoint.ts'
import { catalogInUse, unknownReference } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import { foldName } from './name-key.ts'
import type { Principal, KeyScope } from '#platform/principal.ts'
import type { References } from './references.ts'
import { withArticle, type Resource } from './resource.ts'
import type { LimitOfRows } from '#platform/outbox/row-limit.ts'
import { closed, Type, type Shape, type Static } from '#platform/schema.ts'
import { updateResource, findResource, insertResource, lockResource, deleteResource, type Sent } from './write.ts'

/** Texts of the documentation that replace the default ones. */
type Texts = { summary?: string; description?: string }

type Versioned = { id: Uuid; version: number }

/** The input of an insert: all fields, of which those with a default are optional. */
type InsertFields<Fields, Defaults> = Omit<Fields, keyof Defaults> & Sent<Pick<Fields, keyof Defaults & keyof Fields>>

/** `fields` converts a body to fields. It may be omitted if the body consists of exactly these fields. */
type CreateSpec<Fields, Defaults, Body extends Shape> = Texts & { body: Body } & (Static<Body> extends InsertFields<Fields, Defaults>
    ? { fields?: (body: Static<Body>) => InsertFields<Fields, Defaults> }
    : { fields: (body: Static<Body>) => InsertFields<Fields, Defaults> })
type UpdateSpec<Row, Fields, Body extends Shape> = Texts & { body: Body } & (Static<Body> extends Sent<Fields>
    ? { fields?: (body: Static<Body>, current: Row) => Sent<Fields> }
    : { fields: (body: Static<Body>, current: Row) => Sent<Fields> })
type ListSpec<Query extends Shape | undefined> = Texts & {
  query?: Query
  filters?: (query: Query extends Shape ? Static<Query> : undefined, principal: Principal) => object
}

/** The part of a resource that all of its operations need. */
type Described = {
  limit: LimitOfRows
  tag: string
  path: string
  scopes: { read: KeyScope; write: KeyScope }
  id: PathId
  references: References
  present: (row: never) => unknown
}

type Reading = ReadContext<{ id: Uuid }, Readonly<Record<string, unknown>>, undefined>
type Writing = TransactionContext<{ id: Uuid }, undefined, Record<string, unknown>>

export const standard = {
  /**
   * Lists all rows, newest first unless the query has a `sort`. `filters` converts the query to the list's filters if they differ. A table with `isFoundByName` gets the
   * query parameter `namePrefix`.
   */
  list<Row extends Versioned, Fields extends object, Defaults, Query extends Shape | undefined = undefined>(
    of: Resource<Row, Fields, Defaults>,
    { query, filters, ...words }: ListSpec<Query> = {},
  ): Endpoint {
    return operation(of, 'list', pascalCase(of.plural), {
      method: 'GET',
      path: of.path,
      summary: `List ${of.plural}`,
      description: `All ${of.plural} of the tenant, newest first.`,
      ...words,
      query: of.statements.byBeginning ? withNamePrefix(query) : query,
      responds: { 200: list(of.shape) },
      handle({ db, principal, page, query: { namePrefix, ...asked } }: Reading) {
        // Safe because the query without `namePrefix` has the shape that `filters` takes.
        const own = filters ? (filters(asked as never, principal) as Record<string, unknown>) : asked
        const { sort, ...rest } = own
        const prefix = typeof namePrefix === 'string' ? { namePrefix: foldName(namePrefix) } : {}
        return of.statements.list.fetch(db, principal.tenantId, page, { ...rest, ...prefix }, typeof sort === 'string' ? sort : undefined)
      },
    })
  },

  get<Row extends Versioned, Fields extends object, Defaults>(of: Resource<Row, Fields, Defaults>, words: Texts = {}): Endpoint {
    return operation(of, 'get', pascalCase(of.noun), {
      ...one(of, 'GET'),
      summary: `Get ${withArticle(of.words)}`,
      description: `One ${of.words}.`,
      ...words,
      responds: { 200: item(of.shape, `The ${of.words}`) },
      etag: true,
      handle: async (context: Reading) => ({ status: 200, record: await findResource(context, of) }),
    })
  },

  create<Row extends Versioned, Fields extends object, Defaults, Body extends Shape>(
    of: Resource<Row, Fields, Defaults>,
    { body, fields, ...words }: CreateSpec<Fields, Defaults, Body>,
  ): Endpoint {
    return operation(of, 'create', pascalCase(of.noun), {
      method: 'POST',
      path: of.path,
      summary: `Create ${withArticle(of.words)}`,
      ...words,
      body,
      responds: { 201: item(of.shape, `The new ${of.words}`) },
      errors: errorsOf(of),
      conflicts: of.conflicts,
      etag: true,
      creates: of,
      writes: 'transaction',
      location: ({ id }: { id: string }) => `${of.path}/${id}`,
      handle: (context: Writing) =>
        insertResource(context, of, { ...of.defaults, ...sentFields(fields ? fields(context.body as never) : context.body) } as never),
    })
  },

  update<Row extends Versioned, Fields extends object, Defaults, Body extends Shape>(
    of: Resource<Row, Fields, Defaults>,
    { body, fields, ...words }: UpdateSpec<Row, Fields, Body>,
  ): Endpoint {
    return operation(of, 'update', pascalCase(of.noun), {
      ...one(of, 'PATCH'),
      summary: `Change ${withArticle(of.words)}`,
      ...words,
      body,
      responds: { 200: item(of.shape, `The ${of.words} as it is now`) },
      errors: errorsOf(of),
      conflicts: of.conflicts,
      etag: true,
      writes: 'transaction',
      async handle(context: Writing) {
        const current = await lockResource(context, of)
        return updateResource(context, of, current, (fields ? fields(context.body as never, current) : context.body) as never)
      },
    })
  },

  /** Deletes a row permanently unless it is referenced. */
  remove<Row extends Versioned, Fields extends object, Defaults>(of: Resource<Row, Fields, Defaults>, words: Texts = {}): Endpoint {
    return operation(of, 'delete', pascalCase(of.noun), {
      ...one(of, 'DELETE'),
      summary: `Delete ${withArticle(of.words)}`,
      description: `Deletes the ${of.words} for good. One that something refers to is not deleted; the error says what does.`,
      ...words,
      responds: { 200: item(of.shape, `The ${of.words} as it was`) },
      errors: [catalogInUse],
      deletion: 'final',
      writes: 'transaction',
      handle: async (context: Writing) => deleteResource(context, of, await lockResource(context, of)),
    })
  },

  /** Sets `archivedAt`, once. For resources that cannot be deleted because others refer to them. */
  archive<Row extends Versioned, Fields extends object, Defaults>(of: Resource<Row, Fields, Defaults>, words: Texts = {}): Endpoint {
    return operation(of, 'delete', pascalCase(of.noun), {
      ...one(of, 'DELETE'),
      summary: `Archive ${withArticle(of.words)}`,
      ...words,
      deletion: 'archive',
      responds: { 200: item(of.shape, `The archived ${of.words}`) },
      etag: true,
      writes: 'transaction',
      async handle(context: Writing) {
        const current = await lockResource(context, of)
        // Safe because every resource that can be archived has this field.
        const { archivedAt } = current as { archivedAt?: string | null }
        return updateResource(context, of, current, { archivedAt: archivedAt ?? 'now' } as never, { action: 'archived' })
      },
    })
  },
}

const namePrefix = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'The beginning of any word of the name, in any letter case, with or without accents.',
  examples: ['bil'],
})

function withNamePrefix(query: Shape | undefined): Shape {
  // Safe because a query's shape is always an object.
  const { properties = {} } = (query ?? {}) as { properties?: Record<string, Shape> }
  return closed({ namePrefix: Type.Optional(namePrefix), ...properties })
}

function operation(of: Described, verb: string, noun: string, rest: Readonly<Record<string, unknown>>): Endpoint {
  const { tag, scopes, present } = of
  const scope = rest.method === 'GET' ? scopes.read : scopes.write
  // Safe because each handler above takes the context of its kind of declaration; the resource's types are erased here.
  return endpoint({ operationId: verb + noun, tag, scope, present, ...rest } as never)
}

function one(of: Described, method: string): { method: string; path: string; params: object } {
  return { method, path: `${of.path}/{id}`, params: { id: of.id } }
}

function errorsOf({ references }: Described) {
  return Object.keys(references).length > 0 ? [unknownReference] : []
}

function sentFields(body: object): object {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
}

/** Converts `canned responses` to `CannedResponses` and `canned_response` to `CannedResponse`. */
function pascalCase(words: string): string {
  return words.replaceAll(/(?:^|[ _-])([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
