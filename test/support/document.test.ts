/** Tests the check that compares every response of the suite with the API description. */
import { expect, it } from 'vitest'
import { apiDocument } from '../../server/web/api-document.ts'
import type { OpenapiDocument } from '#platform/openapi/types.ts'
import { checkResponse, type ObservedResponse } from './document.ts'

// Safe because the document is written as an OpenapiDocument.
const document = JSON.parse(apiDocument().bytes.toString('utf8')) as OpenapiDocument
const { LabelResponse, LabelList, WebhookResponse, ApiKeyList, EventList } = document.components.examples

const always = {
  'x-request-id': 'r1',
  'x-ratelimit-limit': '600',
  'x-ratelimit-remaining': '599',
  'x-ratelimit-reset': '1772616600',
  'x-ratelimit-policy': 'ip',
}
const json = { ...always, 'content-type': 'application/json; charset=utf-8' }
const headers = { ...json, etag: '"1"' }
const label: ObservedResponse = { method: 'GET', path: '/api/v1/labels/lbl_x', status: 200, headers, body: LabelResponse?.value }
const failure = (code: string, status: number) => ({
  data: null,
  error: { code, message: 'No.', status, requestId: 'r1', docUrl: 'http://localhost/docs/errors' },
})

const right: [string, ObservedResponse][] = [
  ['an item', label],
  ['an item as text, its path with a query', { ...label, path: '/api/v1/labels/lbl_x?a=b', body: JSON.stringify(LabelResponse?.value) }],
  ['a list', { ...label, path: '/api/v1/labels', headers: json, body: LabelList?.value }],
  ['HEAD, which has no body', { ...label, method: 'HEAD', body: '' }],
  ['an error that the operation can give', { ...label, status: 404, headers: json, body: failure('SVC-LABEL-NOT_FOUND', 404) }],
  ['an unknown path', { ...label, path: '/api/v1/nothing', status: 404, headers: json, body: failure('SVC-REQUEST-ROUTE_NOT_FOUND', 404) }],
  [
    'another method',
    { ...label, method: 'PUT', status: 405, headers: { ...json, allow: 'GET' }, body: failure('SVC-REQUEST-METHOD_NOT_ALLOWED', 405) },
  ],
  ['a preflight', { ...label, method: 'OPTIONS', status: 204, headers: always, body: '' }],
  [
    'what the connection, browsers and proxies need',
    {
      ...label,
      headers: {
        ...headers,
        date: 'Wed, 04 Mar 2026 09:30:00 GMT',
        connection: 'keep-alive',
        'keep-alive': 'timeout=72',
        'content-length': '2',
        'access-control-allow-origin': '*',
      },
    },
  ],
  ['a replayed write', { ...label, method: 'PATCH', headers: { ...headers, 'idempotent-replayed': 'true' } }],
  [
    'a deletion for good, whose last state has no ETag',
    { ...label, method: 'DELETE', path: '/api/v1/webhooks/whk_x', headers: json, body: WebhookResponse?.value },
  ],
  ['what stands outside the API', { ...label, path: '/healthz', headers: {}, body: 'ok' }],
]
it.each(right)('nothing is wrong with %s', (_, observed) => {
  expect(checkResponse(document, observed)).toEqual([])
})

const wrong: [string, ObservedResponse, RegExp][] = [
  [
    'a value that later versions may add',
    {
      ...label,
      path: '/api/v1/api-keys',
      headers: json,
      body: JSON.stringify(ApiKeyList?.value).replace(/"scopes":\["[a-z:]+"/, '"scopes":["moons:read"'),
    },
    /scopes/,
  ],
  [
    'a type of event that later versions may add',
    {
      ...label,
      path: '/api/v1/events',
      headers: json,
      body: JSON.stringify(EventList?.value).replace(/"type":"\w+\.\w+"/, '"type":"moon.risen"'),
    },
    /type/,
  ],
  ['a status that is not documented', { ...label, status: 202 }, /no such status/],
  [
    'a field that is not documented',
    { ...label, body: { data: { ...getLabel(LabelResponse?.value), secret: 1 }, error: null } },
    /additional.*secret/,
  ],
  ['a field that is missing', { ...label, body: { data: {}, error: null } }, /required/],
  ['a missing envelope', { ...label, body: getLabel(LabelResponse?.value) }, /required.*data/],
  ['no body', { ...label, body: '' }, /the body must be object/],
  ['another content type', { ...label, headers: { ...headers, 'content-type': 'text/html' } }, /content type text\/html is not documented/],
  ['a header that is missing', { ...label, headers: { ...headers, etag: undefined } }, /header ETag is missing/],
  [
    'a header that is not documented',
    { ...label, headers: { ...headers, 'x-powered-by': 'kettle' } },
    /header x-powered-by is not documented/,
  ],
  ['an ETag on a list', { ...label, path: '/api/v1/labels', body: LabelList?.value }, /header etag is not documented/],
  [
    'an ETag of what was deleted for good',
    { ...label, method: 'DELETE', path: '/api/v1/webhooks/whk_x', body: WebhookResponse?.value },
    /header etag is not documented/,
  ],
  [
    'a read that is replayed',
    { ...label, headers: { ...headers, 'idempotent-replayed': 'true' } },
    /idempotent-replayed is not documented/,
  ],
  [
    'a refused If-Match that is replayed',
    {
      ...label,
      method: 'PATCH',
      status: 412,
      headers: { ...json, 'idempotent-replayed': 'true' },
      body: failure('SVC-REQUEST-PRECONDITION_FAILED', 412),
    },
    /idempotent-replayed is not documented/,
  ],
  ['a header of another form', { ...label, headers: { ...headers, 'x-ratelimit-remaining': 'many' } }, /X-RateLimit-Remaining is "many"/],
  [
    'an error of another operation',
    { ...label, status: 404, body: failure('SVC-THREAD-NOT_FOUND', 404) },
    /is none of the documented codes/,
  ],
  [
    'an error that is not declared, at an unknown path',
    { ...label, path: '/api/v1/nothing', status: 404, body: failure('SVC-NOTHING-ELSE', 404) },
    /is none of the documented codes/,
  ],
  ['success at an unknown path', { ...label, path: '/api/v1/nothing' }, /no such operation/],
  [
    'an error without its code',
    { ...label, status: 404, body: { data: null, error: { message: 'No.', status: 404, requestId: 'r1', docUrl: 'http://localhost/' } } },
    /required.*code/,
  ],
  [
    'an error in another form',
    { ...label, status: 404, headers: { ...headers, 'content-type': 'application/problem+json' } },
    /problem\+json is not documented/,
  ],
  [
    'a code under a status that is not its own',
    { ...label, status: 400, body: failure('SVC-LABEL-NOT_FOUND', 400) },
    /is none of the documented codes/,
  ],
  [
    'a header that HTTP asks for with this status',
    { ...label, status: 405, body: failure('SVC-REQUEST-METHOD_NOT_ALLOWED', 405) },
    /header Allow is missing/,
  ],
]
it.each(wrong)('%s is found', (_, observed, sentence) => {
  expect(checkResponse(document, observed).join('\n')).toMatch(sentence)
})

function getLabel(example: unknown): object {
  // Safe because it is the example of an item.
  return (example as { data: object }).data
}
