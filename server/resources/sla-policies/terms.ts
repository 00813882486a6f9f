import { createHash } from 'node:crypto'
import type { Uuid } from '#platform/ids.ts'
import type { Terms } from './clocks.ts'
import type { PolicyInForce } from './queries.ts'

/** Creates terms from a policy and its hours. Their id is a content hash. */
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

/**
 * Returns terms without targets, for a thread to which no policy applies any longer. Keeps the hours, with which stopped clocks were
 * measured.
 */
export function removeTargets(terms: Terms): { id: Uuid; terms: Terms } {
  return identified({ ...terms, targets: { firstResponse: null, nextResponse: null, resolution: null } })
}

export const hasTargets = ({ targets }: Terms): boolean => Object.values(targets).some((target) => target !== null)

function identified(terms: Terms): { id: Uuid; terms: Terms } {
  const hash = createHash('sha256').update(JSON.stringify(terms)).digest('hex')
  // Format the hash as a UUIDv8, whose bits the application may choose.
  const uuid = `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
  return { id: uuid, terms }
}
