/** Handles an admitted request: validation, idempotency, the operation's handler, the envelope. */
import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { handleWithoutActor, prepareAnonymousWrite } from './anonymous-writes.ts'
import { cursorBinding, decodeCursor, encodeCursor } from './cursor.ts'
import type { Settings } from '../settings.ts'
import type { Database } from '../db.ts'
import { codingFor, encode } from './static-response.ts'
import {
  type DocumentResult,
  type Endpoint,
  type ItemResult,
  type ListResult,
  type OfKind,
  type Page,
  type WriteEndpoint,
  maxPageSize,
} from './declared-endpoint.ts'
import { mapConflict } from './conflicts.ts'
import type { FileLinks } from '../files/file-links.ts'
import { ApiError, errorBody, invalidLimit, preconditionFailed, type ErrorBody } from '../errors.ts'
import type { GuardOptions } from './guards.ts'
import { requireCaller, type Call, type CallHandler, type JsonResponse } from './call.ts'
import { writeJson, writePage } from './page.ts'
import { timed } from './processor-time.ts'
import { readPathIds, resolveNames, withPathHint } from './path-ids.ts'
import { prepareAndRun } from './prepare-write.ts'
import { getState } from './request-state.ts'
import { getFingerprints, noFingerprints } from './fingerprints.ts'
import { parseIdempotencyKey, hashOwnKey, type WriteResponse, type IdempotentWrites } from './idempotency.ts'
import { CollectedEffects, findPrior, writeLedger } from '../outbox/ledger.ts'
import { writeIdentity, type WriteIdentity } from '../outbox/write-identity.ts'
import type { Log } from '../log.ts'
import type { Authenticate } from '../principal.ts'
import type { SafeFetch } from '../outbound/safe-fetch.ts'
import { closed, Type } from '../schema.ts'
import { completeRecord } from '../outbox/stored-records.ts'
import { respondAtFixedTimes } from './fixed-times.ts'
import { entityTags, hasKnownTag } from './entity-tags.ts'
import { unsealRecord, sealing, type Sealing } from './sealing.ts'
import type { Secrets } from '../secrets.ts'
import { createPauser } from '../turns.ts'
import { bodyReader, queryReader, type Reader } from './validation.ts'

export const apiPrefix = '/api/v1'
export const defaultPageSize = 20

export type CallOptions = Pick<GuardOptions, 'limits'> & {
  config: Settings
  db: Database
  secrets: Secrets
  outbound: Pick<SafeFetch, 'checkUrl' | 'fetch' | 'post'>
  links: Pick<FileLinks, 'of'>
  /** Returns the OpenAPI document. */
  openapi: () => DocumentResult
  authenticate: Pick<Authenticate, 'forget'>
  /** Called after every committed write, which may have stored events. */
  onWrite: () => void
  /** Step in milliseconds. Operations with `fixedTimes` respond at multiples of the step after the request. */
  responseStepMs: number
  log: Log
}

export function createCallHandler(
  declared: Exclude<Endpoint, OfKind<'stream'>>,
  options: CallOptions,
  writes: IdempotentWrites,
): CallHandler {
  const endpoint = withPathHint(declared)
  const isList = Object.values(endpoint.responds).some(({ kind }) => kind === 'list')
  const readQuery = queryReader(endpoint.query ?? closed({}), isList ? ['cursor', 'limit'] : [])
  const readBody = endpoint.body ? bodyReader(endpoint.body) : noBody
  if (endpoint.kind === 'document') return (call) => handleDocument(endpoint, options, readQuery, call)
  if (endpoint.kind === 'read') {
    const read = isList ? handleList : handleRead
    if (endpoint.etag !== 'body') return (call) => read(endpoint, options, readQuery, call)
    return async (call) => tagByBody(call.req.headers['if-none-match'], await read(endpoint, options, readQuery, call))
  }
  return (call) => handleWrite(endpoint, options, writes, readQuery, readBody, call)
}

async function handleDocument(
  endpoint: OfKind<'document'>,
  { openapi }: CallOptions,
  readQuery: Reader,
  call: Call,
): Promise<JsonResponse> {
  readQuery(call.query)
  const document = await endpoint.handle({ openapi })
  const { coding, headers } = codingFor(call.req, document)
  const encoding = coding === null ? {} : { 'Content-Encoding': coding }
  return { status: 200, headers: { ...headers, ...encoding }, body: await encode(document, coding) }
}

async function handleRead(endpoint: OfKind<'read'>, options: CallOptions, readQuery: Reader, call: Call): Promise<JsonResponse> {
  const context = {
    ...(await readContext(endpoint, call, options)),
    query: readQuery(call.query),
    body: undefined,
    page: firstPage,
    db: options.db,
  }
  // Safe because an endpoint whose responses are items returns an item.
  const { status, record } = (await endpoint.handle(context)) as ItemResult<unknown>
  return itemResponse(endpoint, options, call, status, record)
}

