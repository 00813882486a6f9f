import { standard } from '../../kit/index.ts'
import { slaPolicy } from './sla-policy.ts'

export const listSlaPolicies = standard.list(slaPolicy)
