/** Input and result of every load generator. */

/** A request. With `idempotent`, each one sent carries a fresh Idempotency-Key. */
export type Template = { method: string; path: string; key: string; body: string | null; idempotent: boolean }

export type Loaded = { requests: number; perSecond: number; p99Ms: number }

export const connections = 32
