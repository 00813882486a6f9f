/** Sends scheduled replies when they are due, in a job. */
import { fetchOne } from '#kit/write.ts'
import { databaseNowIso } from '#platform/database-now.ts'
import { OutdatedRead, type Queryable } from '#platform/db.ts'
import { ApiError } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import { job, JobFailure, type RunContext } from '#platform/jobs/job.ts'
import type { NoInput } from '#platform/jobs/orders.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import { getIdentity } from '#platform/outbox/write-identity.ts'
import { appendToLockedThread, lockCurrentThread, newMessage } from '../messages/append-message.ts'
import { type Frozen, isFrozenMail } from '../outgoing/frozen.ts'
import { discardOutgoing, storeOutgoing, toMessageChannel } from '../outgoing/store-outgoing.ts'
import { messageDeliveryChanged } from '../record/events.ts'
import type { MessageRecord } from '../record/message-queries.ts'
import { readTime } from '../record/queries.ts'
import { appendAndChange } from './reply-changes.ts'
import {
  deleteOldSent,
  findScheduledThread,
  lockScheduled,
  markFailed,
  markSent,
  type LockedScheduled,
  type ScheduledRecord,
} from './scheduled-queries.ts'

type Context = Omit<RunContext<NoInput, unknown>, 'found'>

/** Sends the reply unless it was cancelled. If the thread has been closed since, marks the reply as failed and emits an event. */
export async function sendScheduled({ tx, effects, tenantId, key: id }: Context): Promise<{ againInSeconds: number } | undefined> {
  const reply = await lockForSending(tx, { tenantId, id })
  if (reply?.deliveryState !== 'QUEUED') return undefined
  const { secondsLeft } = await fetchOne(tx, readTime, { at: reply.sendAt, inSeconds: null })
  // The database's clock was set back.
  if (secondsLeft > 0) return { againInSeconds: secondsLeft }
  const sent = await appendScheduled(tx, tenantId, reply).catch((error: unknown) => {
    // If the thread rejects the reply's changes, a retry would fail, too. So the reply fails permanently.
    const isRefused = error instanceof ApiError && error.declaration.status < 500
    throw isRefused ? new JobFailure(error.message, { permanent: true, cause: error }) : error
  })
  if (!sent) await fail({ tx, effects, tenantId }, reply, 'The thread was closed before the reply was due.')
  return undefined
}

/**
 * Locks the current thread of an unsent reply, then the reply. Returns the reply with that thread; null for a reply that is not there or
 * has been sent.
 */
export async function lockForSending(tx: Queryable, key: { tenantId: Uuid; id: Uuid }): Promise<LockedScheduled | null> {
  const found = await tx.first(findScheduledThread, key)
  if (!found) return null
  const threadId = await lockCurrentThread(tx, key.tenantId, found.threadId)
  const reply = await tx.first(lockScheduled, key)
  if (!reply || reply.deliveryState === 'SENT') return null
  // A merge moves the reply to the locked thread. Undoing a merge moves it elsewhere.
  if (reply.threadId !== found.threadId && reply.threadId !== threadId) throw new OutdatedRead('The reply moved to another thread')
  return { ...reply, threadId }
}

/** Appends a reply from `lockForSending` to its thread as the agent's message and makes its changes. Writes nothing and returns null for a closed thread. */
export async function appendScheduled(tx: Queryable, tenantId: Uuid, reply: LockedScheduled): Promise<MessageRecord | null> {
  const author = { id: reply.authorId, name: reply.authorName, kind: reply.authorKind }
  // The agent is the actor of the write, so that a first reply assigns the thread to the agent.
  const write = getIdentity(tenantId, { type: 'USER', id: author.id, name: author.name })
  const frozen = reply.mail && sentNow(reply.mail)
  const key = { tenantId, messageId: reply.id }
  if (frozen) await storeOutgoing(tx, key, frozen)
  const message = newMessage(write, reply.threadId, author, { ...toMessageFields(reply), mail: frozen && toMessageChannel(frozen) })
  const { changes } = reply
  const outcome = await (changes ? appendAndChange(tx, { tenantId, write, author }, message, changes) : appendToLockedThread(tx, message))
  if (outcome?.closed) {
    if (frozen) await discardOutgoing(tx, key)
    return null
  }
  if (!outcome?.record) throw new Error('A scheduled reply was not appended to a locked thread')
  await tx.rows(markSent, { tenantId, id: reply.id })
  return outcome.record
}

/** Returns what goes out, with the current time in the Date header of a mail. The recipients stay frozen. */
function sentNow(mail: Frozen): Frozen {
  if (!isFrozenMail(mail)) return mail
  const date = databaseNowIso()
  return { ...mail, email: { ...mail.email, date }, snapshot: { ...mail.snapshot, date } }
}

/** Marks a reply as failed after the job's last attempt. The API shows the error, and the reply can be cancelled. */
export async function giveUpSending({ tx, effects, tenantId, key: id, error }: Context & { error: string }): Promise<void> {
  const reply = await tx.first(lockScheduled, { tenantId, id })
  if (reply?.deliveryState === 'QUEUED') await fail({ tx, effects, tenantId }, reply, `It could not be sent: ${error}`)
}

async function fail(
  { tx, effects, tenantId }: { tx: Queryable; effects: Effects; tenantId: Uuid },
  { id }: ScheduledRecord,
  error: string,
): Promise<void> {
  const failed = await fetchOne(tx, markFailed, { tenantId, id, error })
  effects.emit(messageDeliveryChanged, id, failed, { deliveryState: 'QUEUED', deliveryError: null })
  effects.audit({ action: 'message.failed', target: { type: 'message', id }, after: { error } })
}

function toMessageFields({ id: messageId, body, bodyFormat, bodyText, attachments = null }: ScheduledRecord) {
  return { messageId, body, bodyFormat, bodyText, attachments, authorType: 'AGENT', internal: false, action: 'thread.replied' } as const
}

/** Days to keep records of sent replies, so that cancelling one fails with SVC-MESSAGE-SENT instead of 404. */
const daysKept = 30
const chunk = 500

export async function forgetSentMessages({
  tx,
  tenantId,
}: Pick<Context, 'tx' | 'tenantId'>): Promise<{ againInSeconds: number } | undefined> {
  const forgotten = await tx.rows(deleteOldSent, { tenantId, days: daysKept, limit: chunk })
  return forgotten.length === chunk ? { againInSeconds: 0 } : undefined
}

declare global {
  interface EnqueuedJobs {
    /** The key is the message's id. */
    'send-scheduled-message': NoInput
  }
}

export const sendScheduledMessage = job({
  name: 'send-scheduled-message',
  description: 'Sends a scheduled reply at its time.',
  leaseSeconds: 20,
  run: sendScheduled,
  onDead: giveUpSending,
})

export const forgetSentReplies = job({
  name: 'forget-sent-messages',
  description: 'Deletes the records of sent scheduled replies after a month.',
  every: { seconds: 3_600, for: 'tenant' },
  run: forgetSentMessages,
})
