/**
 * A service of a later version: it responds to each read with the example of the current description, with unknown values in every open
 * enumeration, and with one event of each current type and one of an unknown type.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { follow, type JsonSchema, type OpenapiDocument, type Response } from '#platform/openapi/types.ts'

export const laterValue = 'LATER_VALUE'

/** Returns the responses to reads, by path template. Generated clients have types only for JSON. */
export function laterResponses(document: OpenapiDocument): Map<string, unknown> {
  const reads = Object.entries(document.paths).flatMap(([path, { get }]) => {
    const media = get && follow<Response>(document, get.responses[200] ?? { description: '' }).content?.['application/json']
    const example = Object.values(media?.examples ?? {})[0]
    if (!media || !example) return []
    const { value } = follow(document, example)
    return [[path, path === '/api/v1/events' ? withEvents(document, value) : withLaterValues(document, media.schema, value)] as const]
  })
  return new Map(reads)
}

function withEvents(document: OpenapiDocument, page: unknown): unknown {
  const events = Object.values(document.webhooks).map(({ post }) => {
    const media = post?.requestBody?.content['application/json']
    const example = Object.values(media?.examples ?? {})[0]
    return example && media ? withLaterValues(document, media.schema, follow(document, example).value) : null
  })
  return { ...Object(page), data: [...events, { ...Object(events[0]), type: 'later.happened', data: { object: { later: 1 } } }] }
}

/** Replaces the values of open enumerations in an example. */
function withLaterValues(document: OpenapiDocument, schema: JsonSchema, value: unknown): unknown {
  const found = '$ref' in schema ? follow<JsonSchema>(document, schema) : schema
  if (found['x-extensible-enum'] && typeof value === 'string') return laterValue
  // Safe because these keywords have schemas.
  const { items, properties, additionalProperties, anyOf } = found as {
    items?: JsonSchema
    properties?: Record<string, JsonSchema>
    additionalProperties?: JsonSchema | boolean
    anyOf?: JsonSchema[]
  }
  if (anyOf?.[0] && value !== null) return withLaterValues(document, anyOf[0], value)
  if (Array.isArray(value)) return items ? value.map((item) => withLaterValues(document, items, item)) : value
  if (typeof value !== 'object' || value === null) return value
  const getShape = (name: string) => properties?.[name] ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined)
  const fields = Object.entries(value).map(([name, part]) => {
    const shape = getShape(name)
    return [name, shape ? withLaterValues(document, shape, part) : part]
  })
  return Object.fromEntries([...fields, ['laterField', 1]])
}

const notFound = JSON.stringify({
  data: null,
  error: { code: 'SVC-REQUEST-ROUTE_NOT_FOUND', message: 'No.', status: 404, requestId: 'r1', docUrl: 'http://localhost/docs/errors' },
})

/** Serves the responses. Other paths get 404. */
export async function serveLater(document: OpenapiDocument): Promise<{ url: string; close: () => void }> {
  const responses = [...laterResponses(document)].map(([path, body]) => ({
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    body: JSON.stringify(body),
    parameters: path.split('{').length,
  }))
  const ordered = responses.toSorted((a, b) => a.parameters - b.parameters)
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    const found = ordered.find(({ pattern }) => pattern.test(path))
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' }).end(found?.body ?? notFound)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Safe because the server listens on a TCP port.
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}
