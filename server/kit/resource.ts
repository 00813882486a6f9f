/**
 * `resource({...})` declares a resource: names, path, table, references and scopes. The standard operations (standard.ts) and the functions
 * for hand-written operations (write.ts) are derived from it.
 */
import { item, type RowWriteSpec } from './endpoint-declaration.ts'
import { endpoint } from './endpoint.ts'
import type { Deletion, Endpoint, PathId } from '#platform/http/declared-endpoint.ts'
import { describeShape } from '#platform/describe-shape.ts'
import type { Counter } from '#platform/outbox/counters.ts'
import type { Conflicts } from '#platform/http/conflicts.ts'
import type { ErrorDeclaration } from '#platform/errors.ts'
import { defineEvent, type EventDeclaration } from '#platform/outbox/events.ts'
import type { IdPrefix } from '#platform/ids.ts'
import { visibleSql, type Owned } from './owned.ts'
import { createPresenter } from './present.ts'
import type { KeyScope } from '#platform/principal.ts'
import { declareReferences, type References } from './references.ts'
import type { LimitOfRows } from '#platform/outbox/row-limit.ts'
import type { Shape, Static } from '#platform/schema.ts'
import type { RowOf, Table } from './table.ts'

/**
 * Event descriptions that replace the default ones. `deleted` is null if rows are never deleted. `previous` has the old fields in the
 * example of `updated`; the default is an old name.
 */
type EventTexts<Fields> = { created?: string; updated?: string; deleted?: string | null; previous?: Partial<Fields> }

export type ResourceDeclaration<Declared extends Shape, Fields extends object, Defaults> = {
  /** Singular in snake_case (`canned_response`), which prefixes its events and audit actions. */
  noun: string
  /** The noun in messages and documentation, such as `SLA policy`, if replacing underscores with spaces is not enough. */
  words?: string
  /** Path of the list, such as `/labels`; its last segment is the tag of the operations, unless `tag` is given. */
  path: string
  tag?: string
  /** The plural, if several resources share the tag or the path's last segment is ambiguous: `kb articles`. */
  plural?: string
  prefix: IdPrefix
  scopes: { read: KeyScope; write: KeyScope }
  notFound: ErrorDeclaration
  shape: Declared
  table: Table<RowOf<Declared>, Fields>
  /** Converts a row to the shape, if their fields differ. */
  present?: (row: RowOf<Declared>) => Static<Declared>
  /** Maximum number of rows, or the reason for having none. Operations that insert rows declare it with `creates`. */
  limit: LimitOfRows
  /** Default values of fields that a create may omit. */
  defaults?: Defaults
  /** API errors for violated constraints of the table, keyed by constraint name. */
  conflicts?: Conflicts
  references?: References
  /** Descriptions of its events; null if its changes emit no events. */
  events?: EventTexts<Static<Declared>> | null
  /** Visibility of rows that belong to users. A caller who may not see a row gets the same 404 as for an unknown id. */
  owned?: Owned
  /** The column of tenant_counters that holds the number of rows. */
  counter?: Counter
}

/** `Row` is the database row, `Fields` its writable fields, `Defaults` the fields that may be omitted on creation. */
export type Resource<Row extends object, Fields extends object, Defaults = object> = {
  noun: string
  /** The noun for people: `canned response`. */
  words: string
  plural: string
  path: string
  tag: string
  table: string
  prefix: IdPrefix
  scopes: { read: KeyScope; write: KeyScope }
  notFound: ErrorDeclaration
  /** Declares the id in a path. */
  id: PathId
  shape: Shape
  statements: Table<Row, Fields>
  present: (row: Row) => Omit<Row, 'version'>
  defaults: Defaults
  conflicts: Conflicts
  references: References
  limit: LimitOfRows
  events: { created: EventDeclaration<Row>; updated: EventDeclaration<Row>; deleted: EventDeclaration<Row> | null } | null
  counter: Counter | null
  owned: Owned | null
  /** Declares a write to the row in the path that is not one of the standard operations. */
  write<Q extends Shape | undefined = undefined, B extends Shape | undefined = undefined, Prepared = void>(
    spec: RowWriteSpec<Row, Q, B, Prepared>,
  ): Endpoint
}

