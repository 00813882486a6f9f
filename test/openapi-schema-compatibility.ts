/** Detects changes of a schema that break clients of an earlier one. */
import { follow, type JsonSchema, type OpenapiDocument } from '#platform/openapi/types.ts'

/** Two documents and the compared path in them, for messages. */
export type Comparison = { before: OpenapiDocument; after: OpenapiDocument; at: string }
/** Writer of a value: the client in a request, the service in a response or an event. */
export type Direction = 'request' | 'answer'

export function within(comparison: Comparison, place: string): Comparison {
  return { ...comparison, at: `${comparison.at} › ${place}` }
}

type Known = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, JsonSchema>
  /** The document has no other constraints on keys. */
  propertyNames?: JsonSchema
  additionalProperties?: boolean | JsonSchema
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  discriminator?: { propertyName: string; mapping?: Record<string, string> }
  [keyword: string]: unknown
}

/** Describes the breaks; empty when every request that was valid is still valid, or every later response was already possible. */
export function schemaBreaks(comparison: Comparison, direction: Direction, before: JsonSchema, after: JsonSchema): string[] {
  return compare(comparison, direction, before, after, new Set())
}

/** Compares two schemas. `open` contains the pairs of named schemas that are being compared, so that recursion ends. */
function compare(
  comparison: Comparison,
  direction: Direction,
  beforeSchema: JsonSchema,
  afterSchema: JsonSchema,
  open: ReadonlySet<string>,
): string[] {
  const pair = `${String(beforeSchema.$ref)} ${String(afterSchema.$ref)}`
  if ('$ref' in beforeSchema && open.has(pair)) return []
  const seen = new Set([...open, pair])
  const [before, after] = [resolveSchema(comparison.before, beforeSchema), resolveSchema(comparison.after, afterSchema)]
  if (before.discriminator?.mapping) return kindBreaks(comparison, direction, before, after, seen)
  const members = findMembers(before)
  if (members || findMembers(after)) return unionBreaks(comparison, direction, members ?? [before], findMembers(after) ?? [after], seen)
  const parts = (place: string, old: JsonSchema, now: JsonSchema) => compare(within(comparison, place), direction, old, now, seen)
  return [
    ...typeBreaks(direction, before, after),
    ...valueBreaks(direction, before, after),
    ...boundBreaks(direction, before, after),
    ...fieldBreaks(comparison, direction, before, after, parts),
    ...(before.items && after.items ? parts('items', before.items, after.items) : []),
  ].map((sentence) => (sentence.startsWith(comparison.at) ? sentence : `${comparison.at}: ${sentence}`))
}

/** Compares discriminated unions. The service may send added members only if the earlier union has a member for unknown ones. */
function kindBreaks(comparison: Comparison, direction: Direction, before: Known, after: Known, open: ReadonlySet<string>): string[] {
  const [old, now] = [before, after].map(({ discriminator }) => discriminator?.mapping ?? {}) as [Kinds, Kinds]
  const hasOther = (findMembers(before)?.length ?? 0) > Object.keys(old).length
  const added = direction === 'answer' && !hasOther ? Object.keys(now).filter((kind) => !(kind in old)) : []
  const kept = Object.entries(old).flatMap(([kind, $ref]) => {
    const place = within(comparison, kind)
    return now[kind] === undefined ? [`${place.at}: the kind is gone`] : compare(place, direction, { $ref }, { $ref: now[kind] }, open)
  })
  return [...kept, ...added.map((kind) => `${comparison.at}: the kind ${kind} is new`)]
}

type Kinds = Record<string, string>

/** Compares unions: a request must be accepted by some current member; a response must match some earlier member. */
function unionBreaks(
  comparison: Comparison,
  direction: Direction,
  before: JsonSchema[],
  after: JsonSchema[],
  open: ReadonlySet<string>,
): string[] {
  const [given, takers] = direction === 'request' ? [before, after] : [after, before]
  return given.flatMap((member) => {
    const tries = takers.map((taker) =>
      direction === 'request' ? compare(comparison, direction, member, taker, open) : compare(comparison, direction, taker, member, open),
    )
    if (tries.some((breaks) => breaks.length === 0)) return []
    // The most similar member gives the best message. Usually it is the same member after a change.
    const nearest = tries.toSorted((a, b) => a.length - b.length)[0]
    return nearest && nearest.length > 0
      ? nearest
      : [`${comparison.at}: ${direction === 'request' ? 'a form that was accepted is gone' : 'it may have a form that it could not have'}`]
  })
}

function typeBreaks(direction: Direction, before: Known, after: Known): string[] {
  const [old, now] = [typesOf(before), typesOf(after)]
  const [given, taken] = direction === 'request' ? [old, now] : [now, old]
  if (taken === null || (given !== null && given.every((type) => taken.includes(type) || (type === 'integer' && taken.includes('number')))))
    return []
  return [`its type was ${old?.join(' or ') ?? 'any'} and is ${now?.join(' or ') ?? 'any'}`]
}

/**
 * Compares enumerations, whose values must stay in both directions: clients send them, and clients compare with them. The service may send
 * added values only if the earlier enumeration is open: generated clients reject a value outside a closed one.
 */
