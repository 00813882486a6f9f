/** Runs expensive work one piece at a time for each tenant, so that it never occupies more than one connection and one core. */
import { ApiError, systemTimeout } from '../platform/errors.ts'

export type InTurn<Result> = (lane: string, what: string | null, work: () => Promise<Result>) => Promise<Result>

type Waiting<Result> = { askedAt: number; run: Promise<Result> }

/** The request has been answered with a timeout after this time, so the work would be for nothing. */
const maxWaitMs = 15_000

/**
 * Runs the work of each lane in order. Calls with the same `what` share a run that has not begun yet, which sees everything that was
 * committed before the calls; null is work that is not shared. Throws SVC-SYSTEM-TIMEOUT without doing the work when the latest call has
 * waited for too long.
 */
export function createInTurn<Result>(now: () => number = () => performance.now()): InTurn<Result> {
  const lasts = new Map<string, Promise<unknown>>()
  const waiting = new Map<string, Waiting<Result>>()
  return (lane, what, work) => {
    const key = what === null ? null : `${lane} ${what}`
    const shared = key === null ? undefined : waiting.get(key)
    if (shared) {
      shared.askedAt = now()
      return shared.run
    }
    const begin = (): Promise<Result> => {
      if (key !== null) waiting.delete(key)
      if (now() - own.askedAt > maxWaitMs) throw new ApiError(systemTimeout)
      return work()
    }
    const own: Waiting<Result> = { askedAt: now(), run: (lasts.get(lane) ?? Promise.resolve()).then(begin) }
    if (key !== null) waiting.set(key, own)
    const last = own.run.then(
      () => {},
      () => {},
    )
    lasts.set(lane, last)
    void last.then(() => lasts.get(lane) === last && lasts.delete(lane))
    return own.run
  }
}
