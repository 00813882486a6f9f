import { createHash } from 'node:crypto'
import type { Uuid } from '../../kit/index.ts'
import type { Terms } from './clocks.ts'
import type { PolicyInForce } from './queries.ts'

/** A policy as a promise, under an id that follows from what it says. */
export function termsOf({ id, name, targets, pauseOn, warningPercent }: PolicyInForce, hours: Terms['hours']): { id: Uuid; terms: Terms } {
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

/** What is left of a promise when no policy applies any more: how it was measured, without anything to be done. */
export function withoutTargets(terms: Terms): { id: Uuid; terms: Terms } {
  return identified({ ...terms, targets: { firstResponse: null, nextResponse: null, resolution: null } })
}

export const hasTargets = ({ targets }: Terms): boolean => Object.values(targets).some((target) => target !== null)

function identified(terms: Terms): { id: Uuid; terms: Terms } {
  const hash = createHash('sha256').update(JSON.stringify(terms)).digest('hex')
  // In the form of a UUID of version 8, whose bits are the application's.
  const uuid = `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
  return { id: uuid, terms }
}
