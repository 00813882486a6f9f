/**
 * Responds to API requests. Checks them in the order of the contract: [front-door.ts: host → limit of the address → route and method] →
 * [guards.ts: credentials → limit of the tenant → scope → media type] → size → [handle-call.ts: schema → idempotency → the handler].
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { parse as parseQuery } from 'node:querystring'
import { requireCaller, type Call, type CallHandler, type JsonResponse } from './call.ts'
import { apiPrefix, createCallHandler, type CallOptions } from './handle-call.ts'
import { wantsStreamedResponse } from './accepts.ts'
import type { Endpoint, OfKind } from './declared-endpoint.ts'
import { getFileStore } from '../files/file-store.ts'
import { StreamSlots, visitorTiming, writeEventStream } from './event-stream.ts'
import { readForm } from './form.ts'
import { createStreamOpener } from './open-stream.ts'
import { createFrontDoor, type FrontDoorOptions } from './front-door.ts'
import { admit, isStillAdmitted, type GuardOptions } from './guards.ts'
import { IdempotentWrites } from './idempotency.ts'
import { findLineFormat, writeLines } from './lines.ts'
import { readJsonBody } from './json-body.ts'
import { startStreamedResponse } from './streamed-response.ts'
import { jsonContentType, refuse, toApiError } from './refusals.ts'
import { createRoutes } from './routes.ts'
import { getState } from './request-state.ts'
import { ProcessorTime, timed } from './processor-time.ts'
import type { Uuid } from '../ids.ts'

export type HttpOptions = CallOptions &
  GuardOptions & { endpoints: readonly Endpoint[]; frontDoor: Omit<FrontDoorOptions, 'log' | 'route' | 'limits' | 'respond'> }

export type HttpService = { server: Server; ready(): Promise<void>; close(): Promise<void> }

/** Handles an admitted call and sends the response. Throws the error to respond with, unless a response has been sent. */
type Handler = (call: Call) => Promise<void>

export function createHttp(options: HttpOptions): HttpService {
  const { limits, log } = options
  const writes = new IdempotentWrites(options.db)
  const slots = new StreamSlots()
  const processorTime = new ProcessorTime()
  const handlers = new Map<Endpoint, Handler>()
  let isClosing = false

  /** Returns the handler of an operation. Creates it on the first request, because creating it compiles the schemas. */
  const getHandler = (endpoint: Endpoint): Handler => {
    const known = handlers.get(endpoint)
    if (known) return known
    const created =
      endpoint.kind === 'stream'
        ? streamHandler(endpoint, options, slots)
        : responseHandler(endpoint, options, createCallHandler(endpoint, options, writes), slots)
    handlers.set(endpoint, created)
    return created
  }

  const respond = async (req: IncomingMessage, res: ServerResponse, endpoint: Endpoint, queryText: string): Promise<void> => {
    const state = getState(req)
    let tenantId: Uuid | null = null
    try {
      // While the service is closing, requests on open connections still get a response.
      if (isClosing) res.setHeader('Connection', 'close')
      const principal = await admit(endpoint, options, req, res)
      tenantId = principal?.tenantId ?? null
      if (tenantId !== null) processorTime.check(tenantId, endpoint.operationId)
      // After a timeout response, the write must not run.
      if (res.headersSent) return
      if (state.awaitsContinue) res.writeContinue()
      const body = endpoint.method === 'GET' || endpoint.form ? undefined : await readJsonBody(req)
      if (res.headersSent) return
      const query = parseQuery(queryText, '&', '=', { maxKeys: 0 })
      await timed(state, () => getHandler(endpoint)({ req, res, principal, query, body }))
    } catch (error) {
      refuse(req, res, toApiError(error, req, log))
    }
    if (tenantId !== null) processorTime.charge(tenantId, endpoint.operationId, state.usedMs)
  }

  const server = createFrontDoor({
    ...options.frontDoor,
    limits,
    log,
    route: createRoutes(apiPrefix, options.endpoints),
    respond: (req, res, endpoint, query) => void respond(req, res, endpoint, query),
  })
  return {
    server,
    ready: () => limits.open(),
    async close() {
      isClosing = true
      slots.endAll()
      if (server.listening) await new Promise((resolve) => server.close(resolve))
      // Close the limits last, because the requests above still count against them.
      await limits.close()
    },
  }
}

function responseHandler(endpoint: Endpoint, options: HttpOptions, respond: CallHandler, slots: StreamSlots): Handler {
  const respondStreamed = streamedResponseHandler(endpoint, options, respond, slots)
  return async (call) => {
    if (wantsStreamedResponse(endpoint, call.req)) return respondStreamed(call)
    send(call.res, await (endpoint.form ? handleForm(endpoint.form, options, respond, call) : respond(call)))
  }
}

function send(res: ServerResponse, { status, headers, body }: JsonResponse): void {
  // A timeout response has been sent, or the caller has disconnected.
  if (res.headersSent || res.destroyed) return
  if (status === 304) return void res.writeHead(status, headers).end()
  res.writeHead(status, { ...headers, 'Content-Type': jsonContentType, 'Content-Length': Buffer.byteLength(body) })
  res.end(body)
}

/** Handles a write that streams its response while it runs. Aborts the write when the caller disconnects. */
function streamedResponseHandler(endpoint: Endpoint, options: HttpOptions, respond: CallHandler, slots: StreamSlots): Handler {
  const status = Number(Object.keys(endpoint.responds)[0])
  return async (call) => {
    const { req, res } = call
    const caller = requireCaller(call)
    const { controller, leave } = slots.enter(caller)
    const abort = (): void => controller.abort()
    res.once('close', abort)
    try {
      const pieces = startStreamedResponse(respond, call, controller.signal, (error) => toApiError(error, req, options.log))
      await pieces.begun
      const early = pieces.early()
      if (early && early.status >= 400) return send(res, early)
      for (const name in early?.headers) res.setHeader(name, early.headers[name] ?? '')
      getState(req).streams = true
      await writeEventStream(res, pieces.frames(), {
        controller,
        stillAllowed: () => isStillAdmitted(endpoint, options, req, caller),
        status,
      })
    } finally {
      res.off('close', abort)
      leave()
    }
  }
}

/** Reads a form, streaming its file to the disk, and handles the call. */
async function handleForm(
  declared: NonNullable<Endpoint['form']>,
  options: HttpOptions,
  respond: CallHandler,
  call: Call,
): Promise<JsonResponse> {
  const form = await readForm(call.req, call.res, declared, getFileStore(options.config))
  try {
    return await respond({ ...call, body: form.fields, file: form.file })
  } finally {
    await form.file?.discard()
  }
}

/** Starts a stream once its first frame is available. An error before that gives a normal error response. */
function streamHandler(endpoint: OfKind<'stream'>, options: HttpOptions, slots: StreamSlots): Handler {
  const frames = createStreamOpener(endpoint, options)
  const [format] = Object.values(endpoint.responds).map(({ kind }) => findLineFormat(kind))
  return async (call) => {
    const { req, res } = call
    const caller = requireCaller(call)
    const { controller, leave } = slots.enter(caller)
    getState(req).streams = true
    try {
      const timing = caller.credential.type === 'VISITOR' ? visitorTiming : {}
      const ending = { controller, timing, stillAllowed: () => isStillAdmitted(endpoint, options, req, caller) }
      const opened = frames(call, controller.signal)
      await (format ? writeLines(res, opened, ending, format) : writeEventStream(res, opened, ending))
    } finally {
      leave()
    }
  }
}
