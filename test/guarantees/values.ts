/** Generates values for the fields of bodies from their shapes. */
import { plain, unmakeable, type PlainSchema, type Requests } from './operations.ts'
import { nextNumber, unique } from './unique.ts'
import type { Endpoint } from '#platform/http/declared-endpoint.ts'

/** Returns the fields of an operation's body; for a union, those of its first member. */
export function getFields({ body }: Endpoint): [string, PlainSchema][] {
  const schema = plain(body)
  return Object.entries((schema.anyOf?.[0] ?? schema).properties ?? {})
}

/** Whether the field accepts only null, or ids of objects that no operation creates. */
export function isUnmakeable({ 'x-id': prefix, anyOf }: PlainSchema): boolean {
  if (anyOf) return anyOf.some(isUnmakeable) && anyOf.every((member) => member.type === 'null' || isUnmakeable(member))
  return prefix !== undefined && prefix in unmakeable
}

/** Returns values of every kind that a field's shape allows. Texts and referenced objects are new. */
export async function valuesOf(name: string, schema: PlainSchema, make: Requests['make']): Promise<unknown[]> {
  if (isUnmakeable(schema)) return [null]
  if (schema['x-id']) return [await make(schema['x-id'])]
  if (schema.items?.['x-id']) return [[await make(schema.items['x-id'])], []]
  const [id] = Object.entries(schema.items?.properties ?? {}).flatMap(([part, { 'x-id': prefix }]) => (prefix ? [{ part, prefix }] : []))
  if (id && !schema.examples) return [[{ [id.part]: await make(id.prefix) }], []]
  if (schema.anyOf) return (await Promise.all(schema.anyOf.map((member) => valuesOf(name, withExamples(member, schema), make)))).flat()
  if (schema.enum) return schema.enum
  if (schema.type === 'boolean') return [true, false]
  if (schema.type === 'null') return [null]
  if (schema.type === 'integer' || schema.type === 'number') return [schema.minimum ?? 0, (schema.minimum ?? 0) + 1]
  if (!schema.examples && schema.properties) {
    const each = Object.entries(schema.properties).map(async ([part, shape]) =>
      (await valuesOf(part, shape, make)).map((value) => ({ [part]: value })),
    )
    return (await Promise.all(each)).flat()
  }
  const [example = schema.type === 'string' ? 'Some words' : undefined, ...others] = schema.examples ?? []
  if (Array.isArray(example)) return [example, example.slice(0, 1)]
  if (typeof example !== 'string') return example === undefined ? [] : [example]
  const own = [unique({ [name]: example })].map((made) => String(Reflect.get(Object(made), name)))
  // Texts that need not be unique vary if the shape allows it; otherwise they are the example's.
  return others.length > 0 ? [...own, ...others] : [...own, `${example} ${nextNumber()}`].filter((value) => fits(schema, value))
}

function fits({ pattern, format, maxLength = Infinity }: PlainSchema, value: string): boolean {
  return (
    value.length <= maxLength &&
    (pattern === undefined || new RegExp(pattern, 'u').test(value)) &&
    (format === undefined || !value.includes(' '))
  )
}

function withExamples(member: PlainSchema, { examples }: PlainSchema): PlainSchema {
  return member.examples || !examples ? member : { ...member, examples }
}
