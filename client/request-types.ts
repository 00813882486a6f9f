/** Types of the client's methods, derived from the generated types. */
import type { OnUploadProgress } from './fetch-with-progress.ts'
import type { ListRequest, PageShape } from './list-request.ts'
import type { components, operations } from './generated/openapi.ts'
import type { NotificationCounts } from './generated/shapes.ts'
import type { Namespaces } from './generated/namespaces.ts'
import type { operationTable } from './generated/operations.ts'

export type OperationTable = typeof operationTable
export type OperationId = keyof OperationTable

/** One method per operation, named by its `operationId`, and again by its resource: `skein.listThreads` is also `skein.threads.list`. */
export type SkeinClient = { readonly [Id in keyof OperationTable]: Method<Id> } & {
  readonly [Name in keyof Namespaces]: Namespace<Namespaces[Name]>
} & {
  /** Calls an operation by its path, such as `/api/v1/threads/{id}`: for operations that are newer than this client. */
  request<Body extends object = { data: unknown }>(method: string, path: string, request?: AnyOperationRequest): Promise<Answer<Body>>
}

export type AnyOperationRequest = CallOptions &
  WriteOptions &
  IfMatchOption & { path?: Readonly<Record<string, string>>; query?: Readonly<Record<string, unknown>>; body?: unknown }

type Namespace<Names> = { readonly [Name in keyof Names]: Names[Name] extends infer Id extends OperationId ? Method<Id> : never }

type Method<Id extends OperationId> =
  Record<never, never> extends RequestOf<Id> ? (request?: RequestOf<Id>) => Result<Id> : (request: RequestOf<Id>) => Result<Id>

/** Request of an operation's method. */
export type RequestOf<Id extends OperationId> = Part<'path', Parameters<Id, 'path'>> &
  Part<'query', Parameters<Id, 'query'>> &
  Part<'body', BodyOf<Id>> &
  (OperationTable[Id] extends { method: 'GET' } ? unknown : WriteOptions) &
  ('If-Match' extends keyof Exclude<Parameters<Id, 'header'>, undefined> ? IfMatchOption : unknown) &
  (OperationTable[Id] extends { pieces: infer Name extends keyof components['schemas'] }
    ? PieceOptions<components['schemas'][Name]>
    : unknown) &
  (OperationTable[Id] extends { streams: string } ? StreamOptions : CallOptions)

/** Result of an operation's method: `data`, for lists also `meta`, and the response's metadata. */
export type AnswerOf<Id extends OperationId> = Answer<
  OperationTable[Id] extends { returns: 'document' } ? { data: SuccessOf<Id> } : Omit<SuccessOf<Id>, 'error'>
>

type Result<Id extends OperationId> = OperationTable[Id] extends { streams: infer Name extends keyof components['schemas'] }
  ? AsyncGenerator<components['schemas'][Name], void, undefined>
  : OperationTable[Id] extends { lines: infer Name extends keyof components['schemas'] }
    ? AsyncGenerator<components['schemas'][Name], void, undefined>
    : OperationTable[Id] extends { returns: 'csv' }
      ? AsyncGenerator<string, void, undefined>
      : OperationTable[Id] extends { returns: 'list' }
        ? AnswerOf<Id> extends infer Page extends PageShape
          ? ListRequest<Page>
          : never
        : Promise<AnswerOf<Id>>

export type Answer<Body> = { [Field in keyof Body]: Body[Field] } & {
  status: number
  headers: Headers
  /** Request id, with which the operator can find the request. */
  requestId: string
  /** ETag of the returned object, for `ifMatch`, or of a page, for `ifChanged`; null when there is none. */
  etag: string | null
  /** True when the request had already been executed, and this is its stored response. */
  replayed: boolean
}

export type CallOptions = {
  /** Aborts the call, also between attempts. The call rejects with the signal's reason. */
  signal?: AbortSignal | undefined
  /** Replaces the client's setting for this call. */
  timeoutMs?: number | undefined
  attemptsMax?: number | undefined
  /**
   * In browsers, lets the call outlive its page (keepalive), for requests that are sent while the user leaves the page. The body is limited
   * to 64 KiB.
   */
  keepalive?: boolean | undefined
  /** Additional headers, such as your own `X-Request-Id`. */
  headers?: Readonly<Record<string, string>> | undefined
  /** In browsers, called while the body is sent, with the bytes of the whole request. Starts at zero in each attempt. */
  onUploadProgress?: OnUploadProgress | undefined
}

