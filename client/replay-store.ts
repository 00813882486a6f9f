/** Remembers the ids of accepted webhooks, so that duplicates are refused (replay protection). */

/** Interface of a custom store, such as a database on the same machine. */
export interface ReplayStore {
  /** Remembers `id` for at least `seconds`. Returns false if the store already has it. Must be atomic. */
  remember(id: string, seconds: number): boolean
  /** Forgets `id`, because its handling failed and the next attempt must be accepted. */
  forget(id: string): void
}

/** Asynchronous variant, for a store across a network: in Redis, `SET id 1 NX EX seconds` and `DEL id`. */
export interface AsyncReplayStore {
  remember(id: string, seconds: number): Promise<boolean>
  forget(id: string): Promise<void>
}

/**
 * Creates an in-memory store, for receivers with one process. It holds at most `idsMax` ids, and evicts the oldest for a new one. It keeps
 * each id until its signature has expired, or for `keepSeconds` if that is longer: a day or more also catches the late attempts of the
 * retry schedule.
 */
export function createReplayStore({
  idsMax = 100_000,
  keepSeconds = 0,
  now = Date.now,
}: {
  idsMax?: number
  keepSeconds?: number
  now?: () => number
} = {}): ReplayStore {
  // A Map keeps insertion order: the first id is the oldest.
  const keptUntil = new Map<string, number>()
  return {
    remember(id, seconds) {
      const at = now()
      if ((keptUntil.get(id) ?? 0) > at) return false
      keptUntil.delete(id)
      keptUntil.set(id, at + Math.max(seconds, keepSeconds) * 1000)
      for (const [oldest, until] of keptUntil) {
        if (until > at && keptUntil.size <= idsMax) break
        keptUntil.delete(oldest)
      }
      return true
    },
    forget: (id) => void keptUntil.delete(id),
  }
}
