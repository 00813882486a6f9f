/**
 * HTTP: the only file that uses the framework (Fastify), which parses bodies and query strings. Each request's checks run in the order of
 * the contract: [front door: host → IP rate limit → route and method] → [guards: credentials, tenant rate limit, scope, media type] → size
 * → [answers: schema → idempotency → the handler's object look-up and state].
 */
import type { IncomingMessage, Server } from 'node:http'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { apiPrefix, createAnswerer, type Answerer, type AnswerOptions, type Call, type Sent } from './answers.ts'
import type { Endpoint } from './declared-endpoint.ts'
import { ApiError, badUrl, bodyTooLarge, internalError, malformedJson, routeNotFound, unsupportedMediaType } from '../errors.ts'
import { fileStoreOf } from '../files/file-store.ts'
import { StreamSlots, writeEventStream } from './event-stream.ts'
import { readForm } from './form.ts'
import { createFrames } from './frames.ts'
import { createFrontDoor, type FrontDoorOptions } from './front-door.ts'
import { admit, bodySizeMax, isStillAdmitted, type GuardOptions } from './guards.ts'
import { IdempotentWrites } from './idempotency.ts'
import { writeLines } from './lines.ts'
import { parseJsonBody } from './json-body.ts'
import { asksForPieces } from './accepts.ts'
import { startPieces } from './pieces.ts'
import { refuse } from './refusals.ts'
import { createRoutes, streams } from './routes.ts'
import { visitOf } from './visit.ts'
import type { Log } from '../log.ts'
import type { Principal } from '../principal.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guards; null when the operation requires no credentials. */
    principal: Principal | null
  }
}

export type HttpOptions = AnswerOptions &
  GuardOptions & { endpoints: readonly Endpoint[]; frontDoor: Omit<FrontDoorOptions, 'log' | 'route' | 'limits'> }

export type HttpService = { server: Server; ready(): Promise<void>; close(): Promise<void> }

export function createHttp(options: HttpOptions): HttpService {
  let server: Server | undefined
  const route = createRoutes(apiPrefix, options.endpoints)
  const app = fastify({
    serverFactory: (listener) =>
      (server = createFrontDoor(listener as never, { ...options.frontDoor, limits: options.limits, log: options.log, route })),
    bodyLimit: bodySizeMax,
    // No route has a schema (answers.ts validates), so that the framework's own compilers, a tenth of a start, need not be loaded.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    // While closing, requests on open connections are still answered, with Connection: close.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: true,
    // The front door handles these errors, so that nothing is written into a response in progress.
    clientErrorHandler: () => {},
    frameworkErrors: (_error, request, reply) => giveUp(request.raw, reply, new ApiError(badUrl)),
  })
  app.decorateRequest('principal', null)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) => {
    try {
      // Safe because parseAs asks for a buffer.
      done(null, parseJsonBody(bytes as Buffer))
    } catch (error) {
      // Safe because the parser throws ApiErrors only.
      done(error as ApiError)
    }
  })
  // Read by the operations that take one.
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
  const writes = new IdempotentWrites(options.db)
  const slots = new StreamSlots()
  addRoute(app, options, (endpoint) =>
    streams(endpoint) ? streaming(endpoint, options, slots) : answering(endpoint, options, writes, slots),
  )
  app.setNotFoundHandler((request, reply) => giveUp(request.raw, reply, new ApiError(routeNotFound)))
  app.setErrorHandler((error, request, reply) => giveUp(request.raw, reply, frameworkError(error, request.raw, options.log)))
  return {
    get server() {
      if (!server) throw new Error('ready() has not been called')
      return server
    },
    async ready() {
      await Promise.all([app.ready(), options.limits.open()])
    },
    close() {
      slots.endAll()
      // After the last request was counted.
      return app.close().then(() => options.limits.close())
    },
  }
}

