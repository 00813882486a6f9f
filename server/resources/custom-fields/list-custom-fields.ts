import { standard } from '../../kit/index.ts'
import { customField } from './custom-field.ts'
import { CustomFieldFilters } from './schema.ts'

export const listCustomFields = standard.list(customField, {
  description: 'All custom fields of the tenant, archived ones included, newest first. `namePrefix` matches names and keys.',
  query: CustomFieldFilters,
})
