/** Describes the successful responses of an operation in the API document. */
import type { ResponseDeclaration, Endpoint } from '../http/declared-endpoint.ts'
import { findLineFormat, lineFormats } from '../http/lines.ts'
import { cachingHeaders, referToHeaders, revalidationHeaders } from './headers.ts'
import { reference, type SharedShapes } from './shapes.ts'
import type { Content, JsonSchema, Response } from './types.ts'
import { componentName, type Shape } from '../schema.ts'

export function success(endpoint: Endpoint, response: ResponseDeclaration, shapes: SharedShapes): Response {
  const { etag, location, method, pieces, cacheSeconds } = endpoint
  const named = [...(etag === true || response.kind === 'document' ? ['ETag'] : []), ...(location ? ['Location'] : [])]
  // A streamed response starts before the object with its version and path exists, so these headers are optional.
  const certain = [...(pieces ? [] : named), ...(response.kind === 'stream' || findLineFormat(response.kind) ? ['Cache-Control'] : [])]
  const possible = [...(pieces ? [...named, 'Cache-Control'] : []), ...(method === 'GET' ? [] : ['Idempotent-Replayed'])]
  const content = { ...responseContent(response, shapes), ...(pieces ? piecesContent(pieces, shapes) : {}) }
  const revalidation = isRevalidated(endpoint) ? revalidationHeaders : {}
  const caching = cacheSeconds === undefined ? {} : cachingHeaders(cacheSeconds)
  return { description: response.description, headers: { ...referToHeaders(certain, possible), ...revalidation, ...caching }, content }
}

/** Whether the operation's responses have a content-based ETag, so that If-None-Match can give 304. */
export function isRevalidated({ etag }: Endpoint): boolean {
  return etag === 'body'
}

/** The response without a body for a caller whose copy is current. */
export const notModified: Response = {
  description: 'The response with an `ETag` of `If-None-Match` is still current. There is no body.',
  headers: { ...referToHeaders([], []), ...revalidationHeaders },
}

/** Describes the response as a stream. It must come after JSON, because generators use the first content type. */
function piecesContent(shape: Shape, shapes: SharedShapes): Content {
  const text = streamText(shapes.output(shape))
  const description =
    'Server-sent events, for callers that accept `text/event-stream` and not JSON: `delta` events, whose `data` `contentSchema` ' +
    'describes, then one event `result` with the JSON response, or `error` with the JSON of the error. An error before the first ' +
    'event is an ordinary response. Callers that also accept JSON get JSON.'
  const delta = JSON.stringify(shapes.exampleFor(shape))
  return {
    'text/event-stream': {
      schema: { ...text, description },
      examples: { example: { value: `event: delta\ndata: ${delta}\n\nevent: result\ndata: {"data": …, "error": null}\n\n` } },
    },
  }
}

function responseContent({ kind, shape, meta, whole }: ResponseDeclaration, shapes: SharedShapes): Content {
  if (whole) return wholeContent(whole, shapes)
  const schema = shapes.output(shape)
  const example = shapes.exampleFor(shape)
  if (kind === 'stream')
    return {
      'text/event-stream': {
        schema: streamText(schema),
        examples: { example: { value: `id: evt_…\nevent: …\ndata: ${JSON.stringify(example)}\n\n` } },
      },
    }
  if (kind === 'lines')
    return {
      [lineFormats.lines.mediaType]: { schema: linesText(schema), examples: { example: { value: `${JSON.stringify(example)}\n` } } },
    }
  if (kind === 'csv') return { [lineFormats.csv.mediaType]: { schema, examples: { example: { value: example } } } }
  if (kind === 'document') return { 'application/json': { schema, examples: shapes.exampleOf(undefined, '', example) } }
  const name = componentName(shape)
  if (name === undefined) throw new Error('What an operation responses needs a name: component(…)')
  if (kind === 'list') {
    const page = { data: [example], meta: { cursor: 'bzFrMnczdDVxN2UwcjlzMjAyNi0wMy0wNA', hasMore: true, total: 42 } }
    if (meta) {
      const named = `${name}SearchList`
      const envelope = shapes.define(named, listEnvelope(name, schema, getMeta(meta, shapes)))
      return { 'application/json': { schema: envelope, examples: shapes.exampleOf(named, `A page of ${name}`, page) } }
    }
    const envelope = shapes.define(`${name}List`, listEnvelope(name, schema, reference('schemas', 'PageMeta')))
    return { 'application/json': { schema: envelope, examples: shapes.exampleOf(`${name}List`, `A page of ${name}`, page) } }
  }
  const item = { data: example, error: null }
  const envelope = shapes.define(`${name}Response`, itemEnvelope(name, schema))
  return { 'application/json': { schema: envelope, examples: shapes.exampleOf(`${name}Response`, `One ${name}`, item) } }
}

