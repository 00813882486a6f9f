/** What the document says of an operation's successful answers. */
import type { Answer, Endpoint } from '../endpoint.ts'
import { referToHeaders } from './headers.ts'
import { firstExample, reference, type SharedShapes } from './shapes.ts'
import type { Content, JsonSchema, Response } from './types.ts'
import { componentName } from '../schema.ts'

export function success(endpoint: Endpoint, answer: Answer, shapes: SharedShapes): Response {
  const { etag, location, method } = endpoint
  const certain = [
    ...(etag || answer.kind === 'document' ? ['ETag'] : []),
    ...(location ? ['Location'] : []),
    ...(answer.kind === 'stream' ? ['Cache-Control'] : []),
  ]
  const possible = method === 'GET' ? [] : ['Idempotent-Replayed']
  return { description: answer.description, headers: referToHeaders(certain, possible), content: answerContent(answer, shapes) }
}

function answerContent({ kind, shape }: Answer, shapes: SharedShapes): Content {
  const schema = shapes.output(shape)
  const name = componentName(shape)
  const example = firstExample(shape)
  if (kind === 'stream')
    return {
      'text/event-stream': {
        schema: streamText(schema),
        examples: { example: { value: `id: evt_…\nevent: …\ndata: ${JSON.stringify(example)}\n\n` } },
      },
    }
  if (kind === 'document') return { 'application/json': { schema, examples: shapes.exampleOf(undefined, '', example) } }
  const page = { data: [example], meta: { cursor: 'bzFrMnczdDVxN2UwcjlzMjAyNi0wMy0wNA', hasMore: true, total: 42 } }
  const examples =
    kind === 'list'
      ? shapes.exampleOf(name && `${name}List`, `A page of ${name}`, page)
      : shapes.exampleOf(name && `${name}Response`, `One ${name}`, { data: example, error: null })
  return { 'application/json': { schema: kind === 'list' ? listEnvelope(schema) : itemEnvelope(schema), examples } }
}

function itemEnvelope(data: JsonSchema): JsonSchema {
  return {
    type: 'object',
    required: ['data', 'error'],
    properties: { data, error: { type: 'null', description: 'Always null on success.' } },
  }
}

/** Server-sent events are text to HTTP; the schema of the data of each is told beside. */
function streamText(contentSchema: JsonSchema): JsonSchema {
  return {
    type: 'string',
    description: 'Server-sent events; `contentSchema` describes the `data` of each.',
    contentMediaType: 'application/json',
    contentSchema,
  }
}

function listEnvelope(items: JsonSchema): JsonSchema {
  return {
    type: 'object',
    required: ['data', 'meta'],
    properties: { data: { type: 'array', items }, meta: reference('schemas', 'PageMeta') },
  }
}

export const pageMeta: JsonSchema = {
  type: 'object',
  description: 'Where a page stands in its list.',
  required: ['cursor', 'hasMore', 'total'],
  properties: {
    cursor: { type: 'string', description: 'Pass it as `cursor` for the next page; empty on the last one.' },
    hasMore: { type: 'boolean', description: 'Whether more results follow.' },
    total: { type: 'integer', minimum: 0, description: 'All results that match, on every page the same exact number.' },
  },
}
