/** A cache for look-ups that every request needs. Results are kept for less than a second, so changes take effect within a second. */

/** A cached look-up. `forget` drops all results, including those of look-ups that are still running; the next call runs a new one. */
export type Remembered<Found> = ((question: string) => Found | Promise<Found>) & { forget(): void }

/**
 * Wraps `find` in a cache with the key `keyOf(question)`. A cached result is returned synchronously until `ttlMs` after its look-up
 * started. Concurrent look-ups of the same key share one query. In the last third of that time the look-up is repeated in the background,
 * so that frequent callers never wait. At most `size` keys are cached. Failures are not cached.
 */
export function rememberBriefly<Found>(
  find: (question: string) => Promise<Found>,
  { keyOf = (question: string) => question, ttlMs = 900, size = 10_000 } = {},
): Remembered<Found> {
  const known = new Map<string, { found: Found; until: number }>()
  const asking = new Map<string, Promise<Found>>()
  let forgotten = 0

  const ask = (question: string, key: string, now: number): Promise<Found> => {
    const asked = forgotten
    const answer = find(question)
      .then((found) => {
        if (known.size >= size) known.clear()
        // The result may be as old as the start of the look-up, so the time counts from there.
        if (asked === forgotten) known.set(key, { found, until: now + ttlMs })
        return found
      })
      .finally(() => {
        if (asking.get(key) === answer) asking.delete(key)
      })
    asking.set(key, answer)
    return answer
  }

  const remembered = (question: string): Found | Promise<Found> => {
    const key = keyOf(question)
    const now = performance.now()
    const entry = known.get(key)
    const running = asking.get(key)
    if (!entry || entry.until <= now) return running ?? ask(question, key, now)
    // If this fails, the cached result is used until it expires; then the next caller gets the failure.
    if (!running && entry.until - now < ttlMs / 3) ask(question, key, now).catch(() => {})
    return entry.found
  }
  return Object.assign(remembered, {
    forget() {
      forgotten++
      known.clear()
      asking.clear()
    },
  })
}
