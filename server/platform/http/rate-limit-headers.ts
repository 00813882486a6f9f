/** Reports limits to callers: the headers of every response, and the error of an exceeded limit. */
import type { ServerResponse } from 'node:http'
import { ApiError, type ErrorDeclaration } from '../errors.ts'
import { addressSubject, nearestExhaustion, windowMs, type Allowance, type Limits } from './rate-limit.ts'
import type { Visit } from './visit.ts'

export function setAllowance(res: ServerResponse, { limit, remaining, resetAt, policy }: Allowance): void {
  res.setHeader('X-RateLimit-Limit', limit)
  res.setHeader('X-RateLimit-Remaining', remaining)
  res.setHeader('X-RateLimit-Reset', resetAt)
  res.setHeader('X-RateLimit-Policy', policy)
}

/** Counts the request for its address, once; a promise where a store counts. */
export function countAddress(res: ServerResponse, visit: Visit, limits: Limits): Promise<void> | void {
  if (!visit.toCount) return
  visit.toCount = false
  const taken = limits.take([addressSubject(visit.ip)])
  if (taken instanceof Promise) return taken.then(([allowance]) => noteAddress(res, visit, allowance))
  noteAddress(res, visit, taken[0])
}

/** What the limit of the address says replaces what was known of it before. */
export function noteAddress(res: ServerResponse, visit: Visit, allowance: Allowance | null | undefined): void {
  if (!allowance) return
  visit.allowance = allowance
  if (!res.headersSent) setAllowance(res, allowance)
}

/** Called after each limit that counts the request; the headers show the limit that will be reached first. */
export function noteAllowance(res: ServerResponse, visit: Visit, other: Allowance): void {
  const nearest = other.exceeded ? other : nearestExhaustion(visit.allowance, other)
  if (nearest === visit.allowance) return
  visit.allowance = nearest
  setAllowance(res, nearest)
}

/** The error of an exhausted limit, with the seconds to wait. */
export function exceeded(allowance: Allowance, declaration: ErrorDeclaration): ApiError {
  // A store's own clock may have been set while it counted: the wait is never longer than a window.
  const seconds = Math.min(windowMs / 1000, Math.max(1, Math.ceil(allowance.leftMs / 1000)))
  return new ApiError(declaration, { headers: { 'Retry-After': String(seconds) } })
}
