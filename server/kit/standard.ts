/**
 * The standard operations of a resource: `standard.create(label, {...})`. `check` enforces the rules that schemas cannot express, and
 * `fields` converts the body. Write other operations by hand, with the functions in write.ts.
 */
import { item, list } from './endpoint-declaration.ts'
import { endpoint } from './endpoint.ts'
import type { ReadContext, TransactionContext } from './handler.ts'
import { describeShape } from '#platform/describe-shape.ts'
import type { Conflicts } from '#platform/http/conflicts.ts'
import type { Endpoint, PathId } from '#platform/http/declared-endpoint.ts'
import { catalogInUse, unknownReference, type ErrorDeclaration } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import { foldName } from './name-key.ts'
import type { Principal, KeyScope } from '#platform/principal.ts'
import type { References } from './references.ts'
import { findVisibleTo, type Owned } from './owned.ts'
import { withArticle, type Resource } from './resource.ts'
import type { LimitOfRows } from '#platform/outbox/row-limit.ts'
import { closed, Type, type Shape, type Static } from '#platform/schema.ts'
import { updateResource, findResource, insertResource, lockResource, deleteResource, type Sent } from './write.ts'

/** Names and texts for the documentation, in place of the defaults. `result` describes the response. */
type Texts = { operationId?: string; summary?: string; description?: string; result?: string }

/** Errors that `check` and `fields` throw, in addition to those derived from the resource. */
type Errors = { errors?: readonly ErrorDeclaration[] }

/** The context of `check` and `fields` in a write. */
export type WriteContext = Pick<TransactionContext<unknown, undefined, unknown>, 'tx' | 'effects' | 'principal' | 'requestId' | 'config'>

/** Throws if the write is not allowed. Runs while the row is locked, before the write. `current` is absent for a new row. */
type Check<Current, Body> = { check?: (context: WriteContext, current: Current, sent: Body) => unknown }

type Eventually<Value> = Value | Promise<Value>

type Versioned = { id: Uuid; version: number }

/** Input of an insert: all fields. Fields with a default are optional. The kit sets the owner of rows that belong to users. */
type InsertFields<Fields, Defaults> = Omit<Fields, keyof Defaults | 'ownerId'> & Sent<Pick<Fields, keyof Defaults & keyof Fields>>

/** Input of an update. `archived` sets or clears the field `archivedAt`. */
type UpdateFields<Fields> = Sent<Fields> & ('archivedAt' extends keyof Fields ? { readonly archived?: boolean | undefined } : unknown)

/** `fields` converts a body to fields. Omit it if the body has exactly these fields. */
type CreateSpec<Fields, Defaults, Body extends Shape> = Texts &
  Errors &
  Check<null, Static<Body>> & { body: Body; conflicts?: Conflicts } & Optional<
    Static<Body> extends InsertFields<Fields, Defaults> ? true : false,
    (body: Static<Body>, context: WriteContext) => Eventually<InsertFields<Fields, Defaults>>
  >
type UpdateSpec<Row, Fields, Body extends Shape> = Texts &
  Errors &
  Check<Row, Static<Body>> & { body: Body } & Optional<
    Static<Body> extends UpdateFields<Fields> ? true : false,
    (body: Static<Body>, current: Row, context: WriteContext) => Eventually<UpdateFields<Fields>>
  >
type Optional<MayOmit, Convert> = MayOmit extends true ? { fields?: Convert } : { fields: Convert }
type DeleteSpec<Row> = Texts & Errors & Check<Row, undefined>
type GetSpec<Row> = Texts & Errors & { check?: (principal: Principal, row: Row) => void }
type ListSpec<Query extends Shape | undefined> = Texts &
  Errors & { query?: Query; filters?: (query: Query extends Shape ? Static<Query> : undefined, principal: Principal) => object }

