/**
 * `resource({...})`: what a kind of thing is called, where it stands, what its rows hold, what it names and who may see it.
 * The standard operations (standard.ts) and the parts of hand-written ones (write.ts) are made from it.
 */
import type { PathId } from './endpoint.ts'
import type { Counter } from './counters.ts'
import type { Conflicts } from './conflicts.ts'
import type { ErrorDeclaration } from './errors.ts'
import { defineEvent, type EventDeclaration } from './events.ts'
import type { IdPrefix } from './ids.ts'
import { presenterOf } from './present.ts'
import type { ScopeHeld } from './principal.ts'
import { declareReferences, type References } from './references.ts'
import type { Shape, Static } from './schema.ts'
import type { RowOf, Table } from './table.ts'

/**
 * Descriptions of events, where the usual ones do not say enough; null for `deleted` where nothing is ever deleted. `previous` is what
 * the example of `updated` shows as the fields before; without it the thing had another name.
 */
type EventWords<Fields> = { created?: string; updated?: string; deleted?: string | null; previous?: Partial<Fields> }

export type ResourceDeclaration<Declared extends Shape, Fields extends object, Defaults> = {
  /** In the singular and snake_case, `canned_response`: the beginning of its events and audit actions. */
  noun: string
  /** Of the list; its last part is the tag of the operations. `/labels` */
  path: string
  prefix: IdPrefix
  scopes: { read: ScopeHeld; write: ScopeHeld }
  notFound: ErrorDeclaration
  shape: Declared
  table: Table<RowOf<Declared>, Fields>
  /** Of a row, for a shape that has more or less than its fields. */
  present?: (row: RowOf<Declared>) => Static<Declared>
  /** Of fields that the maker may leave out. */
  defaults?: Defaults
  /** What the table's constraints refuse. */
  conflicts?: Conflicts
  /** What its fields name. */
  references?: References
  /** What its events say to integrators; null for a kind whose changes are no events. */
  events?: EventWords<Static<Declared>> | null
  /** The counter of tenant_counters that holds how many there are. */
  counter?: Counter
}

/** `Row` is what the database holds, `Fields` what is written of it, `Defaults` those that a maker may leave out. */
export type Resource<Row extends object, Fields extends object, Defaults = object> = {
  noun: string
  /** As people write it: `canned response`. */
  words: string
  plural: string
  path: string
  tag: string
  table: string
  prefix: IdPrefix
  scopes: { read: ScopeHeld; write: ScopeHeld }
  notFound: ErrorDeclaration
  /** The id in a path. */
  id: PathId
  shape: Shape
  statements: Table<Row, Fields>
  present: (row: Row) => Omit<Row, 'version'>
  defaults: Defaults
  conflicts: Conflicts
  references: References
  events: { created: EventDeclaration<Row>; updated: EventDeclaration<Row>; deleted: EventDeclaration<Row> | null } | null
  counter: Counter | null
}

export function resource<Declared extends Shape, Fields extends object, const Defaults extends Partial<Fields> = object>(
  declaration: ResourceDeclaration<Declared, Fields, Defaults>,
): Resource<RowOf<Declared>, Fields, Defaults> {
  const { noun, path, prefix, shape, table, notFound, scopes, conflicts = {}, references = {}, events, counter = null } = declaration
  const words = noun.replaceAll('_', ' ')
  const tag = path.split('/').at(-1) ?? noun
  const plural = tag.replaceAll('-', ' ')
  // Safe because a row has the shape's fields under the same names.
  const present = declaration.present ?? (presenterOf(shape) as (row: RowOf<Declared>) => Static<Declared>)
  if (Object.keys(references).length > 0) declareReferences({ plural, table: table.name, references })
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
    id: { prefix, description: `The ${words}, with or without \`${prefix}_\`.`, notFound },
    shape,
    statements: table,
    present,
    // Safe because whoever leaves the defaults out has none.
    defaults: declaration.defaults ?? ({} as Defaults),
    conflicts,
    references,
    events: events === null ? null : eventsOf(noun, scopes.read, words, shape, present, events),
    counter,
  }
}

function eventsOf<Declared extends Shape>(
  noun: string,
  scope: ScopeHeld,
  words: string,
  object: Declared,
  present: (row: RowOf<Declared>) => Static<Declared>,
  descriptions: EventWords<Static<Declared>> = {},
) {
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
    created: define('created', `${article(words)} was made.`),
    updated: define('updated', `${article(words)} was changed.`, descriptions.previous ?? formerName(object)),
    deleted: descriptions.deleted === null ? null : define('deleted', `${article(words)} was deleted.`),
  }
}

/** The most common change. */
function formerName(shape: Shape): Readonly<Record<string, unknown>> | undefined {
  // Safe because a TypeBox schema is a JSON Schema object at run time.
  const [example] = (shape as { examples?: { name?: unknown }[] }).examples ?? []
  return typeof example?.name === 'string' ? { name: `Former ${example.name}` } : undefined
}

/** `A label`, `An inbox`. */
export function article(words: string): string {
  return `${/^[aeio]/.test(words) ? 'An' : 'A'} ${words}`
}
