import { standard } from '#kit/standard.ts'
import { customField } from './custom-field.ts'
import { CustomFieldFilters, CustomFieldUpdate } from './schema.ts'
import { mergeOptions } from './options.ts'

export const listCustomFields = standard.list(customField, {
  description: 'All custom fields of the tenant, archived ones included, newest first. `namePrefix` matches names and keys.',
  query: CustomFieldFilters,
})

export const getCustomField = standard.get(customField)

export const updateCustomField = standard.update(customField, {
  description:
    'Changes the fields sent. Key, type and target never change. `options` is the complete list of options: omitted options are ' +
    'archived, and existing values stay. `archived: false` restores an archived field.',
  body: CustomFieldUpdate,
  fields: ({ archived, options, ...sent }, current) => ({
    ...sent,
    options: options && mergeOptions(current.type, options, current.options),
    archivedAt: archived === true ? (current.archivedAt ?? 'now') : archived === false ? null : undefined,
  }),
})

export const deleteCustomField = standard.archive(customField, {
  description:
    'Archives a field instead of deleting it: threads and customers keep their values, which can only be removed. The key cannot ' +
    'be used for another field. Archiving again changes nothing.',
})
