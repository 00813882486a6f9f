/** Entry point for browsers: everything except the verification of webhooks, which only servers receive. No module here uses Node. */
export {
  ApiError,
  AuthenticationError,
  ConflictError,
  EventsLostError,
  InvalidRequestError,
  NoAnswerError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServiceError,
  type ErrorCode,
} from './api-error.ts'
export { createSkeinClient } from './client.ts'
export type { Fetch, Retry, SkeinClientOptions } from './connection.ts'
export { fetchWithProgress, type OnUploadProgress, type SkeinRequestInit } from './fetch-with-progress.ts'
export { skeinEventTypes, type SkeinEvent, type SkeinEventOf, type SkeinEventType } from './events.ts'
export type { KnownErrorCode } from './generated/error-codes.ts'
export type * from './generated/shapes.ts'
export type { ListRequest, NotModified } from './list-request.ts'
export { matchesThread, type ThreadFilters } from './match-thread.ts'
export { coversScope, requiredScope } from './scopes.ts'
export type {
  Answer,
  AnswerOf,
  CallOptions,
  IfMatchOption,
  OperationId,
  PresenceChange,
  RequestOf,
  SkeinClient,
  StreamOptions,
  VisitorChange,
  WriteOptions,
} from './request-types.ts'
export { threadFilterNames, type FilterContext, type ThreadFilterName } from './thread-filters.ts'
