/**
 * HTTP: the only file that knows the framework (Fastify). Each endpoint becomes a route whose guards run in the order
 * of the contract: [front door: host, IP rate limit] → route and method → credentials → tenant rate limit → scope →
 * media type and size → schema → idempotency → the handler's object look-up and state.
 */
import type { IncomingMessage, Server } from 'node:http'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { decodeCursor, encodeCursor } from './cursor.ts'
import type { Database } from './db.ts'
import type { DocumentReply, Endpoint, ItemReply, ListReply } from './endpoint.ts'
import {
  ApiError, badUrl, bodyTooLarge, insufficientScope, internalError, invalidCredentials, invalidLimit, malformedJson, methodNotAllowed, missingCredentials,
  notAcceptable, rateTenantExceeded, routeNotFound, tenantNotFound, tenantSuspended, unsupportedMediaType, uriTooLong, validationFailed, errorBody, type ErrorBody,
} from './errors.ts'
import { StreamSlots, writeEventStream, type StreamFrame } from './event-stream.ts'
import { exceeded, noteAllowance, openFrontDoor, refuse, visitOf, type FrontDoorOptions, type Visit } from './front-door.ts'
import { fingerprintOf, IdempotentWrites, parseIdempotencyKey, type Answered } from './idempotency.ts'
import { parseTypeId } from './ids.ts'
import { CollectedEffects, findPrior, writeIdentity, writeLedger, type WriteIdentity } from './ledger.ts'
import { pageSizeMax, type Page } from './list.ts'
import type { Log } from './log.ts'
import { covers, type Authenticate, type Principal } from './principal.ts'
import type { RateLimiter } from './rate-limit.ts'
import { closed, Type } from './schema.ts'
import type { SafeFetch } from './safe-fetch.ts'
import type { Secrets } from './secrets.ts'
import { bodyReader, queryReader, type Reader } from './validation.ts'

export const bodySizeMax = 1_048_576
export const apiPrefix = '/api/v1'
export const pageSizeDefault = 20

export type HttpOptions = {
  endpoints: readonly Endpoint[]
  db: Database
  secrets: Secrets
  outbound: Pick<SafeFetch, 'checkUrl'>
  authenticate: Authenticate
  tenantLimiter: RateLimiter
  /** Operations that answer without credentials although their scope is not `none` (OPENAPI_PUBLIC). */
  publicOperations: ReadonlySet<string>
  /** The description of these endpoints. */
  openapi: () => DocumentReply
  /** Called after every committed write: events may be waiting. */
  onWrite: () => void
  log: Log
  frontDoor: Omit<FrontDoorOptions, 'log'>
}

export type HttpService = { server: Server; ready(): Promise<void>; close(): Promise<void> }

export function openHttp(options: HttpOptions): HttpService {
  let server: Server | undefined
  const app = fastify({
    serverFactory: (listener) => (server = openFrontDoor(listener as never, { ...options.frontDoor, log: options.log })),
    bodyLimit: bodySizeMax,
    // While closing, requests on open connections are still answered, with Connection: close.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: true,
    routerOptions: { maxParamLength: 8192 },
    frameworkErrors: (error, request, reply) => giveUp(request.raw, reply, error.code === 'FST_ERR_MAX_PARAM_LENGTH' ? new ApiError(uriTooLong) : new ApiError(badUrl)),
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) => parseJson(bytes as Buffer, done))
  const shared: Shared = { writes: new IdempotentWrites(options.db), slots: new StreamSlots() }
  for (const endpoint of options.endpoints) addRoute(app, endpoint, options, shared)
  app.setNotFoundHandler((request, reply) => giveUp(request.raw, reply, noRoute(request, options.endpoints)))
  app.setErrorHandler((error, request, reply) => giveUp(request.raw, reply, frameworkError(error, request.raw, options.log)))
  return {
    get server() {
      if (!server) throw new Error('ready() has not been called')
      return server
    },
    async ready() {
      await app.ready()
    },
    close() {
      shared.slots.endAll()
      return app.close()
    },
  }
}

// --- One route ------------------------------------------------------------------------------------------------------

