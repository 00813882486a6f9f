/** Types of the methods, made of the generated ones. */
import type { ListRequest, PageShape } from './list-request.ts'
import type { components, operations } from './generated/openapi.ts'
import type { operationTable } from './generated/operations.ts'

export type OperationTable = typeof operationTable
export type OperationId = keyof OperationTable

/** One method for each operation, under its `operationId`. */
export type SkeinClient = { readonly [Id in keyof OperationTable]: Method<Id> } & {
  /** Any operation by its path, such as `/api/v1/threads/{id}`: for those that are newer than this client. */
  request<Body extends object = { data: unknown }>(method: string, path: string, request?: AnyOperationRequest): Promise<Answer<Body>>
}

export type AnyOperationRequest = CallOptions &
  WriteOptions &
  IfMatchOption & { path?: Readonly<Record<string, string>>; query?: Readonly<Record<string, unknown>>; body?: unknown }

type Method<Id extends OperationId> =
  Record<never, never> extends RequestOf<Id> ? (request?: RequestOf<Id>) => Result<Id> : (request: RequestOf<Id>) => Result<Id>

/** What a method of this operation takes. */
export type RequestOf<Id extends OperationId> = Part<'path', Parameters<Id, 'path'>> &
  Part<'query', Parameters<Id, 'query'>> &
  Part<'body', BodyOf<Id>> &
  (OperationTable[Id] extends { method: 'GET' } ? unknown : WriteOptions) &
  ('If-Match' extends keyof Exclude<Parameters<Id, 'header'>, undefined> ? IfMatchOption : unknown) &
  (OperationTable[Id] extends { streams: string } ? StreamOptions : CallOptions)

/** What it answers: `data`, of lists `meta` too, and what the answer says beside them. */
export type AnswerOf<Id extends OperationId> = Answer<
  OperationTable[Id] extends { answers: 'document' } ? { data: SuccessOf<Id> } : Omit<SuccessOf<Id>, 'error'>
>

type Result<Id extends OperationId> = OperationTable[Id] extends { streams: infer Name extends keyof components['schemas'] }
  ? AsyncGenerator<components['schemas'][Name], void, undefined>
  : OperationTable[Id] extends { answers: 'list' }
    ? AnswerOf<Id> extends infer Page extends PageShape
      ? ListRequest<Page>
      : never
    : Promise<AnswerOf<Id>>

export type Answer<Body> = { [Field in keyof Body]: Body[Field] } & {
  status: number
  headers: Headers
  /** Name it when you ask for help: the operator finds the request by it. */
  requestId: string
  /** The version of what was answered, for `ifMatch`; null where there is none. */
  etag: string | null
  /** The service had done this before, and repeated its answer. */
  replayed: boolean
}

export type CallOptions = {
  /** Gives up, also between attempts: the call rejects with the signal's reason. */
  signal?: AbortSignal | undefined
  /** In place of the client's own, for this call. */
  timeoutMs?: number | undefined
  attemptsMax?: number | undefined
  /** Further headers, such as an `X-Request-Id` of your own. */
  headers?: Readonly<Record<string, string>> | undefined
}

export type WriteOptions = {
  /**
   * The name of what is to be done once. A new one is made for each call unless you give one; all attempts of a call have the
   * same. Give one when your program may make the call again itself, after a restart say.
   */
  idempotencyKey?: string | undefined
}

export type IfMatchOption = {
  /** The `etag` you have seen: when the resource has changed since, the call fails with 412 and nothing changes. */
  ifMatch?: string | undefined
}

export type StreamOptions = {
  /** The id of the last event you have handled: the stream goes on after it. Without one it begins now. */
  lastEventId?: string | undefined
  /** Ends the stream, and the loop over it, without an error. */
  signal?: AbortSignal | undefined
  /** Called when the stream stands: from here on no event is left out. Again after each break. */
  onOpen?: (() => void) | undefined
  /** Called when the stream broke; it comes back by itself. */
  onBreak?: ((failure: Error) => void) | undefined
  /**
   * Called when events since the break are no longer kept: the stream goes on with a gap. Without it the loop throws
   * EventsLostError instead.
   */
  onReset?: ((lastEventId: string) => void) | undefined
  /** A connection on which nothing comes for so long is given up and made anew. 45 seconds unless given: the service says something every 15. */
  idleMsMax?: number | undefined
  headers?: Readonly<Record<string, string>> | undefined
}

type Parameters<Id extends OperationId, Place extends 'path' | 'query' | 'header'> = operations[Id]['parameters'][Place]

type BodyOf<Id extends OperationId> = operations[Id] extends { requestBody: infer Body }
  ? JsonOf<Body>
  : operations[Id] extends { requestBody?: infer Body }
    ? JsonOf<Exclude<Body, undefined>> | undefined
    : undefined

/** Every status of success that the operation has. */
type SuccessOf<Id extends OperationId> = JsonOf<operations[Id]['responses'][keyof operations[Id]['responses']]>

type JsonOf<Message> = Message extends { content: { 'application/json': infer Json } } ? Json : never

/** A part of a request: left out where the operation has none, optional where all of it is. */
type Part<Name extends string, Value> = [Exclude<Value, undefined>] extends [never]
  ? unknown
  : undefined extends Value
    ? { [Key in Name]?: Exclude<Value, undefined> | undefined }
    : { [Key in Name]: Value }
