/**
 * Custom fields: fields that a tenant defines for its threads or customers. The values are in `customFields` of the thread or customer, by
 * key.
 *
 * Key, type and target of a field never change. Fields and options are archived rather than deleted, so that existing values can always be
 * shown. New values of threads and customers are checked by `checkFieldValues`; keys without a field accept any value.
 */
import { findChanges } from '#kit/changes.ts'
import { module } from '#kit/module.ts'
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { checkFieldValues, type FieldCheck, type FieldDefinition } from './check-values.ts'
import { customField } from './custom-field.ts'
import { createCustomField, deleteCustomField, getCustomField, listCustomFields, updateCustomField } from './operations.ts'
import { listDefinitions } from './queries.ts'
import { type FieldFilter, readFieldFilter } from './read-field-filter.ts'

export { checkFieldValues } from './check-values.ts'
export { anyValue, hasNoValue, isBlank } from '../../../client/field-values.ts'
export { maxFieldBytes, mergeCustomFields } from './merge-values.ts'
export { hasNoValueSql, hasValueSql, threadFieldsVersion } from './queries.ts'
export { readComparedValue, unknownField } from './read-field-filter.ts'
export { refreshThreadFields, getCachedThreadFields } from './remembered-fields.ts'
export { CustomFieldFilter, CustomFieldValues } from './schema.ts'

/** Runs `checkFieldValues` with the current definitions. Reads them only if a value changes or a field may be required. */
export async function checkFields(tx: Queryable, tenantId: Uuid, appliesTo: 'THREAD' | 'CUSTOMER', check: FieldCheck): Promise<void> {
  const { before, after, moment } = check
  if (moment === null && findChanges(before, { ...after }) === null) return
  checkFieldValues(await tx.rows(listDefinitions, { tenantId, appliesTo }), check)
}

/** Reads a filter by custom fields of threads (see `readFieldFilter`). */
export async function readThreadFieldFilter(
  db: Queryable,
  tenantId: Uuid,
  filter: Readonly<Record<string, unknown>> | undefined,
  path: string,
): Promise<FieldFilter> {
  if (filter === undefined || Object.keys(filter).length === 0) return {}
  return readFieldFilter(await listThreadFields(db, tenantId), filter, path)
}

/** Returns all custom fields of threads, including archived ones. */
export function listThreadFields(db: Queryable, tenantId: Uuid): Promise<FieldDefinition[]> {
  return db.rows(listDefinitions, { tenantId, appliesTo: 'THREAD' })
}

/** Returns a custom field of threads whose values are options, including an archived one. Null if there is no such field. */
export async function findSelectField(db: Queryable, tenantId: Uuid, key: string): Promise<FieldDefinition | null> {
  const definitions = await listThreadFields(db, tenantId)
  return definitions.find((definition) => definition.key === key && definition.type === 'SELECT') ?? null
}

export const customFields = module({
  name: 'custom-fields',
  description: 'Your own fields for threads and customers.',
  resources: [customField],
  endpoints: [listCustomFields, createCustomField, getCustomField, updateCustomField, deleteCustomField],
  personal: { excused: { custom_fields: 'definitions; values are in threads and customers' } },
})
