import { nameKey } from '#kit/name-key.ts'
import { table } from '#kit/table.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { CannedResponse } from './schema.ts'

export const cannedResponseTable = table({
  from: 'canned_responses r',
  shape: CannedResponse,
  derived: { shortcutKey: ({ shortcut }) => nameKey(shortcut), titleKey: ({ title }) => nameKey(title) },
  isFoundByName: true,
  filters: {
    threadId: `exists (select 1 from threads t where t.tenant_id = :tenantId::uuid and t.id = :threadId::uuid
      and (cardinality(r.inbox_ids) = 0 or t.inbox_id = any(r.inbox_ids)))`,
  },
})

/** Counts uses. Keeps the version, because a use does not change the canned response. */
export const countUses = statement<{ tenantId: Uuid; id: Uuid; uses: number }, object>(
  'update canned_responses set usage_count = usage_count + :uses::bigint where tenant_id = :tenantId::uuid and id = :id::uuid',
)
