/** What every load generator is given, and what it answers. */

/** One request. `idempotent` gives it a fresh Idempotency-Key each time it is sent. */
export type Template = { method: string; path: string; key: string; body: string | null; idempotent: boolean }

export type Loaded = { requests: number; perSecond: number; p99Ms: number }

export const connections = 32
