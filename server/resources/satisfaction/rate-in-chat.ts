/** Stores the rating that a customer gives in a chat, without having been asked by mail. */
import { ApiError } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Outcome } from '#platform/outbox/effects.ts'
import { answerRequest } from './answer.ts'
import { ask, readSubject } from './ask.ts'
import { requestExpired } from './errors.ts'
import { findRequestOfEpisode, type RequestRecord } from './queries.ts'
import { cancelRequest, type Writing } from './request.ts'

/** The lowest of five stars that counts as a thumb up. */
const thumbUpFrom = 4

/**
 * Answers the request of a thread's present episode; makes one if there is none. A mail that was planned is not sent. `score` is from 1 to 5;
 * where the tenant asks for thumbs, 4 and 5 are a thumb up. Throws 409 if the time for an answer has passed. The caller has locked the thread.
 */
export async function rateInChat(
  writing: Writing,
  threadId: Uuid,
  { score, comment }: { score: number; comment: string | null },
): Promise<Outcome<RequestRecord>> {
  const { tx, tenantId } = writing
  const subject = await readSubject(writing, threadId)
  if (!subject) throw new Error('A locked thread is unknown')
  const asking = { channel: 'API', planned: false, byRule: false, resolvedById: null, sendAt: null, delayMinutes: 0 } as const
  const known = await tx.first(findRequestOfEpisode, { tenantId, threadId, episode: subject.episode })
  if (known?.state === 'PLANNED') await cancelRequest(writing, known, 'BY_USER')
  const request = known && known.state !== 'PLANNED' ? known : (await ask(writing, subject, asking))?.record
  if (!request) throw new ApiError(requestExpired)
  const given = request.scale === 'STARS' ? score : Number(score >= thumbUpFrom)
  return answerRequest(writing, request.id, { score: given, ...(comment === null ? {} : { comment }) }, 'API')
}
