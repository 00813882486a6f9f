/** Rate limits: fixed windows of 60 seconds. The last request of the allowance passes, the next does not. Here they are counted in this process. */
import type { Config } from '../../config.ts'
import type { Uuid } from '../ids.ts'
import { networkOf } from './caller-address.ts'

export const windowMs = 60_000

export type Policy = 'ip' | 'tenant' | 'auth'

/** The state of one limit for one caller. `resetAt` is UTC epoch seconds. */
export type Allowance = { policy: Policy; limit: number; remaining: number; resetAt: number; exceeded: boolean }

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

type Count = { count: number; startedAt: number; resetAt: number }

export interface RateLimiter {
  /** Counts one request of `key`. */
  take(key: string, now?: number): Allowance
  /** Returns what `take` would return, without counting. */
  peek(key: string, now?: number): Allowance
  /** Takes over what was counted elsewhere. */
  learn(key: string, counted: Count): Allowance
}

/** A window starts with its first request, so that an idle caller always has the full allowance. */
export function createRateLimiter(policy: Policy, limit: number): RateLimiter {
  const windows = new Map<string, Count>()
  let sweptAt = 0

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
  const begun = (now: number): Count => ({ count: 0, startedAt: now, resetAt: Math.ceil((now + windowMs) / 1000) })
  const allowance = ({ count, resetAt }: Count): Allowance => ({
    policy,
    limit,
    remaining: Math.max(0, limit - count),
    resetAt,
    exceeded: count > limit,
  })

  return {
    take(key, now = Date.now()) {
      sweep(now)
      let window = current(key, now)
      if (!window) windows.set(key, (window = begun(now)))
      window.count++
      return allowance(window)
    },
    peek(key, now = Date.now()) {
      return allowance(current(key, now) ?? begun(now))
    },
    learn(key, counted) {
      sweep(Date.now())
      windows.set(key, counted)
      return allowance(counted)
    },
  }
}

export type LocalLimits = Omit<Limits, 'take'> & {
  take(subjects: readonly Subject[]): readonly Allowance[]
  learn(subject: Subject, counted: Count): Allowance
}

/** Counts in the memory of this process: exact where there is one. */
export function createLocalLimits({ ipPerMinute, tenantPerMinute, authPerMinute }: Config['rateLimits']): LocalLimits {
  const limiters = {
    ip: createRateLimiter('ip', ipPerMinute),
    tenant: createRateLimiter('tenant', tenantPerMinute),
    auth: createRateLimiter('auth', authPerMinute),
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
