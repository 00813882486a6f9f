/** Hosts: which tenant, if any, the host of a request names. */
import type { Uuid } from '../ids.ts'

/** Labels below the base host that are never tenants. */
export const reservedSlugs: ReadonlySet<string> = new Set(['app', 'api', 'www', 'mail', 'status', 'docs'])

/** The tenant of a slug, or null. Answers from memory what it learnt within the last second. */
export type FindTenantBySlug = (slug: string) => Uuid | null | Promise<Uuid | null>

/**
 * The slug that a Host header names: the first label of a host below `baseHost`, null for the base host itself and
 * for every host that is not below it (an IP address, a container's name). Letter case, port and a trailing dot do not matter.
 */
export function slugOfHost(host: string, baseHost: string): string | null {
  const name = host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
  if (!name.endsWith(`.${baseHost}`)) return null
  return name.slice(0, name.indexOf('.'))
}
