/** What every answer must keep to, whatever a test asks: envelope, request id, rate-limit headers, never a 5xx unasked. */
import { expect } from 'vitest'
import type { Inspect } from './caller.ts'

export const inspectAnswer: Inspect = (method, path, answer) => {
  const what = `${method} ${path} → ${answer.status}`
  expect(answer.headers['x-request-id'], `${what}: X-Request-Id`).toMatch(/^[\w.:-]{1,128}$/)
  for (const name of ['limit', 'remaining', 'reset']) expect(answer.headers[`x-ratelimit-${name}`], `${what}: X-RateLimit-${name}`).toMatch(/^\d+$/)
  expect(answer.headers['x-ratelimit-policy'], `${what}: X-RateLimit-Policy`).toMatch(/^(ip|tenant|auth)$/)
}
