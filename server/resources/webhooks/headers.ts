/** Headers that a tenant adds to a webhook's deliveries. Their values are write-only. */
import { ApiError, validationFailed } from '#platform/errors.ts'
import type { Static } from '#platform/schema.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { WebhookHeaderInput, WebhookHeaderUpdate } from './schema.ts'

export const headersPurpose = 'webhook headers'
export const maxHeaders = 10
const maxValueLength = 2_048

/** Headers set by the service or HTTP itself, and hop-by-hop headers. */
const reserved: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
])

export type HeaderValues = Readonly<Record<string, string>>
export type SealedHeaders = { headerNames: string[]; headersSealed: string | null }

/** Encrypts a request's headers. Throws 400 for a header that deliveries must not have. */
export function sealHeaders(secrets: Pick<Secrets, 'encrypt'>, headers: readonly Static<typeof WebhookHeaderInput>[]): SealedHeaders {
  checkHeaders(headers)
  const values: HeaderValues = Object.fromEntries(headers.map(({ name, value }) => [name, value]))
  const headerNames = headers.map(({ name }) => name)
  return { headerNames, headersSealed: headerNames.length === 0 ? null : secrets.encrypt(headersPurpose, JSON.stringify(values)) }
}

export function openHeaders(secrets: Pick<Secrets, 'decrypt'>, sealed: string | null): HeaderValues {
  // Safe because `sealHeaders` has encrypted such an object.
  return sealed === null ? {} : (JSON.parse(secrets.decrypt(headersPurpose, sealed)) as HeaderValues)
}

/**
 * Returns the headers that replace the stored ones. A header without a value keeps the stored value, except for another server: otherwise a
 * caller who cannot read the values could send them to their own server.
 */
export function mergeHeaders(
  secrets: Secrets,
  stored: SealedHeaders,
  { headers, url, formerUrl }: { headers: readonly Static<typeof WebhookHeaderUpdate>[] | undefined; url: string; formerUrl: string },
): SealedHeaders {
  const isElsewhere = new URL(url).origin !== new URL(formerUrl).origin
  if (headers === undefined) {
    if (isElsewhere && stored.headerNames.length > 0) throw refuse('headers', 'REQUIRED', resend)
    return stored
  }
  const values = new Map(Object.entries(openHeaders(secrets, stored.headersSealed)).map(([name, value]) => [name.toLowerCase(), value]))
  const merged = headers.map(({ name, value }, i) => {
    if (value !== undefined) return { name, value }
    const kept = values.get(name.toLowerCase())
    if (kept === undefined) throw refuse(`headers[${i}].value`, 'REQUIRED', 'is required for a new header')
    if (isElsewhere) throw refuse(`headers[${i}].value`, 'REQUIRED', resend)
    return { name, value: kept }
  })
  checkHeaders(merged)
  const isSame = merged.length === values.size && merged.every(({ name, value }) => values.get(name.toLowerCase()) === value)
  if (isSame) return { headerNames: merged.map(({ name }) => name), headersSealed: stored.headersSealed }
  return sealHeaders(secrets, merged)
}

const resend = 'must be sent again, because the new URL leads to another server'

/** Masks header values in a response text, which may echo them. */
export function hideValues(text: string | null, values: HeaderValues): string | null {
  if (text === null) return null
  return Object.values(values).reduce((hidden, value) => hidden.replaceAll(value, hiddenValue), text)
}

export const hiddenValue = '(hidden)'

function checkHeaders(headers: readonly { name: string; value: string }[]): void {
  const seen = new Set<string>()
  for (const [i, { name, value }] of headers.entries()) {
    const key = name.toLowerCase()
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(key))
      throw refuse(`headers[${i}].name`, 'INVALID', 'must be the name of an HTTP header: letters, digits and hyphens')
    if (reserved.has(key) || key.startsWith('webhook-'))
      throw refuse(`headers[${i}].name`, 'NOT_ALLOWED', 'is set by the service or by HTTP; choose another header')
    if (seen.has(key)) throw refuse(`headers[${i}].name`, 'REPEATED', 'must be sent only once')
    seen.add(key)
    if (!/^[!-~]([\t -~]*[!-~])?$/.test(value) || value.length > maxValueLength)
      throw refuse(`headers[${i}].value`, 'INVALID', `must be 1 to ${maxValueLength} visible ASCII characters in one line`)
  }
}

function refuse(field: string, code: string, message: string): ApiError {
  return new ApiError(validationFailed, { details: [{ field, code, message }] })
}
