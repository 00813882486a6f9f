/** What the reducer remembers of a thread, and what it needs to know of working time. */
import type { Uuid } from '../../../kit/index.ts'
import type { Fact, FactContext } from './fact.ts'

/** What the reader stores of a thread between two events. Times are milliseconds since 1970. */
export type ThreadState = {
  context: FactContext
  termsId: Uuid | null
  status: string
  merged: boolean
  createdAt: number
  /** Who wrote the first public message. */
  begunBy: 'CUSTOMER' | 'AGENT' | 'PROGRAM' | null
  /** The number of answers written in this thread. */
  answers: number
  /** Since when the customer waits; null when no wait is open. */
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

/** What the reducer needs to know of SLA terms and business hours, which the reader loads. */
export type WorkingTimes = {
  policyOf: (termsId: Uuid) => Uuid | null
  /** Returns the working time between two times by the hours that applied to the thread at the event `sequence`. */
  between: (from: number, to: number, thread: { termsId: Uuid | null; teamId: Uuid | null; sequence: number }) => number
}

export type Measured = { state: ThreadState; facts: Fact[] }
