/** State of a thread in the reducer, and the working times that the reducer needs. */
import type { Uuid } from '#platform/ids.ts'
import type { Fact, FactContext } from './fact.ts'

/** State of a thread that the reader stores between events. Times are milliseconds since 1970. */
export type ThreadState = {
  context: FactContext
  termsId: Uuid | null
  status: string
  merged: boolean
  createdAt: number
  /** Kind of author of the first public message. */
  begunBy: 'CUSTOMER' | 'AGENT' | 'PROGRAM' | null
  /** Number of replies written in this thread. */
  answers: number
  /** Start of the customer's open wait; null when no wait is open. */
  wait: number | null
  /** `openSince` is null while the status is not `open`. */
  episode: { since: number; openMs: number; openBusinessMs: number; openSince: number | null } | null
  /** The latest RESOLVED. */
  resolved: { at: number; sequence: number } | null
  /** Sequence of the customer's latest message. The next event may be the reopening that it caused. */
  received: number
  /** Clocks that have been decided, by metric and start. */
  decided: string[]
  /** The latest ASKED facts by request, and the requests with a RATED fact. Absent in states from before ratings existed. */
  asked?: { id: Uuid; at: number; sequence: number }[]
  rated?: Uuid[]
  /** The latest rule runs with a RULE_RAN fact. Absent until there is one. */
  ruleRuns?: Uuid[]
  /** `order` of the last happening with a fact. */
  order: number
}

/** SLA terms and business hours that the reader loads for the reducer. */
export type WorkingTimes = {
  policyOf: (termsId: Uuid) => Uuid | null
  /** Returns the working time between two times, according to the hours that applied to the thread at the event `sequence`. */
  between: (from: number, to: number, thread: { termsId: Uuid | null; teamId: Uuid | null; sequence: number }) => number
}

export type Measured = { state: ThreadState; facts: Fact[] }
