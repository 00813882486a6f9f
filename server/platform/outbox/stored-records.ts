/**
 * Completes records that an earlier version stored: responses of Idempotency-Keys and objects of events. Such records lack fields that were
 * added to their public shape later, so the missing fields are filled in before presentation (decision 56).
 */
import { describeShape, getMembers } from '../describe-shape.ts'
import type { Shape } from '../schema.ts'

type StoredRecord = Readonly<Record<string, unknown>>
/** Returns a field's value for a record that was stored before the field existed. */
type FormerValue = (record: StoredRecord) => unknown

/**
 * Declares a field's value in records stored before the field existed, in the presenter's form. Without a declaration, a nullable field is
 * null, a list is empty, a boolean is false and the fields of an object are filled in the same way. Every other required field that is
 * added to a stored shape needs a declaration.
 */
export function addedLater<Declared extends Shape>(shape: Declared, formerly: FormerValue): Declared {
  // Copy with the hidden properties, because several fields may share one named shape.
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(shape))
  // Safe because the copy has all properties of the shape.
  return Object.defineProperty(copy, '~formerly', { value: formerly }) as Declared
}

type Completion = (value: unknown) => unknown

const completions = new WeakMap<Shape, Completion | null>()

/** Returns the record with a value for every field of its shape. Returns a complete record unchanged. */
export function completeRecord(shape: Shape | undefined, record: unknown): unknown {
  const complete = shape && findCompletion(shape)
  return complete ? complete(record) : record
}

/** Returns null if values of the shape have no fields. */
function findCompletion(shape: Shape): Completion | null {
  const known = completions.get(shape)
  if (known !== undefined) return known
  const { properties, required = [], items } = describeShape(shape)
  const [only, ...others] = getMembers(shape)
  const completion = properties
    ? objectCompletion(properties, new Set(required))
    : items
      ? listCompletion(items)
      : // A value of a union type stays unchanged.
        only && others.length === 0
        ? findCompletion(only)
        : null
  completions.set(shape, completion)
  return completion
}

function listCompletion(items: Shape): Completion | null {
  const each = findCompletion(items)
  return (
    each &&
    ((value) => {
      if (!Array.isArray(value)) return value
      const completed = value.map(each)
      return completed.some((part, i) => part !== value[i]) ? completed : value
    })
  )
}

function objectCompletion(properties: Readonly<Record<string, Shape>>, required: ReadonlySet<string>): Completion {
  const fields = Object.entries(properties).map(([name, part]) => {
    return { name, complete: findCompletion(part), formerly: required.has(name) ? findFormerValue(part) : null }
  })
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const record = value as Record<string, unknown>
    let completed = record
    for (const { name, complete, formerly } of fields) {
      const given = record[name]
      const filled = given === undefined ? formerly?.(record) : complete ? complete(given) : given
      if (filled === given) continue
      if (completed === record) completed = { ...record }
      completed[name] = filled
    }
    return completed
  }
}

/** Returns null if every record must have the field. */
function findFormerValue(shape: Shape): FormerValue | null {
  const { type, anyOf = [], properties } = describeShape(shape)
  // Safe because only `addedLater` sets this property.
  const { '~formerly': declared } = shape as { '~formerly'?: FormerValue }
  if (declared) return declared
  if (getMembers(shape).length < anyOf.length) return () => null
  if (type === 'array') return () => []
  if (properties) return () => findCompletion(shape)?.({})
  return type === 'boolean' ? () => false : null
}
