/** Reads shapes at run time: which fields an object has, what a list holds, and the type of a value apart from null. */
import type { IdPrefix } from './ids.ts'
import type { Shape } from './schema.ts'

/** The keywords of a shape on which conversions, checks and SQL depend. */
export type ShapeDescription = {
  type?: string
  enum?: unknown[]
  format?: string
  properties?: Readonly<Record<string, Shape>>
  items?: Shape
  anyOf?: Shape[]
  required?: string[]
  minProperties?: number
  maxProperties?: number
  maxItems?: number
  additionalProperties?: Shape | boolean
  examples?: unknown[]
  'x-id'?: IdPrefix
  /** Words that may stand in place of the id. */
  'x-words'?: readonly string[]
  'x-trim'?: boolean
  /** The allowed values of a text that can list several, separated by commas. */
  'x-several'?: readonly string[]
}

export function describeShape(shape: Shape): ShapeDescription {
  // Safe because a TypeBox schema is a JSON Schema object at run time.
  return shape as ShapeDescription
}

/** Returns the members of a union without null; an empty array for a shape that is not a union. */
export function getMembers(shape: Shape): Shape[] {
  return (describeShape(shape).anyOf ?? []).filter((member) => describeShape(member).type !== 'null')
}
