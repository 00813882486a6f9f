/** Single-table statements that read threads on a cluster (decision 98). `complete-threads.ts` turns their rows into ThreadRecords. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Clock } from '../../sla-policies/index.ts'
import { rowColumnsSql, type ThreadRecord } from '../record/queries.ts'
import { msSql } from '../record/sla-queries.ts'

/** Fields of a ThreadRecord from the thread's own row, and the ids of the rows with the other fields. */
export type ThreadRow = Omit<ThreadRecord, 'assigneeName' | 'customerEmail' | 'customerName' | 'labels' | 'sla'> & {
  labelIds: Uuid[]
  /** Whether the thread has SLA clocks. */
  timed: boolean
}

/** Columns of a ThreadRow, from threads `t`. */
export const threadRowColumnsSql = `${rowColumnsSql()}, t.customer_id as "customerId", t.merged_into as "mergedInto", t.label_ids as "labelIds", t.timed`

type Keys = { tenantId: Uuid; ids: readonly Uuid[] }

export const findAssigneeNames = statement<Keys, { id: Uuid; name: string }>(
  'select id, name from users where tenant_id = :tenantId::uuid and id = any(:ids::uuid[])',
)
export const findLabelNames = statement<Keys, { id: Uuid; name: string }>(
  'select id, name from labels where tenant_id = :tenantId::uuid and id = any(:ids::uuid[])',
)
/** Finds the merge roots of threads, which have the messages. */
export const findMergeRoots = statement<Keys, { id: Uuid; rootId: Uuid }>(
  'select source_id as id, root_id as "rootId" from thread_merges where tenant_id = :tenantId::uuid and source_id = any(:ids::uuid[])',
)
export const findClocks = statement<Keys, { id: Uuid; at: number; clocks: Clock[]; termsId: Uuid }>(
  `select thread_id as id, ${msSql('now()')} as at, clocks, terms_id as "termsId" from sla_threads where tenant_id = :tenantId::uuid and thread_id = any(:ids::uuid[])`,
)
