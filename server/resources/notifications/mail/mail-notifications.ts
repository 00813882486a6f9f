/** Mails notifications in jobs: for one thread soon after an event, or as a digest of all threads. */
import { fetchOne } from '#kit/write.ts'
import { databaseNow } from '#platform/database-now.ts'
import type { Queryable } from '#platform/db.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import { enqueueEarliest } from '#platform/jobs/enqueue.ts'
import { job, type RunContext } from '#platform/jobs/job.ts'
import { sendMail } from '../../mail/index.ts'
import { completePreferences, findChannels, type NotificationPreferences, type NotificationType } from '../../users/index.ts'
import type { Owner } from '../queries.ts'
import { findQuietEnd } from '../quiet-hours.ts'
import {
  countMailing,
  findReader,
  insertMailing,
  lockMailing,
  lockUnmailed,
  markMailed,
  type Reader,
  type UnmailedRow,
} from './mail-queries.ts'
import { unsubscribeUrl } from './unsubscribe.ts'

/** Number of mails in an hour after which a user gets one digest instead. */
export const maxMailsPerHour = 60

declare global {
  interface EnqueuedJobs {
    /** The key is the user and the thread, or the user and the word `jobs` for notifications without a thread. */
    'mail-notification': { userId: Uuid; threadId: Uuid | null }
    /** The key is the user, plus the word `many` for the digest that replaces many mails. */
    'mail-notification-digest': { userId: Uuid; many: boolean }
  }
}

type Context<Input> = Omit<RunContext<Input, unknown>, 'found'>

export const mailNotification = job({
  name: 'mail-notification',
  description: 'Mails a user what is unread in a thread, or of jobs and paused rules, two minutes after it happened.',
  run: mailThread,
})

export const mailNotificationDigest = job({
  name: 'mail-notification-digest',
  description: 'Mails a user everything that is unread.',
  run: mailDigest,
})

export async function mailThread(
  context: Context<{ userId: Uuid; threadId: Uuid | null }>,
): Promise<{ againInSeconds: number } | undefined> {
  const { tx, tenantId, input } = context
  const owner = { tenantId, userId: input.userId }
  const reader = await tx.first(findReader, owner)
  const preferences = completePreferences(reader?.notifications ?? null)
  const rows = reader ? await findRows(tx, { ...owner, all: false, threadId: input.threadId }, preferences, 'AT_ONCE') : []
  const [first] = rows
  if (!reader || !first) return undefined
  const quietEnd = findQuietEnd(preferences.quiet, databaseNow())
  if (quietEnd !== null) return { againInSeconds: Math.max(1, Math.ceil((quietEnd - databaseNow()) / 1000)) }
  await tx.rows(insertMailing, owner)
  const mailing = await fetchOne(tx, lockMailing, owner)
  if (mailing.mails >= maxMailsPerHour) {
    const at = new Date(databaseNow() + mailing.secondsLeft * 1000).toISOString()
    const order = { key: `${owner.userId} many`, input: { userId: owner.userId, many: true }, at }
    await enqueueEarliest(tx, 'mail-notification-digest', tenantId, [order])
    return undefined
  }
  await tx.rows(countMailing, { ...owner, mails: mailing.mails + 1, since: mailing.since })
  await tx.rows(markMailed, { tenantId, ids: rows.map(({ id }) => id) })
  const { name, email: to } = reader
  const { threadId, ticketNumber, subject } = first
  if (threadId === null)
    sendMail(context, {
      to,
      template: 'notification-jobs',
      values: { name, ...toNews(rows), unsubscribeUrl: unsubscribeUrl(context, owner) },
    })
  else
    sendMail(context, {
      to,
      template: 'notification',
      values: {
        name,
        threadId: toTypeId('thr', threadId),
        ticketNumber: ticketNumber ?? '',
        subject: subject ?? '',
        entries: rows.map(toEntry),
        unsubscribeUrl: unsubscribeUrl(context, owner),
      },
      about: threadId,
    })
  return undefined
}

export async function mailDigest(context: Context<{ userId: Uuid; many: boolean }>): Promise<{ againInSeconds: number } | undefined> {
  const { tx, tenantId, input } = context
  const owner = { tenantId, userId: input.userId }
  const reader = await tx.first(findReader, owner)
  const preferences = completePreferences(reader?.notifications ?? null)
  const rows = reader ? await findRows(tx, { ...owner, all: true, threadId: null }, preferences, input.many ? 'AT_ONCE' : 'DIGEST') : []
  if (!reader || rows.length === 0) return undefined
  const quietEnd = input.many ? findQuietEnd(preferences.quiet, databaseNow()) : null
  if (quietEnd !== null) return { againInSeconds: Math.max(1, Math.ceil((quietEnd - databaseNow()) / 1000)) }
  await tx.rows(markMailed, { tenantId, ids: rows.map(({ id }) => id) })
  const { name, email: to }: Reader = reader
  sendMail(context, {
    to,
    template: 'notification-digest',
    values: { name, many: input.many, threads: toThreads(rows), ...toNews(rows), unsubscribeUrl: unsubscribeUrl(context, owner) },
  })
  return undefined
}

/**
 * Locks the rows that the user currently wants to receive by this kind of mail, regardless of their preferences when the rows were created.
 */
async function findRows(
  tx: Queryable,
  of: Owner & { all: boolean; threadId: Uuid | null },
  preferences: NotificationPreferences,
  kind: 'AT_ONCE' | 'DIGEST',
): Promise<UnmailedRow[]> {
  return (await tx.rows(lockUnmailed, of)).filter((row) => findChannels(preferences, row.type, row).mail === kind)
}

const toEntry = ({ type, count, actorName, excerpt }: UnmailedRow) => ({ type, count, actorName, excerpt })

/**
 * Returns the threads for a digest, without texts and customers' names: an erasure could not find the digest among mails about all threads.
 */
function toThreads(rows: readonly UnmailedRow[]) {
  return [...Map.groupBy(rows, ({ threadId }) => threadId)].flatMap(([id, of]) =>
    id === null
      ? []
      : [{ id: toTypeId('thr', id), ticketNumber: of[0]?.ticketNumber ?? '', entries: of.map(({ type, count }) => ({ type, count })) }],
  )
}

/** Returns the news without a thread: ended jobs, and the names of stopped rules and webhooks. */
function toNews(rows: readonly UnmailedRow[]) {
  const getNames = (stopped: NotificationType) => rows.flatMap(({ type, actorName }) => (type === stopped ? [actorName] : []))
  return {
    jobs: rows.flatMap((row) => (row.type === 'JOB_DONE' ? [row.job] : [])),
    pausedRules: getNames('RULE_PAUSED'),
    disabledWebhooks: getNames('WEBHOOK_DISABLED'),
  }
}
