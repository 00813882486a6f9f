/** Work of which each tenant does one piece at a time, so that however often it is asked for, it keeps one connection and one core busy. */
import { ApiError, systemTimeout } from './errors.ts'

export type InTurn<Result> = (lane: string, what: string | null, work: () => Promise<Result>) => Promise<Result>

type Waiting<Result> = { askedAt: number; run: Promise<Result> }

/** Nobody waits for the response any more when the request has been answered with a timeout. */
const maxWaitMs = 15_000

/**
 * Runs the work of one lane one after the other. Callers who ask for the same while it waits share the run that has not begun yet; it sees
 * everything that was committed before any of them asked. `what` is null for work that is not shared. Throws SVC-SYSTEM-TIMEOUT, without
 * doing the work, when the last who asked for it has waited for too long.
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
