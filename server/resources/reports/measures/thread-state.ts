/** The reducer's state of a thread, and the working times that it needs. */
import type { Uuid } from '#platform/ids.ts'
import type { Fact, FactContext } from './fact.ts'

/** The state of a thread that the reader stores between two events. Times are milliseconds since 1970. */
export type ThreadState = {
  context: FactContext
  termsId: Uuid | null
  status: string
  merged: boolean
  createdAt: number
  /** The kind of author of the first public message. */
  begunBy: 'CUSTOMER' | 'AGENT' | 'PROGRAM' | null
  /** The number of answers written in this thread. */
  answers: number
  /** The time at which the open wait of the customer began; null when no wait is open. */
  wait: number | null
  /** `openSince` is null while the status is not `open`. */
  episode: { since: number; openMs: number; openBusinessMs: number; openSince: number | null } | null
  /** The latest RESOLVED. */
  resolved: { at: number; sequence: number } | null
  /** The sequence of the customer's latest message. The event after it may be the reopening that it caused. */
  received: number
  /** The clocks that were decided, by metric and start. */
  decided: string[]
  /** The latest ASKED facts by request, and the requests with a RATED fact. Absent in states from before there were ratings. */
  asked?: { id: Uuid; at: number; sequence: number }[]
  rated?: Uuid[]
  /** The latest runs of rules that have a RULE_RAN fact. Absent until there is one. */
  ruleRuns?: Uuid[]
  /** The `order` of the last happening that had a fact. */
  order: number
}

/** SLA terms and business hours, which the reader loads for the reducer. */
export type WorkingTimes = {
  policyOf: (termsId: Uuid) => Uuid | null
  /** Returns the working time between two times by the hours that applied to the thread at the event `sequence`. */
  between: (from: number, to: number, thread: { termsId: Uuid | null; teamId: Uuid | null; sequence: number }) => number
}

export type Measured = { state: ThreadState; facts: Fact[] }
