/** Converts records to public shapes: the inverse of platform/http/validation.ts. */
import { describeShape, getMembers } from '#platform/describe-shape.ts'
import { toTypeId } from '#platform/ids.ts'
import type { Shape, Static } from '#platform/schema.ts'
import { isoTime } from '#platform/time.ts'

/**
 * Creates a function that converts a record to the public form of `shape`: only the shape's fields, ids with their prefix, times in ISO
 * 8601. The record must have the shape's fields under the same names, with ids as UUIDs and times as PostgreSQL writes them.
 */
export function createPresenter<Declared extends Shape>(shape: Declared): (record: Static<Declared>) => Static<Declared> {
  // Safe because the conversion keeps every field of the shape and changes only the format of ids and times.
  return (findConversion(shape) ?? same) as (record: Static<Declared>) => Static<Declared>
}

/**
 * Presents stored parameters of a list, report or rule: replaces UUIDs with prefixed ids, including those in nested objects and lists, and
 * keeps keywords such as `none` that a field accepts in place of an id. Omitted fields stay absent.
 */
export function presentParameters<Values extends object>(fields: Readonly<Record<string, Shape>>, values: Values): Values {
  const wire = Object.entries(values).map(([name, value]) => [name, presentParameter(fields[name], value)])
  // Safe because only the format of ids changes.
  return Object.fromEntries(wire) as Values
}

function presentParameter(shape: Shape | undefined, value: unknown): unknown {
  if (shape === undefined || value === null || value === undefined) return value
  const { 'x-id': prefix, 'x-words': words = [], items, properties } = describeShape(shape)
  if (prefix) return words.includes(String(value)) ? value : toTypeId(prefix, String(value))
  const [only, ...others] = getMembers(shape)
  if (only) return others.length > 0 ? value : presentParameter(only, value)
  if (items && Array.isArray(value)) return value.map((each) => presentParameter(items, each))
  return properties && typeof value === 'object' ? presentParameters(properties, value) : value
}

type Conversion = (value: unknown) => unknown

const same: Conversion = (value) => value

/** Returns null if values of the shape need no conversion. */
function findConversion(shape: Shape): Conversion | null {
  const { 'x-id': prefix, format, properties, items, anyOf } = describeShape(shape)
  if (prefix) return (value) => toTypeId(prefix, String(value))
  if (format === 'date-time') return (value) => isoTime(String(value))
  if (anyOf) return nullableConversion(getMembers(shape))
  if (items) {
    const each = findConversion(items)
    // Safe because the record has an array where the shape has one.
    return each && ((value) => (value as unknown[]).map(each))
  }
  return properties ? objectConversion(properties) : null
}

function nullableConversion(members: Shape[]): Conversion | null {
  const conversions = members.map(findConversion)
  const [only, ...others] = conversions
  if (others.length > 0 && conversions.some((conversion) => conversion !== null)) {
    throw new Error('A shape that may be several things needs a presenter of its own')
  }
  // Records that were stored before a field was added lack the field.
  return only ? (value) => (value === null || value === undefined ? null : only(value)) : null
}

function objectConversion(properties: Readonly<Record<string, Shape>>): Conversion {
  const fields = Object.entries(properties).map(([name, part]) => [name, findConversion(part) ?? same] as const)
  return (value) => {
    const wire: Record<string, unknown> = {}
    // Safe because the record has an object where the shape has one.
    for (const [name, convert] of fields) wire[name] = convert((value as Record<string, unknown>)[name])
    return wire
  }
}
