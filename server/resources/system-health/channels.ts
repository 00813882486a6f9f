/** Checks the health of a tenant's channels: inbox connections, mails waiting to be processed, and replies waiting to be sent. */
import type { Config } from '../../config.ts'
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { JobName } from '#platform/jobs/orders.ts'
import {
  findBrokenConnections,
  findOldestItem,
  findOldestReceived,
  findOldestUnsent,
  findUnreadMailboxes,
  type BrokenConnection,
  type OldestMail,
  type UnreadMailbox,
} from './queries.ts'

/** Seconds after which a failing connection is reported. Shorter failures, such as a restart of the mail server, are normal. */
const maxFailingSeconds = 300
/**
 * Seconds without a read after which a mailbox is late, if that also exceeds two of its intervals. Workers read each mailbox at least once
 * per interval.
 */
const unreadSeconds = 60
/** Seconds after which a waiting reply is late. */
const maxUnsentSeconds = 900
/** Seconds after which a waiting mail shows that no worker is running. Workers usually process a mail within a second. */
const maxReceivedSeconds = 60

/** Returns the state of the channels. The detail names at most three inboxes with problems. */
export async function checkChannels(
  db: Queryable,
  tenantId: Uuid,
  { mailIn }: Pick<Config, 'mailIn'>,
): Promise<{ status: 'OK' | 'DEGRADED'; detail: string | null }> {
  const broken = await db.rows(findBrokenConnections, { tenantId, seconds: maxFailingSeconds })
  const unread = await db.rows(findUnreadMailboxes, { tenantId, seconds: unreadSeconds + 2 * mailIn.pollSeconds })
  const unsent = await db.first(findOldestUnsent, { tenantId, name: 'send-message' satisfies JobName })
  const received = await db.first(findOldestReceived, { tenantId, name: 'process-mail' satisfies JobName })
  const item = await db.first(findOldestItem, { tenantId, name: 'process-item' satisfies JobName })
  const problems = [
    ...broken.map(describeConnection),
    ...unread.map(describeUnread),
    ...(unsent && unsent.seconds > maxUnsentSeconds ? [describeUnsent(unsent)] : []),
    ...(received && received.seconds > maxReceivedSeconds ? [describeReceived('a mail', received)] : []),
    ...(item && item.seconds > maxReceivedSeconds ? [describeReceived('a message of a program', item)] : []),
  ]
  return problems.length === 0 ? { status: 'OK', detail: null } : { status: 'DEGRADED', detail: toSentence(problems) }
}

function toSentence(problems: readonly string[]): string {
  const text = problems.join('; ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('?') ? '' : '.'}`
}

function describeConnection({ inbox, direction, state, seconds, error }: BrokenConnection): string {
  const what =
    state === 'NEEDS_AUTH'
      ? `${direction === 'RECEIVE' ? 'the mailbox' : 'the mail server'} of the inbox “${inbox}” has refused the sign-in`
      : `the inbox “${inbox}” cannot ${direction === 'RECEIVE' ? 'receive' : 'send'} mail`
  return `${what} for ${toMinutes(seconds)}${error === null ? '' : `: ${error.replace(/\.$/, '')}`}`
}

function describeUnread({ inbox, seconds }: UnreadMailbox): string {
  return `the mailbox of the inbox “${inbox}” has not been read for ${toMinutes(seconds)}`
}

function describeUnsent({ inbox, seconds }: OldestMail): string {
  return `the oldest unsent reply${inbox === null ? '' : ` of the inbox “${inbox}”`} has waited for ${toMinutes(seconds)}`
}

function describeReceived(what: string, { inbox, seconds }: OldestMail): string {
  const where = inbox === null ? '' : ` in the inbox “${inbox}”`
  return `${what}${where} has waited for ${toMinutes(seconds)} to be processed; is a worker running?`
}

function toMinutes(seconds: number): string {
  // Stored times are rounded to milliseconds, so an age can be a fraction of one too short.
  const minutes = Math.floor(Math.round(seconds * 1_000) / 60_000)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
