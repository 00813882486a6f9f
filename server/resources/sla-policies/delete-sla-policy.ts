import { standard } from '../../kit/index.ts'
import { slaPolicy } from './sla-policy.ts'

export const deleteSlaPolicy = standard.remove(slaPolicy, {
  description: 'Deletes a policy permanently, unless inboxes refer to it; the error says how many. Threads keep what they were promised.',
})
