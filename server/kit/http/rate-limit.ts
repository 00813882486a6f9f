/** Rate limits: fixed windows of 60 seconds, counted in this process. The last request of the allowance passes, the next does not. */

export const windowMs = 60_000

export type Policy = 'ip' | 'tenant' | 'auth'

/** The state of one limit for one caller. `resetAt` is UTC epoch seconds. */
export type Allowance = { policy: Policy; limit: number; remaining: number; resetAt: number; exceeded: boolean }

export interface RateLimiter {
  /** Counts one request of `key`. */
  take(key: string, now?: number): Allowance
  /** Returns what `take` would return, without counting. */
  peek(key: string, now?: number): Allowance
}

type Window = { startedAt: number; count: number }

/** A window starts with its first request, so that an idle caller always has the full allowance. */
export function createRateLimiter(policy: Policy, limit: number): RateLimiter {
  const windows = new Map<string, Window>()
  let sweptAt = 0

  const current = (key: string, now: number): Window | undefined => {
    const window = windows.get(key)
    return window && now - window.startedAt < windowMs ? window : undefined
  }
  /** Deletes expired windows, at most once per window, so that memory is limited to the callers of the last two minutes. */
  const sweep = (now: number): void => {
    if (now - sweptAt < windowMs) return
    sweptAt = now
    for (const [key, { startedAt }] of windows) if (now - startedAt >= windowMs) windows.delete(key)
  }
  const allowance = (window: Window | undefined, now: number): Allowance => ({
    policy,
    limit,
    remaining: Math.max(0, limit - (window?.count ?? 0)),
    resetAt: Math.ceil(((window?.startedAt ?? now) + windowMs) / 1000),
    exceeded: (window?.count ?? 0) > limit,
  })

  return {
    take(key, now = Date.now()) {
      sweep(now)
      let window = current(key, now)
      if (!window) windows.set(key, (window = { startedAt: now, count: 0 }))
      window.count++
      return allowance(window, now)
    },
    peek(key, now = Date.now()) {
      return allowance(current(key, now), now)
    },
  }
}

/** The limit that the caller will reach first. */
export function nearestExhaustion(a: Allowance, b: Allowance): Allowance {
  return b.remaining < a.remaining ? b : a
}
