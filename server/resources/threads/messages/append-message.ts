/** Appends messages to threads: the steps that replies, notes and customers' messages share. */
import {
  type AlreadyAnswered,
  ApiError,
  CollectedEffects,
  enqueue,
  type ItemReply,
  newId,
  preconditionFailed,
  type Queryable,
  type Runner,
  type StatementContext,
  systemIdentity,
  systemUnavailable,
  type Uuid,
  type WriteIdentity,
  writeLedger,
} from '../../../kit/index.ts'
import type { WithFiles } from './attach-files.ts'
import { queuedThreadKey } from '../assignment/queue.ts'
import { readBody, type BodyInput, type MessageBody } from './body.ts'
import { threadClosed, threadNotFound } from '../errors.ts'
import type { MessageRecord } from './message-queries.ts'
import { findMergedInto } from '../merging/merge-queries.ts'
import { lockThreadRow, threadExists } from '../queries.ts'
import { planAfterMessage } from '../sla/plan.ts'
import { throwStaleReply } from './stale-reply.ts'
import { appendMessageWithMentions, appendMessage, appendPlainMessage, type NewMessage, type NewMessageOutcome } from '../write-queries.ts'

type Context = Omit<StatementContext<{ readonly id: Uuid }, undefined, unknown>, 'db'> & { readonly db: Runner }
export type MessageInput = Pick<NewMessage, 'authorType' | 'internal' | 'externalId' | 'sentAt' | 'expectedLastMessageId' | 'action'> & {
  body: BodyInput
  mentions?: Uuid[] | null
} & Pick<WithFiles, 'messageId' | 'attachments'>

/** One request follows at most this many merges of its thread, so that it ends even if threads are merged again and again. */
const maxMerges = 20

/**
 * Appends a message to the thread in the path, or to the thread that this one was merged into. `onClosed` is called for a closed thread; by
 * default it throws SVC-THREAD-CLOSED.
 */
export async function addMessage(
  { db, principal, params, write, ifMatch }: Context,
  { body, ...message }: MessageInput,
  onClosed: (threadId: Uuid) => Promise<ItemReply<MessageRecord> | AlreadyAnswered> = () => Promise.reject(new ApiError(threadClosed)),
): Promise<ItemReply<MessageRecord> | AlreadyAnswered> {
  const author = message.authorType === 'AGENT' ? principal.user : null
  const ifVersions = ifMatch === null || ifMatch.includes('*') ? null : ifMatch.filter((tag) => /^[1-9]\d{0,8}$/.test(tag)).map(Number)
  const { outcome, threadId } = await appendFollowingMerges(db, {
    ...newMessage(write, params.id, author, { ...message, ...readBody(body) }),
    ifVersions,
  })
  if (outcome?.prior) return { prior: outcome.prior }
  if (outcome?.record) return { status: 201, record: outcome.record }
  if (!outcome?.threadFound) throw new ApiError(threadNotFound)
  if (outcome.merged) throw new ApiError(systemUnavailable)
  if (outcome.versionDiffers) throw new ApiError(preconditionFailed)
  if (outcome.closed) return onClosed(threadId)
  return throwStaleReply(db, { tenantId: principal.tenantId, threadId, expected: message.expectedLastMessageId })
}

/** Returns a check that throws 404 when the thread in the path does not exist. It runs before uploads are read. */
export function createThreadCheck({ principal: { tenantId }, params: { id } }: Pick<Context, 'principal' | 'params'>) {
  return async (tx: Queryable): Promise<boolean> => {
    if (await tx.first(threadExists, { tenantId, id })) return true
    throw new ApiError(threadNotFound)
  }
}

