/** What the front door knows of a request. */
import type { IncomingMessage } from 'node:http'
import type { Uuid } from '../ids.ts'
import type { Allowance } from './rate-limit.ts'

export type Visit = {
  requestId: string
  /** The address that the limits count. */
  ip: string
  /** As it was sent; the parser may know a stand-in for it (`unknown-methods.ts`). */
  method: string
  /** The path in its one spelling; null when the request target cannot be read. */
  path: string | null
  /** Of the limits that have counted the request, the one that will stop the caller first. */
  allowance: Allowance
  /** The tenant that the host names; null on the API host. */
  hostTenantId: Uuid | null
  /** The page that explains errors. */
  docsUrl: string
  /** The operation, once routed: for logs and metrics. */
  route: string
  /** What stands in the path where the operation's ids belong. */
  params: Readonly<Record<string, string>>
  /** Set once the answer is a stream that lasts. */
  streams: boolean
  /** The caller sends its body after `100 Continue`. */
  awaitsContinue: boolean
  startedAt: number
}

const visits = new WeakMap<IncomingMessage, Visit>()

export function beginVisit(req: IncomingMessage, visit: Visit): Visit {
  visits.set(req, visit)
  return visit
}

export function visitOf(req: IncomingMessage): Visit {
  const visit = visits.get(req)
  if (!visit) throw new Error('The request did not come through the front door')
  return visit
}
