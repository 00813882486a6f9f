/**
 * SLA policies: the working time within which agents reply to threads and resolve them.
 *
 * A thread gets the first policy in order whose conditions match, or else its inbox's. The thread stores a copy of the policy and its
 * hours as *terms*, so a change of the policy moves no deadline. `clocks.ts` has the rules of clocks, `choose.ts` those of the choice.
 * The threads module runs the clocks, because they are written in its transactions.
 */
import { module } from '#kit/module.ts'
import { createSlaPolicy, deleteSlaPolicy, getSlaPolicy, listSlaPolicies, updateSlaPolicy } from './operations.ts'
import { slaPolicy } from './sla-policy.ts'

export { choosePolicy, hasValue, type ThreadSubject } from './choose.ts'
export {
  isWithdrawn,
  nextDueAt,
  run,
  updateOverdue,
  toStanding,
  type Clock,
  type Happening,
  type ClockChanges,
  type Situation,
  type Standing,
  type Terms,
} from './clocks.ts'
export { findPolicyHours, insertTerms, listPolicies } from './queries.ts'
export { fieldCondition } from './schema.ts'
export { slaPolicy } from './sla-policy.ts'
export { hasTargets, createTerms, removeTargets } from './terms.ts'

export const slaPolicies = module({
  name: 'sla-policies',
  description: 'Response and resolution targets of threads.',
  resources: [slaPolicy],
  endpoints: [listSlaPolicies, createSlaPolicy, getSlaPolicy, updateSlaPolicy, deleteSlaPolicy],
  personal: {
    excused: { sla_policies: 'of the tenant', sla_terms: 'policies as they were', sla_threads: 'ids and times; deleted with their thread' },
  },
})
