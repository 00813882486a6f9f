/** Maps resource kinds and id fields to id prefixes, collected from the declarations of the rooms. Used for audit rows. */
import type { Endpoint } from '../platform/http/declared-endpoint.ts'
import type { IdPrefix } from '../platform/ids.ts'

const byTarget = new Map<string, IdPrefix>()
/** Fields of the room that has the target. */
const byFieldOfTarget = new Map<string, ReadonlyMap<string, IdPrefix>>()
/** Fields of all rooms; null where rooms differ. */
const byField = new Map<string, IdPrefix | null>()

/** Declares what one room knows. A field may hold ids of another kind in another room: `mergedInto` of a thread and of a customer. */
export function declareIdentifiers(targets: Readonly<Record<string, IdPrefix>>, fields: Readonly<Record<string, IdPrefix>>): void {
  const own = new Map(Object.entries(fields))
  for (const [target, prefix] of Object.entries(targets)) {
    if ((byTarget.get(target) ?? prefix) !== prefix) throw new Error(`${target} is declared with two prefixes`)
    byTarget.set(target, prefix)
    byFieldOfTarget.set(target, own)
  }
  for (const [field, prefix] of own) byField.set(field, !byField.has(field) || byField.get(field) === prefix ? prefix : null)
}

/** Of the target of an audit row. */
export function prefixOfTarget(type: string): IdPrefix | undefined {
  return byTarget.get(type)
}

/** Of a field in `before` and `after` of a target: as the target's own room has it, else as all others have it. */
export function prefixOfField(target: string, name: string): IdPrefix | undefined {
  return byFieldOfTarget.get(target)?.get(name) ?? byField.get(name) ?? undefined
}

/** The fields of an operation's shapes that hold ids, by name. A field named just `id` does not tell its kind. */
export function idFieldsOf({ query, body, responds }: Endpoint): Record<string, IdPrefix> {
  const found: Record<string, IdPrefix> = {}
  const shapes = [query, body, ...Object.values(responds).map(({ shape }) => shape)]
  for (const shape of shapes) if (shape) collect(shape, found)
  return found
}

type PlainSchema = { properties?: Record<string, PlainSchema>; items?: PlainSchema; anyOf?: PlainSchema[]; 'x-id'?: IdPrefix }

function collect(shape: PlainSchema, found: Record<string, IdPrefix>): void {
  for (const [name, part] of Object.entries(shape.properties ?? {})) {
    const prefix = prefixOf(part)
    if (prefix && name !== 'id') found[name] = prefix
    collect(part, found)
  }
  for (const part of [shape.items, ...(shape.anyOf ?? [])]) if (part) collect(part, found)
}

/** Of an id, an id or null, or a list of ids. */
function prefixOf({ 'x-id': prefix, items, anyOf }: PlainSchema): IdPrefix | undefined {
  return prefix ?? (items && prefixOf(items)) ?? anyOf?.map(prefixOf).find((found) => found !== undefined)
}
