import { standard } from '../../kit/index.ts'
import { customField } from './custom-field.ts'
import { nextOptions } from './options.ts'
import { CustomFieldUpdate } from './schema.ts'

export const updateCustomField = standard.update(customField, {
  description:
    'Changes the fields sent. Key, type and target never change. `options` is the complete list of what can be chosen from now on: omitted options are ' +
    'archived, and existing values stay. `archived: false` restores an archived field.',
  body: CustomFieldUpdate,
  fields: ({ archived, options, ...sent }, current) => ({
    ...sent,
    options: options && nextOptions(current.type, options, current.options),
    archivedAt: archived === true ? (current.archivedAt ?? 'now') : archived === false ? null : undefined,
  }),
})
