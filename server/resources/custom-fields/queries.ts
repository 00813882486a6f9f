import { nameKey } from '#kit/name-key.ts'
import { table } from '#kit/table.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { FieldDefinition } from './check-values.ts'
import { blankCharacters } from '../../../client/field-values.ts'
import { CustomField } from './schema.ts'

type Kind = { tenantId: Uuid; appliesTo: string }

export const customFieldTable = table({
  from: 'custom_fields f',
  shape: CustomField,
  derived: { nameKey: ({ name }) => nameKey(name) },
  isFoundByName: true,
  filters: { appliesTo: 'f.applies_to = :appliesTo::text' },
})

export const findNextOrder = statement<Kind, { order: number }>(
  `select coalesce(max("order") + 1, 0) as "order" from custom_fields where tenant_id = :tenantId::uuid and applies_to = :appliesTo::text`,
)

const definitionColumns = 'key, type, options, required, archived_at is not null as archived'

/** Lists all definitions, including archived ones. A tenant has only tens of them. */
export const listDefinitions = statement<Kind, FieldDefinition>(`
  select ${definitionColumns} from custom_fields
  where tenant_id = :tenantId::uuid and applies_to = :appliesTo::text order by "order", key`)

/** SQL for a number that identifies the state of a tenant's thread fields: see remembered-fields.ts. */
export const threadFieldsVersion = `select coalesce(sum(version), 0)::bigint as version from custom_fields
  where tenant_id = :tenantId::uuid and applies_to = 'THREAD'`

export const listVersionedDefinitions = statement<Kind, FieldDefinition & { version: number }>(`
  select ${definitionColumns}, (sum(version) over ())::bigint as version from custom_fields
  where tenant_id = :tenantId::uuid and applies_to = :appliesTo::text order by "order", key`)

const blankSql = `u&'${[...blankCharacters].map((each) => `\\${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}'`
const isBlankSql = (text: string) => `btrim(coalesce(${text}, ''), ${blankSql}) = ''`

/** SQL: whether no key in a JSON column has a value (`hasNoValue`) or, with `isEmpty` false, whether each key has one. */
const eachKeySql = (values: string, keys: string, isEmpty: boolean): string => `not exists (
  select 1 from unnest(${keys}) as k(key) cross join lateral (select ${values} -> k.key as value) v
  where ${isEmpty ? 'not ' : ''}case jsonb_typeof(v.value)
    when 'array' then not exists (select 1 from jsonb_array_elements_text(v.value) as e(entry) where not ${isBlankSql('e.entry')})
    when 'string' then ${isBlankSql("v.value #>> '{}'")}
    else coalesce(jsonb_typeof(v.value), 'null') = 'null' end)`
export const hasNoValueSql = (values: string, keys: string): string => eachKeySql(values, keys, true)
export const hasValueSql = (values: string, keys: string): string => eachKeySql(values, keys, false)