export function resource<Declared extends Shape, Fields extends object, const Defaults extends Partial<Fields> = object>(
  declaration: ResourceDeclaration<Declared, Fields, Defaults>,
): Resource<RowOf<Declared>, Fields, Defaults> {
  const {
    noun,
    path,
    prefix,
    shape,
    table,
    notFound,
    scopes,
    conflicts = {},
    references = {},
    events,
    counter = null,
    owned = null,
  } = declaration
  const words = declaration.words ?? noun.replaceAll('_', ' ')
  const tag = declaration.tag ?? path.split('/').at(-1) ?? noun
  const plural = declaration.plural ?? tag.replaceAll('-', ' ')
  // Safe because a row has the shape's fields under the same names.
  const present = declaration.present ?? (createPresenter(shape) as (row: RowOf<Declared>) => Static<Declared>)
  if (Object.keys(references).length > 0) declareReferences({ plural, table: table.name, references })
  const id = { prefix, description: `The ${words}, with or without \`${prefix}_\`.`, notFound }
  return {
    noun,
    words,
    plural,
    path,
    tag,
    table: table.name,
    prefix,
    scopes,
    notFound,
    id,
    shape,
    statements: owned ? { ...table, list: table.listWith({ visibleTo: visibleSql(table.alias, owned) }) } : table,
    present,
    // Safe because Defaults is empty when no defaults are declared.
    defaults: declaration.defaults ?? ({} as Defaults),
    conflicts,
    references,
    limit: declaration.limit,
    events: events === null ? null : getEvents(noun, scopes.read, words, shape, present, events),
    counter,
    owned,
    write({ result, ...spec }: { result: string; deletion?: Deletion }) {
      const row = { path: `${path}/{id}`, tag, scope: scopes.write, params: { id }, present, responds: { 200: item(shape, result) } }
      // Safe because the row has the resource's shape, and `spec` has the other fields of a write.
      return endpoint.write({ ...row, ...(spec.deletion === 'final' ? {} : { etag: true }), ...spec } as never)
    },
  }
}

function getEvents<Declared extends Shape>(
  noun: string,
  scope: KeyScope,
  words: string,
  object: Declared,
  present: (row: RowOf<Declared>) => Static<Declared>,
  descriptions: EventTexts<Static<Declared>> = {},
) {
  const named = withArticle(words)
  const capitalised = `${named.charAt(0).toUpperCase()}${named.slice(1)}`
  const define = (verb: 'created' | 'updated' | 'deleted', said: string, previous?: Readonly<Record<string, unknown>>) =>
    defineEvent<RowOf<Declared>>({
      scope,
      type: `${noun}.${verb}`,
      description: descriptions[verb] ?? said,
      object,
      present,
      ...(previous ? { previous } : {}),
    })
  return {
    created: define('created', `${capitalised} was created.`),
    updated: define('updated', `${capitalised} was changed.`, descriptions.previous ?? formerName(object)),
    deleted: descriptions.deleted === null ? null : define('deleted', `${capitalised} was deleted.`),
  }
}

/** Returns the example of the most common change, a new name. */
function formerName(shape: Shape): Readonly<Record<string, unknown>> | undefined {
  const [example] = describeShape(shape).examples ?? []
  if (typeof example !== 'object' || example === null || !('name' in example)) return undefined
  return typeof example.name === 'string' ? { name: `Former ${example.name}` } : undefined
}

/**
 * Adds the article: `a label`, `an inbox`, `an SLA policy`. For abbreviations, the choice depends on how the first letter is pronounced.
 */
export function withArticle(words: string): string {
  return `${/^([aeio]|[AEFHILMNORSX][A-Z])/.test(words) ? 'an' : 'a'} ${words}`
}
