/**
 * Counts the fields and entries of an input before validation reads them, so that rejecting a huge input costs no more than rejecting a
 * small one. An input slightly above a limit passes here, because its schema rejects it and reports other problems, too.
 */
import type { ErrorDetail } from '../errors.ts'
import type { Shape } from '../schema.ts'
import { describeShape, type ShapeDescription } from '../describe-shape.ts'
import { isRecord, maxDetails, unknownFields } from './explain.ts'

/** Returns details about the first part that has too many fields or entries, or null. */
export type Bounds = (value: unknown) => ErrorDetail[] | null

/**
 * Compiles the bounds of a schema; null when the schema has none. `others` are additional names that the operation accepts, for
 * suggestions.
 */
export function findBounds(schema: Shape, others: readonly string[] = []): Bounds | null {
  const { anyOf, items, properties, type } = describeShape(schema)
  if (anyOf) return boundsOfUnion(anyOf, others)
  if (items) return boundsOfArray(describeShape(schema), items)
  if (properties) return boundsOfObject(describeShape(schema), properties, others)
  return type === 'object' ? boundsOfRecord(describeShape(schema)) : null
}

function boundsOfArray({ maxItems = Number.POSITIVE_INFINITY }: ShapeDescription, items: Shape): Bounds {
  const ofItem = findBounds(items)
  return (value) => {
    if (!Array.isArray(value)) return null
    if (value.length > maxItems + maxDetails) return [{ field: '', code: 'TOO_LARGE', message: `must have at most ${maxItems} entries` }]
    return ofItem && firstOf(value, (item, i) => within(`[${i}]`, ofItem(item)))
  }
}

function boundsOfObject(
  { additionalProperties }: ShapeDescription,
  properties: Readonly<Record<string, Shape>>,
  others: readonly string[],
): Bounds {
  const known = Object.keys(properties)
  const maxNames = additionalProperties === false ? known.length + maxDetails : Number.POSITIVE_INFINITY
  const parts = known.flatMap((name) => {
    const bounds = properties[name] && findBounds(properties[name])
    return bounds ? [{ name, bounds }] : []
  })
  return (value) => {
    if (!isRecord(value)) return null
    const names = Object.keys(value)
    if (names.length > maxNames) return unknownFields(firstUnknown(names, properties), (name) => name, [...known, ...others])
    return firstOf(parts, ({ name, bounds }) => (Object.hasOwn(value, name) ? within(name, bounds(value[name])) : null))
  }
}

function firstUnknown(names: readonly string[], properties: object): string[] {
  const unknown: string[] = []
  for (const name of names) {
    if (!Object.hasOwn(properties, name) && unknown.push(name) === maxDetails) break
  }
  return unknown
}

function boundsOfRecord({ maxProperties = Number.POSITIVE_INFINITY }: ShapeDescription): Bounds {
  return (value) =>
    isRecord(value) && Object.keys(value).length > maxProperties + maxDetails
      ? [{ field: '', code: 'TOO_LARGE', message: `must have at most ${maxProperties} fields` }]
      : null
}

/**
 * Returns the bounds of a union: a value must be within the bounds of one member, an array member for an array, an object member for an
 * object.
 */
function boundsOfUnion(anyOf: readonly Shape[], others: readonly string[]): Bounds | null {
  const members = anyOf.flatMap((member) => {
    const bounds = findBounds(member, others)
    return bounds ? [{ isArray: describeShape(member).items !== undefined, bounds }] : []
  })
  if (members.length === 0) return null
  return (value) => {
    if (typeof value !== 'object' || value === null) return null
    let first: ErrorDetail[] | null = null
    for (const { isArray, bounds } of members) {
      if (isArray !== Array.isArray(value)) continue
      const details = bounds(value)
      if (details === null) return null
      first ??= details
    }
    return first
  }
}

function firstOf<Part>(parts: readonly Part[], bounds: (part: Part, i: number) => ErrorDetail[] | null): ErrorDetail[] | null {
  for (const [i, part] of parts.entries()) {
    const details = bounds(part, i)
    if (details) return details
  }
  return null
}

function within(place: string, details: ErrorDetail[] | null): ErrorDetail[] | null {
  return (
    details?.map((detail) => ({
      ...detail,
      field: detail.field === '' || detail.field.startsWith('[') ? place + detail.field : `${place}.${detail.field}`,
    })) ?? null
  )
}
