import { standard } from '../../kit/index.ts'
import { slaPolicy } from './sla-policy.ts'

export const getSlaPolicy = standard.get(slaPolicy)
