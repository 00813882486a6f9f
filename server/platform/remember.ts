/** Caches lookups that every request needs. Results live for less than a second, so changes take effect within a second. */

/** A cached lookup. `forget` drops all results, including those of running lookups; the next call makes a new lookup. */
export type CachedLookUp<Found> = ((argument: string) => Found | Promise<Found>) & { forget(): void }

/**
 * Wraps `find` in a cache with the key `keyOf(argument)`. Returns a cached result synchronously until `ttlMs` after its lookup started.
 * Concurrent lookups of one key share one query. In the last third of the TTL, refreshes the entry in the background, so that frequent
 * callers never wait. Caches at most `size` keys, and no failures.
 */
export function cacheBriefly<Found>(
  find: (argument: string) => Promise<Found>,
  { keyOf = (argument: string) => argument, ttlMs = 900, size = 10_000 } = {},
): CachedLookUp<Found> {
  const entries = new Map<string, { found: Found; until: number }>()
  const lookUps = new Map<string, Promise<Found>>()
  let generation = 0

  const startLookUp = (argument: string, key: string, now: number): Promise<Found> => {
    const generationAtStart = generation
    const lookUp = find(argument)
      .then((found) => {
        if (entries.size >= size) entries.clear()
        // The result may be as old as the start of the lookup, so count the TTL from there.
        if (generationAtStart === generation) entries.set(key, { found, until: now + ttlMs })
        return found
      })
      .finally(() => {
        if (lookUps.get(key) === lookUp) lookUps.delete(key)
      })
    lookUps.set(key, lookUp)
    return lookUp
  }

  const cached = (argument: string): Found | Promise<Found> => {
    const key = keyOf(argument)
    const now = performance.now()
    const entry = entries.get(key)
    const running = lookUps.get(key)
    if (!entry || entry.until <= now) return running ?? startLookUp(argument, key, now)
    // If this fails, the cached result is used until it expires. Then the next caller gets the failure.
    if (!running && entry.until - now < ttlMs / 3) startLookUp(argument, key, now).catch(() => {})
    return entry.found
  }
  return Object.assign(cached, {
    forget() {
      generation++
      entries.clear()
      lookUps.clear()
    },
  })
}
