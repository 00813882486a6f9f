/** Finds when the conditions of TIME rules began in the past, from the facts that reports count. */
import { statement, type Statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { isAutomaticSql } from '../../threads/index.ts'
import type { RuleStart } from '../condition-schema.ts'

/** `endedAt` is the end of the condition; null if it still holds. Times are milliseconds since 1970. */
export type Start = { threadId: Uuid; beganAt: number; endedAt: number | null }
type Window = { tenantId: Uuid; after: number; through: number; limit: number }

const msSql = (at: string): string => `(extract(epoch from ${at}) * 1000)::double precision`
const timeSql = (name: string): string => `to_timestamp(:${name}::double precision / 1000)`

/** SQL: the time of the next fact that ends the condition of the thread `b`. */
const nextSql = (
  condition: string,
): string => `(select min(e.at) from facts e where e.tenant_id = :tenantId::uuid and e.thread_id = b.thread_id
  and (e.at, e.sequence) > (b.at, b.sequence) and ${condition})`

/** SQL: the facts `b` of some kinds in the window. Each kind is a range of the primary key. */
const factsSql = (kinds: string[], condition = 'true'): string =>
  kinds
    .map(
      (kind) => `select b.thread_id, b.at, b.sequence from facts b where b.tenant_id = :tenantId::uuid and b.kind = '${kind}'
    and b.at > ${timeSql('after')} and b.at <= ${timeSql('through')} and (${condition})`,
    )
    .join(' union ')

/**
 * Returns the next starts in a window, oldest first: `limit` of them, plus any with the same time as the last. `sources` has the columns
 * thread_id, at and sequence.
 */
const startsSql = (sources: string, ended: string): Statement<Window, Start> =>
  statement(`
  with found as materialized (${sources}),
  b as (select * from found where at <= coalesce((select f.at from found f order by f.at offset :limit::int - 1 limit 1), 'infinity'::timestamptz))
  select b.thread_id as "threadId", ${msSql('b.at')} as "beganAt", ${msSql(`(${ended})`)} as "endedAt" from b order by b.at, b.sequence, b.thread_id`)

const messages = ['RECEIVED', 'ANSWERED', 'NOTED']
/** SQL: whether a message is not automatic. Rules' notes and the auto-replies of mail programs are automatic. */
const isPersonalSql = (fact: string): string => `not exists (select 1 from messages m
  where m.tenant_id = :tenantId::uuid and m.id = ${fact}.message_id and ${isAutomaticSql('m')})`
const ofStatus = `b.kind = 'CREATED' or b.field = 'status'`
const ofAssignee = `(b.kind = 'CREATED' and b.assignee_id is not null) or (b.field = 'assignee' and b.to_value is not null)`
const never = 'null::timestamptz'

export const starts: Readonly<Record<RuleStart, Statement<Window, Start>>> = {
  CREATED: startsSql(factsSql(['CREATED']), never),
  STATUS: startsSql(factsSql(['CREATED', 'STATUS', 'RESOLVED', 'REOPENED', 'CLOSED'], ofStatus), nextSql(`e.field = 'status'`)),
  ASSIGNED: startsSql(factsSql(['CREATED', 'MOVED', 'CHANGED'], ofAssignee), nextSql(`e.field = 'assignee'`)),
  SNOOZE_ENDED: startsSql(
    factsSql(['STATUS'], `b.field = 'snooze' and b.to_value = 'awake'`),
    nextSql(`e.field = 'snooze' and e.to_value = 'snoozed'`),
  ),
  LAST_MESSAGE: startsSql(
    factsSql(messages, isPersonalSql('b')),
    nextSql(`e.kind in ('${messages.join("','")}') and ${isPersonalSql('e')}`),
  ),
  // A customer's message began a wait if a wait from that time has ended since, or is still going on.
  WAITING: startsSql(
    `select r.* from (${factsSql(['RECEIVED'])}) r where exists (
      select 1 from facts e where e.tenant_id = :tenantId::uuid and e.thread_id = r.thread_id and e.kind in ('ANSWERED', 'WAIT_DROPPED') and e.started_at = r.at)
      or exists (select 1 from threads t where t.tenant_id = :tenantId::uuid and t.id = r.thread_id and t.waiting_since = r.at and t.status in ('open', 'pending'))`,
    `select min(e.at) from facts e where e.tenant_id = :tenantId::uuid and e.thread_id = b.thread_id and e.kind in ('ANSWERED', 'WAIT_DROPPED') and e.started_at = b.at`,
  ),
  // Facts contain missed deadlines; threads contain upcoming ones. A thread keeps its missed deadline until the reply, so both rows get the
  // sequence 0, and the union removes the duplicate.
  SLA_DUE: startsSql(
    `select m.thread_id, m.at, 0::bigint as sequence from (${factsSql(['SLA_BREACHED'])}) m
    union select s.thread_id, s.due_at, 0 from sla_threads s where s.tenant_id = :tenantId::uuid
      and s.due_at > ${timeSql('after')} and s.due_at <= ${timeSql('through')}`,
    never,
  ),
}
