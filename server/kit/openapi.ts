/** The OpenAPI 3.1 document, written from the declarations of endpoints, errors and events. Pure: the same declarations give the same document. */
import { isOptionalBody } from './validation.ts'
import type { Answer, Endpoint, Room } from './endpoint.ts'
import { preconditionFailed } from './errors.ts'
import type { EventDeclaration } from './events.ts'
import { apiPrefix } from './http.ts'
import { idPattern } from './ids.ts'
import { errorSchemas, SharedFailures } from './openapi-errors.ts'
import { eventOperation } from './openapi-events.ts'
import { referToHeaders, responseHeaders, sharedParameters } from './openapi-headers.ts'
import { firstExample, reference, SharedShapes } from './openapi-shapes.ts'
import type { Content, Info, JsonSchema, MediaType, OpenapiDocument, Operation, Parameter, PathItem, Reference, Response } from './openapi-types.ts'
import { errorsOf, isList } from './operation-errors.ts'
import { componentName, exampleId, type Shape } from './schema.ts'

/** What the declarations do not know: the API's own words. */
export type ApiWords = { info: Info; servers: OpenapiDocument['servers']; bearer: { bearerFormat: string; description: string } }

export function openapiDocument({ info, servers, bearer }: ApiWords, rooms: readonly Room[], events: readonly EventDeclaration[]): OpenapiDocument {
  const described = rooms.filter((room) => room.endpoints.length > 0)
  const endpoints = described.flatMap((room) => room.endpoints)
  const shapes = new SharedShapes(endpoints.flatMap(({ body, query }) => [body, query].filter((shape) => shape !== undefined)))
  const failures = new SharedFailures()
  const paths: Record<string, PathItem> = {}
  for (const endpoint of endpoints) {
    const path = apiPrefix + endpoint.path
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, shapes, failures) }
  }
  const webhooks = Object.fromEntries(events.map((event): [string, PathItem] => [event.type, { post: eventOperation(event, shapes) }]))
  const errors = [...new Set(endpoints.flatMap(errorsOf))]
  return {
    openapi: '3.1.0',
    info,
    servers,
    tags: described.map(({ name, description }) => ({ name, description })),
    paths,
    webhooks,
    components: {
      schemas: sorted({ ...Object.fromEntries(shapes.schemas), ...errorSchemas(errors), PageMeta: pageMeta }),
      responses: sorted(Object.fromEntries(failures.responses)),
      parameters: { ...sharedParameters },
      headers: { ...responseHeaders },
      examples: sorted(Object.fromEntries(shapes.examples)),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', ...bearer } },
    },
  }
}

function operation(endpoint: Endpoint, shapes: SharedShapes, failures: SharedFailures): Operation {
  const { operationId, summary, description, tag, scope, body, responds, errors } = endpoint
  const parameters = [...pathParameters(endpoint), ...queryParameters(endpoint, shapes), ...headerParameters(endpoint)]
  const answers = Object.entries(responds).map(([status, answer]): [string, Response] => [status, success(endpoint, Number(status), answer, shapes)])
  return {
    operationId, summary,
    description: `${description}\n\n${scopeSentence(endpoint)}`,
    tags: [tag],
    'x-required-scope': scope,
    security: scope === 'none' ? [] : [{ bearer: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: requestBody(body, shapes) } : {}),
    responses: { ...Object.fromEntries(answers), ...failures.refer(errorsOf(endpoint), errors) },
  }
}

function scopeSentence({ scope }: Endpoint): string {
  if (scope === 'none') return 'Needs no credentials.'
  return scope === 'any' ? 'Any valid API key may do this, whatever its scopes.' : `Needs the scope \`${scope}\`.`
}

// --- Requests -------------------------------------------------------------------------------------------------------

function pathParameters({ params }: Endpoint): Parameter[] {
  return Object.entries(params).map(([name, { prefix, description }]) => ({
    name, in: 'path', required: true, description, schema: { type: 'string', pattern: idPattern(prefix) }, example: exampleId(prefix),
  }))
}

function queryParameters(endpoint: Endpoint, shapes: SharedShapes): (Parameter | Reference)[] {
  const { properties, required } = fieldsOf(endpoint.query)
  const own = Object.entries(properties).map(([name, shape]) => queryParameter(name, shape, required.includes(name), shapes))
  return isList(endpoint) ? [...own, reference('parameters', 'Cursor'), reference('parameters', 'Limit')] : own
}