async function handleList(endpoint: OfKind<'read'>, options: CallOptions, readQuery: Reader, call: Call): Promise<JsonResponse> {
  // Safe because the router parses query strings to an object.
  const { cursor, limit, ...filters } = call.query as Record<string, unknown>
  const base = await readContext(endpoint, call, options)
  const query = readQuery(filters)
  const binding = cursorBinding(endpoint.operationId, base.principal?.tenantId, base.params, query)
  const isWhole = Object.values(endpoint.responds).some(({ whole }) => whole !== undefined)
  const page: Page = {
    limit: isWhole && limit === undefined && cursor === undefined ? Number.MAX_SAFE_INTEGER : readLimit(limit),
    // The last page has an empty cursor, which generated clients send back unchanged.
    after: cursor === undefined || cursor === '' ? null : decodeCursor(options.secrets, binding, String(cursor)),
  }
  const links = options.links.of(base.principal?.tenantId ?? '')
  // Safe because an endpoint whose response is a list returns a page.
  const result = (await endpoint.handle({ ...base, query, body: undefined, page, db: options.db })) as ListResult<unknown>
  const { json, count, next } = timed(getState(call.req), () => writePage(result, (record) => endpoint.present(record, links)))
  const at = next ?? result.resume
  const meta = {
    cursor: at ? encodeCursor(options.secrets, binding, at) : '',
    hasMore: next !== null,
    total: result.total,
    ...result.meta?.(count),
  }
  return { status: 200, headers: {}, body: `{"data":[${json}],${isWhole ? '"error":null,' : ''}"meta":${JSON.stringify(meta)}}` }
}

async function handleWrite(
  endpoint: WriteEndpoint,
  options: CallOptions,
  writes: IdempotentWrites,
  readQuery: Reader,
  readBody: Reader,
  call: Call,
): Promise<JsonResponse> {
  const query = readQuery(call.query)
  const fields = readBody(call.body)
  const body = call.file ? { ...Object(fields), file: call.file } : fields
  const key = parseIdempotencyKey(call.req.headers['idempotency-key'])
  const base = baseContext(endpoint, call, options)
  const { fingerprint, earlier } = key === null ? noFingerprints : getFingerprints(endpoint, options.secrets, call)
  const keyed = key === null || !fingerprint ? null : { keyHash: hashOwnKey(options.secrets, call.principal, key), fingerprint }
  const request = { ...base, query, body, page: firstPage }
  const preparing = endpoint.prepareBody(fields, call.principal?.tenantId ?? '')
  const prepared = preparing ? await preparing : null
  if (prepared) getState(call.req).usedMs += prepared.usedMs
  return respondAtFixedTimes(endpoint, options, getState(call.req), async () => {
    const { context, write } =
      endpoint.kind === 'anonymous'
        ? await prepareAnonymousWrite(endpoint, options, call, { ...request, principal: null }, keyed)
        : { context: request, write: writeIdentity(requireCaller(call), base.requestId, keyed) }
    if (!write) {
      const { status, record } = await handleWithoutActor(endpoint, options.db, context)
      return itemResponse(endpoint, options, call, status, record)
    }
    const seal = sealing(endpoint, options.secrets, key)
    const work = async (): Promise<unknown> =>
      (await endpoint.tryProcedure?.({ ...context, db: options.db, write })) ?? inTransaction(endpoint, options, context, write, seal)
    // Safe because writes return an item or the stored response.
    const written = await writes.run(write, work as never, (error) => errorToStore(error, call.req), earlier)
    if (!written.replayed && !written.error) {
      if (endpoint.changesCredentials) options.authenticate.forget()
      options.onWrite()
    }
    const sent = written.error
      ? errorResponse(written.error)
      : await itemResponse(endpoint, options, call, written.status, getRecord(endpoint, written, seal))
    return written.replayed ? { ...sent, headers: { ...sent.headers, 'Idempotent-Replayed': 'true' } } : sent
  }).finally(() => prepared?.release())
}

/** Runs a write in one transaction: effect, audit row, events, counters and idempotency record are committed together. */
async function inTransaction(
  endpoint: WriteEndpoint,
  options: CallOptions,
  context: object,
  write: WriteIdentity,
  seal: Sealing | null,
): Promise<unknown> {
  return prepareAndRun(endpoint, options, context, write, (prepared) =>
    options.db.transaction(async (tx) => {
      const prior = await findPrior(tx, write)
      if (prior) return { prior }
      const effects = new CollectedEffects()
      const result = await withConflicts(endpoint, { ...context, prepared, tx, effects })
      await writeLedger(tx, write, effects, { status: result.status, record: seal ? seal.close(result.record) : result.record })
      return result
    }, write.tenantId),
  )
}