/** Returns the parameters of the append statements for a message of this author; null for the thread's customer and for programs. */
export function newMessage(
  write: WriteIdentity,
  threadId: Uuid,
  author: { readonly id: Uuid; readonly name: string } | null,
  message: MessageBody & Pick<NewMessage, 'authorType' | 'internal' | 'action'> & Partial<NewMessage>,
): NewMessage {
  return {
    ...write,
    threadId,
    messageId: newId(),
    messageEventId: newId(),
    statusEventId: newId(),
    wakeEventId: newId(),
    assignEventId: newId(),
    handOutEnqueued: false,
    sla: null,
    userId: author?.id ?? null,
    userName: author?.name ?? null,
    externalId: null,
    sentAt: null,
    attachments: null,
    mentions: null,
    expectedLastMessageId: null,
    ifVersions: null,
    auditedInput: { authorType: message.authorType, internal: message.internal },
    ...message,
  }
}

/** Appends a message to a locked, unmerged thread. Throws SVC-THREAD-CLOSED when the thread is closed. */
export async function appendOrThrow(tx: Queryable, message: NewMessage): Promise<MessageRecord> {
  const outcome = await appendToLockedThread(tx, message)
  if (outcome?.closed) throw new ApiError(threadClosed)
  if (!outcome?.record) throw new Error('A message was not appended to a thread that is held')
  return outcome.record
}

/** Appends a message to the thread, or to the thread that has its messages now. Returns that thread's id with the outcome. */
async function appendFollowingMerges(db: Runner, message: NewMessage): Promise<{ outcome: NewMessageOutcome | null; threadId: Uuid }> {
  let { threadId } = message
  for (let merges = 0; ; merges++) {
    const outcome = await appendLockingIfNeeded(db, { ...message, threadId })
    if (!outcome?.merged || merges === maxMerges) return { outcome, threadId }
    // Null if the merge has been undone since: try the original thread again.
    threadId = (await db.first(findMergedInto, { tenantId: message.tenantId, id: threadId }))?.mergedInto ?? message.threadId
  }
}

/**
 * Appends a message by the cheapest sufficient statement. Only if that statement wrote nothing, because another request is writing to the
 * thread, a job must be enqueued or SLA clocks must be computed, does it repeat the write in a transaction that locks the thread first.
 */
async function appendLockingIfNeeded(db: Runner, message: NewMessage): Promise<NewMessageOutcome | null> {
  const whole = message.mentions ? appendMessageWithMentions : appendMessage
  const plain = message.mentions ? await db.first(whole, message) : await db.first(appendPlainMessage, message)
  const outcome =
    plain && !plain.record && !plain.prior && plain.needsFullStatement && !message.mentions ? await db.first(whole, message) : plain
  if (!outcome?.busy && !outcome?.queuedTeamId && !outcome?.needsClocks) return outcome
  return db.transaction(async (tx) => {
    await tx.rows(lockThreadRow, { tenantId: message.tenantId, id: message.threadId })
    return appendToLockedThread(tx, message)
  }, message.tenantId)
}

/**
 * Appends a message to a locked thread. The statement writes nothing and says so when it needs an enqueued job (`queuedTeamId`) or the new
 * SLA clocks (`mustBeTimed`); this function provides them and runs the statement again.
 */
export async function appendToLockedThread(tx: Queryable, asked: NewMessage): Promise<NewMessageOutcome | null> {
  const message = { ...asked }
  let announce: ((effects: CollectedEffects) => void) | null = null
  for (;;) {
    const outcome = await tx.first(message.mentions ? appendMessageWithMentions : appendMessage, message)
    const { tenantId, threadId } = message
    if (outcome?.needsClocks && !message.sla) {
      const timing = await planAfterMessage(tx, { ...message, reopens: outcome.reopens })
      message.sla = timing.sla
      if (timing.happened.length > 0) announce = timing.announce
    } else if (outcome?.queuedTeamId && !message.handOutEnqueued) {
      const { queuedTeamId: teamId } = outcome
      await enqueue(tx, 'hand-out-threads', { tenantId, key: queuedThreadKey(teamId, threadId), input: { teamId } })
      message.handOutEnqueued = true
    } else {
      if (outcome?.record && announce) {
        const effects = new CollectedEffects()
        announce(effects)
        await writeLedger(tx, systemIdentity(tenantId), effects, { status: 200, record: null })
      }
      return outcome
    }
  }
}
