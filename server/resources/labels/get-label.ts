import { standard } from '../../kit/index.ts'
import { label } from './label.ts'

export const getLabel = standard.get(label, { description: 'One label, with the number of threads that have it.' })
