/** Appends messages to threads: shared steps of replies, notes and customers' messages. */
import type { ProcedureContext, TransactionContext } from '#kit/handler.ts'
import type { Queryable } from '#platform/db.ts'
import { ApiError, preconditionFailed } from '#platform/errors.ts'
import type { PriorResult } from '#platform/http/declared-endpoint.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import { enqueue } from '#platform/jobs/enqueue.ts'
import { type Audited, type Outcome, toOutcome, toUnchangedOutcome } from '#platform/outbox/effects.ts'
import { CollectedEffects, writeLedger } from '#platform/outbox/ledger.ts'
import { getIdentity, type WriteIdentity, writeIdentity } from '#platform/outbox/write-identity.ts'
import { callProcedure } from '#platform/postgres/procedure.ts'
import type { Principal } from '#platform/principal.ts'
import { appendMessage, type NewMessage, type NewMessageOutcome } from './append-queries.ts'
import { queuedThreadKey } from '../queue/queue.ts'
import { readBody, type BodyInput, type MessageBody } from '../record/message-body.ts'
import { threadClosed, threadNotFound } from '../record/errors.ts'
import type { MessageRecord } from '../record/message-queries.ts'
import { lockThread } from '../record/lock-queries.ts'
import { threadExists } from '../record/queries.ts'
import { planAfterMessage } from '../sla/plan.ts'
import { throwStaleReply } from './stale-reply.ts'

type Context = TransactionContext<{ readonly id: Uuid }, undefined, unknown>
export type MessageInput = Pick<NewMessage, 'authorType' | 'internal' | 'externalId' | 'sentAt' | 'expectedLastMessageId' | 'action'> & {
  body: BodyInput
  mentions?: Uuid[] | null
  mentionedTeamIds?: Uuid[] | null
} & Partial<Pick<NewMessage, 'messageId' | 'attachments' | 'mail' | 'maySend'>>

/**
 * Tries to append a message in one call. Returns null when nothing was written, for example because the thread was merged, is locked, is
 * closed or has clocks.
 */
export async function tryToAddMessage(
  { db, write, ...request }: ProcedureContext<{ readonly id: Uuid }, undefined, unknown>,
  appended: MessageInput,
): Promise<Outcome<MessageRecord> | PriorResult | null> {
  const outcome = await callProcedure(db, appendMessage, getMessage(request, write, appended))
  if (outcome.prior) return { prior: outcome.prior }
  return outcome.record ? toOutcome(outcome.record, outcome, 201) : null
}

/** Appends a message under its thread's lock, following merges. `onClosed` handles a closed thread; without it the message is rejected. */
export async function addMessage(
  { tx, ...request }: Context,
  appended: MessageInput,
  onClosed: (threadId: Uuid) => Promise<Outcome<MessageRecord>> = () => Promise.reject(new ApiError(threadClosed)),
): Promise<Outcome<MessageRecord>> {
  const { principal, params, requestId } = request
  const { tenantId } = principal
  const threadId = await lockCurrentThread(tx, tenantId, params.id)
  const message = { ...getMessage(request, writeIdentity(principal, requestId, null), appended), threadId }
  const outcome = await appendToLockedThread(tx, message)
  if (outcome.record) return toOutcome(outcome.record, outcome, 201)
  if (outcome.existing) return toUnchangedOutcome(outcome.existing)
  if (outcome.threadMissing) throw new ApiError(threadNotFound)
  if (outcome.versionDiffers) throw new ApiError(preconditionFailed)
  if (outcome.closed) return onClosed(threadId)
  return throwStaleReply(tx, { tenantId, threadId, expected: message.expectedLastMessageId })
}

/** Locks the thread or its merge root until the commit. Returns the locked thread's id, or the given id for an unknown thread. */
export async function lockCurrentThread(tx: Queryable, tenantId: Uuid, threadId: Uuid): Promise<Uuid> {
  return (await callProcedure(tx, lockThread, { tenantId, id: threadId }))?.id ?? threadId
}

function getMessage(
  { principal, params, ifMatch }: Pick<Context, 'principal' | 'params' | 'ifMatch'>,
  write: WriteIdentity,
  { body, ...message }: MessageInput,
): NewMessage {
  const author = message.authorType === 'AGENT' ? principal.user : null
  return { ...newMessage(write, params.id, author, { ...message, ...readBody(body) }), ifVersions: toVersions(ifMatch) }
}

/** Returns the versions in If-Match; null for any version. */
export function toVersions(ifMatch: readonly string[] | null): number[] | null {
  return ifMatch === null || ifMatch.includes('*') ? null : ifMatch.filter((tag) => /^[1-9]\d{0,8}$/.test(tag)).map(Number)
}

/** Throws 404 for an unknown thread in the path. Call it before checking uploads and references. */
export async function checkThreadExists(
  tx: Queryable,
  { principal: { tenantId }, params: { id } }: Pick<Context, 'principal' | 'params'>,
): Promise<void> {
  if (!(await tx.first(threadExists, { tenantId, id }))) throw new ApiError(threadNotFound)
}

/** Author of a message; a person unless `kind` says otherwise. */
export type Author = { readonly id: Uuid; readonly name: string; readonly kind?: Principal['user']['kind'] }

/** Returns the `appendMessage` parameters for a message of this author; null for the thread's customer and for programs. */
export function newMessage(
  write: WriteIdentity,
  threadId: Uuid,
  author: Author | null,
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
    mail: null,
    automatic: false,
    silent: false,
    byProgram: author?.kind === 'SERVICE',
    maySend: false,
    mentions: null,
    mentionedTeamIds: null,
    expectedLastMessageId: null,
    ifVersions: null,
    auditedInput: { authorType: message.authorType, internal: message.internal },
    ...message,
  }
}

/** Appends a message to a locked, unmerged thread. Throws SVC-THREAD-CLOSED when the thread is closed. */
export async function appendOrThrow(tx: Queryable, message: NewMessage): Promise<MessageRecord> {
  const outcome = await appendToLockedThread(tx, message)
  if (outcome.closed) throw new ApiError(threadClosed)
  if (!outcome.record) throw new Error('A message was not appended to a locked thread')
  return outcome.record
}

/**
 * Appends a message to a locked thread. Retries after each step that it turns out to need: enqueuing the team's job, or computing the
 * clocks.
 */
export async function appendToLockedThread(tx: Queryable, asked: NewMessage): Promise<NewMessageOutcome & Audited> {
  const message = { ...asked }
  let announce: ((effects: CollectedEffects) => void) | null = null
  for (;;) {
    const outcome = await callProcedure(tx, appendMessage, message)
    const { tenantId, threadId } = message
    if (outcome.needsClocks) {
      const timing = await planAfterMessage(tx, { ...message, reopens: outcome.needsClocks.reopens })
      message.sla = timing.sla
      if (timing.happened.length > 0) announce = timing.announce
    } else if (outcome.queuedTeamId !== undefined) {
      const { queuedTeamId: teamId } = outcome
      await enqueue(tx, 'hand-out-threads', { tenantId, key: queuedThreadKey(teamId, threadId), input: { teamId } })
      message.handOutEnqueued = true
    } else {
      if (outcome.record && announce) {
        const effects = new CollectedEffects()
        announce(effects)
        await writeLedger(tx, getIdentity(tenantId, message.actor, message.cause), effects, { status: 200, record: null })
      }
      return outcome
    }
  }
}