/** What the guards leave for the handler. Principals of public operations are null. */
const principals = new WeakMap<IncomingMessage, Principal>()

function addRoute(app: FastifyInstance, endpoint: Endpoint, options: HttpOptions, shared: Shared): void {
  const answer = openAnswerer(endpoint, options, shared)
  app.route({
    method: endpoint.method,
    url: apiPrefix + endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    onRequest: (request, reply, done) => {
      admit(endpoint, options, request.raw, reply).then(
        () => done(),
        (error: Error) => done(error),
      )
    },
    handler: answer,
  })
}

/** Credentials, tenant rate limit, scope. */
async function admit(endpoint: Endpoint, options: HttpOptions, req: IncomingMessage, reply: FastifyReply): Promise<void> {
  const visit = visitOf(req)
  visit.route = endpoint.operationId
  if (!isDecodable(req)) throw new ApiError(badUrl)
  if (endpoint.scope !== 'none' && !options.publicOperations.has(endpoint.operationId)) {
    const principal = await identify(options.authenticate, req, visit)
    const allowance = options.tenantLimiter.take(principal.tenantId)
    noteAllowance(reply.raw, visit, allowance)
    if (allowance.exceeded) throw exceeded(allowance, rateTenantExceeded)
    if (!covers(principal.key.scopes, endpoint.scope)) {
      throw new ApiError(insufficientScope, { message: `This operation needs the scope ${endpoint.scope}.`, details: [{ field: 'scope', code: 'REQUIRED', message: endpoint.scope }] })
    }
    principals.set(req, principal)
  }
  checkMedia(endpoint, req)
}

/** The router refuses a path that cannot be decoded, but takes a query string as it comes. */
function isDecodable({ url = '' }: IncomingMessage): boolean {
  if (!url.includes('%')) return true
  try {
    return typeof decodeURIComponent(url.slice(url.indexOf('?') + 1)) === 'string'
  } catch {
    return false
  }
}

async function identify(authenticate: Authenticate, req: IncomingMessage, visit: Visit): Promise<Principal> {
  const header = req.headers.authorization
  if (header === undefined || header === '') throw new ApiError(missingCredentials)
  const token = bearerToken(header)
  const found = token === null ? null : authenticate(token)
  const principal = found instanceof Promise ? await found : found
  if (!principal) throw new ApiError(invalidCredentials)
  if (visit.hostTenantId !== null && visit.hostTenantId !== principal.tenantId) throw new ApiError(tenantNotFound)
  if (principal.tenant.suspended) throw new ApiError(tenantSuspended)
  return { ...principal, ip: visit.ip }
}

function bearerToken(header: string): string | null {
  return /^bearer +([\x21-\x7e]+) *$/i.exec(header)?.[1] ?? null
}

