/**
 * A small cache for look-ups that every request needs: each result is kept for at most a second, so changes take effect within a second.
 */

/** `forget` drops every answer, also of questions that are being asked: the next one is asked anew. */
export type Remembered<Found> = ((question: string) => Found | Promise<Found>) & { forget(): void }

/**
 * Wraps `find`; results are cached under `keyOf(question)`. A cached result is returned synchronously until `ttlMs` after its look-up
 * began; concurrent look-ups of one key share one query. In the last third of that time the look-up is repeated in the background, so that
 * a busy caller never waits for it. At most `size` keys are kept. Failures are not cached.
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
        // The result may be as old as the start of the look-up, so the time counts from there and not from the reply.
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
    // If this fails, the cached result is used until it expires; the next caller then gets the failure.
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
