import { standard } from '../../kit/index.ts'
import { label } from './label.ts'

export const listLabels = standard.list(label, { description: 'All labels of the tenant, archived ones included, newest first.' })
