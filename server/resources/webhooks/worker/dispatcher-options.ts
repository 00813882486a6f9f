/** What the delivery worker is given. */
import type { Database } from '../../../kit/db.ts'
import type { Log } from '../../../kit/log.ts'
import type { SafeFetch } from '../../../kit/outbound/safe-fetch.ts'
import type { Secrets } from '../../../kit/secrets.ts'

export type DispatcherOptions = {
  db: Database
  secrets: Secrets
  fetch: Pick<SafeFetch, 'post'>
  log: Log
  /** Seconds before the second, third, … attempt. */
  retrySeconds: readonly number[]
  /** Longest that one attempt can take; leases outlast it. */
  timeoutSeconds: number
  /** Counts attempts by outcome and their seconds, for metrics. */
  observe?: (outcome: 'succeeded' | 'failed', seconds: number) => void
  /** Statements of requests that wait for the database, where this process serves any: a backlog gives way to them. */
  requestsWaiting?: () => number
}
