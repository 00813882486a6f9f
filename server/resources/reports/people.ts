/** Decides who may see figures of individual agents, according to the tenant's setting `reporting.people`. */
import { ApiError } from '#platform/errors.ts'
import type { Principal } from '#platform/principal.ts'
import { getSettings } from '../tenants/index.ts'
import { peopleHidden } from './errors.ts'
import type { Dimension } from './metric.ts'

/** Whether reports, their facts and their lists may name agents to the caller. */
export function showsPeople(principal: Pick<Principal, 'tenant' | 'user'>): boolean {
  const { people } = getSettings(principal).reporting
  return people === 'ALL' || (people === 'MANAGERS' && (principal.user.role === 'OWNER' || principal.user.role === 'ADMIN'))
}

/** Dimensions whose values are agents. */
export const dimensionsOfPeople: readonly Dimension[] = ['person', 'assignee']

/** Throws SVC-REPORT-PEOPLE_HIDDEN if a dimension is an agent and the caller may not see agents. */
export function checkPeople(principal: Pick<Principal, 'tenant' | 'user'>, used: readonly Dimension[]): void {
  const hidden = used.filter((dimension) => dimensionsOfPeople.includes(dimension))
  if (hidden.length === 0 || showsPeople(principal)) return
  throw new ApiError(peopleHidden, { message: `${peopleHidden.message} Leave out the dimension or filter ${hidden.join(' and ')}.` })
}