function queryParameter(name: string, shape: Shape, required: boolean, shapes: SharedShapes): Parameter {
  const { description, examples: _, ...schema } = shapes.input(shape)
  const example = firstExample(shape)
  return { name, in: 'query', required, description: String(description ?? fieldsOf(shape).description), schema, ...(example === undefined ? {} : { example }) }
}

function headerParameters({ method, errors }: Endpoint): Reference[] {
  if (method === 'GET') return []
  const ifMatch = errors.includes(preconditionFailed) ? [reference('parameters', 'IfMatch')] : []
  return [reference('parameters', 'IdempotencyKey'), ...ifMatch]
}

function requestBody(body: Shape, shapes: SharedShapes): NonNullable<Operation['requestBody']> {
  const { anyOf = [body], description } = fieldsOf(body)
  const examples = anyOf.flatMap((shape) => fieldsOf(shape).examples.map((value, i) => {
    const { title, description: summary = title ?? 'Body' } = fieldsOf(shape)
    const name = componentName(shape)
    return shapes.exampleOf(name && `${name}${i === 0 ? '' : i + 1}`, title ?? firstSentence(summary), value)
  }))
  const content = { 'application/json': { schema: shapes.input(body), examples: Object.assign({}, ...examples) as NonNullable<MediaType['examples']> } }
  return { description: description ?? 'JSON, at most 1 MiB.', required: !isOptionalBody(body), content }
}

type Fields = { properties: Record<string, Shape>; required: string[]; anyOf?: Shape[]; title?: string; description?: string; examples: unknown[] }

/** Safe because a TypeBox schema is a JSON Schema object at run time. */
function fieldsOf(shape: Shape | undefined): Fields {
  return { properties: {}, required: [], examples: [], ...(shape as Partial<Fields> | undefined) }
}

function firstSentence(words: string): string {
  return words.split(/(?<=\.)\s/, 1)[0] ?? words
}

// --- Answers --------------------------------------------------------------------------------------------------------

function success(endpoint: Endpoint, status: number, answer: Answer, shapes: SharedShapes): Response {
  const { etag, location, method } = endpoint
  const certain = [...(etag || answer.kind === 'document' ? ['ETag'] : []), ...(location && status === 201 ? ['Location'] : [])]
  const possible = method === 'GET' ? [] : ['Idempotent-Replayed']
  return { description: answer.description, headers: referToHeaders(certain, possible), content: answerContent(answer, shapes) }
}

function answerContent({ kind, shape }: Answer, shapes: SharedShapes): Content {
  const schema = shapes.output(shape)
  const name = componentName(shape)
  const example = firstExample(shape)
  if (kind === 'document') return { 'application/json': { schema, examples: shapes.exampleOf(undefined, '', example) } }
  const page = { data: [example], meta: { cursor: 'bzFrMnczdDVxN2UwcjlzMjAyNi0wMy0wNA', hasMore: true, total: 42 } }
  const examples = kind === 'list' ? shapes.exampleOf(name && `${name}List`, `A page of ${name}`, page) : shapes.exampleOf(name && `${name}Response`, `One ${name}`, { data: example, error: null })
  return { 'application/json': { schema: kind === 'list' ? listEnvelope(schema) : itemEnvelope(schema), examples } }
}

function itemEnvelope(data: JsonSchema): JsonSchema {
  return { type: 'object', required: ['data', 'error'], properties: { data, error: { type: 'null', description: 'Always null on success.' } } }
}

function listEnvelope(items: JsonSchema): JsonSchema {
  return { type: 'object', required: ['data', 'meta'], properties: { data: { type: 'array', items }, meta: reference('schemas', 'PageMeta') } }
}

const pageMeta: JsonSchema = {
  type: 'object', description: 'Where a page stands in its list.', required: ['cursor', 'hasMore', 'total'],
  properties: {
    cursor: { type: 'string', description: 'Pass it as `cursor` for the next page; empty on the last one.' },
    hasMore: { type: 'boolean', description: 'Whether more results follow.' },
    total: { type: 'integer', minimum: 0, description: 'All results that match, on every page the same exact number.' },
  },
}

function sorted<Value>(record: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