export type WriteOptions = {
  /**
   * Idempotency key: a write with the same key is executed once. By default the client generates a key per call, which all attempts of the
   * call share. Pass your own if your program may repeat the call, for example after a restart.
   */
  idempotencyKey?: string | undefined
}

export type PieceOptions<Piece> = {
  /**
   * Called with each piece of the result as it is generated. The call still returns the complete result. After the first piece it is not
   * retried, because you may have displayed a part. `timeoutMs` then is an idle timeout of at least 45 seconds.
   */
  onPiece?: ((piece: Piece) => void) | undefined
}

export type IfMatchOption = {
  /** The `etag` that you have read. If the object has changed since, the call fails with 412 and nothing changes. */
  ifMatch?: string | undefined
}

/** A change of who is viewing a thread. Presence is not stored: a reader that misses a change does not get it later. */
export type PresenceChange = { threadId: string; user: { id: string; name: string }; state: 'VIEWING' | 'TYPING' | 'LEFT'; seenAt: string }

/** A change of what a website's visitor does in a chat. It is not stored, like the presence of users. */
export type VisitorChange = {
  threadId: string
  visitor: { id: string; name: string | null }
  state: 'ONLINE' | 'TYPING' | 'LEFT'
  /** The page on which the visitor is; null if the inbox keeps no pages. */
  pagePath: string | null
  pageTitle: string | null
  /** Language of the browser, such as `de-AT`. */
  locale: string | null
  seenAt: string
}

export type StreamOptions = {
  /** Id of the last event that you have handled: the stream continues after it. Without an id, the stream starts now. */
  lastEventId?: string | undefined
  /** Ends the stream and the loop over it without an error. */
  signal?: AbortSignal | undefined
  /** Called when the stream is established. From then on no event is missed. Called again after each interruption. */
  onOpen?: (() => void) | undefined
  /** Called when the stream is interrupted. It reconnects automatically. */
  onBreak?: ((failure: Error) => void) | undefined
  /**
   * Called when events since the interruption have been deleted: the stream continues with a gap. Without this callback, the loop throws
   * EventsLostError.
   */
  onReset?: ((lastEventId: string) => void) | undefined
  /**
   * With `presence: true` in the query: called when a user opens a thread, starts typing or leaves, and initially for every user who is
   * present.
   */
  onPresence?: ((change: PresenceChange) => void) | undefined
  /** With `presence: true` and `visitors: true` in the query: the same for visitors of websites. */
  onVisitor?: ((change: VisitorChange) => void) | undefined
  /** In a session: called when the user's notifications change, with the unread counts. */
  onNotifications?: ((counts: NotificationCounts) => void) | undefined
  /** Idle timeout, after which the connection is reopened. Default 45 seconds; the service sends a heartbeat every 15. */
  idleMsMax?: number | undefined
  headers?: Readonly<Record<string, string>> | undefined
}

type Parameters<Id extends OperationId, Place extends 'path' | 'query' | 'header'> = operations[Id]['parameters'][Place]

type BodyOf<Id extends OperationId> = operations[Id] extends { requestBody: infer Body }
  ? JsonOf<Body>
  : operations[Id] extends { requestBody?: infer Body }
    ? JsonOf<Exclude<Body, undefined>> | undefined
    : undefined

/** The body of every success status of the operation. */
type SuccessOf<Id extends OperationId> = JsonOf<operations[Id]['responses'][keyof operations[Id]['responses']]>

type JsonOf<Message> = Message extends { content: { 'application/json': infer Json } }
  ? Json
  : Message extends { content: { 'multipart/form-data': infer Form } }
    ? { [Field in keyof Form]: Field extends 'file' ? Blob : Form[Field] }
    : Message extends { content: { 'message/rfc822': unknown } }
      ? Blob | string
      : never

/** Part of a request: absent when the operation has none, optional when all of its fields are optional. */
type Part<Name extends string, Value> = [Exclude<Value, undefined>] extends [never]
  ? unknown
  : undefined extends Value
    ? { [Key in Name]?: Exclude<Value, undefined> | undefined }
    : { [Key in Name]: Value }
