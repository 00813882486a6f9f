/** A small memory for look-ups that every request needs: each answer is kept for a second at most, so that changes hold within that. */

/** `forget` drops every answer, also of questions that are being asked: the next one is asked anew. */
export type Remembered<Found> = ((question: string) => Found | Promise<Found>) & { forget(): void }

/**
 * Wraps `find`, whose question is known by `keyOf(question)`. A known answer is returned as it is, without a promise, until
 * `ttlMs` after its question was asked; concurrent look-ups of one key share one query. In the last third of that time the
 * question is asked again beside the request, so that a busy caller never waits for it.
 * At most `size` keys are kept; failures are not.
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
        // The answer is as old as its question: the time counts from there, not from the reply.
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
    // When this fails the answer known holds to its end, and who asks then hears of the failure.
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
