/** Reads a tenant's rows in one snapshot. The crash tests compare these facts with the responses of clients. */
import { statement, type Database } from '#platform/db.ts'
import { clocks, gaps, merged } from '../thread-invariants.ts'
import type { Service, TortureTenant } from './service.ts'

export type ThreadFact = {
  id: string
  publicNumber: number
  ticketNumber: string
  externalRef: string | null
  subject: string
  status: Status
  messageCount: number
  lastMessageId: string
  version: number
  mergedInto: string | null
  snoozedUntil: string | null
}
/** `bornIn`: id of the thread that the message was written to, or of the thread that it was last split into. */
export type MessageFact = { id: string; threadId: string; body: string; bornIn: string }
export type CustomerFact = { id: string; email: string; version: number }
export type EventFact = { sequence: number; type: string; objectId: string; status: string | null; previousStatus: string | null }
export type AuditFact = {
  action: string
  targetId: string
  requestId: string
  statusBefore: string | null
  statusAfter: string | null
  /** Id of the thread that a new thread was split from; otherwise null. */
  splitFrom: string | null
  /** Names of the labels that an update of the thread added. */
  labelsAdded: string[]
}
/** A scheduled reply that was not cancelled. */
export type ScheduledFact = { id: string; body: string; state: 'QUEUED' | 'SENT' | 'FAILED' }
export type JobFact = { id: string; state: string; total: number; done: number; failed: number; label: string | null }
/** A change of a thread's `snoozedUntil`, as recorded in its event. */
export type SnoozeFact = { sequence: number; threadId: string; from: string | null; to: string | null }
export type Status = 'open' | 'pending' | 'resolved' | 'closed'
export type Counters = Record<Status, number> & { lastPublicNumber: number; eventSequence: number; auditLogs: number; customers: number }

export type TenantFacts = {
  tenantId: string
  slug: string
  counters: Counters
  /** Ordered by public number. */
  threads: ThreadFact[]
  messages: MessageFact[]
  customers: CustomerFact[]
  /** Ordered by sequence. */
  events: EventFact[]
  audits: AuditFact[]
  scheduled: ScheduledFact[]
  jobs: JobFact[]
  snoozes: SnoozeFact[]
  /** Invariant violations found by the statements in thread-invariants.ts. */
  wrong: string[]
}

/** Reads all tenants in one snapshot, because statements of killed clients may still commit during the read. */
export async function readFacts(service: Service, tenants: readonly TortureTenant[]): Promise<TenantFacts[]> {
  return service.withDatabase((db) =>
    db.transaction(async (tx) => {
      await tx.script('set transaction isolation level repeatable read, read only')
      const facts: TenantFacts[] = []
      for (const { tenantId, slug } of tenants) facts.push({ tenantId, slug, ...(await readTenant(tx, tenantId)) })
      return facts
    }),
  )
}

type TenantParams = { tenantId: string }

export async function readTenant(tx: Pick<Database, 'rows' | 'first'>, tenantId: string): Promise<Omit<TenantFacts, 'tenantId' | 'slug'>> {
  const params = { tenantId }
  const counters = await tx.first(findCounters, params)
  if (!counters) throw new Error(`The tenant ${tenantId} has no counters row`)
  return {
    counters,
    threads: await tx.rows(findThreads, params),
    messages: await tx.rows(findMessages, params),
    customers: await tx.rows(findCustomers, params),
    events: await tx.rows(findEvents, params),
    audits: await tx.rows(findAudits, params),
    scheduled: await tx.rows(findScheduled, params),
    jobs: await tx.rows(findJobs, params),
    snoozes: await tx.rows(findSnoozes, params),
    wrong: [
      ...(await tx.rows(gaps, params)).map(({ what, n }) => `${what} ${n}`),
      ...(await tx.rows(clocks, params)).map(({ wrong, thread }) => `${wrong} in the thread ${thread}`),
      ...(await tx.rows(merged, params)).map(({ wrong, source }) => `${wrong} of the merge of ${source}`),
    ],
  }
}

const findCounters = statement<
  TenantParams,
  Counters
>(`select last_public_number as "lastPublicNumber", event_sequence as "eventSequence", audit_logs as "auditLogs",
  customers, threads_open as open, threads_pending as pending, threads_resolved as resolved, threads_closed as closed
  from tenant_counters where tenant_id = :tenantId::uuid`)
const findThreads = statement<
  TenantParams,
  ThreadFact
>(`select id, public_number as "publicNumber", ticket_number as "ticketNumber", external_ref as "externalRef", subject,
  status, message_count as "messageCount", last_message_id as "lastMessageId", version, merged_into as "mergedInto", snoozed_until as "snoozedUntil" from threads where tenant_id = :tenantId::uuid order by public_number`)
const findMessages = statement<TenantParams, MessageFact>(
  'select id, thread_id as "threadId", left(body, 40) as body, coalesce(merged_from[1], thread_id) as "bornIn" from messages where tenant_id = :tenantId::uuid',
)
const findCustomers = statement<TenantParams, CustomerFact>('select id, email, version from customers where tenant_id = :tenantId::uuid')
const findEvents = statement<
  TenantParams,
  EventFact
>(`select sequence, type, object_id as "objectId", object ->> 'status' as status, previous ->> 'status' as "previousStatus"
  from events where tenant_id = :tenantId::uuid order by sequence`)
const findAudits = statement<
  TenantParams,
  AuditFact
>(`select action, target_id as "targetId", request_id as "requestId", before ->> 'status' as "statusBefore",
  after ->> 'status' as "statusAfter", after ->> 'splitFrom' as "splitFrom", case when json_typeof(before -> 'labels') = 'array' then array(
    select l ->> 'name' from json_array_elements(after -> 'labels') l
    where l ->> 'id' not in (select b ->> 'id' from json_array_elements(before -> 'labels') b)) else '{}' end as "labelsAdded"
  from audit_logs where tenant_id = :tenantId::uuid`)
const findScheduled = statement<TenantParams, ScheduledFact>(
  'select id, left(body, 40) as body, state from scheduled_messages where tenant_id = :tenantId::uuid',
)
const findJobs = statement<TenantParams, JobFact>(
  `select id, state, total, done, failed, input -> 'addLabels' ->> 0 as label from bulk_jobs where tenant_id = :tenantId::uuid`,
)
const findSnoozes = statement<TenantParams, SnoozeFact>(`
  select sequence, object_id as "threadId", (previous ->> 'snoozedUntil')::timestamptz as "from", (object ->> 'snoozedUntil')::timestamptz as "to"
  from events where tenant_id = :tenantId::uuid and type in ('thread.snoozed', 'thread.unsnoozed') order by sequence`)