/** The properties of a resource that all of its operations use. */
type Described = {
  limit: LimitOfRows
  tag: string
  path: string
  scopes: { read: KeyScope; write: KeyScope }
  id: PathId
  words: string
  owned: Owned | null
  references: References
  present: (row: never) => unknown
}

type Reading = ReadContext<{ id: Uuid }, Readonly<Record<string, unknown>>, undefined>
type Writing = TransactionContext<{ id: Uuid }, undefined, Record<string, unknown>>

export const standard = {
  /**
   * Lists all rows, newest first unless the query has a `sort`. `filters` converts the query to the list's filters. A table with
   * `isFoundByName` gets the query parameter `namePrefix`.
   */
  list<Row extends Versioned, Fields extends object, Defaults, Query extends Shape | undefined = undefined>(
    of: Resource<Row, Fields, Defaults>,
    { query, filters, ...texts }: ListSpec<Query> = {},
  ): Endpoint {
    return operation(of, 'list', pascalCase(of.plural), {
      path: of.path,
      summary: `List ${of.plural}`,
      description: `All ${of.plural} of the tenant, newest first.`,
      ...texts,
      query: of.statements.byBeginning ? withNamePrefix(query) : query,
      responds: { 200: list(of.shape) },
      handle({ db, principal, page, query: { namePrefix, ...asked } }: Reading) {
        // Safe because the query without `namePrefix` has the shape that `filters` takes.
        const own = filters ? (filters(asked as never, principal) as Record<string, unknown>) : asked
        const { sort, ...rest } = own
        const prefix = typeof namePrefix === 'string' ? { namePrefix: foldName(namePrefix) } : {}
        const all = { ...rest, ...prefix, visibleTo: findVisibleTo(of, principal) }
        return of.statements.list.fetch(db, principal.tenantId, page, all, typeof sort === 'string' ? sort : undefined)
      },
    })
  },

  get<Row extends Versioned, Fields extends object, Defaults>(
    of: Resource<Row, Fields, Defaults>,
    { result = `The ${of.words}`, check, ...texts }: GetSpec<Row> = {},
  ): Endpoint {
    return operation(of, 'get', pascalCase(of.noun), {
      ...one(of),
      summary: `Get ${withArticle(of.words)}`,
      description: `One ${of.words}.`,
      ...texts,
      responds: { 200: item(of.shape, result) },
      etag: true,
      async handle(context: Reading) {
        const record = await findResource(context, of)
        check?.(context.principal, record)
        return { status: 200, record }
      },
    })
  },

  create<Row extends Versioned, Fields extends object, Defaults, Body extends Shape>(
    of: Resource<Row, Fields, Defaults>,
    { body, fields, check, errors, result = `The new ${of.words}`, ...texts }: CreateSpec<Fields, Defaults, Body>,
  ): Endpoint {
    return operation(of, 'create', pascalCase(of.noun), {
      method: 'POST',
      path: of.path,
      summary: `Create ${withArticle(of.words)}`,
      conflicts: of.conflicts,
      ...texts,
      body,
      responds: { 201: item(of.shape, result) },
      errors: getErrors(of, errors),
      etag: true,
      creates: of,
      location: ({ id }: { id: string }) => `${of.path}/${id}`,
      async handle(context: Writing) {
        await check?.(context, null, context.body as never)
        const sent = sentFields(fields ? await fields(context.body as never, context) : context.body)
        const owner = of.owned ? { ownerId: context.principal.user.id } : {}
        return insertResource(context, of, { ...of.defaults, ...sent, ...owner } as never)
      },
    })
  },

  update<Row extends Versioned, Fields extends object, Defaults, Body extends Shape>(
    of: Resource<Row, Fields, Defaults>,
    { body, fields, check, errors, result = `The ${of.words} as it is now`, ...texts }: UpdateSpec<Row, Fields, Body>,
  ): Endpoint {
    return operation(of, 'update', pascalCase(of.noun), {
      ...one(of, 'PATCH'),
      summary: `Change ${withArticle(of.words)}`,
      ...texts,
      body,
      responds: { 200: item(of.shape, result) },
      errors: getErrors(of, errors),
      conflicts: of.conflicts,
      etag: true,
      async handle(context: Writing) {
        const current = await lockResource(context, of)
        await check?.(context, current, context.body as never)
        const sent = fields ? await fields(context.body as never, current, context) : context.body
        return updateResource(context, of, current, setArchivedAt(sent, current) as never)
      },
    })
  },

  /** Deletes a row permanently unless it is referenced. `isReferenced` is false for resources that nothing can reference. */
  remove<Row extends Versioned, Fields extends object, Defaults>(
    of: Resource<Row, Fields, Defaults>,
    {
      check,
      errors = [],
      result = `The ${of.words} as it was`,
      isReferenced = true,
      ...texts
    }: DeleteSpec<Row> & { isReferenced?: boolean } = {},
  ): Endpoint {
    return operation(of, 'delete', pascalCase(of.noun), {
      ...one(of, 'DELETE'),
      summary: `Delete ${withArticle(of.words)}`,
      description: `Deletes the ${of.words} for good. One that something refers to is not deleted; the error says what does.`,
      ...texts,
      responds: { 200: item(of.shape, result) },
      errors: isReferenced ? [catalogInUse, ...errors] : errors,
      deletion: 'final',
      async handle(context: Writing) {
        const current = await lockResource(context, of)
        await check?.(context, current, undefined)
        return deleteResource(context, of, current)
      },
    })
  },

  /** Sets `archivedAt` once, for resources that cannot be deleted because others refer to them. */
  archive<Row extends Versioned, Fields extends object, Defaults>(
    of: Resource<Row, Fields, Defaults>,
    { check, result = `The archived ${of.words}`, ...texts }: DeleteSpec<Row> = {},
  ): Endpoint {
    return operation(of, 'delete', pascalCase(of.noun), {
      ...one(of, 'DELETE'),
      summary: `Archive ${withArticle(of.words)}`,
      ...texts,
      deletion: 'archive',
      responds: { 200: item(of.shape, result) },
      etag: true,
      async handle(context: Writing) {
        const current = await lockResource(context, of)
        await check?.(context, current, undefined)
        return updateResource(context, of, current, setArchivedAt({ archived: true }, current) as never, { action: 'archived' })
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
  const { properties = {} } = describeShape(query ?? {})
  return closed({ namePrefix: Type.Optional(namePrefix), ...properties })
}

function operation(of: Described, verb: string, noun: string, rest: Readonly<Record<string, unknown>>): Endpoint {
  const { tag, scopes, present } = of
  const described = { operationId: verb + noun, tag, present, ...rest }
  // Safe because each handler above takes the context of its kind of declaration; the resource's types are erased here.
  if (rest.method === undefined) return endpoint.read({ scope: scopes.read, ...described } as never)
  return endpoint.write({ scope: scopes.write, ...described } as never)
}

function one(of: Described, method?: string): { method?: string; path: string; params: object } {
  return { ...(method === undefined ? {} : { method }), path: `${of.path}/{id}`, params: { id: of.id } }
}

function getErrors({ references }: Described, more: readonly ErrorDeclaration[] = []) {
  return [...more, ...(Object.keys(references).length > 0 ? [unknownReference] : [])]
}

/** Replaces `archived` with `archivedAt`. A row that is already archived keeps its time. */
function setArchivedAt(sent: object, current: object): object {
  // Safe because every resource that can be archived has this field.
  const { archived, ...fields } = sent as { archived?: boolean }
  if (archived === undefined) return fields
  const { archivedAt } = current as { archivedAt?: string | null }
  return { ...fields, archivedAt: archived ? (archivedAt ?? 'now') : null }
}

function sentFields(body: object): object {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
}

/** Converts `canned responses` to `CannedResponses` and `canned_response` to `CannedResponse`. */
function pascalCase(words: string): string {
  return words.replaceAll(/(?:^|[ _-])([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
