/** Sending scheduled replies when their time has come. */
import {
  ApiError,
  type Effects,
  job,
  JobFailure,
  type NoInput,
  fetchOne,
  type Queryable,
  type RunContext,
  systemIdentity,
  type Uuid,
} from '../../../kit/index.ts'
import { appendToLockedThread, newMessage } from '../messages/append-message.ts'
import { messageDeliveryChanged } from '../events.ts'
import type { MessageRecord } from '../messages/message-queries.ts'
import { findThread, lockThreadRow, readTime } from '../queries.ts'
import { appendAndChange } from '../messages/reply-changes.ts'
import { deleteOldSent, lockScheduled, markFailed, markSent, type LockedScheduled, type ScheduledRecord } from './scheduled-queries.ts'

type Context = Omit<RunContext<NoInput, unknown>, 'found'>

/** Appends the reply as its agent's message, unless it was cancelled. On a thread that was closed meanwhile it fails visibly. */
export async function sendScheduled({ tx, effects, tenantId, key: id }: Context): Promise<{ againInSeconds: number } | undefined> {
  const reply = await tx.first(lockScheduled, { tenantId, id })
  if (reply?.deliveryState !== 'QUEUED') return undefined
  const { secondsLeft } = await fetchOne(tx, readTime, { at: reply.sendAt, inSeconds: null })
  // The database's clock was set back.
  if (secondsLeft > 0) return { againInSeconds: secondsLeft }
  const sent = await appendScheduled(tx, tenantId, reply).catch((error: unknown) => {
    // Changes that the thread refuses now are refused again by a retry. The reply fails with them.
    const isRefused = error instanceof ApiError && error.declaration.status < 500
    throw isRefused ? new JobFailure(error.message, { permanent: true, cause: error }) : error
  })
  if (!sent) await fail({ tx, effects, tenantId }, reply, 'The thread was closed before the reply was due.')
  return undefined
}

/** Appends a locked reply to its thread as the message of its agent, and makes its changes. Null when the thread is closed: then nothing has changed. */
export async function appendScheduled(tx: Queryable, tenantId: Uuid, reply: LockedScheduled): Promise<MessageRecord | null> {
  const author = { id: reply.authorId, name: reply.authorName }
  // The message is the agent's, whom it may make the assignee.
  const write = { ...systemIdentity(tenantId), actorType: 'USER', actorId: author.id } as const
  const threadId = await heldThread(tx, tenantId, reply.threadId)
  const message = newMessage(write, threadId, author, messageOf(reply))
  const { changes } = reply
  const outcome = await (changes ? appendAndChange(tx, { tenantId, write, author }, message, changes) : appendToLockedThread(tx, message))
  if (outcome?.closed) return null
  if (!outcome?.record) throw new Error('A scheduled reply was not appended to a locked thread')
  await tx.rows(markSent, { tenantId, id: reply.id })
  return outcome.record
}

/** A reply that cannot be sent shows the error, and can be cancelled. */
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

/** The thread, or the one that it was merged into, locked until the commit. */
async function heldThread(tx: Queryable, tenantId: Uuid, threadId: Uuid): Promise<Uuid> {
  for (let id = threadId; ; ) {
    await tx.rows(lockThreadRow, { tenantId, id })
    const mergedInto = (await tx.first(findThread, { tenantId, id }))?.mergedInto
    if (!mergedInto) return id
    id = mergedInto
  }
}

function messageOf({ id: messageId, body, bodyFormat, bodyText, attachments = null }: ScheduledRecord) {
  return { messageId, body, bodyFormat, bodyText, attachments, authorType: 'AGENT', internal: false, action: 'thread.replied' } as const
}

/** How long sent replies are remembered, so that cancelling one answers that it was already sent. */
const daysKept = 30
const portion = 500

export async function forgetSentMessages({
  tx,
  tenantId,
}: Pick<Context, 'tx' | 'tenantId'>): Promise<{ againInSeconds: number } | undefined> {
  const forgotten = await tx.rows(deleteOldSent, { tenantId, days: daysKept, limit: portion })
  return forgotten.length === portion ? { againInSeconds: 0 } : undefined
}

declare global {
  interface EnqueuedJobs {
    /** The key is the message. */
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
