/**
 * Custom fields: fields of a tenant's own for threads and customers. Values stand in `customFields` of these, by key.
 *
 * Key, type and target of a field never change. Fields and options are archived rather than deleted, so that values which name them can
 * always be shown. New values are checked by `checkFieldValues`, the one reader for threads and customers; keys without a field are free.
 */
import { changesOf, room, type Queryable, type Uuid } from '../../kit/index.ts'
import { checkFieldValues, type FieldCheck } from './check-values.ts'
import { createCustomField } from './create-custom-field.ts'
import { customField } from './custom-field.ts'
import { deleteCustomField } from './delete-custom-field.ts'
import { getCustomField } from './get-custom-field.ts'
import { listCustomFields } from './list-custom-fields.ts'
import { listDefinitions } from './queries.ts'
import { updateCustomField } from './update-custom-field.ts'

export { checkFieldValues } from './check-values.ts'
export { mergeCustomFields } from './merge-values.ts'
export { threadFieldsVersion } from './queries.ts'
export { learnThreadFields, rememberedThreadFields } from './remembered-fields.ts'
export { CustomFieldValues } from './schema.ts'

/** `checkFieldValues` by the fields as they are now. Reads nothing when there is nothing to check. */
export async function checkFields(tx: Queryable, tenantId: Uuid, appliesTo: 'THREAD' | 'CUSTOMER', check: FieldCheck): Promise<void> {
  const { before, after, moment } = check
  if (moment === null && changesOf(before, { ...after }) === null) return
  checkFieldValues(await tx.rows(listDefinitions, { tenantId, appliesTo }), check)
}

export const customFields = room({
  name: 'custom-fields',
  description: 'Fields of your own for threads and customers.',
  resources: [customField],
  endpoints: [listCustomFields, createCustomField, getCustomField, updateCustomField, deleteCustomField],
})
