/** G16: checks the rules for every response to any test's request. */
import { expect } from 'vitest'
import { apiDocument } from '../../server/web/api-document.ts'
import { apiPrefix } from '#platform/http/handle-call.ts'
import type { OpenapiDocument } from '#platform/openapi/types.ts'
import type { CallResponse } from './caller.ts'
import { checkResponse } from './document.ts'

// Safe because these are the bytes of a document.
const document = JSON.parse(apiDocument().bytes.toString('utf8')) as OpenapiDocument

/**
 * Fails the test when a response has an undocumented status, header or field. Failures of the service itself (5xx) are documented, but only
 * tests that provoke one may get it.
 */
export function inspectResponse(
  method: string,
  path: string,
  { status, headers, body, text }: CallResponse<unknown>,
  mayFail: boolean,
): void {
  // Already parsed; JSON lines stay text.
  const observed = headers['content-type']?.startsWith('application/json') ? (body ?? text) : text
  const faults = checkResponse(document, { method, path: apiPrefix + path, status, headers, body: observed })
  // Only faults are asserted, because the suite inspects a hundred thousand responses.
  if (faults.length > 0) expect(faults, `${method} ${path}`).toEqual([])
  if (!mayFail && status >= 500) expect(status, `${method} ${path}: ${text}`).toBeLessThan(500)
}
