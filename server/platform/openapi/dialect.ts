/**
 * Rewrites JSON Schemas into equivalent forms from which client generators produce good types (decision 21). Validation uses the original
 * shapes.
 */
import type { JsonSchema } from './types.ts'

/** Rewrites one schema whose subschemas have already been rewritten. */
export function toDialect(schema: JsonSchema): JsonSchema {
  return numberFormat(booleanConstant(nullType(mixedType(nullableType(keyedObject(enumeration(schema)))))))
}

/** Keywords that `choice` adds to a shape for the API document. */
export const enumerationMarks: ReadonlySet<string> = new Set(['x-meanings', 'x-shown-as', 'x-final'])

/**
 * Adds the descriptions of enum values, which `choice` and `anyCaseChoice` of platform/schema.ts store in `x-meanings` and `x-shown-as`.
 */
function enumeration(schema: JsonSchema): JsonSchema {
  const { 'x-meanings': meanings, 'x-shown-as': shownAs, ...rest } = schema
  if (meanings === undefined) return schema
  // Safe because `choice` sets both.
  const [values, texts] = [schema.enum as string[], meanings as string[]]
  const names = values.map(constantName)
  const shown = shownAs === undefined ? values : values.map((value) => inCase(value, shownAs === 'upper'))
  const others = shownAs === undefined ? [] : values.map((value) => inCase(value, shownAs !== 'upper'))
  const prefix = shownAs === 'upper' ? 'LOWER' : 'UPPER'
  const list = shown.map((value, i) => `- \`${value}\`: ${texts[i]}`).join('\n')
  const anyCase = shownAs === undefined ? [] : ['Accepted in any letter case; responses use the spelling of this list.']
  return {
    ...rest,
    // Clients can send back the spelling that they received, and also the other spelling, which earlier versions of the examples used.
    enum: [...shown, ...others],
    description: [String(schema.description), ...anyCase, list].join('\n\n'),
    // Without these names, generators give two values the same name, such as two spellings of a word, or `createdAt` and `-createdAt`.
    'x-enum-varnames': [...names, ...others.map((_, i) => `${prefix}_${names[i]}`)],
    'x-enum-descriptions': [...texts, ...(shownAs === undefined ? [] : texts)],
  }
}

/** Converts `thread.status_changed`, `threads:read` and `-createdAt` to `THREAD_STATUS_CHANGED`, `THREADS_READ` and `MINUS_CREATED_AT`. */
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

/** Replaces `patternProperties` with `propertyNames`. Generators that ignore `patternProperties` see an object without fields. */
function keyedObject(schema: JsonSchema): JsonSchema {
  const { patternProperties, ...rest } = schema
  if (typeof patternProperties !== 'object' || patternProperties === null) return schema
  const [only, ...others] = Object.entries(patternProperties)
  if (!only || others.length > 0 || 'properties' in schema) throw new Error('The document knows records of one kind of keys only')
  const [pattern, value] = only
  return { ...rest, additionalProperties: value, ...(pattern === '^.*$' ? {} : { propertyNames: { pattern } }) }
}

/** Merges `string | null` into one schema with two types. A named shape or null remains an `anyOf`. */
function nullableType(schema: JsonSchema): JsonSchema {
  const { anyOf, ...outer } = schema
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || !isNull(anyOf[1])) return schema
  // Safe because the members of `anyOf` are schemas.
  const shape = anyOf[0] as JsonSchema
  if (typeof shape.type !== 'string' || 'enum' in shape) return { ...outer, anyOf: [shape, { type: 'null' }] }
  return { ...shape, ...outer, type: [shape.type, 'null'] }
}

/**
 * Turns a union of several types into `oneOf`. For `anyOf`, generators for Rust and TypeScript emit a class with the fields of all members,
 * which is empty for strings and numbers, and so loses the value.
 */
function mixedType(schema: JsonSchema): JsonSchema {
  const { anyOf, ...outer } = schema
  if (!Array.isArray(anyOf) || (anyOf.length === 2 && isNull(anyOf[1]))) return schema
  // Safe because the members of `anyOf` are schemas. A named member is an object.
  const types = (anyOf as JsonSchema[]).map((member) => ('$ref' in member ? 'object' : isNull(member) ? 'null' : String(member.type)))
  if (new Set(types).size < types.length)
    throw new Error(`A choice of ${types.join(', ')}: only members of different types exclude each other`)
  return { ...outer, oneOf: anyOf }
}

function isNull(schema: unknown): boolean {
  return (
    typeof schema === 'object' &&
    schema !== null &&
    (('type' in schema && schema.type === 'null') || ('const' in schema && schema.const === null))
  )
}

/** Replaces the type `null`, which several generators do not support, with a constant. */
function nullType(schema: JsonSchema): JsonSchema {
  const { type, ...rest } = schema
  return type === 'null' ? { const: null, ...rest } : schema
}

/** Replaces a boolean constant with a sentence. The Java generator turns the constant into a string enumeration, which does not compile. */
function booleanConstant(schema: JsonSchema): JsonSchema {
  const { const: value, ...rest } = schema
  if (typeof value !== 'boolean') return schema
  const sentence = `Always \`${value}\` if present.`
  return { ...rest, description: [schema.description, sentence].filter(Boolean).join(' ') }
}

/** Adds the format of numbers. Without it, generators for Java and Go choose 32 bits, and milliseconds overflow. */
function numberFormat(schema: JsonSchema): JsonSchema {
  const types = new Set(([] as unknown[]).concat(schema.type ?? []))
  if (schema.format !== undefined) return schema
  if (types.has('integer')) return { ...schema, format: 'int64' }
  return types.has('number') ? { ...schema, format: 'double' } : schema
}
