/** A small memory for look-ups that every request needs: each answer is kept for a second at most, so that changes hold within that. */

/**
 * Wraps `find`, whose question is known by `keyOf(question)`. A known fresh answer is returned as it is, without a promise; concurrent look-ups of one key share one query.
 * At most `size` keys are kept; failures are not.
 */
export function rememberBriefly<Found>(
  find: (question: string) => Promise<Found>,
  { keyOf = (question: string) => question, ttlMs = 900, size = 10_000 } = {},
): (question: string) => Found | Promise<Found> {
  const known = new Map<string, { found: Found; until: number }>()
  const asking = new Map<string, Promise<Found>>()
  return (question) => {
    const key = keyOf(question)
    const entry = known.get(key)
    if (entry && entry.until > performance.now()) return entry.found
    const running = asking.get(key)
    if (running) return running
    // The answer is as old as its question: the time counts from here, not from the reply.
    const until = performance.now() + ttlMs
    const answer = find(question)
      .then((found) => {
        if (known.size >= size) known.clear()
        known.set(key, { found, until })
        return found
      })
      .finally(() => asking.delete(key))
    asking.set(key, answer)
    return answer
  }
}
