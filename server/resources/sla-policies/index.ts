/**
 * SLA policies: within what working time threads are answered and resolved.
 *
 * A thread gets the first policy in order whose conditions hold, else its inbox's. What it was promised is kept as terms (the policy with
 * its hours as they were then), so a change of a policy moves no deadline. `clocks.ts` has the rules of clocks, `choose.ts` those of the
 * choice; the threads room runs the clocks, because their writes share its transactions.
 */
import { room } from '../../kit/index.ts'
import { createSlaPolicy, deleteSlaPolicy, getSlaPolicy, listSlaPolicies, updateSlaPolicy } from './operations.ts'
import { slaPolicy } from './sla-policy.ts'

export { chosen, type Subject } from './choose.ts'
export {
  isWithdrawn,
  nextOf,
  run,
  settled,
  standingOf,
  type Clock,
  type Happening,
  type Ran,
  type Situation,
  type Standing,
  type Terms,
} from './clocks.ts'
export { anyPolicy, findPolicyHours, keepTerms, listPolicies } from './queries.ts'
export { slaPolicy } from './sla-policy.ts'
export { hasTargets, termsOf, withoutTargets } from './terms.ts'

export const slaPolicies = room({
  name: 'sla-policies',
  description: 'Response and resolution targets of threads.',
  resources: [slaPolicy],
  endpoints: [listSlaPolicies, createSlaPolicy, getSlaPolicy, updateSlaPolicy, deleteSlaPolicy],
  personal: {
    excused: { sla_policies: 'of the tenant', sla_terms: 'policies as they were', sla_threads: 'ids and times; deleted with their thread' },
  },
})
