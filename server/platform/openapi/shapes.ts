/**
 * Converts TypeBox shapes to schemas of the API document. Named shapes are defined once under `components.schemas`; all others are inline.
 */
import { isDeepStrictEqual } from 'node:util'
import type { JsonSchema, MediaType, Reference } from './types.ts'
import { componentName, type Shape } from '../schema.ts'
import { enumerationMarks, toDialect } from './dialect.ts'
import { flattenUnion } from './flat-union.ts'

/** Collects the named shapes that the document references. */
export class SharedShapes {
  readonly schemas = new Map<string, JsonSchema>()
  readonly examples = new Map<string, { summary: string; value: unknown }>()
  readonly #inputs = new Set<string>()
  readonly #defined = new Set<string>()
  readonly #definedExamples = new Map<string, unknown>()

  /**
   * `inputs` are the shapes of requests, whose schemas reject undeclared fields. Schemas of shapes that only occur in responses allow
   * additional fields, because responses gain fields within a version.
   */
  constructor(inputs: readonly Shape[]) {
    for (const shape of inputs) visitNamed(shape, (name) => this.#inputs.add(name))
  }

  /** Defines a named schema and its example, overriding the schema of the shape with this name. */
  define(name: string, schema: JsonSchema, example?: unknown): Reference {
    const known = this.schemas.get(name)
    if (known && !isDeepStrictEqual(known, schema)) throw new Error(`The component ${name} is declared twice`)
    this.schemas.set(name, schema)
    this.#defined.add(name)
    if (example !== undefined) this.#definedExamples.set(name, example)
    return reference('schemas', name)
  }

  /** Returns a shape's example; undefined if it has none. */
  exampleFor(shape: Shape): unknown {
    const name = componentName(shape)
    return (name === undefined ? undefined : this.#definedExamples.get(name)) ?? firstExample(shape)
  }

  /**
   * Returns the schema of a body or a query parameter. A parameter that takes several values is declared with a single one, which typed
   * clients send.
   */
  input(shape: Shape): JsonSchema {
    // Safe because `severalOf` stores the choice.
    const { 'x-one': one } = shape as { 'x-one'?: Shape }
    return this.#schema(one ?? shape, true)
  }

  /** Returns the schema of a response or an event. */
  output(shape: Shape): JsonSchema {
    return this.#schema(shape, false)
  }

  /** Returns the examples of a media type. Examples of named shapes are defined once under `components.examples`. */
  exampleOf(name: string | undefined, summary: string, value: unknown): NonNullable<MediaType['examples']> {
    if (name === undefined) return { example: { value } }
    const known = this.examples.get(name)
    if (known && !isDeepStrictEqual(known.value, value)) throw new Error(`The example ${name} has two values`)
    this.examples.set(name, { summary, value })
    return { [name]: reference('examples', name) }
  }

  #schema(shape: Shape, closed: boolean): JsonSchema {
    const name = componentName(shape)
    if (name === undefined) return this.#plain(shape, closed)
    if (this.#defined.has(name)) return reference('schemas', name)
    const known = this.schemas.get(name)
    const schema = this.#plain(shape, this.#inputs.has(name))
    if (known && !isDeepStrictEqual(known, schema)) throw new Error(`The component ${name} is declared twice`)
    this.schemas.set(name, schema)
    return reference('schemas', name)
  }

  /**
   * Converts a schema. Drops the keywords that only this service uses (`x-id`, `x-trim`). TypeBox's own marks are hidden properties, which
   * are not copied.
   */
  #plain(shape: object, closed: boolean): JsonSchema {
    const entries = Object.entries(closed ? flattenUnion(shape) : shape).filter(
      ([keyword, value]) =>
        (keyword !== 'enum' || !('x-several' in shape)) &&
        (!keyword.startsWith('x-') || enumerationMarks.has(keyword) || keyword === 'x-required-one-of') &&
        (closed || keyword !== 'additionalProperties' || value !== false || !('properties' in shape)),
    )
    const plain = entries.map(([keyword, value]) => [keyword, eachSubschema(keyword, value, (part) => this.#schema(part, closed))])
    return toDialect(Object.fromEntries(plain))
  }
}

export function reference(kind: 'schemas' | 'responses' | 'parameters' | 'headers' | 'examples', name: string): Reference {
  return { $ref: `#/components/${kind}/${name}` }
}

/** Returns a shape's example; undefined if it has none. */
export function firstExample(shape: Shape): unknown {
  // Safe because a TypeBox schema is a JSON Schema object at run time.
  const { examples, enum: values, anyOf } = shape as { examples?: unknown[]; enum?: unknown[]; anyOf?: Shape[] }
  return examples?.[0] ?? values?.[0] ?? anyOf?.map(firstExample).find((example) => example !== undefined)
}

/** Applies `change` to each subschema in the value of a keyword. */
function eachSubschema(keyword: string, value: unknown, change: (part: Shape) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  // Safe because these keywords contain only schemas.
  if (['items', 'additionalProperties', 'not'].includes(keyword)) return change(value as Shape)
  if (['anyOf', 'oneOf', 'allOf', 'prefixItems'].includes(keyword)) return (value as Shape[]).map(change)
  if (['properties', 'patternProperties'].includes(keyword))
    return Object.fromEntries(Object.entries(value as Record<string, Shape>).map(([name, part]) => [name, change(part)]))
  return value
}

function visitNamed(shape: Shape, visit: (name: string) => void): void {
  const name = componentName(shape)
  if (name !== undefined) visit(name)
  for (const [keyword, value] of Object.entries(shape)) eachSubschema(keyword, value, (part) => visitNamed(part, visit))
}
