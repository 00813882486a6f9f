/** Reports limits to callers: the headers of every response, and the error of an exceeded limit. */
import type { ServerResponse } from 'node:http'
import { ApiError, type ErrorDeclaration } from '../errors.ts'
import { nearestExhaustion, windowMs, type Allowance } from './rate-limit.ts'
import type { Visit } from './visit.ts'

export function setAllowance(res: ServerResponse, { limit, remaining, resetAt, policy }: Allowance): void {
  res.setHeader('X-RateLimit-Limit', limit)
  res.setHeader('X-RateLimit-Remaining', remaining)
  res.setHeader('X-RateLimit-Reset', resetAt)
  res.setHeader('X-RateLimit-Policy', policy)
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
  // resetAt is rounded up to a full second; the rounding must not make the wait longer than a window.
  const seconds = Math.min(windowMs / 1000, Math.max(1, allowance.resetAt - Math.floor(Date.now() / 1000)))
  return new ApiError(declaration, { headers: { 'Retry-After': String(seconds) } })
}
