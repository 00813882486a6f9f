/**
 * Runs the tasks of a lane one at a time. With a tenant as the lane, expensive work of the tenant never occupies more than one connection
 * and one core.
 */
import { ApiError, systemTimeout } from './errors.ts'

export type RunSerially<Result> = (lane: string, what: string | null, work: () => Promise<Result>) => Promise<Result>

type Waiting<Result> = { askedAt: number; run: Promise<Result> }

/** Milliseconds after which the request of a waiting task has timed out, so that its work would be useless. */
const maxWaitMs = 15_000

/**
 * Creates a function that runs the tasks of each lane in order. Calls with the same `what` share one run that has not started yet (they
 * coalesce), because that run sees everything committed before the calls. A task whose `what` is null is never shared. If even the latest
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
