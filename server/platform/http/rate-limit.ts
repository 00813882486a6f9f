/** Rate limits in fixed windows of 60 seconds, counted in the memory of this process. */
import { databaseNow } from '../database-now.ts'
import type { Uuid } from '../ids.ts'
import { getNetwork } from './caller-address.ts'

export const windowMs = 60_000

/**
 * Maximum requests per minute from one address (`ip`), from one tenant and from the program behind one inbox (`hook`), sign-in attempts
 * per minute for one address or account (`auth`), and new sessions and forms, and new threads, of websites' visitors from one address
 * (`visit`).
 */
export type RateLimits = {
  ipPerMinute: number
  tenantPerMinute: number
  authPerMinute: number
  visitsPerMinute: number
  /** By default `visitorLimits`. */
  visitors?: VisitorLimits
}

export type Policy =
  | 'ip'
  | 'tenant'
  | 'auth'
  | 'form'
  | 'forms'
  | 'unsubscribe'
  | 'hook'
  | 'visit'
  | 'visitor'
  | 'visitorMessages'
  | 'inboxThreads'

/**
 * Maximum forms per minute to one customer's page (`form`) and from one address to all pages (`forms`), and maximum unsubscribes per link
 * (`unsubscribe`). The last has no limit per address: a mail provider unsubscribes its users from a few addresses, and does not retry after
 * 429.
 */
export const formLimits = { form: 10, forms: 60, unsubscribe: 60 } as const

/**
 * Maximum requests and messages per minute of one visitor of a website (`visitor`, `visitorMessages`), maximum new threads per minute in one
 * inbox by all its visitors (`inboxThreads`), and maximum new threads and files of one visitor in ten minutes, which the database counts.
 */
export type VisitorLimits = {
  visitor: number
  visitorMessages: number
  inboxThreads: number
  threadsInTenMinutes: number
  filesInTenMinutes: number
}
export const visitorLimits: VisitorLimits = {
  visitor: 240,
  visitorMessages: 20,
  inboxThreads: 100,
  threadsInTenMinutes: 3,
  filesInTenMinutes: 5,
}

/** The state of one limit for one caller. The window ends at `resetAt` (UTC epoch seconds), `leftMs` from now. */
export type Allowance = { policy: Policy; limit: number; remaining: number; resetAt: number; leftMs: number; exceeded: boolean }

/** The caller whose requests one window counts. */
export type Subject = { policy: Policy; key: string; tenantId?: Uuid }

/**
 * One allowance for each subject that counted the request. Null when an attempt cannot be counted because the store is down: reject that
 * attempt.
 */
export type TakenAllowances = readonly (Allowance | null)[]

export interface Limits {
  /**
   * True when several processes share their counts in a store. Counting then takes a round trip, so a request counts all its subjects at
   * once.
   */
  readonly shared: boolean
  /** Counts one request for each subject, in order. Stops after the first subject above its limit. */
  take(subjects: readonly Subject[]): TakenAllowances | Promise<TakenAllowances>
  /** Returns the allowance that this process last saw, without counting. */
  peek(subject: Subject): Allowance
  /** Returns the milliseconds that the shared store takes to count, or the reason why it does not count. */
  health(): Promise<{ latencyMs: number | null; problem: string | null }>
  open(): Promise<void>
  close(): Promise<void>
}

export const addressSubject = (ip: string): Subject => ({ policy: 'ip', key: getNetwork(ip) })

/**
 * Requests of one key in one window. `startedAt` is a time of performance.now(), which is monotonic: with a wall clock that is set back by
 * an hour, a window would last an hour longer. `clockOffset` is the difference between the two clocks when `resetAt` was calculated.
 */
type Window = { count: number; startedAt: number; resetAt: number; clockOffset: number }

export interface RateLimiter {
  /** Counts one request of `key`, or `amount` units of another quantity. */
  take(key: string, amount?: number): Allowance
  /** Returns what `take` would return, without counting. */
  peek(key: string): Allowance
  /** Replaces the window of `key` with the shared store's count. */
  adopt(key: string, counted: Counted): Allowance
}

/** Requests of one key in its window. The window ends at `resetAt` (UTC epoch seconds), `leftMs` from now. */
export type Counted = { count: number; resetAt: number; leftMs: number }

/** Clocks, in milliseconds. `now` is monotonic; `utc` is the database's clock, which may be set. */
export type Clocks = { now(): number; utc(): number }

