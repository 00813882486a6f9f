/** Headers of requests and responses, as the document shares them. */
import type { Header, Parameter, Reference } from './types.ts'
import { reference } from './shapes.ts'
import { exampleId } from '../schema.ts'

const whole = { type: 'integer', minimum: 0 }
const text = { type: 'string' }

const required = (description: string, schema: Header['schema']): Header => ({ description, required: true, schema })

/** Those that are not `required` here come with some answers only. */
export const responseHeaders: Readonly<Record<string, Header>> = {
  'X-Request-Id': required(
    'The request’s id: your own when you sent a well-formed one (1 to 128 characters of `A-Za-z0-9._:-`), otherwise ours.',
    { ...text, pattern: '^[A-Za-z0-9._:-]{1,128}$' },
  ),
  'X-RateLimit-Limit': required('Requests that the limit allows in a window of 60 seconds.', whole),
  'X-RateLimit-Remaining': required('Requests left in the present window.', whole),
  'X-RateLimit-Reset': required('When the window ends, in UTC epoch seconds.', whole),
  'X-RateLimit-Policy': required('Which limit the numbers are of: the one nearest exhaustion.', {
    ...text,
    enum: ['ip', 'tenant', 'auth'],
  }),
  ETag: required('The version of the resource, for `If-Match`.', { ...text, pattern: '^"[^"]*"$' }),
  Location: required('The path of the resource.', { ...text, format: 'uri-reference' }),
  'Cache-Control': required('A stream is kept by nobody on its way.', { ...text, const: 'no-cache, no-transform' }),
  'Idempotent-Replayed': {
    description: '`true` when the answer is the one given before under the same `Idempotency-Key`; otherwise absent.',
    schema: { ...text, enum: ['true'] },
  },
  'Retry-After': required('Seconds to wait before the next try.', { type: 'integer', minimum: 1 }),
  'WWW-Authenticate': required('The credentials that are needed: `Bearer`.', text),
  Allow: required('The methods that this path knows.', text),
}

const always = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-RateLimit-Policy']

/** The headers of a response: those that every one has, those it always has, those it may have. */
export function referToHeaders(certain: readonly string[], possible: readonly string[]): Record<string, Header | Reference> {
  const entries = [...always, ...certain].map((name): [string, Header | Reference] => [name, reference('headers', name)])
  return Object.fromEntries([...entries, ...possible.map((name): [string, Header | Reference] => [name, optional(name)])])
}

function optional(name: string): Header | Reference {
  const header = responseHeaders[name]
  if (!header) throw new Error(`The document does not know the header ${name}`)
  return header.required ? { description: header.description, schema: header.schema } : reference('headers', name)
}

/** Parameters that several operations share. */
export const sharedParameters = {
  Cursor: {
    name: 'cursor',
    in: 'query',
    required: false,
    schema: text,
    description:
      '`meta.cursor` of the page before. It belongs to these filters and this sort; `limit` may change between pages. Leave it out, or empty, for the first page. The last page has an empty one: stop when `meta.hasMore` is false.',
  },
  Limit: {
    name: 'limit',
    in: 'query',
    required: false,
    schema: { type: 'integer', minimum: 1, default: 20 },
    example: 20,
    description:
      'Results per page: a whole number of at least 1. The default is 20. The most that a page holds is 100: numbers above 100 count as 100.',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { ...text, pattern: '^[\\x21-\\x7e]{1,255}$' },
    example: '7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4',
    description:
      'A name of your own for this request, 1 to 255 visible ASCII characters. A retry with the same key gets the first answer again and has no second effect, for at least 24 hours. ' +
      'The same key with another method, path or body is refused.',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    schema: text,
    example: '"3"',
    description: 'The `ETag` you have seen. When the resource has changed since, the request is refused and nothing changes.',
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    required: false,
    schema: text,
    example: exampleId('evt'),
    description: 'The id of the last event you have seen: the stream goes on after it. Browsers send it by themselves when they reconnect.',
  },
} as const satisfies Record<string, Parameter>

/**
 * The headers of Standard Webhooks, which come with every event. They stand at each event: some generators leave out components that
 * events alone refer to, and refer to them all the same. The webhooks guide explains them.
 */
export const webhookHeaders: readonly Parameter[] = [
  { name: 'webhook-id', in: 'header', required: true, schema: text, description: 'The event’s id.' },
  { name: 'webhook-timestamp', in: 'header', required: true, schema: { type: 'integer' }, description: 'Seconds since 1970.' },
  { name: 'webhook-signature', in: 'header', required: true, schema: text, description: 'Signatures, separated by spaces.' },
]
