import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { insertResource, fetchOne } from '#kit/write.ts'
import { catalogDuplicate } from '#platform/errors.ts'
import { customField } from './custom-field.ts'
import { mergeOptions } from './options.ts'
import { findNextOrder } from './queries.ts'
import { CustomField, CustomFieldCreate } from './schema.ts'

export const createCustomField = endpoint({
  operationId: 'createCustomField',
  method: 'POST',
  path: customField.path,
  tag: customField.tag,
  scope: customField.scopes.write,
  summary: 'Create a custom field',
  description:
    'Creates a field for threads or for customers. From then on new values under its key must match its type; existing values ' +
    'stay until they are changed. Keys without a field accept any value.',
  body: CustomFieldCreate,
  responds: { 201: item(CustomField, 'The new custom field') },
  conflicts: { custom_fields_key_key: { error: catalogDuplicate, field: 'key', noun: 'custom field' } },
  etag: true,
  creates: customField,
  writes: 'transaction',
  present: customField.present,
  location: ({ id }) => `/custom-fields/${id}`,
  async handle(context) {
    const { options = [], order, required = customField.defaults.required, ...sent } = context.body
    const fields = { ...customField.defaults, ...sent, required, options: mergeOptions(sent.type, options, []) }
    const next =
      order ?? (await fetchOne(context.tx, findNextOrder, { tenantId: context.principal.tenantId, appliesTo: sent.appliesTo })).order
    return insertResource(context, customField, { ...fields, order: next })
  },
})
