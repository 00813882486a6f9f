import { standard } from '../../kit/index.ts'
import { label } from './label.ts'
import { LabelCreate } from './schema.ts'

export const createLabel = standard.create(label, {
  description: 'Creates a label. The name must be unique within the tenant, ignoring letter case.',
  body: LabelCreate,
})
