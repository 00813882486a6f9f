import { standard } from '../../kit/index.ts'
import { customField } from './custom-field.ts'
import { nextOptions } from './options.ts'
import { CustomFieldUpdate } from './schema.ts'

export const updateCustomField = standard.update(customField, {
  description:
    'Changes the fields sent. Key, type and what has the field never change. `options` are all that can be chosen from now on: those left out are archived, ' +
    'and values that name them stay. `archived: false` brings an archived field back.',
  body: CustomFieldUpdate,
  fields: ({ archived, options, ...sent }, current) => ({
    ...sent,
    options: options && nextOptions(current.type, options, current.options),
    archivedAt: archived === true ? (current.archivedAt ?? 'now') : archived === false ? null : undefined,
  }),
})
