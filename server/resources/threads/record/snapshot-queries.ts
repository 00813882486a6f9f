/** Reads snapshots: threads with everything that their list's filters compare, for automation rules. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { threadColumnsSql, threadJoinsSql, type ThreadRecord } from './queries.ts'

/** Values that filters compare and that are not stored on the thread, so that events lack them. */
export type ThreadSurroundings = {
  followerIds: readonly Uuid[]
  /** The customer and the customers merged into it. A filter by any of them lists the thread. */
  customerIds: readonly Uuid[]
  customerFields: Readonly<Record<string, unknown>>
}

export type ThreadSnapshot = ThreadSurroundings & {
  thread: ThreadRecord
  /** Types of the tenant's custom thread fields, by key. */
  fieldTypes: Readonly<Record<string, string>>
}

const followerIdsSql = (thread: string): string =>
  `array(select f.user_id from thread_followers f where f.tenant_id = :tenantId::uuid and f.thread_id = ${thread})`
const customerIdsSql = (own: string): string =>
  `array(select s.id from customers s where s.tenant_id = :tenantId::uuid and s.merged_into = ${own}) || ${own}`
const fieldTypesSql = `coalesce((select json_object_agg(f.key, f.type) from custom_fields f
  where f.tenant_id = :tenantId::uuid and f.applies_to = 'THREAD'), '{}')`

/** Reads a snapshot. Shows a merged thread as itself, like the list. */
export const findSnapshot = statement<{ tenantId: Uuid; id: Uuid }, ThreadRecord & Omit<ThreadSnapshot, 'thread'>>(`
  select ${threadColumnsSql()}, ${followerIdsSql('t.id')} as "followerIds", ${customerIdsSql('coalesce(c.id, t.customer_id)')} as "customerIds",
    coalesce(c.custom_fields, '{}'::jsonb) as "customerFields", ${fieldTypesSql} as "fieldTypes"
  from threads t ${threadJoinsSql} where t.tenant_id = :tenantId::uuid and t.id = :id::uuid`)

/** Returns the current records of threads. Leaves out threads that no longer exist. */
export const findRecords = statement<{ tenantId: Uuid; ids: Uuid[] }, ThreadRecord>(`
  select ${threadColumnsSql()} from unnest(:ids::uuid[]) as w(id)
  cross join lateral (select * from threads where tenant_id = :tenantId::uuid and id = w.id limit 1) t ${threadJoinsSql}`)

export const findFieldTypes = statement<{ tenantId: Uuid }, { fieldTypes: Record<string, string> }>(
  `select ${fieldTypesSql} as "fieldTypes"`,
)

/** Returns the current surroundings of threads, each for the customer whom the thread had. Rows come in any order. */
export const findSurroundings = statement<
  { tenantId: Uuid; threadIds: Uuid[]; customerIds: Uuid[] },
  ThreadSurroundings & { threadId: Uuid; customerId: Uuid }
>(`
  select w.id as "threadId", w.customer_id as "customerId", ${followerIdsSql('w.id')} as "followerIds",
    ${customerIdsSql('coalesce(c.id, w.customer_id)')} as "customerIds", coalesce(c.custom_fields, '{}'::jsonb) as "customerFields"
  from unnest(:threadIds::uuid[], :customerIds::uuid[]) as w(id, customer_id) left join lateral (
    select coalesce(r.id, s.id) as id, coalesce(r.custom_fields, s.custom_fields) as custom_fields from customers s
    left join lateral (select id, custom_fields from customers where tenant_id = :tenantId::uuid and id = s.merged_into limit 1) r on true
    where s.tenant_id = :tenantId::uuid and s.id = w.customer_id limit 1) c on true`)
