/** Remembers accepted webhooks, so that copies of them are refused. */

/** The interface of a custom store (a Map, a database on the same machine). */
export interface ReplayStore {
  /** Remembers `id` for at least `seconds`. False when it was remembered already. Must be atomic. */
  remember(id: string, seconds: number): boolean
  /** Forgets `id`: its handling failed, and the next attempt must be accepted. */
  forget(id: string): void
}

/** The same for a store that is accessed over a network: `SET id 1 NX EX seconds` and `DEL id` in Redis. */
export interface AsyncReplayStore {
  remember(id: string, seconds: number): Promise<boolean>
  forget(id: string): Promise<void>
}

/**
 * A store in the memory of this process: for receivers of one process. It holds `idsMax` ids at most and gives up the
 * oldest for a new one. Ids are kept until their signature is too old to be used again, or for `keepSeconds` if that is
 * longer: a day or more catches the late attempts of the retry schedule as well.
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
  // A Map keeps the order of insertion: the first is the oldest.
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
