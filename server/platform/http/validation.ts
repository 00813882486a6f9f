/**
 * Validates bodies and query strings against their schema. Reports problems field by field, and converts ids to UUIDs, enum values to their
 * canonical letter case and times to UTC.
 */
import { Compile, type Validator } from 'typebox/compile'
import { emailFormat, readEmail } from '../email.ts'
import { ApiError, invalidId } from '../errors.ts'
import { parseTypeId } from '../ids.ts'
import { findBrokenRules, type Shape } from '../schema.ts'
import { findBounds } from './bounds.ts'
import { describeShape } from '../describe-shape.ts'
import { explain, failure, isRecord } from './explain.ts'

/** Validates `value` and returns it as handlers expect it. Throws ApiError 400. */
export type Reader = (value: unknown) => unknown

const choosers = new WeakMap<object, (value: Record<string, unknown>) => number>()

/**
 * Sets how a body selects a member of the union, so that errors refer to that member only. `choose` returns the member's index and may
 * throw ApiError.
 */
export function chooseBy<Union extends Shape>(union: Union, choose: (value: Record<string, unknown>) => number): Union {
  choosers.set(union, choose)
  return union
}

export function bodyReader(schema: Shape): Reader {
  const choose = choosers.get(schema)
  const members = choose ? describeShape(schema).anyOf : undefined
  if (!choose || !members) {
    const read = countedReader(schema)
    return isOptionalBody(schema) ? (value) => read(value === undefined ? {} : value) : read
  }
  const readers = members.map((member) => countedReader(member))
  const fallback = readers[0] ?? countedReader(schema)
  return (value) => (isRecord(value) ? (readers[choose(value)] ?? fallback) : fallback)(value)
}

/** True when the schema has no required fields, so that the body may be omitted. */
export function isOptionalBody(schema: Shape): boolean {
  const { anyOf, required = [], minProperties = 0 } = describeShape(schema)
  return !anyOf && required.length === 0 && minProperties === 0
}

/**
 * Compiles the reader of a query string. Converts strings to numbers and booleans, and rejects repeated names. `filter[name]=value` is a
 * field of the object `filter`. `others` are additional parameters of the operation, for suggestions.
 */
export function queryReader(schema: Shape, others: readonly string[] = []): Reader {
  const properties = describeShape(schema).properties ?? {}
  const read = objectReader(schema, others)
  const tooManyIn = findBounds(schema, others)
  return (value) => {
    const tooMany = tooManyIn?.(value)
    if (tooMany) throw failure(tooMany)
    const given = Object.entries(isRecord(value) ? value : {})
    const repeated = given.filter(([, text]) => Array.isArray(text))
    if (repeated.length > 0) throw failure(repeated.map(([field]) => ({ field, code: 'REPEATED', message: 'must be sent only once' })))
    const unfit = given.filter(([name, text]) => name.includes('\0') || String(text).includes('\0'))
    if (unfit.length > 0)
      throw failure(unfit.map(([field]) => ({ field, code: 'INVALID_TEXT', message: 'must not contain the NUL character' })))
    return read(nested(properties, given))
  }
}

/** Groups the fields of a query string: `filter[name]` becomes the field `name` of an object `filter`. */
function nested(properties: Readonly<Record<string, Shape>>, given: readonly [name: string, text: unknown][]): Record<string, unknown> {
  const fields = new Map<string, unknown>()
  const objects = new Map<string, Map<string, unknown>>()
  for (const [name, text] of given) {
    const [, object = '', field = ''] = /^(\w+)\[([^\]]*)\]$/.exec(name) ?? []
    const schema = Object.hasOwn(properties, object) ? properties[object] : undefined
    if (!schema || describeShape(schema).type !== 'object') fields.set(name, coerced(properties[name], text))
    else objects.set(object, (objects.get(object) ?? new Map<string, unknown>()).set(field, text))
  }
  for (const [name, parts] of objects) {
    if (fields.has(name)) throw failure([{ field: name, code: 'REPEATED', message: `must be sent as ${name}[…]` }])
    fields.set(name, Object.fromEntries(parts))
  }
  return Object.fromEntries(fields)
}

/** Compiles the reader of a body. Rejects a body with too many fields or entries before reading their contents. */
function countedReader(schema: Shape): Reader {
  const read = objectReader(schema)
  const tooManyIn = findBounds(schema)
  return (value) => {
    const tooMany = tooManyIn?.(value)
    if (tooMany) throw failure(tooMany)
    return read(value)
  }
}

