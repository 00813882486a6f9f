/**
 * Runs the work of a lane one task at a time. With a tenant as the lane, the tenant never occupies more than one connection and one core with
 * expensive work.
 */
import { ApiError, systemTimeout } from './errors.ts'

export type RunSerially<Result> = (lane: string, what: string | null, work: () => Promise<Result>) => Promise<Result>

type Waiting<Result> = { askedAt: number; run: Promise<Result> }

/** A request that has waited for longer has already timed out, so its work would be useless. */
const maxWaitMs = 15_000

/**
 * Creates a function that runs the tasks of each lane in order. Calls with the same `what` share one run if that run has not started,
 * because it will see everything that was committed before these calls. A task whose `what` is null is never shared. If even the latest
 * caller has waited too long, the task does not run and the call throws SVC-SYSTEM-TIMEOUT.
 */
export function createSerialRunner<Result>(now: () => number = () => performance.now()): RunSerially<Result> {
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
