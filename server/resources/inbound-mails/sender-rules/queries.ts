import { lowestIdSql } from '#kit/privacy/subjects.ts'
import { type RowOf, table } from '#kit/table.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { SenderRule } from './schema.ts'

export const senderRuleTable = table({ from: 'sender_rules r', shape: SenderRule })

/** Finds the rule of an address or domain for all inboxes. */
export const findSenderRule = statement<{ tenantId: Uuid; pattern: string }, RowOf<typeof SenderRule>>(`
  select ${senderRuleTable.columns} from sender_rules r where r.tenant_id = :tenantId::uuid and r.pattern = :pattern and r.inbox_id is null for update`)

type Position = { tenantId: Uuid; after: string | null; limit: number }

/** Reads the next rules in id order. */
export const nextSenderRules = statement<Position, { id: Uuid; pattern: string }>(`
  select r.id, r.pattern from sender_rules r where r.tenant_id = :tenantId::uuid and r.id > coalesce(:after::uuid, ${lowestIdSql})
  order by r.id limit :limit::int`)

export const deleteSenderRules = statement<{ tenantId: Uuid; ids: readonly Uuid[] }, object>(
  'delete from sender_rules where tenant_id = :tenantId::uuid and id = any(:ids::uuid[])',
)
