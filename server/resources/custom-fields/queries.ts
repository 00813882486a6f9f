import { nameKey, statement, table, type Uuid } from '../../kit/index.ts'
import type { FieldDefinition } from './check-values.ts'
import { CustomField } from './schema.ts'

type Kind = { tenantId: Uuid; appliesTo: string }

export const customFieldTable = table({
  from: 'custom_fields f',
  shape: CustomField,
  derived: { nameKey: ({ name }) => nameKey(name) },
  beginnings: ['nameKey', 'key'],
  filters: { appliesTo: 'f.applies_to = :appliesTo::text' },
})

export const findNextOrder = statement<Kind, { order: number }>(
  `select coalesce(max("order") + 1, 0) as "order" from custom_fields where tenant_id = :tenantId::uuid and applies_to = :appliesTo::text`,
)

const definition = 'key, type, options, required, archived_at is not null as archived'

/** All fields, including archived ones: a tenant has tens. */
export const listDefinitions = statement<Kind, FieldDefinition>(`
  select ${definition} from custom_fields
  where tenant_id = :tenantId::uuid and applies_to = :appliesTo::text order by "order", key`)

/** The state of a tenant's thread fields as one number: see remembered-fields.ts. */
export const threadFieldsVersion = `select coalesce(sum(version), 0)::bigint as version from custom_fields
  where tenant_id = :tenantId::uuid and applies_to = 'THREAD'`

export const listVersionedDefinitions = statement<Kind, FieldDefinition & { version: number }>(`
  select ${definition}, (sum(version) over ())::bigint as version from custom_fields
  where tenant_id = :tenantId::uuid and applies_to = :appliesTo::text order by "order", key`)