/**
 * Returns the envelope of one item. Envelopes are named, because generators would otherwise name them after the first operation that
 * returns them.
 */
function itemEnvelope(name: string, data: JsonSchema): JsonSchema {
  return {
    type: 'object',
    description: `The envelope of one ${name}.`,
    required: ['data', 'error'],
    properties: { data, error: nullOnSuccess },
  }
}

const nullOnSuccess: JsonSchema = { const: null, description: 'Always null on success.' }

/** Describes the response of a short list that is a single component. */
function wholeContent(whole: Shape, shapes: SharedShapes): Content {
  const name = componentName(whole)
  if (name === undefined) throw new Error('The items of a short list need a name: component(…)')
  const schema: JsonSchema = {
    type: 'object',
    description: `The envelope of a page of ${name}.`,
    required: ['data', 'error', 'meta'],
    properties: { data: shapes.output(whole), error: nullOnSuccess, meta: reference('schemas', 'PageMeta') },
  }
  const example = { data: shapes.exampleFor(whole), error: null, meta: { cursor: '', hasMore: false, total: 1 } }
  const defined = shapes.define(`${name}Response`, schema)
  return { 'application/json': { schema: defined, examples: shapes.exampleOf(`${name}Response`, `A page of ${name}`, example) } }
}

/** Returns the schema of a stream. For HTTP, server-sent events are text, so `contentSchema` describes their data. */
function streamText(contentSchema: JsonSchema): JsonSchema {
  return {
    type: 'string',
    description: 'Server-sent events; `contentSchema` describes the `data` of each.',
    contentMediaType: 'application/json',
    contentSchema,
  }
}

/** Returns the schema of lines of JSON, which are text for HTTP, too. */
function linesText(contentSchema: JsonSchema): JsonSchema {
  return {
    type: 'string',
    description: 'Lines of JSON (NDJSON); `contentSchema` describes each of them.',
    contentMediaType: 'application/json',
    contentSchema,
  }
}

/** Returns the schema of `meta`: the cursor of the next page, and additional fields of some lists. */
function getMeta(more: Readonly<Record<string, Shape>>, shapes: SharedShapes): JsonSchema {
  const properties = Object.fromEntries(Object.entries(more).map(([name, shape]) => [name, shapes.output(shape)]))
  return { ...pageMeta, properties: { ...pageMetaProperties, ...properties } }
}

function listEnvelope(name: string, items: JsonSchema, meta: JsonSchema): JsonSchema {
  return {
    type: 'object',
    description: `The envelope of a page of ${name}.`,
    required: ['data', 'meta'],
    properties: { data: { type: 'array', items }, meta },
  }
}

const pageMetaProperties: Record<string, JsonSchema> = {
  cursor: { type: 'string', description: 'Pass it as `cursor` for the next page; empty on the last one.' },
  hasMore: { type: 'boolean', description: 'Whether more results follow.' },
  total: { type: 'integer', minimum: 0, description: 'The exact number of all matching results, the same on every page.' },
}
export const pageMeta: JsonSchema = {
  type: 'object',
  description: 'The position of a page in its list.',
  required: ['cursor', 'hasMore', 'total'],
  properties: pageMetaProperties,
}
