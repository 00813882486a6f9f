/** What the service knows about a request while it handles it. */
import type { IncomingMessage } from 'node:http'
import type { Endpoint } from './declared-endpoint.ts'
import type { Uuid } from '../ids.ts'
import type { Allowance } from './rate-limit.ts'

export type RequestState = {
  requestId: string
  /** The address that rate limits count. */
  ip: string
  /** As sent; the parser may have seen a substitute for it (`unknown-methods.ts`). */
  method: string
  /** The canonical path; null when the request target cannot be parsed. */
  path: string | null
  /** The limit that the caller will reach first, of those that have counted the request. */
  allowance: Allowance
  /** True until the limit of the address has counted the request. */
  toCount: boolean
  /** The tenant of the host name; null on the API host. */
  hostTenantId: Uuid | null
  /** The page that explains errors. */
  docsUrl: string
  /** The operation, once routed. */
  endpoint: Endpoint | null
  /** The raw ids in the path. */
  params: Readonly<Record<string, string>>
  /** Set once the response is a long-lived stream. */
  streams: boolean
  /** The body is a file, which may take minutes to arrive. */
  takesFiles: boolean
  /** The caller waits for `100 Continue` before it sends its body. */
  awaitsContinue: boolean
  startedAt: number
}

/** The state is a property of the request, so that code that gets only the request can find it. */
const stateKey = Symbol('state')
type RequestWithState = IncomingMessage & { [stateKey]?: RequestState }

export function setState(req: RequestWithState, state: RequestState): RequestState {
  req[stateKey] = state
  return state
}

export function stateOf(req: RequestWithState): RequestState {
  const state = req[stateKey]
  if (!state) throw new Error('The request did not come through the front door')
  return state
}
