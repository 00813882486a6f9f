/** Types of an operation's call and its response. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FormFile } from '../files/unfinished.ts'
import type { Principal } from '../principal.ts'
import type { Progress } from './declared-endpoint.ts'

/** A request that has passed front-door.ts and the guards, but is not validated yet. The ids of its path are in its `RequestState`. */
export type Call = {
  req: IncomingMessage
  res: ServerResponse
  principal: Principal | null
  query: unknown
  /**
   * The JSON body, or the fields of a form. A form's `file` field is a text derived from the file, so that different files give different
   * bodies.
   */
  body: unknown
  file?: FormFile | null
  /** Set when the response is streamed during the operation. */
  progress?: Progress
}

/** A response without the headers that every response has. */
export type JsonResponse = { status: number; headers: Record<string, string>; body: string | Buffer }

/** Handles calls of one operation. Throws ApiError when a call is refused. */
export type CallHandler = (call: Call) => Promise<JsonResponse>

/** Returns the caller of an operation that requires credentials. */
export function requireCaller({ principal }: Call): Principal {
  if (!principal) throw new Error('The call has no caller')
  return principal
}
