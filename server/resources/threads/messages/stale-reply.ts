/** Rejects replies to threads with newer messages than the agent has seen. */
import type { Queryable } from '#platform/db.ts'
import { ApiError, unknownReference } from '#platform/errors.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import { staleReply } from '../record/errors.ts'
import { findMessagesSince } from '../record/message-queries.ts'

/** Throws as `throwStaleReply` does, if the thread has a message after the expected one that is not silent. */
export async function checkExpectedMessage(
  db: Queryable,
  { tenantId, id, lastMessageId }: { tenantId: Uuid; id: Uuid; lastMessageId: Uuid },
  expected: Uuid | undefined,
): Promise<void> {
  if (expected === undefined || expected === lastMessageId) return
  const missed = await db.rows(findMessagesSince, { tenantId, threadId: id, messageId: expected })
  if (missed.length === 0 || missed.some((message) => message.id !== null)) throwMissed(missed)
}

/**
 * Throws SVC-THREAD-STALE_REPLY with the messages after the expected one, or SVC-VALIDATION-UNKNOWN_REFERENCE when the expected message is
 * not in the thread.
 */
export async function throwStaleReply(
  db: Queryable,
  { tenantId, threadId, expected }: { tenantId: Uuid; threadId: Uuid; expected: Uuid | null },
): Promise<never> {
  return throwMissed(expected === null ? [] : await db.rows(findMessagesSince, { tenantId, threadId, messageId: expected }))
}

function throwMissed(missed: readonly { readonly id: Uuid | null }[]): never {
  if (missed.length === 0)
    throw new ApiError(unknownReference, {
      details: [{ field: 'expectedLastMessageId', code: 'UNKNOWN', message: 'is not a message of this thread' }],
    })
  const details = missed.flatMap(({ id }) =>
    id === null ? [] : [{ field: 'expectedLastMessageId', code: 'MISSED_MESSAGE', message: toTypeId('msg', id) }],
  )
  throw new ApiError(staleReply, { details })
}
