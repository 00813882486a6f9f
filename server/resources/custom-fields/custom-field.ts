import { resource } from '#kit/resource.ts'
import { absent, defineError } from '#platform/define-error.ts'
import { customFieldTable } from './queries.ts'
import { CustomField } from './schema.ts'

export const customField = resource({
  noun: 'custom_field',
  path: '/custom-fields',
  prefix: 'fld',
  scopes: { read: 'catalog:read', write: 'catalog:admin' },
  notFound: defineError('SVC-CUSTOMFIELD-NOT_FOUND', 404, 'There is no such custom field.', absent('custom field')),
  shape: CustomField,
  table: customFieldTable,
  limit: { of: 'custom fields', atMost: 500 },
  defaults: { options: [], required: 'NEVER', archivedAt: null },
  events: { deleted: null },
})
