/** Statements on automatic mail and on the service's notes about mail. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'

type Key = { tenantId: Uuid; messageId: Uuid }

export type AutomaticMailRow = Key & { threadId: Uuid; inboxId: Uuid; address: string; source: 'INBOX' | 'RULE' | 'SATISFACTION' }

/** Records an automatic mail, for the limits. A satisfaction reminder has the request's id. */
export const insertAutomaticReply = statement<AutomaticMailRow, object>(`
  insert into automatic_replies (tenant_id, message_id, thread_id, inbox_id, address, source)
  values (:tenantId::uuid, :messageId::uuid, :threadId::uuid, :inboxId::uuid, :address, :source::text)
  on conflict (tenant_id, message_id) do update set sent_at = excluded.sent_at`)

/** Locks the inbox until the commit, so that automatic mails of one inbox are counted one after another. Lock the thread first. */
export const lockAutomaticMails = statement<{ tenantId: Uuid; inboxId: Uuid }, { id: Uuid }>(
  'select id from inboxes where tenant_id = :tenantId::uuid and id = :inboxId::uuid for no key update',
)

/** Counts the automatic mails of an inbox in the last hour, at most `limit`. */
export const countAutomaticMails = statement<{ tenantId: Uuid; inboxId: Uuid; limit: number }, { count: number }>(`
  select count(*)::int as count from (
    select 1 from automatic_replies r where r.tenant_id = :tenantId::uuid and r.inbox_id = :inboxId::uuid
      and r.sent_at > now() - interval '1 hour' limit :limit::int) c`)

/** Deletes data for the limits on automatic mail. */
export const deleteOldAutomaticReplies = statement<{ tenantId: Uuid }, object>(
  `delete from automatic_replies where tenant_id = :tenantId::uuid and sent_at < now() - interval '2 days'`,
)

/** Finds a system note with this text. */
export const findSystemNote = statement<{ tenantId: Uuid; threadId: Uuid; text: string }, { id: Uuid }>(`
  select id from messages where tenant_id = :tenantId::uuid and thread_id = :threadId::uuid and author_type = 'SYSTEM' and internal and body = :text limit 1`)
