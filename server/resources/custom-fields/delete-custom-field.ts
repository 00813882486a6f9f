import { standard } from '../../kit/index.ts'
import { customField } from './custom-field.ts'

export const deleteCustomField = standard.archive(customField, {
  description:
    'Fields are archived rather than deleted: threads and customers keep their existing values, which from then on can only be removed. ' +
    'The key cannot be used for another field. Archiving again changes nothing.',
})