function valueBreaks(direction: Direction, before: Known, after: Known): string[] {
  const [old, now] = [valuesOf(before) ?? openValuesOf(before), valuesOf(after) ?? openValuesOf(after)]
  if (direction === 'request' && valuesOf(before) === null) return valuesOf(after) ? [`only ${now?.join(', ')} are accepted now`] : []
  if (old === null) return []
  if (now === null) return direction === 'answer' ? ['its values are not listed any more'] : []
  const gone = old.filter((value) => !now.includes(value))
  const added = direction === 'answer' && valuesOf(before) ? now.filter((value) => !old.includes(value)) : []
  return [
    ...(gone.length > 0 ? [`the value ${gone.join(', ')} is gone`] : []),
    ...(added.length > 0 ? [`the value ${added.join(', ')} is new`] : []),
  ]
}

const lowerBounds = ['minLength', 'minItems', 'minimum', 'exclusiveMinimum', 'minProperties']
const upperBounds = ['maxLength', 'maxItems', 'maximum', 'exclusiveMaximum', 'maxProperties']

function boundBreaks(direction: Direction, before: Known, after: Known): string[] {
  const tell = (keyword: string) => `${keyword} was ${String(before[keyword] ?? 'none')} and is ${String(after[keyword] ?? 'none')}`
  const forms = ['pattern', 'format', 'multipleOf', 'uniqueItems'].filter((keyword) => before[keyword] !== after[keyword])
  // The format of a response is guaranteed. A request may have any format once the constraint is removed.
  const broken = forms.filter((keyword) =>
    direction === 'request' ? after[keyword] !== undefined : before[keyword] !== undefined && keyword !== 'uniqueItems',
  )
  if (direction === 'answer') return broken.map(tell)
  const raised = lowerBounds.filter(
    (keyword) => after[keyword] !== undefined && !(Number(before[keyword] ?? -Infinity) >= Number(after[keyword])),
  )
  const lowered = upperBounds.filter(
    (keyword) => after[keyword] !== undefined && !(Number(before[keyword] ?? Infinity) <= Number(after[keyword])),
  )
  return [...broken, ...raised, ...lowered].map(tell)
}

function fieldBreaks(
  { at }: Comparison,
  direction: Direction,
  before: Known,
  after: Known,
  parts: (place: string, old: JsonSchema, now: JsonSchema) => string[],
): string[] {
  const fields = Object.entries(before.properties ?? {}).flatMap(([name, old]) => {
    const now = after.properties?.[name]
    return now ? parts(name, old, now) : [`${at} › ${name}: the field is gone`]
  })
  const [required, requiredBefore] = [after.required ?? [], before.required ?? []]
  const demanded =
    direction === 'request'
      ? required.filter((name) => !requiredBefore.includes(name)).map((name) => `${at} › ${name}: the field is required now`)
      : []
  const unsure =
    direction === 'answer'
      ? requiredBefore
          .filter((name) => !required.includes(name) && after.properties?.[name])
          .map((name) => `${at} › ${name}: the field may be absent now`)
      : []
  const keys = before.propertyNames || after.propertyNames ? parts('keys', before.propertyNames ?? {}, after.propertyNames ?? {}) : []
  return [...fields, ...demanded, ...unsure, ...keys, ...restBreaks(direction, before, after, parts)]
}

function restBreaks(
  direction: Direction,
  { additionalProperties: old }: Known,
  { additionalProperties: now }: Known,
  parts: (place: string, old: JsonSchema, now: JsonSchema) => string[],
): string[] {
  if (typeof old === 'object' && typeof now === 'object') return parts('other fields', old, now)
  if (direction === 'request' && old !== false && now === false) return ['other fields are refused now']
  return []
}

// --- Resolving schemas ----------------------------------------------------------------------------------------------

/** Resolves a schema. Merges the parts of an `allOf`, which the document uses only to extend a named schema. */
function resolveSchema(document: OpenapiDocument, schema: JsonSchema): Known {
  const { allOf, ...own }: JsonSchema & { allOf?: JsonSchema[] } = '$ref' in schema ? follow(document, schema) : schema
  if (!Array.isArray(allOf)) return own
  return allOf.map((part) => resolveSchema(document, part)).reduce(mergeSchemas, own)
}

function mergeSchemas(a: Known, b: Known): Known {
  const properties = Object.fromEntries(
    [...new Set([...Object.keys(a.properties ?? {}), ...Object.keys(b.properties ?? {})])].map((name) => {
      const [left, right] = [a.properties?.[name], b.properties?.[name]]
      return [name, left && right ? { allOf: [left, right] } : (left ?? right ?? {})]
    }),
  )
  return { ...a, ...b, properties, required: [...new Set([...(a.required ?? []), ...(b.required ?? [])])] }
}

/** Returns the members of a union. A nullable object counts as a union, because naming the object turns it into an `anyOf`. */
function findMembers(schema: Known): JsonSchema[] | undefined {
  const { type, properties } = schema
  if (properties && Array.isArray(type) && type.includes('null'))
    return [{ ...schema, type: type.filter((each) => each !== 'null') }, { type: 'null' }]
  return schema.anyOf ?? schema.oneOf
}

function typesOf({ type, ...schema }: Known): string[] | null {
  if (type === undefined) return valuesOf(schema)?.map((value) => (value === null ? 'null' : typeof value)) ?? null
  return Array.isArray(type) ? type : [type]
}

/** Returns the known values of an open enumeration; null for other schemas. */
function openValuesOf({ 'x-extensible-enum': values }: Known): unknown[] | null {
  // Safe because the document has lists there.
  return (values as unknown[] | undefined) ?? null
}

function valuesOf(schema: Known): unknown[] | null {
  if ('const' in schema) return [schema.const]
  return schema.enum ?? null
}
