/**
 * Generates the OpenAPI 3.1 document from the declarations of endpoints, errors and events. Pure: the same declarations always yield the
 * same document.
 */
import type { Endpoint } from '../http/declared-endpoint.ts'
import type { AnyEvent } from '../outbox/events.ts'
import { apiPrefix } from '../http/handle-call.ts'
import { openEnumerations } from './openness.ts'
import { isRevalidated, notModified, pageMeta, success } from './responses.ts'
import { nameNullableObjects } from './nullable-objects.ts'
import { errorSchemas, ownErrorCodes, SharedFailures } from './errors.ts'
import { defineEventUnion, eventOperation } from './events.ts'
import { responseHeaders, sharedParameters } from './headers.ts'
import { getParameters, requestBody } from './requests.ts'
import { reference, SharedShapes } from './shapes.ts'
import type { Info, OpenapiDocument, Operation, Parameter, PathItem, Response } from './types.ts'
import { getAttemptErrors, getErrors, getRefusals } from './operation-errors.ts'

/** Texts of the document that come from no declaration. */
type TokenTexts = { bearerFormat: string; description: string }
export type ApiTexts = { info: Info; servers: OpenapiDocument['servers']; bearer: TokenTexts; visitor: TokenTexts }

/** A resource of the API. Its name is the tag of its operations. */
export type DescribedResource = { name: string; description: string; endpoints: readonly Endpoint[] }

export function openapiDocument(words: ApiTexts, modules: readonly DescribedResource[], events: readonly AnyEvent[]): OpenapiDocument {
  const { info, servers, bearer, visitor } = words
  const described = modules.filter((module) => module.endpoints.length > 0)
  const endpoints = described.flatMap((module) => module.endpoints)
  const shapes = new SharedShapes(endpoints.flatMap(({ body, query }) => [body, query].filter((shape) => shape !== undefined)))
  defineEventUnion(events, shapes)
  const failures = new SharedFailures()
  const paths: Record<string, PathItem> = {}
  for (const endpoint of endpoints) {
    const path = apiPrefix + endpoint.path
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, shapes, failures) }
  }
  const webhooks = Object.fromEntries(events.map((event): [string, PathItem] => [event.type, { post: eventOperation(event, shapes) }]))
  const errors = [...new Set(endpoints.flatMap(getErrors))]
  const responses = sorted(failures.responses())
  const written = JSON.stringify([paths, webhooks, responses])
  const used = <Part>(kind: 'parameters' | 'headers', parts: Record<string, Part>) =>
    Object.fromEntries(Object.entries(parts).filter(([name]) => written.includes(`"${reference(kind, name).$ref}"`)))
  return openEnumerations({
    openapi: '3.1.0',
    info,
    servers,
    tags: described.map(({ name, description }) => ({ name, description })),
    paths,
    webhooks,
    components: {
      schemas: sorted(nameNullableObjects({ ...Object.fromEntries(shapes.schemas), ...errorSchemas(errors), PageMeta: pageMeta })),
      responses,
      parameters: used<Parameter>('parameters', sharedParameters),
      headers: used('headers', responseHeaders),
      examples: sorted(Object.fromEntries(shapes.examples)),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', ...bearer }, visitor: { type: 'http', scheme: 'bearer', ...visitor } },
    },
  })
}

function operation(endpoint: Endpoint, shapes: SharedShapes, failures: SharedFailures): Operation {
  const { operationId, summary, description, tag, scope, body, responds } = endpoint
  const parameters = getParameters(endpoint, shapes)
  const successes = Object.entries(responds).map(([status, response]): [string, Response] => [status, success(endpoint, response, shapes)])
  return {
    operationId,
    summary,
    description: [description, deletionSentence(endpoint), scopeSentence(endpoint), errorSentence(endpoint)].filter(Boolean).join('\n\n'),
    tags: [tag],
    'x-required-scope': scope,
    'x-error-codes': ownErrorCodes(endpoint),
    security: scope === 'none' ? [] : scope === 'visitor' ? [{ visitor: [] }] : [{ bearer: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: requestBody({ body, form: endpoint.form }, shapes) } : {}),
    responses: { ...Object.fromEntries(successes), ...(isRevalidated(endpoint) ? { 304: notModified } : {}), ...failures.of(endpoint) },
  }
}

function scopeSentence({ scope }: Endpoint): string {
  if (scope === 'none') return 'Needs no credentials.'
  if (scope === 'session') return 'Needs the access token of a session; API keys are refused.'
  if (scope === 'visitor') return 'Needs the token of a visitor’s session, from `POST /widget/sessions`; API keys are refused.'
  return scope === 'any' ? 'Needs no particular scope.' : `Needs the scope \`${scope}\`.`
}

function deletionSentence({ deletion }: Endpoint): string {
  if (deletion === 'final') return 'Deletes permanently and returns the deleted object.'
  return deletion === 'archive' ? 'Nothing is deleted for good.' : ''
}

/** Lists the operation's own errors in its description, because the type of `code` is a string for generators. */
function errorSentence(endpoint: Endpoint): string {
  const own = [...new Set([...getRefusals(endpoint), ...getAttemptErrors(endpoint)])].toSorted((a, b) => a.status - b.status)
  return own.length > 0 ? `Errors of its own: ${own.map(({ code, status }) => `\`${code}\` (${status})`).join(', ')}.` : ''
}

function sorted<Value>(record: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