function noSchemas(): never {
  throw new Error('No route has a schema')
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

function operationOf(req: IncomingMessage): Endpoint {
  const { endpoint } = visitOf(req)
  if (!endpoint) throw new Error('The front door has selected no operation')
  return endpoint
}

/**
 * The front door has parsed the path and selected the operation, so that the framework has one route: one for each operation takes a tenth
 * of a start. What handles an operation is made for its first request.
 */
function addRoute(app: FastifyInstance, options: HttpOptions, handlerOf: (endpoint: Endpoint) => Handler): void {
  const handlers = new Map<Endpoint, Handler>()
  app.route({
    method: [...new Set(options.endpoints.map(({ method }) => method))],
    url: '/',
    onRequest: (request, reply, done) => {
      admit(operationOf(request.raw), options, request.raw, reply.raw).then(
        (principal) => {
          request.principal = principal
          if (visitOf(request.raw).awaitsContinue && !reply.raw.headersSent) reply.raw.writeContinue()
          done()
        },
        (error: Error) => done(error),
      )
    },
    handler(request, reply) {
      const endpoint = operationOf(request.raw)
      const handler = handlers.get(endpoint) ?? handlerOf(endpoint)
      handlers.set(endpoint, handler)
      return handler(request, reply)
    },
  })
}

function answering(endpoint: Endpoint, options: HttpOptions, writes: IdempotentWrites, slots: StreamSlots): Handler {
  const answer = createAnswerer(endpoint, options, writes)
  const inPieces = answeringInPieces(endpoint, options, answer, slots)
  return async (request, reply) => {
    if (asksForPieces(endpoint, request.raw)) return inPieces(request, reply)
    const call = callOf(request, reply)
    return send(reply, await (endpoint.form ? answerForm(endpoint.form, options, answer, call) : answer(call)))
  }
}

function send(reply: FastifyReply, { status, headers, body }: Sent): FastifyReply {
  // The request may already have been answered with a timeout.
  if (reply.raw.headersSent) return reply.hijack()
  for (const name in headers) reply.raw.setHeader(name, headers[name] ?? '')
  return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(body)
}

/** A write whose answer is read as it is made. It is aborted when its reader leaves. */
function answeringInPieces(endpoint: Endpoint, options: HttpOptions, answer: Answerer, slots: StreamSlots): Handler {
  const status = Number(Object.keys(endpoint.responds)[0])
  return async (request, reply) => {
    const { raw: req } = request
    const caller = callerOf(request)
    const { controller, leave } = slots.enter(caller)
    const abort = (): void => controller.abort()
    reply.raw.once('close', abort)
    try {
      const errorOf = (error: unknown): ApiError => frameworkError(error, req, options.log)
      const pieces = startPieces(answer, callOf(request, reply), controller.signal, errorOf)
      await pieces.begun
      const early = pieces.early()
      if (early && early.status >= 400) return send(reply, early)
      for (const name in early?.headers) reply.raw.setHeader(name, early.headers[name] ?? '')
      visitOf(req).streams = true
      await writeEventStream(reply.raw, pieces.frames(), {
        controller,
        stillAllowed: () => isStillAdmitted(endpoint, options, req, caller),
        status,
      })
    } finally {
      reply.raw.off('close', abort)
      leave()
    }
    return reply.hijack()
  }
}

/** A form is read here, so that its file arrives on the disk while it is read. */
async function answerForm(declared: NonNullable<Endpoint['form']>, options: HttpOptions, answer: Answerer, call: Call): Promise<Sent> {
  const form = await readForm(call.req, call.res, declared, fileStoreOf(options.config))
  try {
    return await answer({ ...call, body: form.fields, file: form.file })
  } finally {
    await form.file?.discard()
  }
}

/** A stream bypasses the framework once its first frame is available; errors before that get a normal error response. */
function streaming(endpoint: Endpoint, options: HttpOptions, slots: StreamSlots): Handler {
  const frames = createFrames(endpoint, options)
  const write = Object.values(endpoint.responds).some(({ kind }) => kind === 'lines') ? writeLines : writeEventStream
  return async (request, reply) => {
    const caller = callerOf(request)
    const { controller, leave } = slots.enter(caller)
    visitOf(request.raw).streams = true
    try {
      await write(reply.raw, frames(callOf(request, reply), controller.signal), {
        controller,
        stillAllowed: () => isStillAdmitted(endpoint, options, request.raw, caller),
      })
    } finally {
      leave()
    }
    return reply.hijack()
  }
}

function callOf({ raw: req, principal, query, body }: FastifyRequest, { raw: res }: FastifyReply): Call {
  return { req, res, principal, query, body }
}

/** Streams are only for callers with credentials. */
function callerOf({ principal }: FastifyRequest): Principal {
  if (!principal) throw new Error('A stream has no caller')
  return principal
}

// --- Refusals -------------------------------------------------------------------------------------------------------

function giveUp(req: IncomingMessage, reply: FastifyReply, error: ApiError): FastifyReply {
  reply.hijack()
  refuse(req, reply.raw, error)
  return reply
}

/** Converts an error of the framework to an ApiError; unexpected errors are logged and answered with 500 and only a request id. */
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
