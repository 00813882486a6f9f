/**
 * The dialect of JSON Schema that the document is written in. Every rewriting here says the same as the shape it is made of, in the form that
 * generators of clients make good types of (decision 21). Validation uses the shapes themselves.
 */
import type { JsonSchema } from './types.ts'

/** What a schema says at its own level, its parts rewritten already. */
export function inDialect(schema: JsonSchema): JsonSchema {
  return numberFormat(booleanConstant(nullType(nullableType(keyedObject(enumeration(schema))))))
}

/** What `choice` leaves in a shape for the document. */
export const enumerationMarks: ReadonlySet<string> = new Set(['x-meanings', 'x-shown-as'])

/** `x-meanings` and `x-shown-as` are how `choice` and `anyCaseChoice` of platform/schema.ts leave what the values mean. */
function enumeration(schema: JsonSchema): JsonSchema {
  const { 'x-meanings': meanings, 'x-shown-as': shownAs, ...rest } = schema
  if (meanings === undefined) return schema
  // Safe because `choice` writes both.
  const [values, texts] = [schema.enum as string[], meanings as string[]]
  const names = values.map(constantName)
  const shown = shownAs === undefined ? values : values.map((value) => inCase(value, shownAs === 'upper'))
  const others = shownAs === undefined ? [] : values.map((value) => inCase(value, shownAs !== 'upper'))
  const prefix = shownAs === 'upper' ? 'LOWER' : 'UPPER'
  const list = shown.map((value, i) => `- \`${value}\`: ${texts[i]}`).join('\n')
  const anyCase = shownAs === undefined ? [] : ['Accepted in any letter case; responses use the spelling of this list.']
  return {
    ...rest,
    // What was read can be written back, and so can the other spelling that integrators know from the examples of earlier versions.
    enum: [...shown, ...others],
    description: [String(schema.description), ...anyCase, list].join('\n\n'),
    // Without names of their own, two spellings of one word, or `createdAt` and `-createdAt`, become one constant twice.
    'x-enum-varnames': [...names, ...others.map((_, i) => `${prefix}_${names[i]}`)],
    'x-enum-descriptions': [...texts, ...(shownAs === undefined ? [] : texts)],
  }
}

/** `thread.status_changed`, `threads:read` and `-createdAt` to `THREAD_STATUS_CHANGED`, `THREADS_READ` and `MINUS_CREATED_AT`. */
function constantName(value: string): string {
  return value
    .replace(/^-/, 'minus_')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase()
}

function inCase(value: string, upper: boolean): string {
  return upper ? value.toUpperCase() : value.toLowerCase()
}

/** Keys of a pattern are what `propertyNames` says; generators that do not read `patternProperties` would see an object without fields. */
function keyedObject(schema: JsonSchema): JsonSchema {
  const { patternProperties, ...rest } = schema
  if (typeof patternProperties !== 'object' || patternProperties === null) return schema
  const [only, ...others] = Object.entries(patternProperties)
  if (!only || others.length > 0 || 'properties' in schema) throw new Error('The document knows records of one kind of keys only')
  const [pattern, value] = only
  return { ...rest, additionalProperties: value, ...(pattern === '^.*$' ? {} : { propertyNames: { pattern } }) }
}

/** `string | null` is one schema of two types; a named shape or null stays a choice of two. */
function nullableType(schema: JsonSchema): JsonSchema {
  const { anyOf, ...outer } = schema
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || !isNull(anyOf[1])) return schema
  // Safe because the members of a choice are schemas.
  const shape = anyOf[0] as JsonSchema
  if (typeof shape.type !== 'string' || 'enum' in shape) return { ...outer, anyOf: [shape, { type: 'null' }] }
  return { ...shape, ...outer, type: [shape.type, 'null'] }
}

function isNull(schema: unknown): boolean {
  return (
    typeof schema === 'object' &&
    schema !== null &&
    (('type' in schema && schema.type === 'null') || ('const' in schema && schema.const === null))
  )
}

/** A type that has null alone is unknown to several generators, and breaks them. Within a choice of two it is understood. */
function nullType(schema: JsonSchema): JsonSchema {
  const { type, ...rest } = schema
  return type === 'null' ? { const: null, ...rest } : schema
}

/** A boolean of one value becomes an enumeration of texts in Java, which does not compile: words say it instead. */
function booleanConstant(schema: JsonSchema): JsonSchema {
  const { const: value, ...rest } = schema
  if (typeof value !== 'boolean') return schema
  const sentence = `Always \`${value}\` if present.`
  return { ...rest, description: [schema.description, sentence].filter(Boolean).join(' ') }
}

/** Without a width, generators for Java and Go choose 32 bits, and milliseconds overflow. */
function numberFormat(schema: JsonSchema): JsonSchema {
  const types = new Set(([] as unknown[]).concat(schema.type ?? []))
  if (schema.format !== undefined) return schema
  if (types.has('integer')) return { ...schema, format: 'int64' }
  return types.has('number') ? { ...schema, format: 'double' } : schema
}
