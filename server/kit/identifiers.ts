/** Maps resource kinds and id fields to id prefixes, collected from the declarations of the rooms. Used for audit rows. */
import type { Endpoint } from './endpoint.ts'
import type { IdPrefix } from './ids.ts'

const byTarget = new Map<string, IdPrefix>()
const byField = new Map<string, IdPrefix>()

/** Throws when the name is already used for ids of another kind. */
export function declareIdentifiers(targets: Readonly<Record<string, IdPrefix>>, fields: Readonly<Record<string, IdPrefix>>): void {
  for (const [target, prefix] of Object.entries(targets)) learn(byTarget, target, prefix)
  for (const [field, prefix] of Object.entries(fields)) learn(byField, field, prefix)
}

/** Of the target of an audit row. */
export function prefixOfTarget(type: string): IdPrefix | undefined {
  return byTarget.get(type)
}

/** Of a field in `before` and `after`. */
export function prefixOfField(name: string): IdPrefix | undefined {
  return byField.get(name)
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

function learn(known: Map<string, IdPrefix>, name: string, prefix: IdPrefix): void {
  const before = known.get(name)
  if (before !== undefined && before !== prefix) throw new Error(`${name} holds ids of ${before} and of ${prefix}`)
  known.set(name, prefix)
}