const serviceClocks: Clocks = { now: () => performance.now(), utc: databaseNow }

/** Milliseconds by which the database's clock must change before `resetAt` moves. */
const minClockChangeMs = 1_000

/**
 * Counts the requests of each key in fixed windows. The request that reaches the limit passes; the next one does not. A window starts with
 * its first request, so that an idle caller always has the full allowance.
 */
export function createRateLimiter(policy: Policy, limit: number, clocks: Clocks = serviceClocks): RateLimiter {
  const windows = new Map<string, Window>()
  let expiredDeletedAt = clocks.now()

  const findWindow = (key: string, now: number): Window | undefined => {
    const window = windows.get(key)
    return window && now - window.startedAt < windowMs ? window : undefined
  }
  /** Deletes expired windows at most once a minute, so that memory holds only the callers of the last two minutes. */
  const deleteExpired = (now: number): void => {
    if (now - expiredDeletedAt < windowMs) return
    expiredDeletedAt = now
    for (const [key, { startedAt }] of windows) if (now - startedAt >= windowMs) windows.delete(key)
  }
  const newWindow = (now: number): Window => {
    const utc = clocks.utc()
    return { count: 0, startedAt: now, resetAt: Math.ceil((utc + windowMs) / 1000), clockOffset: utc - now }
  }
  const toAllowance = (window: Window, now: number): Allowance => {
    const clockOffset = clocks.utc() - now
    if (Math.abs(clockOffset - window.clockOffset) > minClockChangeMs) {
      window.resetAt += Math.round((clockOffset - window.clockOffset) / 1000)
      window.clockOffset = clockOffset
    }
    const { count, startedAt, resetAt } = window
    return { policy, limit, remaining: Math.max(0, limit - count), resetAt, leftMs: startedAt + windowMs - now, exceeded: count > limit }
  }

  return {
    take(key, amount = 1) {
      const now = clocks.now()
      deleteExpired(now)
      let window = findWindow(key, now)
      if (!window) windows.set(key, (window = newWindow(now)))
      window.count += amount
      return toAllowance(window, now)
    },
    peek(key) {
      const now = clocks.now()
      return toAllowance(findWindow(key, now) ?? newWindow(now), now)
    },
    adopt(key, { count, resetAt, leftMs }) {
      const now = clocks.now()
      deleteExpired(now)
      const window = { count, startedAt: now + leftMs - windowMs, resetAt, clockOffset: clocks.utc() - now }
      windows.set(key, window)
      return toAllowance(window, now)
    },
  }
}

export type LocalLimits = Omit<Limits, 'take'> & {
  take(subjects: readonly Subject[]): readonly Allowance[]
  adopt(subject: Subject, counted: Counted): Allowance
}

/** Creates limits that this process counts alone. They are exact if there is only one process. */
export function createLocalLimits(
  { ipPerMinute, tenantPerMinute, authPerMinute, visitsPerMinute, visitors = visitorLimits }: RateLimits,
  clocks?: Clocks,
): LocalLimits {
  const limiters = {
    ip: createRateLimiter('ip', ipPerMinute, clocks),
    tenant: createRateLimiter('tenant', tenantPerMinute, clocks),
    auth: createRateLimiter('auth', authPerMinute, clocks),
    form: createRateLimiter('form', formLimits.form, clocks),
    forms: createRateLimiter('forms', formLimits.forms, clocks),
    unsubscribe: createRateLimiter('unsubscribe', formLimits.unsubscribe, clocks),
    hook: createRateLimiter('hook', tenantPerMinute, clocks),
    visit: createRateLimiter('visit', visitsPerMinute, clocks),
    visitor: createRateLimiter('visitor', visitors.visitor, clocks),
    visitorMessages: createRateLimiter('visitorMessages', visitors.visitorMessages, clocks),
    inboxThreads: createRateLimiter('inboxThreads', visitors.inboxThreads, clocks),
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
    adopt: ({ policy, key }, counted) => limiters[policy].adopt(key, counted),
    health: () => Promise.resolve({ latencyMs: 0, problem: null }),
    open: () => Promise.resolve(),
    close: () => Promise.resolve(),
  }
}

/** Returns the allowance that is closer to exhaustion. */
export function nearestExhaustion(a: Allowance, b: Allowance): Allowance {
  return b.remaining < a.remaining ? b : a
}
