/** Input and result of the load generators. */

/** A request. With `idempotent`, each request has a fresh Idempotency-Key. */
export type Template = { method: string; path: string; key: string; body: string | null; idempotent: boolean }

export type LoadResult = { requests: number; perSecond: number; p99Ms: number }

export const connections = 32
