/** Rate limits: fixed windows of 60 seconds. The last request of the allowance passes, the next does not. Here they are counted in this process. */
import type { Uuid } from '../ids.ts'
import { networkOf } from './caller-address.ts'

export const windowMs = 60_000

/** Requests a minute that each address, each tenant and each account or address that signs in may make. */
export type RateLimits = { ipPerMinute: number; tenantPerMinute: number; authPerMinute: number }

export type Policy = 'ip' | 'tenant' | 'auth'

/** The state of one limit for one caller. The window ends at `resetAt` (UTC epoch seconds), `leftMs` from now. */
export type Allowance = { policy: Policy; limit: number; remaining: number; resetAt: number; leftMs: number; exceeded: boolean }

/** Whose requests are counted together under a limit. */
export type Subject = { policy: Policy; key: string; tenantId?: Uuid }

/** One for each subject that has counted the request. Null: it cannot be counted, and is not to be answered (attempts, without their store). */
export type Taken = readonly (Allowance | null)[]

export interface Limits {
  /** Whether several processes count together. Then counting takes a round trip, and those of a request are to be counted in one. */
  readonly shared: boolean
  /** Counts a request of each subject, in order, up to the first whose limit it exceeds. */
  take(subjects: readonly Subject[]): Taken | Promise<Taken>
  /** What this process knows, without counting. */
  peek(subject: Subject): Allowance
  /** How the store is that is shared. */
  health(): Promise<{ latencyMs: number | null; problem: string | null }>
  open(): Promise<void>
  close(): Promise<void>
}

export const addressSubject = (ip: string): Subject => ({ policy: 'ip', key: networkOf(ip) })

/**
 * A window. `startedAt` is a time of performance.now(), which only moves forward: if the machine's clock is put back by an hour, a window
 * measured by that clock lasts an hour longer. `setBy` is the difference between the two clocks when `resetAt` was calculated.
 */
type Count = { count: number; startedAt: number; resetAt: number; setBy: number }

export interface RateLimiter {
  /** Counts one request of `key`. */
  take(key: string): Allowance
  /** Returns what `take` would return, without counting. */
  peek(key: string): Allowance
  /** Takes over what was counted elsewhere, in a window that ends `leftMs` from now. */
  learn(key: string, counted: Counted): Allowance
}

/** A subject's count in another process, or in all processes together. */
type Counted = { count: number; resetAt: number; leftMs: number }

/** Times in milliseconds: `now` only moves forward, `utc` is the clock of the machine. */
export type Clocks = { now(): number; utc(): number }

const machineClocks: Clocks = { now: () => performance.now(), utc: () => Date.now() }

/** The clock of the machine was set when it differs by more than this from what it showed before: windows end at another UTC time then. */
const setMs = 1_000

/** A window starts with its first request, so that an idle caller always has the full allowance. */
export function createRateLimiter(policy: Policy, limit: number, clocks: Clocks = machineClocks): RateLimiter {
  const windows = new Map<string, Count>()
  let sweptAt = clocks.now()

  const current = (key: string, now: number): Count | undefined => {
    const window = windows.get(key)
    return window && now - window.startedAt < windowMs ? window : undefined
  }
  /** Deletes expired windows, at most once per window, so that memory is limited to the callers of the last two minutes. */
  const sweep = (now: number): void => {
    if (now - sweptAt < windowMs) return
    sweptAt = now
    for (const [key, { startedAt }] of windows) if (now - startedAt >= windowMs) windows.delete(key)
  }
  const begun = (now: number): Count => {
    const utc = clocks.utc()
    return { count: 0, startedAt: now, resetAt: Math.ceil((utc + windowMs) / 1000), setBy: utc - now }
  }
  const allowance = (window: Count, now: number): Allowance => {
    const setBy = clocks.utc() - now
    if (Math.abs(setBy - window.setBy) > setMs) {
      window.resetAt += Math.round((setBy - window.setBy) / 1000)
      window.setBy = setBy
    }
    const { count, startedAt, resetAt } = window
    return { policy, limit, remaining: Math.max(0, limit - count), resetAt, leftMs: startedAt + windowMs - now, exceeded: count > limit }
  }

  return {
    take(key) {
      const now = clocks.now()
      sweep(now)
      let window = current(key, now)
      if (!window) windows.set(key, (window = begun(now)))
      window.count++
      return allowance(window, now)
    },
    peek(key) {
      const now = clocks.now()
      return allowance(current(key, now) ?? begun(now), now)
    },
    learn(key, { count, resetAt, leftMs }) {
      const now = clocks.now()
      sweep(now)
      const window = { count, startedAt: now + leftMs - windowMs, resetAt, setBy: clocks.utc() - now }
      windows.set(key, window)
      return allowance(window, now)
    },
  }
}

export type LocalLimits = Omit<Limits, 'take'> & {
  take(subjects: readonly Subject[]): readonly Allowance[]
  learn(subject: Subject, counted: Counted): Allowance
}

/** Counts in the memory of this process: exact where there is one. */
export function createLocalLimits({ ipPerMinute, tenantPerMinute, authPerMinute }: RateLimits, clocks?: Clocks): LocalLimits {
  const limiters = {
    ip: createRateLimiter('ip', ipPerMinute, clocks),
    tenant: createRateLimiter('tenant', tenantPerMinute, clocks),
    auth: createRateLimiter('auth', authPerMinute, clocks),
  }
  return {
    shared: false,
    take(subjects) {
      const taken: Allowance[] = []
      for (const { policy, key } of subjects) {
        const allowance = limiters[policy].take(key)
        taken.push(allowance)
        if (allowance.exceeded) break
      }
      return taken
    },
    peek: ({ policy, key }) => limiters[policy].peek(key),
    learn: ({ policy, key }, counted) => limiters[policy].learn(key, counted),
    health: () => Promise.resolve({ latencyMs: 0, problem: null }),
    open: () => Promise.resolve(),
    close: () => Promise.resolve(),
  }
}

/** The limit that the caller will reach first. */
export function nearestExhaustion(a: Allowance, b: Allowance): Allowance {
  return b.remaining < a.remaining ? b : a
}
