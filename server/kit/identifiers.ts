/**
 * Maps audit targets and field names to id prefixes, so that audit rows show ids in their public form. Collected from the declarations of
 * the modules.
 */
import { describeShape } from '#platform/describe-shape.ts'
import type { Endpoint } from '#platform/http/declared-endpoint.ts'
import type { IdPrefix } from '#platform/ids.ts'
import type { Shape } from '#platform/schema.ts'

const byTarget = new Map<string, IdPrefix>()
/** Fields of the module that declares the target. */
const byFieldOfTarget = new Map<string, ReadonlyMap<string, IdPrefix>>()
/** Fields of all modules; null if two modules use a field for different id prefixes. */
const byField = new Map<string, IdPrefix | null>()

/**
 * Registers the targets and id fields of a module. Two modules may use the same field for different prefixes, such as `mergedInto` of
 * threads and of customers.
 */
export function declareIdentifiers(targets: Readonly<Record<string, IdPrefix>>, fields: Readonly<Record<string, IdPrefix>>): void {
  const own = new Map(Object.entries(fields))
  for (const [target, prefix] of Object.entries(targets)) {
    if ((byTarget.get(target) ?? prefix) !== prefix) throw new Error(`${target} is declared with two prefixes`)
    byTarget.set(target, prefix)
    byFieldOfTarget.set(target, own)
  }
  for (const [field, prefix] of own) byField.set(field, !byField.has(field) || byField.get(field) === prefix ? prefix : null)
}

/** Returns the id prefix of an audit row's target. */
export function prefixOfTarget(type: string): IdPrefix | undefined {
  return byTarget.get(type)
}

/** Returns the id prefix of a field in `before` or `after` of a target: from the target's module, else from the other modules if they agree. */
export function prefixOfField(target: string, name: string): IdPrefix | undefined {
  return byFieldOfTarget.get(target)?.get(name) ?? byField.get(name) ?? undefined
}

/** Returns the prefixes of id fields in an operation's request and response schemas, keyed by field name. Skips `id`, whose prefix depends on the enclosing object. */
export function getIdFields({ query, body, responds }: Endpoint): Record<string, IdPrefix> {
  const found: Record<string, IdPrefix> = {}
  const shapes = [query, body, ...Object.values(responds).map(({ shape }) => shape)]
  for (const shape of shapes) if (shape) collect(shape, found)
  return found
}

function collect(shape: Shape, found: Record<string, IdPrefix>): void {
  const { properties = {}, items, anyOf = [] } = describeShape(shape)
  for (const [name, part] of Object.entries(properties)) {
    const prefix = findPrefix(part)
    if (prefix && name !== 'id') found[name] = prefix
    collect(part, found)
  }
  for (const part of [items, ...anyOf]) if (part) collect(part, found)
}

/** Returns the id prefix of a schema that is an id, an id or null, or a list of ids. */
function findPrefix(shape: Shape): IdPrefix | undefined {
  const { 'x-id': prefix, items, anyOf } = describeShape(shape)
  return prefix ?? (items && findPrefix(items)) ?? anyOf?.map(findPrefix).find((found) => found !== undefined)
}