/** Runs the handler. Converts the violation of a declared constraint to an API error. */
async function withConflicts(endpoint: WriteEndpoint, context: object): Promise<ItemResult<unknown>> {
  try {
    return await endpoint.handle(context)
  } catch (error) {
    throw mapConflict(endpoint.conflicts ?? {}, error)
  }
}

// --- Requests -------------------------------------------------------------------------------------------------------

const firstPage: Page = { limit: defaultPageSize, after: null }
const noBody: Reader = bodyReader(Type.Union([closed({}), Type.Undefined(), Type.Null()]))

export function baseContext(
  endpoint: Endpoint,
  { req, principal, progress = null }: Call,
  { config, limits, log, secrets, outbound }: CallOptions,
) {
  const state = getState(req)
  const { params: given, requestId, hostTenantId } = state
  const ids = readPathIds(endpoint, given)
  const token = given[endpoint.token?.name ?? 'token'] ?? ''
  return {
    principal,
    ...ids,
    token,
    hostTenantId,
    ifMatch: entityTags(req.headers['if-match']),
    requestId,
    secrets,
    outbound,
    config,
    limits,
    log,
    progress,
    startPauser: () => createPauser({ charge: (usedMs) => (state.usedMs += usedMs) }),
  }
}

/** Returns the context of a read. Resolves names in its path to ids. */
function readContext(endpoint: Endpoint, call: Call, options: CallOptions) {
  return resolveNames(endpoint, options.db, getState(call.req).params, baseContext(endpoint, call, options))
}

/** Parses `limit`. Caps values at the maximum, and rejects 0, negative and fractional values. */
function readLimit(limit: unknown): number {
  if (limit === undefined) return defaultPageSize
  if (typeof limit !== 'string' || !/^0*[1-9]\d*$/.test(limit)) throw new ApiError(invalidLimit)
  return Math.min(Number(limit), maxPageSize)
}

// --- Responses --------------------------------------------------------------------------------------------------------

async function itemResponse(
  endpoint: WriteEndpoint | OfKind<'read'>,
  { links }: CallOptions,
  { req, principal }: Call,
  status: number,
  record: unknown,
): Promise<JsonResponse> {
  const state = getState(req)
  const wire = timed(state, () => endpoint.present(record, links.of(principal?.tenantId ?? '')))
  const headers: Record<string, string> = {}
  // Safe because records are objects. Tests check that the records of operations with `etag` have a version.
  const { version } = record as { version?: unknown }
  if (typeof version === 'number' && endpoint.deletion !== 'final') headers.ETag = `"${version}"`
  if (endpoint.location) headers.Location = apiPrefix + endpoint.location(wire)
  if (endpoint.cacheSeconds !== undefined) headers['Cache-Control'] = `public, max-age=${endpoint.cacheSeconds}`
  const writing = timed(state, () => writeJson(wire, state))
  const json = writing instanceof Promise ? await writing : writing
  return { status, headers, body: `{"data":${json},"error":null}` }
}

/** Uses a hash of the body as the response's ETag. Returns 304 without a body when the caller already has this body. */
function tagByBody(ifNoneMatch: string | undefined, { status, headers, body }: JsonResponse): JsonResponse {
  const tag = hash('sha256', body, 'base64url').slice(0, 22)
  // Browsers may store the response but must revalidate it each time.
  const tagged = { ...headers, 'Cache-Control': 'private, no-cache', ETag: `"${tag}"` }
  return hasKnownTag(ifNoneMatch, [tag]) ? { status: 304, headers: tagged, body: '' } : { status, headers: tagged, body }
}

/** Returns the record of the response. A stored record may come from an earlier version of the service. */
function getRecord({ responds }: Endpoint, written: WriteResponse, seal: Sealing | null): unknown {
  const record = unsealRecord(written, seal)
  return written.replayed ? completeRecord(responds[written.status]?.shape, record) : record
}

function errorResponse(error: ErrorBody): JsonResponse {
  return { status: error.status, headers: {}, body: JSON.stringify({ data: null, error }) }
}

/**
 * Returns the error object to store for retries, or null. Stores the handler's errors below 500, with three exceptions: a failed If-Match,
 * because If-Match is not part of the fingerprint and a retry with the new version must not get the old error; 401, because the credentials
 * may be valid at the next attempt; and 429, after which callers retry.
 */
function errorToStore(error: unknown, req: IncomingMessage): ErrorBody | null {
  if (!(error instanceof ApiError) || error.declaration === preconditionFailed || [401, 429].includes(error.declaration.status)) return null
  if (error.declaration.status >= 500 || error.declaration.code.startsWith('SVC-IDEMPOTENCY-')) return null
  const { requestId, docsUrl } = getState(req)
  return errorBody(error, requestId, docsUrl)
}
