/** Headers and parameters that the API document defines once for all operations. */
import type { Header, Parameter, Reference } from './types.ts'
import { reference } from './shapes.ts'

const whole = { type: 'integer', minimum: 0 }
const text = { type: 'string' }

const required = (description: string, schema: Header['schema']): Header => ({ description, required: true, schema })

/** Response headers. Any that are not `required` here occur only in some responses. */
export const responseHeaders: Readonly<Record<string, Header>> = {
  'X-Request-Id': required(
    'The request’s id: your own if well-formed (1 to 128 characters of `A-Za-z0-9._:-`), otherwise a generated one.',
    { ...text, pattern: '^[A-Za-z0-9._:-]{1,128}$' },
  ),
  'X-RateLimit-Limit': required('Requests that the limit allows in a window of 60 seconds.', whole),
  'X-RateLimit-Remaining': required('Requests left in the current window.', whole),
  'X-RateLimit-Reset': required('When the window ends, in UTC epoch seconds.', whole),
  'X-RateLimit-Policy': required('The limit with the fewest requests left, to which the numbers refer.', {
    ...text,
    'x-extensible-enum': ['ip', 'tenant', 'auth', 'form', 'forms', 'visit', 'visitor', 'visitorMessages', 'inboxThreads'],
  }),
  ETag: required('The version of the resource, for `If-Match`.', { ...text, pattern: '^"[^"]*"$' }),
  Location: required('The path of the resource.', { ...text, format: 'uri-reference' }),
  'Cache-Control': required('Proxies must not store a stream.', { ...text, const: 'no-cache, no-transform' }),
  'Idempotent-Replayed': {
    description: '`true` if the response repeats an earlier one with the same `Idempotency-Key`; otherwise absent.',
    schema: { ...text, enum: ['true'] },
  },
  'Retry-After': required('Seconds to wait before the next attempt.', { type: 'integer', minimum: 1 }),
  'WWW-Authenticate': required('The required credentials: `Bearer`.', text),
  Allow: required('The methods of this path.', text),
}

/** Headers of responses that callers can revalidate. Other lists have none of them. */
export const revalidationHeaders: Readonly<Record<string, Header>> = {
  ETag: required('Identifies the content of this response, for `If-None-Match`.', { ...text, pattern: '^"[^"]*"$' }),
  'Cache-Control': required('Only the caller may store the response, and must revalidate it before each use.', {
    ...text,
    const: 'private, no-cache',
  }),
}

/** Headers of responses that anyone may reuse for some seconds. */
export const cachingHeaders = (seconds: number): Readonly<Record<string, Header>> => ({
  'Cache-Control': required(`Anyone may reuse the response for ${seconds} seconds.`, { ...text, const: `public, max-age=${seconds}` }),
})

const always = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-RateLimit-Policy']

/**
 * Returns references to a response's headers: the headers of every response, headers that are always present (`certain`), and headers that
 * may be present (`possible`).
 */
export function referToHeaders(certain: readonly string[], possible: readonly string[]): Record<string, Header | Reference> {
  const entries = [...always, ...certain].map((name): [string, Header | Reference] => [name, reference('headers', name)])
  return Object.fromEntries([...entries, ...possible.map((name): [string, Header | Reference] => [name, optional(name)])])
}

function optional(name: string): Header | Reference {
  const header = responseHeaders[name]
  if (!header) throw new Error(`The document does not know the header ${name}`)
  return header.required ? { description: header.description, schema: header.schema } : reference('headers', name)
}

/**
 * Header parameters have no examples, because Postman and other tools send an example automatically, and the request then fails or has no
 * effect.
 */
export const sharedParameters = {
  Cursor: {
    name: 'cursor',
    in: 'query',
    required: false,
    schema: text,
    description:
      '`meta.cursor` of the previous page, for the same filters and sort; `limit` may change between pages. Omit it for the first ' +
      'page. Stop when `meta.hasMore` is false.',
  },
  Limit: {
    name: 'limit',
    in: 'query',
    required: false,
    schema: { type: 'integer', minimum: 1, default: 20 },
    example: 20,
    description: 'Results per page, 1 to 100; larger numbers count as 100. Default 20.',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { ...text, pattern: '^[\\x21-\\x7e]{1,255}$' },
    description:
      'Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the ' +
      'first response again and has no second effect. The same key with another method, path or body is refused.',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    schema: text,
    description: 'The `ETag` that you read. If the resource has changed since, the request is refused.',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    schema: text,
    description: 'The `ETag` of an earlier response to the same request. If nothing has changed, the response is 304 without a body.',
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    required: false,
    schema: text,
    description: 'The id of the last event that you received: the stream continues after it. Browsers send it when they reconnect.',
  },
} as const satisfies Record<string, Parameter>

/**
 * Headers of Standard Webhooks, which every event has. They are repeated in each event, because some generators omit components that only
 * events reference, and then emit dangling references. The webhooks guide explains the headers.
 */
export const webhookHeaders: readonly Parameter[] = [
  { name: 'webhook-id', in: 'header', required: true, schema: text, description: 'The event’s id.' },
  { name: 'webhook-timestamp', in: 'header', required: true, schema: { type: 'integer' }, description: 'Seconds since 1970.' },
  { name: 'webhook-signature', in: 'header', required: true, schema: text, description: 'Signatures, separated by spaces.' },
]