function objectReader(schema: Shape, others: readonly string[] = []): Reader {
  // Compiled on the first request, because compiling all schemas would take a tenth of the start time.
  let validator: Validator | undefined
  const before = caseConversion(schema)
  const after = valueConversion(schema)
  return (given) => {
    const value = before ? before(given, '') : given
    validator ??= Compile(schema)
    if (!validator.Check(value)) throw explain(schema, value, validator.Errors(value), others)
    const converted = after ? after(value, '') : value
    const broken = findBrokenRules(schema, converted)
    if (broken.length > 0) throw failure(broken)
    return converted
  }
}

// --- Conversions --------------------------------------------------------------------------------------------------

type Conversion = (value: unknown, path: string) => unknown

/** Returns the conversion that runs before validation: `low` becomes `LOW` when only `LOW` is declared. */
function caseConversion(schema: Shape): Conversion | null {
  const { enum: values, 'x-several': several } = describeShape(schema)
  if (several) return (value) => (typeof value === 'string' ? sortValues(value, several) : value)
  if (!values) return within(schema, caseConversion)
  const canonical = new Map(values.map((value) => [String(value).toUpperCase(), value]))
  return (value) => (typeof value === 'string' ? (canonical.get(value.toUpperCase()) ?? value) : value)
}

/**
 * Returns each value of a list once, in declaration order and with the declared letter case. Keeps unknown values, which validation
 * rejects.
 */
function sortValues(text: string, declared: readonly string[]): string {
  const given = new Set(text.split(',').map((value) => value.toUpperCase()))
  const known = declared.filter((value) => given.has(value.toUpperCase()))
  return known.length === given.size ? known.join(',') : text
}

/**
 * Returns the conversion that runs after validation: ids to UUIDs, times to UTC, e-mail addresses to their canonical form, and strings
 * without surrounding spaces.
 */
function valueConversion(schema: Shape): Conversion | null {
  const { 'x-id': prefix, 'x-words': words, 'x-trim': trim, format } = describeShape(schema)
  if (trim) return (value) => (typeof value === 'string' ? value.trim() : value)
  if (prefix) {
    return (value, path) => {
      if (words?.includes(String(value))) return value
      const uuid = typeof value === 'string' ? parseTypeId(prefix, value) : null
      if (uuid === null)
        throw new ApiError(invalidId, {
          details: [{ field: path, code: 'INVALID_ID', message: `must be an id that begins with ${prefix}_` }],
        })
      return uuid
    }
  }
  if (format === emailFormat) return (value) => (typeof value === 'string' ? (readEmail(value) ?? value) : value)
  if (format === 'date-time') {
    return (value, path) => {
      const time = typeof value === 'string' && value.length < 40 ? Date.parse(value) : Number.NaN
      // Years 1 to 9999, the range that both PostgreSQL and unsigned ISO 8601 support.
      if (!(time >= -62_135_596_800_000 && time <= 253_402_300_799_999))
        throw failure([{ field: path, code: 'INVALID_FORMAT', message: 'must be an ISO 8601 time' }])
      return new Date(time).toISOString()
    }
  }
  return within(schema, valueConversion)
}

/** Applies the conversions returned by `make` to the parts of an object, an array or a nullable shape; null when no part needs one. */
function within(schema: Shape, make: (part: Shape) => Conversion | null): Conversion | null {
  const { properties, items, anyOf } = describeShape(schema)
  if (anyOf) {
    const conversions = anyOf.flatMap((member) => {
      const convert = make(member)
      return convert ? [{ isOfRecords: describeShape(member).type === 'object', convert }] : []
    })
    // The value itself shows whether it is a string or an object. `chooseBy` selects the member of other unions.
    const [first, second] = conversions
    if (!first || (second && (conversions.length > 2 || first.isOfRecords === second.isOfRecords))) return null
    if (!second) return (value, path) => (value === null ? null : first.convert(value, path))
    return (value, path) => (value === null ? null : (first.isOfRecords === isRecord(value) ? first : second).convert(value, path))
  }
  if (items) {
    const convert = make(items)
    return convert && ((value, path) => (Array.isArray(value) ? value.map((part, i) => convert(part, `${path}[${i}]`)) : value))
  }
  const fields = Object.entries(properties ?? {}).flatMap(([name, part]) => {
    const convert = make(part)
    return convert ? [{ name, convert }] : []
  })
  if (fields.length === 0) return null
  return (value, path) => {
    if (!isRecord(value)) return value
    // Copy, because the fingerprint of an idempotent request is computed from the original body.
    const converted = { ...value }
    for (const { name, convert } of fields) {
      const part = Object.hasOwn(value, name) ? value[name] : undefined
      if (part !== undefined) converted[name] = convert(part, path ? `${path}.${name}` : name)
    }
    return converted
  }
}

function coerced(schema: Shape | undefined, text: unknown): unknown {
  const type = schema && describeShape(schema).type
  if (typeof text !== 'string') return text
  if ((type === 'integer' || type === 'number') && /^-?\d{1,15}(\.\d{1,9})?$/.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}
