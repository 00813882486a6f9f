/** Work of which each tenant does one piece at a time, so that however often it is asked for, it keeps one connection and one core busy. */

export type InTurn<Result> = (lane: string, what: string, work: () => Promise<Result>) => Promise<Result>

/**
 * Runs the work of one lane one after the other. Callers who ask for the same while it waits share the run that has not begun yet; it sees
 * everything that was committed before any of them asked.
 */
export function createInTurn<Result>(): InTurn<Result> {
  const lasts = new Map<string, Promise<unknown>>()
  const waiting = new Map<string, Promise<Result>>()
  return (lane, what, work) => {
    const key = `${lane} ${what}`
    const shared = waiting.get(key)
    if (shared) return shared
    const begin = (): Promise<Result> => {
      waiting.delete(key)
      return work()
    }
    const run = (lasts.get(lane) ?? Promise.resolve()).then(begin)
    waiting.set(key, run)
    const last = run.then(
      () => {},
      () => {},
    )
    lasts.set(lane, last)
    void last.then(() => lasts.get(lane) === last && lasts.delete(lane))
    return run
  }
}
