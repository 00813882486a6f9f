/** The state of a request while the service handles it. */
import type { IncomingMessage } from 'node:http'
import type { Endpoint } from './declared-endpoint.ts'
import type { Uuid } from '../ids.ts'
import type { Allowance } from './rate-limit.ts'

export type RequestState = {
  requestId: string
  /** The address to which rate limits apply. */
  ip: string
  /** The method that the caller sent. If the parser does not know the method, it has parsed a substitute instead (`unknown-methods.ts`). */
  method: string
  /** The canonical path; null when the request target cannot be parsed. */
  path: string | null
  /** The allowance closest to exhaustion among the limits that have counted the request. */
  allowance: Allowance
  /** True until the address's limit has counted the request. */
  toCount: boolean
  /** The tenant of the host name; null on the API host. */
  hostTenantId: Uuid | null
  /** URL of the page that explains errors. */
  docsUrl: string
  /** The operation, once routed. */
  endpoint: Endpoint | null
  /** The raw ids in the path. */
  params: Readonly<Record<string, string>>
  /** True once the response has become a stream. */
  streams: boolean
  /** True when the body is a file, which may take minutes to arrive. */
  takesFiles: boolean
  /** True when the caller waits for `100 Continue` before it sends the body. */
  awaitsContinue: boolean
  startedAt: number
  /** Milliseconds of processor time that the request took so far. */
  usedMs: number
}

/** Key under which a request holds its state, so that code with only the request can find it. */
const stateKey = Symbol('state')
type RequestWithState = IncomingMessage & { [stateKey]?: RequestState }

export function setState(req: RequestWithState, state: RequestState): RequestState {
  req[stateKey] = state
  return state
}

export function getState(req: RequestWithState): RequestState {
  const state = req[stateKey]
  if (!state) throw new Error('The request did not come through the front door')
  return state
}
