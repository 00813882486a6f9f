/** Statements for the erasure and export of customers' data in satisfaction requests. */
import { lowestIdSql } from '#kit/privacy/subjects.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { RequestRecord } from './queries.ts'

type Ids = { tenantId: Uuid; ids: readonly Uuid[] }

/** Locks the requests about threads, and requests to customers, whose threads may have moved to other customers. */
export const lockRequestsOfThreads = statement<{ tenantId: Uuid; threadIds: readonly Uuid[] }, { id: Uuid; hasComment: boolean }>(`
  select r.id, r.comment is not null or cardinality(r.reasons) > 0 as "hasComment" from satisfaction_requests r
  where r.tenant_id = :tenantId::uuid and r.thread_id = any(:threadIds::uuid[]) order by r.id for update`)
export const lockRequestsOfCustomers = statement<
  { tenantId: Uuid; customerIds: readonly Uuid[]; after: string | null; limit: number },
  { id: Uuid; hasComment: boolean }
>(`
  select r.id, r.comment is not null or cardinality(r.reasons) > 0 as "hasComment" from satisfaction_requests r
  where r.tenant_id = :tenantId::uuid and r.customer_id = any(:customerIds::uuid[]) and r.id > coalesce(:after::uuid, ${lowestIdSql})
  order by r.id limit :limit::int for update`)

/** Erases customers' texts, and cancels requests without a rating. Scores stay. */
export const blankRequests = statement<Ids, object>(`
  update satisfaction_requests r set comment = null, reasons = '{}', remind_at = null,
    cancel_reason = case when r.state in ('PLANNED', 'SENT') then 'ERASED' else r.cancel_reason end,
    state = case when r.state in ('PLANNED', 'SENT') then 'CANCELLED' else r.state end, version = r.version + 1
  where r.tenant_id = :tenantId::uuid and r.id = any(:ids::uuid[])`)

export const deleteRequests = statement<Ids, object>(
  'delete from satisfaction_requests where tenant_id = :tenantId::uuid and id = any(:ids::uuid[])',
)

type Exported = Pick<RequestRecord, 'id' | 'threadId' | 'state' | 'question' | 'sentAt'> & {
  score: number | null
  comment: string | null
  reasons: string[]
  answeredAt: string | null
}

export const requestsOfCustomers = statement<
  { tenantId: Uuid; customerIds: readonly Uuid[]; after: string | null; limit: number },
  Exported
>(`
  select r.id, r.thread_id as "threadId", r.state, r.question, r.sent_at as "sentAt", r.score, r.comment, r.reasons, r.answered_at as "answeredAt"
  from satisfaction_requests r
  where r.tenant_id = :tenantId::uuid and r.customer_id = any(:customerIds::uuid[]) and r.id > coalesce(:after::uuid, ${lowestIdSql})
  order by r.id limit :limit::int`)
