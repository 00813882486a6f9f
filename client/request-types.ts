/** Types of the methods, derived from the generated ones. */
import type { OnUploadProgress } from './fetch-with-progress.ts'
import type { ListRequest, PageShape } from './list-request.ts'
import type { components, operations } from './generated/openapi.ts'
import type { operationTable } from './generated/operations.ts'

export type OperationTable = typeof operationTable
export type OperationId = keyof OperationTable

/** One method per operation, named by its `operationId`. */
export type SkeinClient = { readonly [Id in keyof OperationTable]: Method<Id> } & {
  /** Calls any operation by its path, such as `/api/v1/threads/{id}`: for operations that are newer than this client. */
  request<Body extends object = { data: unknown }>(method: string, path: string, request?: AnyOperationRequest): Promise<Answer<Body>>
}

export type AnyOperationRequest = CallOptions &
  WriteOptions &
  IfMatchOption & { path?: Readonly<Record<string, string>>; query?: Readonly<Record<string, unknown>>; body?: unknown }

type Method<Id extends OperationId> =
  Record<never, never> extends RequestOf<Id> ? (request?: RequestOf<Id>) => Result<Id> : (request: RequestOf<Id>) => Result<Id>

/** The request of an operation's method. */
export type RequestOf<Id extends OperationId> = Part<'path', Parameters<Id, 'path'>> &
  Part<'query', Parameters<Id, 'query'>> &
  Part<'body', BodyOf<Id>> &
  (OperationTable[Id] extends { method: 'GET' } ? unknown : WriteOptions) &
  ('If-Match' extends keyof Exclude<Parameters<Id, 'header'>, undefined> ? IfMatchOption : unknown) &
  (OperationTable[Id] extends { pieces: infer Name extends keyof components['schemas'] }
    ? PieceOptions<components['schemas'][Name]>
    : unknown) &
  (OperationTable[Id] extends { streams: string } ? StreamOptions : CallOptions)

/** Its answer: `data`, for lists also `meta`, and the response's metadata. */
export type AnswerOf<Id extends OperationId> = Answer<
  OperationTable[Id] extends { answers: 'document' } ? { data: SuccessOf<Id> } : Omit<SuccessOf<Id>, 'error'>
>

type Result<Id extends OperationId> = OperationTable[Id] extends { streams: infer Name extends keyof components['schemas'] }
  ? AsyncGenerator<components['schemas'][Name], void, undefined>
  : OperationTable[Id] extends { lines: infer Name extends keyof components['schemas'] }
    ? AsyncGenerator<components['schemas'][Name], void, undefined>
    : OperationTable[Id] extends { answers: 'list' }
      ? AnswerOf<Id> extends infer Page extends PageShape
        ? ListRequest<Page>
        : never
      : Promise<AnswerOf<Id>>

export type Answer<Body> = { [Field in keyof Body]: Body[Field] } & {
  status: number
  headers: Headers
  /** Mention it when you ask for help: the operator can find the request with it. */
  requestId: string
  /** The version of the answered object, for `ifMatch`; null when there is none. */
  etag: string | null
  /** The request had been executed before, and this is its stored answer. */
  replayed: boolean
}

export type CallOptions = {
  /** Cancels the call, also between attempts: it rejects with the signal's reason. */
  signal?: AbortSignal | undefined
  /** Replaces the client's own setting for this call. */
  timeoutMs?: number | undefined
  attemptsMax?: number | undefined
  /** The call outlives the page that makes it, in browsers: for what is told while the page is being left. Its body may have 64 KiB. */
  keepalive?: boolean | undefined
  /** Further headers, such as your own `X-Request-Id`. */
  headers?: Readonly<Record<string, string>> | undefined
  /** Called while the body is sent, in bytes of the whole request: for files, in browsers. Begins anew with each attempt. */
  onUploadProgress?: OnUploadProgress | undefined
}

export type WriteOptions = {
  /**
   * Identifies an operation that must be executed once. By default a new key is generated per call; all attempts of a call use the same
   * one. Pass your own when your program may repeat the call, for example after a restart.
   */
  idempotencyKey?: string | undefined
}

export type PieceOptions<Piece> = {
  /**
   * Called with each piece of the result while it is made. The call answers the whole as ever; after the first piece it is not attempted
   * again by itself, because you have shown a part. `timeoutMs` is then how long the service may say nothing, at least 45 seconds.
   */
  onPiece?: ((piece: Piece) => void) | undefined
}

export type IfMatchOption = {
  /** The `etag` you have seen: if the resource has changed since, the call fails with 412 and nothing changes. */
  ifMatch?: string | undefined
}

/** Who is in a thread, and what they do there. It is told once, and kept nowhere. */
export type PresenceChange = { threadId: string; user: { id: string; name: string }; state: 'VIEWING' | 'TYPING' | 'LEFT'; seenAt: string }

export type StreamOptions = {
  /** The id of the last event you have handled: the stream continues after it. Without one it starts now. */
  lastEventId?: string | undefined
  /** Ends the stream, and the loop over it, without an error. */
  signal?: AbortSignal | undefined
  /** Called when the stream is established: from here on no event is missed. Called again after each interruption. */
  onOpen?: (() => void) | undefined
  /** Called when the stream is interrupted; it reconnects automatically. */
  onBreak?: ((failure: Error) => void) | undefined
  /**
   * Called when events since the interruption have been deleted: the stream continues with a gap. Without this callback the loop throws
   * EventsLostError instead.
   */
  onReset?: ((lastEventId: string) => void) | undefined
  /** With `presence: true` in the query: called when somebody opens a thread, starts typing or leaves. First with all who are there. */
  onPresence?: ((change: PresenceChange) => void) | undefined
  /** A connection that is idle for this long is closed and reopened. Default 45 seconds: the service sends something every 15. */
  idleMsMax?: number | undefined
  headers?: Readonly<Record<string, string>> | undefined
}

type Parameters<Id extends OperationId, Place extends 'path' | 'query' | 'header'> = operations[Id]['parameters'][Place]

type BodyOf<Id extends OperationId> = operations[Id] extends { requestBody: infer Body }
  ? JsonOf<Body>
  : operations[Id] extends { requestBody?: infer Body }
    ? JsonOf<Exclude<Body, undefined>> | undefined
    : undefined

/** Every success status of the operation. */
type SuccessOf<Id extends OperationId> = JsonOf<operations[Id]['responses'][keyof operations[Id]['responses']]>

type JsonOf<Message> = Message extends { content: { 'application/json': infer Json } }
  ? Json
  : Message extends { content: { 'multipart/form-data': infer Form } }
    ? { [Field in keyof Form]: Field extends 'file' ? Blob : Form[Field] }
    : never

/** A part of a request: absent where the operation has none, optional where all of its fields are. */
type Part<Name extends string, Value> = [Exclude<Value, undefined>] extends [never]
  ? unknown
  : undefined extends Value
    ? { [Key in Name]?: Exclude<Value, undefined> | undefined }
    : { [Key in Name]: Value }
