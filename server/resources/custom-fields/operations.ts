import { standard } from '#kit/standard.ts'
import { fetchOne } from '#kit/write.ts'
import { catalogDuplicate } from '#platform/errors.ts'
import { customField } from './custom-field.ts'
import { mergeOptions } from './options.ts'
import { findNextOrder } from './queries.ts'
import { CustomFieldCreate, CustomFieldFilters, CustomFieldUpdate } from './schema.ts'

export const listCustomFields = standard.list(customField, {
  description: 'All custom fields of the tenant, archived ones included, newest first. `namePrefix` matches names and keys.',
  query: CustomFieldFilters,
})

export const getCustomField = standard.get(customField)

export const createCustomField = standard.create(customField, {
  description:
    'Creates a field for threads or for customers. From then on new values under its key must match its type; existing values ' +
    'stay until they are changed. Keys without a field accept any value.',
  body: CustomFieldCreate,
  conflicts: { custom_fields_key_key: { error: catalogDuplicate, field: 'key', noun: 'custom field' } },
  fields: async ({ options = [], order, ...sent }, { tx, principal: { tenantId } }) => ({
    ...sent,
    options: mergeOptions(sent.type, options, []),
    order: order ?? (await fetchOne(tx, findNextOrder, { tenantId, appliesTo: sent.appliesTo })).order,
  }),
})

export const updateCustomField = standard.update(customField, {
  description:
    'Changes the fields sent. Key, type and target never change. `options` is the complete list of options: omitted options are ' +
    'archived, and existing values stay. `archived: false` restores an archived field.',
  body: CustomFieldUpdate,
  fields: ({ options, ...sent }, current) => ({ ...sent, options: options && mergeOptions(current.type, options, current.options) }),
})

export const deleteCustomField = standard.archive(customField, {
  description:
    'Archives a field instead of deleting it: threads and customers keep their values, which can only be removed. The key cannot ' +
    'be used for another field. Archiving again changes nothing.',
})
