import { createHash } from 'node:crypto'
import type { Uuid } from '#platform/ids.ts'
import type { Terms } from './clocks.ts'
import type { PolicyInForce } from './queries.ts'

/** Copies a policy and its hours as terms. Their id is a hash of the content. */
export function createTerms(
  { id, name, targets, pauseOn, warningPercent }: PolicyInForce,
  hours: Terms['hours'],
): { id: Uuid; terms: Terms } {
  const { firstResponse = null, nextResponse = null, resolution = null } = targets
  const terms: Terms = {
    policyId: id,
    policyName: name,
    targets: { firstResponse, nextResponse, resolution },
    hours,
    pauseOn,
    warningPercent,
  }
  return identified(terms)
}

/** Returns terms without targets, for a thread to which no policy applies any longer. The hours stay, because stopped clocks were measured by them. */
export function removeTargets(terms: Terms): { id: Uuid; terms: Terms } {
  return identified({ ...terms, targets: { firstResponse: null, nextResponse: null, resolution: null } })
}

export const hasTargets = ({ targets }: Terms): boolean => Object.values(targets).some((target) => target !== null)

function identified(terms: Terms): { id: Uuid; terms: Terms } {
  const hash = createHash('sha256').update(JSON.stringify(terms)).digest('hex')
  // Formats the hash as a UUID of version 8, whose bits the application may choose.
  const uuid = `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
  return { id: uuid, terms }
}
