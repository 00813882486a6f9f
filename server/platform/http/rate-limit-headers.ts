/** Reports rate limits to callers: in the headers of every response, and in the error for an exceeded limit. */
import type { ServerResponse } from 'node:http'
import { ApiError, type ErrorDeclaration } from '../errors.ts'
import { addressSubject, nearestExhaustion, windowMs, type Allowance, type Limits } from './rate-limit.ts'
import type { RequestState } from './request-state.ts'

export function setAllowance(res: ServerResponse, { limit, remaining, resetAt, policy }: Allowance): void {
  res.setHeader('X-RateLimit-Limit', limit)
  res.setHeader('X-RateLimit-Remaining', remaining)
  res.setHeader('X-RateLimit-Reset', resetAt)
  res.setHeader('X-RateLimit-Policy', policy)
}

/** Counts the request for its address, at most once. Asynchronous only with a shared store. */
export function countAddress(res: ServerResponse, state: RequestState, limits: Limits): Promise<void> | void {
  if (!state.toCount) return
  state.toCount = false
  const taken = limits.take([addressSubject(state.ip)])
  if (taken instanceof Promise) return taken.then(([allowance]) => noteAddress(res, state, allowance))
  noteAddress(res, state, taken[0])
}

/** Sets the headers to the address's allowance, after counting. */
export function noteAddress(res: ServerResponse, state: RequestState, allowance: Allowance | null | undefined): void {
  if (!allowance) return
  state.allowance = allowance
  if (!res.headersSent) setAllowance(res, allowance)
}

/** Sets the headers to another limit's allowance, if that limit is closer to exhaustion. */
export function noteAllowance(res: ServerResponse, state: RequestState, other: Allowance): void {
  const nearest = other.exceeded ? other : nearestExhaustion(state.allowance, other)
  if (nearest === state.allowance) return
  state.allowance = nearest
  setAllowance(res, nearest)
}

/** Returns the error for an exceeded limit, with the seconds until the next window. */
export function limitError(allowance: Allowance, declaration: ErrorDeclaration): ApiError {
  // The store's clock may be set during a window, so cap the wait at the length of a window.
  const seconds = Math.min(windowMs / 1000, Math.max(1, Math.ceil(allowance.leftMs / 1000)))
  return new ApiError(declaration, { headers: { 'Retry-After': String(seconds) } })
}
