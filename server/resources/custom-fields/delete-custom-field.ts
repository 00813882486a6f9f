import { standard } from '../../kit/index.ts'
import { customField } from './custom-field.ts'

export const deleteCustomField = standard.archive(customField, {
  description:
    'Fields are archived rather than deleted: threads and customers keep the values that they have, which can only be removed from then on. ' +
    'The key stays taken. Archiving twice changes nothing.',
})
