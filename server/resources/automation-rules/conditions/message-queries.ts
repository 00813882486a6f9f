import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'

/** Reads the full texts of messages, and whether each is the first of its thread. Leaves out messages that no longer exist. */
export const findMessageTexts = statement<{ tenantId: Uuid; ids: Uuid[] }, { id: Uuid; text: string; isFirst: boolean }>(`
  select m.id, m.body_text as text, not exists (
    select 1 from messages e where e.tenant_id = :tenantId::uuid and e.thread_id = m.thread_id and (e.created_at, e.id) < (m.created_at, m.id)) as "isFirst"
  from unnest(:ids::uuid[]) as w(id) cross join lateral (select * from messages where tenant_id = :tenantId::uuid and id = w.id limit 1) m`)
