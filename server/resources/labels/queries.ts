import { nameKey } from '#kit/name-key.ts'
import { table } from '#kit/table.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { Label } from './schema.ts'

export const labelTable = table({
  from: 'labels l',
  shape: Label,
  computed: {
    threadCount: {
      sql: '(select count(*) from thread_labels tl where tl.tenant_id = :tenantId::uuid and tl.label_id = l.id)',
      initially: '0',
    },
  },
  derived: { nameKey: ({ name }) => nameKey(name) },
  isFoundByName: true,
})

/** Fields of a label that other objects contain. */
export type NamedLabel = { id: Uuid; name: string; nameKey: string; archivedAt: string | null }

/** Finds labels by id or name, locked so that none is archived or renamed before the commit. */
export const lockLabels = statement<{ tenantId: Uuid; ids: Uuid[]; keys: string[] }, NamedLabel>(`
  select l.id, l.name, l.name_key as "nameKey", l.archived_at as "archivedAt" from labels l
  where l.tenant_id = :tenantId::uuid and (l.id = any(:ids::uuid[]) or l.name_key = any(:keys::text[])) order by l.id for key share`)
