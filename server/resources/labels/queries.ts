import { statement } from '../../kit/db.ts'
import type { Uuid } from '../../kit/ids.ts'
import { keysetList } from '../../kit/list.ts'
import { isoTime, isoTimeOrNull } from '../../kit/time.ts'
import { toTypeId } from '../../kit/ids.ts'
import type { Static } from '../../kit/schema.ts'
import type { Label } from './schema.ts'

/** A label as the database holds it. */
export type LabelRecord = {
  id: Uuid
  name: string
  color: string | null
  description: string | null
  archivedAt: string | null
  threadCount: number
  version: number
  createdAt: string
}

/** Names are compared by this key, made here and not by the database, whose rules depend on its locale. */
export function labelKey(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

export function toLabel(record: LabelRecord): Static<typeof Label> {
  const { id, name, color, description, archivedAt, threadCount, createdAt } = record
  return {
    id: toTypeId('lbl', id),
    name,
    color,
    description,
    archivedAt: isoTimeOrNull(archivedAt),
    threadCount,
    createdAt: isoTime(createdAt),
  }
}

const ownColumns = `l.id, l.name, l.color, l.description, l.archived_at as "archivedAt", l.version, l.created_at as "createdAt"`
const columns = `${ownColumns},
  (select count(*) from thread_labels tl where tl.tenant_id = :tenantId::uuid and tl.label_id = l.id) as "threadCount"`

export const labelList = keysetList<LabelRecord>({ from: 'labels l', alias: 'l', columns })

export const findLabel = statement<{ tenantId: Uuid; id: Uuid }, LabelRecord>(
  `select ${columns} from labels l where l.tenant_id = :tenantId::uuid and l.id = :id::uuid`,
)

export const lockLabel = statement<{ tenantId: Uuid; id: Uuid }, LabelRecord>(
  `select ${columns} from labels l where l.tenant_id = :tenantId::uuid and l.id = :id::uuid for update of l`,
)

type LabelFields = { tenantId: Uuid; id: Uuid; name: string; nameKey: string; color: string | null; description: string | null }

export const insertLabel = statement<LabelFields, LabelRecord>(`
  insert into labels as l (tenant_id, id, name, name_key, color, description)
  values (:tenantId::uuid, :id::uuid, :name, :nameKey, :color, :description)
  returning ${ownColumns}, 0 as "threadCount"`)

export const updateLabel = statement<LabelFields & { archived: boolean }, LabelRecord>(`
  with clock as materialized (select now() as now)
  update labels l set name = :name, name_key = :nameKey, color = :color, description = :description, version = version + 1,
    archived_at = case when :archived::boolean then coalesce(archived_at, clock.now) end
  from clock where l.tenant_id = :tenantId::uuid and l.id = :id::uuid
  returning ${columns}`)
