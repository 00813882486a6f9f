/** Shared by replying to a thread and adding a message to it. */
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

/** How many merges of the target are followed for one message. */
const maxMerges = 20

/** Appends a message, following merges. `onClosed` handles a closed thread; without it the message is refused. */
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
  if (outcome.changed) throw new ApiError(preconditionFailed)
  if (outcome.closed) return onClosed(threadId)
  return throwStaleReply(db, { tenantId: principal.tenantId, threadId, expected: message.expectedLastMessageId })
}

/** Throws 404 before files are looked at. */
export function createThreadCheck({ principal: { tenantId }, params: { id } }: Pick<Context, 'principal' | 'params'>) {
  return async (tx: Queryable): Promise<boolean> => {
    if (await tx.first(threadExists, { tenantId, id })) return true
    throw new ApiError(threadNotFound)
  }
}

/** What the statement wants of a message of this author. */
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
    mayQueue: false,
    sla: null,
    userId: author?.id ?? null,
    userName: author?.name ?? null,
    externalId: null,
    sentAt: null,
    attachments: null,
    mentions: null,
    expectedLastMessageId: null,
    ifVersions: null,
    asked: { authorType: message.authorType, internal: message.internal },
    ...message,
  }
}

/** Appends a message in a transaction that holds the thread, which is not merged. Throws where an agent’s reply is refused. */
export async function appendOrThrow(tx: Queryable, message: NewMessage): Promise<MessageRecord> {
  const outcome = await appendToLockedThread(tx, message)
  if (outcome?.closed) throw new ApiError(threadClosed)
  if (!outcome?.record) throw new Error('A message was not appended to a thread that is held')
  return outcome.record
}

/** The thread that the message was appended to in the end, and the outcome. */
async function appendFollowingMerges(db: Runner, message: NewMessage): Promise<{ outcome: NewMessageOutcome | null; threadId: Uuid }> {
  let { threadId } = message
  for (let merges = 0; ; merges++) {
    const outcome = await appendLockingIfNeeded(db, { ...message, threadId })
    if (!outcome?.merged || merges === maxMerges) return { outcome, threadId }
    // Null: the merge was undone in the meantime.
    threadId = (await db.first(findMergedInto, { tenantId: message.tenantId, id: threadId }))?.mergedInto ?? message.threadId
  }
}

/** Runs the statement. Locks the thread first when others are writing to it, or when a job must be enqueued as well. */
async function appendLockingIfNeeded(db: Runner, message: NewMessage): Promise<NewMessageOutcome | null> {
  const whole = message.mentions ? appendMessageWithMentions : appendMessage
  const plain = message.mentions ? await db.first(whole, message) : await db.first(appendPlainMessage, message)
  const outcome =
    plain && !plain.record && !plain.prior && plain.changesThread && !message.mentions ? await db.first(whole, message) : plain
  if (!outcome?.busy && !outcome?.queuedTeamId && !outcome?.mustBeTimed) return outcome
  return db.transaction(async (tx) => {
    await tx.rows(lockThreadRow, { tenantId: message.tenantId, id: message.threadId })
    return appendToLockedThread(tx, message)
  }, message.tenantId)
}

/** Runs the statement on a thread that is held, with what it asks for: a job of its team, what becomes of its clocks. */
export async function appendToLockedThread(tx: Queryable, asked: NewMessage): Promise<NewMessageOutcome | null> {
  const message = { ...asked }
  let announce: ((effects: CollectedEffects) => void) | null = null
  for (;;) {
    const outcome = await tx.first(message.mentions ? appendMessageWithMentions : appendMessage, message)
    const { tenantId, threadId } = message
    if (outcome?.mustBeTimed && !message.sla) {
      const timing = await planAfterMessage(tx, { ...message, reopens: outcome.reopens })
      message.sla = timing.sla
      if (timing.happened.length > 0) announce = timing.announce
    } else if (outcome?.queuedTeamId && !message.mayQueue) {
      const { queuedTeamId: teamId } = outcome
      await enqueue(tx, 'hand-out-threads', { tenantId, key: queuedThreadKey(teamId, threadId), input: { teamId } })
      message.mayQueue = true
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
