/** Fragments of the statements that read items and mails together. */

const itemsSql = `r.tenant_id, r.id, null::uuid as mail_id, r.inbox_id, r.kind, r.outcome, r.cause, r.reason, r.external_id, r.sender, r.size::bigint as size,
    r.thread_id, r.result_id, r.duplicate_of, r.differs, r.attempts, r.last_error, r.received_at, r.processed_at, r.expires_at, r.created_at`
const mailsSql = `r.tenant_id, r.id, r.id, r.inbox_id, 'mail', r.outcome, r.cause, null, r.message_id, r.sender, r.size,
    r.thread_id, r.result_id, r.duplicate_of, r.differs, r.attempts, r.last_error, r.received_at, r.processed_at, r.expires_at, r.created_at`

/** Columns whose names differ between the tables. */
type Names = { externalId: string }
export type ConditionOf = (names: Names) => string

const items: Names = { externalId: 'r.external_id' }
const mails: Names = { externalId: 'r.message_id' }

/** SQL: the items and the mails that match a condition on `r`. Reservations are not mails yet. */
export function allSql(condition: string | ConditionOf, order = ''): string {
  const { ofItems, ofMails } = conditions(condition)
  return `(select ${itemsSql} from inbound_items r where ${ofItems} ${order}) union all (select ${mailsSql} from inbound_mails r where ${ofMails} ${order})`
}

/** SQL: the number of items and mails that match. */
export function countSql(condition: ConditionOf): string {
  const { ofItems, ofMails } = conditions(condition)
  return `(select count(*) from inbound_items r where ${ofItems}) + (select count(*) from inbound_mails r where ${ofMails})`
}

function conditions(condition: string | ConditionOf): { ofItems: string; ofMails: string } {
  const of = typeof condition === 'string' ? () => condition : condition
  return {
    ofItems: `r.tenant_id = :tenantId::uuid ${of(items)}`,
    ofMails: `r.tenant_id = :tenantId::uuid and r.outcome <> 'RESERVED' ${of(mails)}`,
  }
}

/** SQL: columns of an InboundItemRecord, from `e` and the inbox `n`. */
export const columnsSql = `e.id, e.mail_id as "mailId", e.inbox_id as "inboxId", e.kind, e.outcome, e.cause, e.reason, e.external_id as "externalId", e.sender as "from", e.size,
  e.thread_id as "threadId", e.result_id as "resultId", e.duplicate_of as "duplicateOf", e.differs, e.attempts, e.last_error as "lastError",
  e.received_at as "receivedAt", e.processed_at as "processedAt", e.expires_at as "expiresAt", n.type as "inboxType"`
export const joinSql = 'left join inboxes n on n.tenant_id = :tenantId::uuid and n.id = e.inbox_id'
