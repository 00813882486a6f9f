/** Limits all automatic mail of an inbox: its own replies, those of rules, and satisfaction requests. */
import { fetchOne } from '#kit/write.ts'
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Config } from '../../../config.ts'
import { type AutomaticMailRow, countAutomaticMails, insertAutomaticReply, lockAutomaticMails } from './automatic-queries.ts'

/**
 * True when the inbox has sent as much automatic mail in the last hour as MAIL_GUARDS allows. Concurrent checks of the inbox (rules,
 * requests, replies) wait until the commit. Lock the thread first.
 */
export async function hasReachedMailLimit(
  tx: Queryable,
  { mailIn: { guards } }: Pick<Config, 'mailIn'>,
  key: { tenantId: Uuid; inboxId: Uuid },
): Promise<boolean> {
  const limit = guards.autoRepliesPerInboxHour
  if (limit === 0) return true
  await tx.rows(lockAutomaticMails, key)
  return (await fetchOne(tx, countAutomaticMails, { ...key, limit })).count >= limit
}

export async function recordAutomaticMail(tx: Queryable, mail: AutomaticMailRow): Promise<void> {
  await tx.rows(insertAutomaticReply, mail)
}
