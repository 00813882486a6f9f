/** Describes the request of an operation in the API document: parameters and body. */
import type { Endpoint } from '../http/declared-endpoint.ts'
import { idPattern } from '../ids.ts'
import { firstExample, reference, type SharedShapes } from './shapes.ts'
import type { MediaType, Operation, Parameter, Reference } from './types.ts'
import { isList, takesIfMatch } from './operation-errors.ts'
import { isRevalidated } from './responses.ts'
import { componentName, exampleId, type Shape } from '../schema.ts'
import { isOptionalBody } from '../http/validation.ts'

export function getParameters(endpoint: Endpoint, shapes: SharedShapes): (Parameter | Reference)[] {
  return [...pathParameters(endpoint), ...tokenParameters(endpoint), ...queryParameters(endpoint, shapes), ...headerParameters(endpoint)]
}

function pathParameters({ method, params }: Endpoint): Parameter[] {
  return Object.entries(params).map(([name, { prefix, description, alias }]) => {
    const isNamed = alias !== undefined && method === 'GET'
    const schema = { type: 'string', pattern: isNamed ? `${idPattern(prefix)}|${alias.pattern}` : idPattern(prefix) } as const
    const words = isNamed ? `${description} ${alias.description}` : description
    return { name, in: 'path', required: true, description: words, schema, example: exampleId(prefix) }
  })
}

function tokenParameters({ token }: Endpoint): Parameter[] {
  if (!token) return []
  const { name = 'token', prefix, description } = token
  const schema = { type: 'string', ...(prefix === null ? {} : { pattern: `^${prefix}_[A-Za-z0-9_-]+$` }) } as const
  return [{ name, in: 'path', required: true, description, schema, example: prefix === null ? 'example' : `${prefix}_example` }]
}

function queryParameters(endpoint: Endpoint, shapes: SharedShapes): (Parameter | Reference)[] {
  const { properties, required } = getFields(endpoint.query)
  const own = Object.entries(properties).map(([name, shape]) => queryParameter(name, shape, required.includes(name), shapes))
  return isList(endpoint) ? [...own, reference('parameters', 'Cursor'), reference('parameters', 'Limit')] : own
}

function queryParameter(name: string, shape: Shape, required: boolean, shapes: SharedShapes): Parameter {
  const { description, examples: _, ...schema } = shapes.input(shape)
  const example = firstExample(shape)
  return {
    name,
    in: 'query',
    required,
    description: String(description ?? getFields(shape).description),
    ...(getFields(shape).type === 'object' ? ({ style: 'deepObject', explode: true } as const) : {}),
    schema,
    ...(example === undefined ? {} : { example }),
  }
}

function headerParameters(endpoint: Endpoint): Reference[] {
  const { method, responds } = endpoint
  if (isRevalidated(endpoint)) return [reference('parameters', 'IfNoneMatch')]
  if (method === 'GET') return Object.values(responds).some(({ kind }) => kind === 'stream') ? [reference('parameters', 'LastEventId')] : []
  const ifMatch = takesIfMatch(endpoint) ? [reference('parameters', 'IfMatch')] : []
  return [reference('parameters', 'IdempotencyKey'), ...ifMatch]
}

export function requestBody(
  { body, form }: Pick<Endpoint, 'form'> & { body: Shape },
  shapes: SharedShapes,
): NonNullable<Operation['requestBody']> {
  // Generators name an unnamed body after its operation, and some send an unnamed `anyOf` as `{}`.
  if (componentName(body) === undefined) throw new Error('A request body needs a name: component(…)')
  const { anyOf = [body], description } = getFields(body)
  if (form?.media) {
    // Safe because the shape of such a body has the field `file`.
    const { file } = firstExample(body) as { file: unknown }
    const examples = shapes.exampleOf(componentName(body), firstSentence(description ?? 'A file'), file)
    const content = { [form.media]: { schema: { type: 'string', format: 'binary' } as const, examples } }
    return { description: description ?? 'The file.', required: true, content }
  }
  const examples = anyOf.flatMap((shape) =>
    getFields(shape).examples.map((value, i) => {
      const { description: summary = 'Body' } = getFields(shape)
      const name = componentName(shape)
      return shapes.exampleOf(name && `${name}${i === 0 ? '' : i + 1}`, firstSentence(summary), value)
    }),
  )
  const content = {
    [form ? 'multipart/form-data' : 'application/json']: {
      schema: shapes.input(body),
      examples: Object.assign({}, ...examples) as NonNullable<MediaType['examples']>,
    },
  }
  return { description: description ?? (form ? 'A form with a file.' : 'JSON, at most 1 MiB.'), required: !isOptionalBody(body), content }
}

type Fields = {
  type?: string
  properties: Record<string, Shape>
  required: string[]
  anyOf?: Shape[]
  description?: string
  examples: unknown[]
}

/** Returns the keywords of a schema. Safe because a TypeBox schema is a JSON Schema object at run time. */
function getFields(shape: Shape | undefined): Fields {
  return { properties: {}, required: [], examples: [], ...(shape as Partial<Fields> | undefined) }
}

function firstSentence(words: string): string {
  return words.split(/(?<=\.)\s/, 1)[0] ?? words
}
