/** Single calls of the client: the request, its Idempotency-Key, and errors. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  ApiError,
  AuthenticationError,
  ConflictError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServiceError,
  type ErrorCode,
  type KnownErrorCode,
} from './index.ts'
import {
  response,
  connectionRefused,
  createClient,
  getFailure,
  createdResponse,
  errorResponse,
  settle,
  thread,
} from './testing/scripted-service.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a request', () => {
  it('puts path, query, body and credentials where they belong', async () => {
    const { skein, sent } = createClient([response(200, { data: {}, error: null })], { apiKey: async () => ' svck_new\n' })
    await skein.updateThread({
      path: { id: 'thr_a/b?' },
      body: { status: 'resolved' },
      ifMatch: '"3"',
      headers: { 'X-Request-Id': 'mine' },
    })
    await skein.request('GET', '/api/v1/things/{id}', {
      path: { id: 'x' },
      query: { a: 1, none: undefined, nil: null, text: 'ä&', several: ['b', true], fields: { plan: 'pro', none: undefined } },
    })
    expect(sent.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['PATCH', 'https://support.example.com/api/v1/threads/thr_a%2Fb%3F', { status: 'resolved' }],
      ['GET', 'https://support.example.com/api/v1/things/x?a=1&text=%C3%A4%26&several=b&several=true&fields%5Bplan%5D=pro', null],
    ])
    expect(Object.fromEntries(sent[0]?.headers ?? [])).toEqual({
      accept: 'application/json',
      authorization: 'Bearer svck_new',
      'content-type': 'application/json',
      'idempotency-key': expect.stringMatching(/^[0-9a-f]{32}$/),
      'if-match': '"3"',
      'x-request-id': 'mine',
    })
  })
  it.each(['', '.', '..', undefined, 7])('is not sent if the id is %j, because the path would match another operation', async (id) => {
    const { skein, sent } = createClient([createdResponse])
    // Safe because JavaScript callers can pass any value.
    await expect(skein.getThread({ path: { id: id as string } })).rejects.toThrow(
      new TypeError('getThread requires path.id, an id as a string'),
    )
    expect(sent).toEqual([])
  })
  it.each(['https://h', 'https://h/', 'https://h/api/v1', 'https://h/api/v1/', new URL('https://h')])(
    'accepts %s as the base URL',
    async (baseUrl) => {
      const { skein, sent } = createClient([createdResponse], { baseUrl, apiKey: null })
      await skein.getMe()
      expect([sent[0]?.url, sent[0]?.headers.get('authorization')]).toEqual(['https://h/api/v1/me', null])
    },
  )
  it.each([
    [{ baseUrl: 'support.example.com' }, 'baseUrl must be an address such as https://support.example.com, not "support.example.com"'],
    [{ baseUrl: 'file:///etc' }, 'baseUrl must begin with http:// or https://, not file:'],
    [{ baseUrl: 'https://ada:pw@h' }, 'baseUrl must not contain a user name, password, query or fragment'],
    [{ attemptsMax: 0 }, 'attemptsMax must be a number of at least 1, not 0'],
    [{ timeoutMs: Number.NaN }, 'timeoutMs must be a number of at least 1, not NaN'],
  ])('is impossible with the invalid option %j', (options, message) => {
    expect(() => createClient([createdResponse], options)).toThrow(new TypeError(message))
  })
  it.each(['', 'svck_a\nb', 'schlüssel', undefined])('fails with the malformed key %j, without revealing the key', async (apiKey) => {
    // Safe because JavaScript callers can pass any value.
    const { skein, sent } = createClient([createdResponse], { apiKey: apiKey as string })
    await expect(skein.getMe()).rejects.toThrow(new TypeError('apiKey must be an API key exactly as the service issued it'))
    expect(sent).toEqual([])
  })
})

describe('Idempotency-Key', () => {
  it('is new for each write call, and absent from reads', async () => {
    const { skein, sent } = createClient([createdResponse])
    await skein.createThread({ body: thread })
    await skein.updateThread({ path: { id: 'thr_1' }, body: {} })
    await skein.addTeamMember({ path: { id: 'tea_1', userId: 'usr_1' } })
    await skein.deleteLabel({ path: { id: 'lbl_1' } })
    await skein.getMe()
    expect(sent.map(({ method }) => method)).toEqual(['POST', 'PATCH', 'PUT', 'DELETE', 'GET'])
    expect(new Set(sent.slice(0, 4).map(({ key }) => key)).size).toBe(4)
    expect(sent.map(({ key }) => key !== null)).toEqual([true, true, true, true, false])
  })
  it('is the same on every attempt of a call, after any failure', async () => {
    const cut = new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('terminated')) }), { status: 201 })
    const { skein, sent } = createClient([
      connectionRefused,
      cut,
      errorResponse(503, 'SVC-SYSTEM-UNAVAILABLE'),
      response(504, '<html>'),
      createdResponse,
    ])
    expect(await settle(skein.createThread({ body: thread }))).toMatchObject({
      data: { id: 'thr_1' },
      status: 201,
      requestId: 'r-2',
      etag: '"1"',
    })
    expect(sent).toHaveLength(5)
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
    expect(sent.map(({ body }) => body)).toEqual(sent.map(() => thread))
  })
  it('can be set by the caller', async () => {
    const { skein, sent } = createClient([connectionRefused, createdResponse])
    await settle(skein.createThread({ body: thread, idempotencyKey: 'order-1842' }))
    expect(sent.map(({ key }) => key)).toEqual(['order-1842', 'order-1842'])
  })
})

describe('an error', () => {
  it('has every field that the service returned', async () => {
    const details = [{ field: 'requester.email', code: 'INVALID', message: 'must be an e-mail address' }]
    const error = {
      code: 'SVC-VALIDATION-FAILED',
      message: 'See details.',
      status: 400,
      requestId: 'r-9',
      docUrl: 'http://h/docs',
      details,
    }
    const { skein } = createClient([response(400, { data: null, error })])
    const failure = await getFailure(skein.createThread({ body: thread }))
    expect(failure).toBeInstanceOf(ApiError)
    expect({ ...failure }).toEqual({
      name: 'ApiError',
      code: 'SVC-VALIDATION-FAILED',
      summary: 'See details.',
      status: 400,
      requestId: 'r-9',
      docUrl: 'http://h/docs',
      details,
      retryAfterSeconds: null,
    })
    expect(failure.message).toBe('See details. (400 SVC-VALIDATION-FAILED, request r-9)\n  requester.email: must be an e-mail address')
  })
  it.each([
    [404, '<html>', { code: 'HTTP-404', summary: '<html>', requestId: '' }],
    [403, '', { code: 'HTTP-403', summary: 'The response is not from Skein.' }],
    [400, '{"error":{"code":7,"details":[null]}}', { code: 'HTTP-400', details: [] }],
    [400, '{"error":"no"}', { code: 'HTTP-400' }],
    [200, '<html>', { code: 'HTTP-200', summary: 'The response is not from Skein. Check baseUrl.' }],
    [301, '', { code: 'HTTP-301', summary: 'The response is not from Skein. Check baseUrl.' }],
  ])('has the status of a response that is not from Skein: %i %j', async (status, body, expected) => {
    const { skein, sent } = createClient([response(status, body)])
    expect(await getFailure(skein.getMe())).toMatchObject({ name: 'ApiError', status, ...expected })
    expect(sent).toHaveLength(1)
  })
  it.each([
    [400, InvalidRequestError],
    [401, AuthenticationError],
    [403, PermissionError],
    [404, NotFoundError],
    [409, ConflictError],
    [412, ConflictError],
    [422, InvalidRequestError],
    [429, RateLimitError],
    [500, ServiceError],
    [507, ServiceError],
    [418, ApiError],
  ])('of status %i has the class of its kind', async (status, kind) => {
    const { skein } = createClient([errorResponse(status, 'SVC-X-Y')], { attemptsMax: 1 })
    const failure = await getFailure(skein.getMe())
    expect([failure.constructor, failure instanceof ApiError]).toEqual([kind, true])
  })
  it('has a code that callers can compare, including codes newer than this client', async () => {
    const { skein } = createClient([errorResponse(404, 'SVC-THREAD-NOT_FOUND')])
    const failure = await getFailure(skein.getThread({ path: { id: 'thr_1' } }))
    if (!(failure instanceof ApiError)) throw failure
    const codes: ErrorCode[] = ['SVC-THREAD-NOT_FOUND', 'SVC-OF-A_LATER_VERSION']
    // @ts-expect-error The known codes are a closed list.
    const known: KnownErrorCode[] = ['SVC-THREAD-NOT_FOUND', 'SVC-THRAED-NOT_FOUND']
    expect([codes.includes(failure.code), known.includes('SVC-THREAD-NOT_FOUND')]).toEqual([true, true])
  })
})
