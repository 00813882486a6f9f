import { standard } from '../../kit/index.ts'
import { label } from './label.ts'

export const deleteLabel = standard.archive(label, {
  description: 'Labels are archived rather than deleted: threads that have the label keep it. Archiving again changes nothing.',
})