function checkMedia(endpoint: Endpoint, req: IncomingMessage): void {
  const { accept, 'content-encoding': encoding, 'content-type': type, 'content-length': length } = req.headers
  const produced = Object.values(endpoint.responds).some(({ kind }) => kind === 'stream') ? /\*\/\*|text\/(\*|event-stream)|application\/(\*|json|problem\+json)/i : /\*\/\*|application\/(\*|json|problem\+json)/i
  if (accept !== undefined && !produced.test(accept)) throw new ApiError(notAcceptable)
  if (endpoint.method === 'GET') return
  const hasBody = (length !== undefined && length !== '0') || req.headers['transfer-encoding'] !== undefined
  if (!hasBody) return
  if (!/^application\/json *(;|$)/i.test(type ?? '') || (encoding !== undefined && encoding !== 'identity')) throw new ApiError(unsupportedMediaType)
  if (Number(length) > bodySizeMax) throw new ApiError(bodyTooLarge)
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** What the routes of one service share. */
type Shared = { writes: IdempotentWrites; slots: StreamSlots }

function openAnswerer(endpoint: Endpoint, options: HttpOptions, { writes, slots }: Shared): Handler {
  const readQuery = queryReader(endpoint.query ?? closed({}))
  const readBody = endpoint.body ? bodyReader(endpoint.body) : noBody
  const kinds = new Set(Object.values(endpoint.responds).map(({ kind }) => kind))
  if (kinds.has('document')) return (request, reply) => answerDocument(endpoint, options, readQuery, request, reply)
  if (kinds.has('stream')) return (request, reply) => answerStream(endpoint, options, slots, readQuery, request, reply)
  if (kinds.has('list')) return (request, reply) => answerList(endpoint, options, readQuery, request, reply)
  if (endpoint.method === 'GET') return (request, reply) => answerRead(endpoint, options, readQuery, request, reply)
  return (request, reply) => answerWrite(endpoint, options, writes, readQuery, readBody, request, reply)
}

async function answerDocument(endpoint: Endpoint, options: HttpOptions, readQuery: Reader, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  readQuery(request.query)
  // Safe because an endpoint whose response is a document replies with one.
  const { bytes, entityTag } = (await endpoint.handle({ openapi: options.openapi })) as DocumentReply
  reply.raw.setHeader('ETag', `"${entityTag}"`)
  return sendJson(reply, 200, bytes)
}

/** The stream goes past the framework once its first frame stands; until then errors are answered like any. */
async function answerStream(endpoint: Endpoint, options: HttpOptions, slots: StreamSlots, readQuery: Reader, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const query = readQuery(request.query)
  const { principal, log } = baseContext(endpoint, request, options)
  const { 'last-event-id': lastEventId, authorization = '' } = request.raw.headers
  const { controller, leave } = slots.enter(principal)
  const token = bearerToken(authorization) ?? ''
  const stillAllowed = async (): Promise<boolean> => {
    const found = await options.authenticate(token)
    return found !== null && !found.tenant.suspended && covers(found.key.scopes, endpoint.scope)
  }
  const context = { principal, query, log, db: options.db, lastEventId: lastEventId ? String(lastEventId) : null, signal: controller.signal }
  // Safe because an endpoint whose response is a stream replies with frames.
  const frames = endpoint.handle(context) as AsyncGenerator<StreamFrame>
  try {
    await writeEventStream(reply.raw, frames, { controller, stillAllowed })
  } finally {
    leave()
  }
  return reply.hijack()
}

async function answerRead(endpoint: Endpoint, options: HttpOptions, readQuery: Reader, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const query = readQuery(request.query)
  const context = { ...baseContext(endpoint, request, options), query, body: undefined, page: firstPage, db: options.db }
  // Safe because an endpoint whose responses are items replies with an item.
  const { status, record } = (await endpoint.handle(context)) as ItemReply<unknown>
  return sendItem(endpoint, reply, status, record)
}

async function answerList(endpoint: Endpoint, options: HttpOptions, readQuery: Reader, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  // Safe because the router parses query strings to an object.
  const { cursor, limit, ...filters } = request.query as Record<string, unknown>
  const base = baseContext(endpoint, request, options)
  const query = readQuery(filters)
  const binding = JSON.stringify([endpoint.operationId, base.principal.tenantId, base.params, query])
  const page: Page = { limit: readLimit(limit), after: cursor === undefined || cursor === '' ? null : decodeCursor(options.secrets, binding, String(cursor)) }
  // Safe because an endpoint whose response is a list replies with a page.
  const { records, total, next } = (await endpoint.handle({ ...base, query, body: undefined, page, db: options.db })) as ListReply<unknown>
  const meta = { cursor: next ? encodeCursor(options.secrets, binding, next) : '', hasMore: next !== null, total }
  return sendJson(reply, 200, JSON.stringify({ data: records.map(endpoint.present), meta }))
}

async function answerWrite(endpoint: Endpoint, options: HttpOptions, writes: IdempotentWrites, readQuery: Reader, readBody: Reader, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  readQuery(request.query)
  const { raw: req } = request
  const body = readBody(request.body)
  const key = parseIdempotencyKey(req.headers['idempotency-key'])
  const base = baseContext(endpoint, request, options)
  const keyed = key === null ? null : { keyHash: options.secrets.hashIdempotencyKey(key), fingerprint: fingerprintOf(endpoint.method, pathOf(req), request.body) }
  const write = writeIdentity(base.principal, base.requestId, keyed)
  const context = { ...base, query: undefined, body, page: firstPage }
  const seal = sealing(endpoint, options.secrets, key)
  const work = endpoint.writes === 'statement' ? () => endpoint.handle({ ...context, db: options.db, write }) : () => inTransaction(endpoint, options.db, context, write, seal)
  // Safe because writes reply with items, or with the answer given before.
  const answered = await writes.run(write, work as never, (error) => refusalBody(error, base.requestId))
  if (!answered.replayed && !answered.error) options.onWrite()
  if (answered.replayed) reply.raw.setHeader('Idempotent-Replayed', 'true')
  if (answered.error) return sendRefusal(reply, answered.error)
  return sendItem(endpoint, reply, answered.status, openRecord(answered, seal))
}

/** Effect, audit row, events, counters and idempotency record commit together. */
async function inTransaction(endpoint: Endpoint, db: Database, context: object, write: WriteIdentity, seal: Sealing | null): Promise<unknown> {
  return db.transaction(async (tx) => {
    const prior = await findPrior(tx, write)
    if (prior) return { prior }
    const effects = new CollectedEffects()
    // Safe because a write replies with an item.
    const reply = (await endpoint.handle({ ...context, tx, effects })) as ItemReply<unknown>
    await writeLedger(tx, write, effects, { status: reply.status, record: seal ? seal.close(reply.record) : reply.record })
    return reply
  })
}

// --- Readings -------------------------------------------------------------------------------------------------------

const firstPage: Page = { limit: pageSizeDefault, after: null }
const noBody: Reader = bodyReader(Type.Union([closed({}), Type.Undefined(), Type.Null()]))
/** A path id that cannot be decoded finds nothing, at the same place in the order of checks as one that does not exist. */
const noSuchId = '00000000-0000-0000-0000-000000000000'

function baseContext(endpoint: Endpoint, { raw, params: given }: FastifyRequest, { log, secrets, outbound }: HttpOptions) {
  const params: Record<string, string> = {}
  for (const [name, { prefix }] of Object.entries(endpoint.params)) {
    // Safe because the router gives one text for each name of the path.
    params[name] = parseTypeId(prefix, (given as Record<string, string>)[name] ?? '') ?? noSuchId
  }
  const visit = visitOf(raw)
  // Safe because only operations without a handler's need for a principal are public.
  const principal = principals.get(raw) as Principal
  return { principal, params, ifMatch: entityTags(raw.headers['if-match']), requestId: visit.requestId, secrets, outbound, log }
}

/** `limit` above the maximum counts as the maximum; 0, negative or not whole is refused. */
function readLimit(limit: unknown): number {
  if (limit === undefined) return pageSizeDefault
  if (typeof limit !== 'string' || !/^0*[1-9]\d*$/.test(limit)) throw new ApiError(invalidLimit)
  return Math.min(Number(limit), pageSizeMax)
}

function entityTags(header: string | undefined): string[] | null {
  if (header === undefined) return null
  return header.split(',').map((tag) => tag.trim().replace(/^W\//, '').replaceAll('"', ''))
}

function parseJson(bytes: Buffer, done: (error: Error | null, body?: unknown) => void): void {
  if (bytes.length === 0) return done(null, undefined)
  try {
    const text = utf8.decode(bytes)
    const value: unknown = JSON.parse(text)
    // Only an escape can smuggle in what no text may hold: the NUL character and halves of surrogate pairs.
    if (text.includes('\\u')) checkTexts(value, '')
    done(null, value)
  } catch (error) {
    done(error instanceof ApiError ? error : new ApiError(malformedJson, { cause: error }))
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Walks without recursion: nesting may be as deep as a megabyte of brackets. */
function checkTexts(value: unknown, field: string): void {
  const open: [unknown, string][] = [[value, field]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [here, path] = next
    if (typeof here === 'string' && (here.includes('\0') || !here.isWellFormed())) {
      throw new ApiError(validationFailed, { details: [{ field: path, code: 'INVALID_TEXT', message: 'must be Unicode text without the NUL character' }] })
    }
    if (typeof here !== 'object' || here === null) continue
    for (const [name, part] of Object.entries(here)) {
      open.push([name, path])
      open.push([part, Array.isArray(here) ? `${path}[${name}]` : path ? `${path}.${name}` : name])
    }
  }
}

function pathOf(req: IncomingMessage): string {
  return (req.url ?? '').split('?', 1)[0] ?? ''
}

// --- Answers --------------------------------------------------------------------------------------------------------

function sendItem(endpoint: Endpoint, reply: FastifyReply, status: number, record: unknown): FastifyReply {
  const wire = endpoint.present(record)
  // Safe because a record of an endpoint with entity tags has a version.
  if (endpoint.etag) reply.raw.setHeader('ETag', `"${(record as { version: number }).version}"`)
  if (endpoint.location && status === 201) reply.raw.setHeader('Location', apiPrefix + endpoint.location(wire))
  return sendJson(reply, status, JSON.stringify({ data: wire, error: null }))
}

function sendRefusal(reply: FastifyReply, error: ErrorBody): FastifyReply {
  return sendJson(reply, error.status, JSON.stringify({ data: null, error }))
}

/** Nothing is sent when the deadline has answered already. */
function sendJson(reply: FastifyReply, status: number, body: string | Buffer): FastifyReply {
  if (reply.raw.headersSent) return reply.hijack()
  return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(body)
}

function giveUp(req: IncomingMessage, reply: FastifyReply, error: ApiError): FastifyReply {
  reply.hijack()
  refuse(req, reply.raw, error)
  return reply
}

/** The error object to keep for retries: what the handler refused, below 500. */
function refusalBody(error: unknown, requestId: string): ErrorBody | null {
  if (!(error instanceof ApiError) || error.declaration.status >= 500 || error.declaration.code.startsWith('SVC-IDEMPOTENCY-')) return null
  return errorBody(error, requestId)
}

function noRoute({ raw }: FastifyRequest, endpoints: readonly Endpoint[]): ApiError {
  const path = pathOf(raw)
  const allowed = endpoints.filter((endpoint) => pathPattern(endpoint).test(path)).map(({ method }) => method)
  if (allowed.length === 0) return new ApiError(routeNotFound)
  return new ApiError(methodNotAllowed, { headers: { Allow: [...new Set([...allowed, ...(allowed.includes('GET') ? ['HEAD'] : [])])].join(', ') } })
}

function pathPattern({ path }: Endpoint): RegExp {
  return new RegExp(`^${apiPrefix}${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}

/** What the framework threw, as one of ours; anything unforeseen is logged and answered 500 with a request id and nothing else. */
function frameworkError(error: unknown, req: IncomingMessage, log: Log): ApiError {
  const { code = '', statusCode } = error as { code?: string; statusCode?: number }
  const { requestId } = visitOf(req)
  if (error instanceof ApiError) {
    if (error.declaration.status >= 500) log.warn({ error, requestId }, 'request failed')
    return error
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new ApiError(bodyTooLarge)
  if (code.startsWith('FST_ERR_CTP') && statusCode === 415) return new ApiError(unsupportedMediaType)
  if (code.startsWith('FST_ERR_CTP') || statusCode === 400) return new ApiError(malformedJson)
  log.error({ error, requestId }, 'unforeseen error')
  return new ApiError(internalError)
}

// --- Secrets in kept answers ----------------------------------------------------------------------------------------

/** An answer that shows a secret is kept only under a key that the service itself does not hold. */
type Sealing = { close(record: unknown): unknown; open(record: unknown): unknown }

function sealing(endpoint: Endpoint, secrets: Secrets, key: string | null): Sealing | null {
  if (!endpoint.secret || key === null) return null
  return {
    close: (record) => ({ sealed: secrets.encrypt('kept answer', JSON.stringify(record), key) }),
    // Safe because only close() writes records of such endpoints.
    open: (record) => JSON.parse(secrets.decrypt('kept answer', (record as { sealed: string }).sealed, key)),
  }
}

/** A replay from the database is sealed, one from this process is not. */
function openRecord({ record, replayed }: Answered, seal: Sealing | null): unknown {
  const sealed = seal !== null && replayed && typeof record === 'object' && record !== null && 'sealed' in record
  return sealed ? seal.open(record) : record
}
