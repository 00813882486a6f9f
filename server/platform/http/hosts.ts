/** Determines the host of a request and its tenant. */
import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import { ApiError, malformedHttp } from '../errors.ts'
import type { Uuid } from '../ids.ts'

/** Slug in the dashboard's host name. Reserved, so no tenant has it. */
export const dashboardSlug = 'app'

/** Subdomains of the base host that are never tenants. */
export const reservedSlugs: ReadonlySet<string> = new Set([dashboardSlug, 'api', 'www', 'mail', 'status', 'docs'])

/** Finds the tenant of a slug; null when there is none. Results are cached for up to a second. */
export type FindTenantBySlug = (slug: string) => Uuid | null | Promise<Uuid | null>

/**
 * Returns the host of a request (RFC 9112, 3.2) in lower case, without port and trailing dot: from an absolute target, otherwise from the
 * Host header. Empty for HTTP/1.0 without a Host header. Throws ApiError 400 for a missing, malformed or repeated Host header, even when
 * the target overrides it, because a proxy in front of this service may have used the header.
 */
export function getHost(req: IncomingMessage, authority: string | null): string {
  const { host } = req.headers
  if (host === undefined) {
    if (req.httpVersion === '1.1') throw new ApiError(malformedHttp, { message: 'An HTTP/1.1 request needs a Host header.' })
    return authority === null ? '' : hostName(authority)
  }
  if (hostLines(req.rawHeaders) > 1) throw new ApiError(malformedHttp, { message: 'A request must have exactly one Host header.' })
  const named = hostName(host)
  return authority === null ? named : hostName(authority)
}

/** Counts the Host headers, because `req.headers` contains only the first. */
function hostLines(rawHeaders: readonly string[]): number {
  let lines = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') lines++
  }
  return lines
}

/** Matches a domain name, an IPv4 address or a bracketed IPv6 address, with an optional port, which may be empty. */
const authorityPattern = /^(?:([a-z0-9_-]+(?:\.[a-z0-9_-]+)*)\.?|\[([0-9a-f:.]+)\])(?::(\d{0,5}))?$/i

function hostName(authority: string): string {
  const [, name, ipv6, port = ''] = authorityPattern.exec(authority) ?? []
  const known = name ?? (ipv6 !== undefined && isIPv6(ipv6) ? `[${ipv6}]` : undefined)
  if (known === undefined || Number(port) > 65_535 || known.length > 255)
    throw new ApiError(malformedHttp, { message: 'The host is malformed: send a name or an address, with an optional port.' })
  return known.toLowerCase()
}

/** Returns the slug, which is the first label of a subdomain of `baseHost`. Null for the base host and all other hosts. */
export function slugOfHost(host: string, baseHost: string): string | null {
  return host.endsWith(`.${baseHost}`) ? host.slice(0, host.indexOf('.')) : null
}
