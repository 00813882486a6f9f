/**
 * Statements that fill a database with threads, far faster than the API. Rows look like those that the service writes. The ledger (events,
 * audit rows) of these threads is omitted, because no claim reads it.
 *
 * Ids are UUIDv7s derived from a number, so that a load script can compute the id of any thread without a list. Threads of all tenants
 * alternate in time, and therefore on disk, as they would in production.
 */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'

export type DatasetParams = {
  tenants: { no: number; tenantId: Uuid; inboxId: Uuid; ownerId: Uuid; prefix: string; threads: number }[]
  threads: number
  stepMs: number
}

/** Time of the first thread, and time span of the threads of the largest tenant. */
export const firstThreadMs = Date.UTC(2024, 0, 1)
export const threadSpanMs = 2 * 365 * 86_400_000
/** Each customer has ten threads; each thread has two of its tenant's labels. */
export const threadsPerCustomer = 10
export const labelNames = ['billing', 'export', 'login', 'shipping', 'refund', 'invoice', 'mobile', 'outage', 'privacy', 'feedback']

/** Kind bits of an id: rows of different kinds from the same millisecond differ in the twelve bits after the version. */
const kinds = { thread: 0, message: 1, customer: 2, label: 3 }

/** Returns the high half of row `n`'s UUIDv7: milliseconds, version, kind. */
export function highHalf(kind: keyof typeof kinds, ms: number): bigint {
  return (BigInt(ms) << 16n) + 0x7000n + BigInt(kinds[kind])
}

/** Returns SQL for an id. `ms` and `no` are SQL expressions; the low half has the variant bits and the tenant's number. */
function id(kind: keyof typeof kinds, ms: string): string {
  return `('0' || to_hex((${ms} << 16) + ${0x7000 + kinds[kind]}) || to_hex(-9223372036854775808 + t.no))::uuid`
}

const tenants = `json_to_recordset(:tenants::json) as t(no bigint, "tenantId" uuid, "inboxId" uuid, "ownerId" uuid, prefix text, threads bigint)`
const row = `generate_series(1, :threads::bigint) as i join ${tenants} on i <= t.threads`
const threadMs = `(${firstThreadMs} + i * :stepMs::bigint)`
const threadAt = `to_timestamp(${threadMs} / 1000.0)`
const customersOf = `greatest(1, t.threads / ${threadsPerCustomer})`
const label = (n: string): string => id('label', `(${firstThreadMs} + ${n})`)
const customer = id('customer', `(${firstThreadMs} + i % ${customersOf})`)
/** Status of a thread: four of ten are open, one is pending, two are resolved and three are closed. */
const status = `case when i % 10 < 4 then 'open' when i % 10 = 4 then 'pending' when i % 10 < 7 then 'resolved' else 'closed' end`
const body = `'Since the release of last week the export of ' || i || ' rows ends after the first page. We tried two browsers and another account, and the file is always cut at the same line. Could you have a look?'`

const fill = (sql: string) => statement<DatasetParams, object>(sql)

/** Statements in the order of foreign keys; each fills one table. */
export const fillStatements = [
  fill(`insert into labels (tenant_id, id, name, name_key)
    select t."tenantId", ${label('l.n')}, l.name, l.name
    from ${tenants} cross join unnest(array['${labelNames.join(`', '`)}']) with ordinality as l(name, n)
    where :threads::bigint > 0 and :stepMs::bigint > 0`),
  fill(`insert into customers (tenant_id, id, email, name, created_at, updated_at)
    select t."tenantId", ${id('customer', `(${firstThreadMs} + c)`)}, 'customer' || c || '@example.com', 'Customer ' || c, at, at
    from ${tenants} cross join lateral generate_series(0, ${customersOf} - 1) as c cross join lateral (select to_timestamp((${firstThreadMs} + c) / 1000.0) as at) as times
    where :threads::bigint > 0 and :stepMs::bigint > 0`),
  fill(`insert into threads (tenant_id, id, public_number, ticket_number, subject, status, priority, channel, inbox_id, assignee_id, customer_id, external_ref,
      label_ids, last_message_id, last_message_at, last_message_author_type, waiting_since, message_count, resolved_at, closed_at, created_at, updated_at)
    select t."tenantId", ${id('thread', threadMs)}, i, t.prefix || '-2024-' || lpad(i::text, greatest(6, length(i::text)), '0'),
      'The export of ' || i || ' rows ends after a page', ${status}, case when i % 7 = 0 then 'high' else 'normal' end, case when i % 3 = 0 then 'email' else 'api' end,
      t."inboxId", case when i % 2 = 0 then t."ownerId" end, ${customer}, case when i % 4 = 0 then 'order-' || i end,
      array[${label(`(1 + i % 10)`)}, ${label(`(1 + (i + 3) % 10)`)}], ${id('message', threadMs)}, ${threadAt}, 'CUSTOMER', ${threadAt}, 1,
      case when i % 10 in (5, 6) then ${threadAt} end, case when i % 10 > 6 then ${threadAt} end, ${threadAt}, ${threadAt}
    from ${row} order by i, t.no`),
  fill(`insert into thread_activity (tenant_id, thread_id, status, updated_at, last_message_at, waiting_since)
    select t."tenantId", ${id('thread', threadMs)}, s.status, ${threadAt}, ${threadAt}, case when s.status in ('open', 'pending') then ${threadAt} else 'infinity' end
    from ${row} cross join lateral (select ${status} as status) s order by i, t.no`),
  fill(`insert into thread_labels (tenant_id, label_id, thread_created_at, thread_id)
    select t."tenantId", l.id, ${threadAt}, ${id('thread', threadMs)}
    from ${row} cross join lateral (values (${label(`(1 + i % 10)`)}), (${label(`(1 + (i + 3) % 10)`)})) as l(id) order by i, t.no`),
  fill(`insert into messages (tenant_id, id, thread_id, author_type, author_id, author_name, body, body_format, body_text, created_at)
    select t."tenantId", ${id('message', threadMs)}, ${id('thread', threadMs)}, 'CUSTOMER', ${customer}, 'Customer ' || i % ${customersOf}, ${body}, 'text', ${body}, ${threadAt}
    from ${row} order by i, t.no`),
  fill(`update tenant_counters k set last_public_number = t.threads, customers = ${customersOf},
      threads_open = s.open, threads_pending = s.pending, threads_resolved = s.resolved, threads_closed = s.closed
    from ${tenants} cross join lateral (
      select count(*) filter (where i % 10 < 4) as open, count(*) filter (where i % 10 = 4) as pending,
        count(*) filter (where i % 10 in (5, 6)) as resolved, count(*) filter (where i % 10 > 6) as closed from generate_series(1, t.threads) as i) as s
    where k.tenant_id = t."tenantId" and :threads::bigint > 0 and :stepMs::bigint > 0`),
]
