/** The front door's data about a request. */
import type { IncomingMessage } from 'node:http'
import type { Endpoint } from './declared-endpoint.ts'
import type { Uuid } from '../ids.ts'
import type { Allowance } from './rate-limit.ts'

export type Visit = {
  requestId: string
  /** The address that rate limits count. */
  ip: string
  /** As sent; the parser may have seen a substitute for it (`unknown-methods.ts`). */
  method: string
  /** The canonical path; null when the request target cannot be parsed. */
  path: string | null
  /** Of the limits that have counted the request, the one that will be reached first. */
  allowance: Allowance
  /** The limit of its address has yet to count it. */
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

/** Code that has only the request finds its visit as a property of it. */
const visitKey = Symbol('visit')
type Visited = IncomingMessage & { [visitKey]?: Visit }

export function beginVisit(req: Visited, visit: Visit): Visit {
  req[visitKey] = visit
  return visit
}

export function visitOf(req: Visited): Visit {
  const visit = req[visitKey]
  if (!visit) throw new Error('The request did not come through the front door')
  return visit
}
