import { standard } from '../../kit/index.ts'
import { SlaPolicyUpdate } from './schema.ts'
import { promisedOf, slaPolicy } from './sla-policy.ts'

export const updateSlaPolicy = standard.update(slaPolicy, {
  description:
    'Changes the fields sent; `conditions` and `targets` are replaced as a whole. What threads were promised stays: the change holds for threads that get the policy from now on.',
  body: SlaPolicyUpdate,
  fields: ({ targets, ...sent }) => ({ ...sent, ...(targets ? { targets: promisedOf(targets) } : {}) }),
})
