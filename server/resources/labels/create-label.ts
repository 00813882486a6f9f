import { standard } from '../../kit/index.ts'
import { label } from './label.ts'
import { LabelCreate } from './schema.ts'

export const createLabel = standard.create(label, {
  description: 'Makes a label. The name must be new within the tenant, without regard to letter case.',
  body: LabelCreate,
})
