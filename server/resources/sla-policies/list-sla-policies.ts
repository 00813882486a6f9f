import { standard } from '../../kit/index.ts'
import { slaPolicy } from './sla-policy.ts'

export const listSlaPolicies = standard.list(slaPolicy, {
  summary: 'List SLA policies',
  description: 'All SLA policies of the tenant, newest first; `order` says in which order they are tried.',
})
