/** Stores customers' ratings. */
import { fetchOne, lockRow } from '#kit/write.ts'
import { ApiError, validationFailed } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import { type Outcome, toOutcome, toUnchangedOutcome } from '#platform/outbox/effects.ts'
import { isoTime } from '#platform/time.ts'
import { requestExpired, satisfactionNotFound } from './errors.ts'
import { satisfactionAnswered, satisfactionChanged } from './events.ts'
import { findDue, type RequestRecord, requestStatements, storeAnswer, type StoredAnswer } from './queries.ts'
import { audit, type Writing } from './request.ts'
import type { AnswerInput } from './schema.ts'

/**
 * Stores or changes the rating of a request. The same rating again changes nothing. Throws 404 and 409 for a request that accepts no
 * rating, and 400 for a score outside its scale.
 */
export async function answerRequest(
  { tx, effects, tenantId }: Writing,
  id: Uuid,
  input: AnswerInput,
  source: StoredAnswer['source'],
): Promise<Outcome<RequestRecord>> {
  const key = { tenantId, id }
  const current = await lockRow(tx, requestStatements, key)
  if (!current) throw new ApiError(satisfactionNotFound)
  const { expiresIn } = await fetchOne(tx, findDue, key)
  if ((current.state !== 'SENT' && current.state !== 'ANSWERED') || expiresIn === null || expiresIn <= 0) throw new ApiError(requestExpired)
  checkScore(current, input)
  const { answer } = current
  const comment = input.comment?.trim() || null
  const next = { score: input.score, comment, reasons: input.reasons ?? answer?.reasons ?? [] }
  if (answer && isSame(answer, next)) return toUnchangedOutcome(current)
  await tx.rows(storeAnswer, { ...key, ...next, source, changes: answer ? answer.changes + 1 : 0 })
  const record = await fetchOne(tx, requestStatements.find, key)
  // The events name the customer as the actor, even if a program passes the rating on.
  const byCustomer = effects.attribute({ actor: { type: 'CUSTOMER', id: record.customerId, name: null } })
  if (answer) byCustomer.emit(satisfactionChanged, id, record, { answer })
  else byCustomer.emit(satisfactionAnswered, id, record, { state: current.state, answer: null })
  const audited = audit(
    effects,
    record,
    answer ? 'answer_changed' : 'answered',
    { answer: toAudit(answer) },
    { answer: toAudit(record.answer) },
  )
  return toOutcome(record, audited)
}

function toAudit(answer: StoredAnswer | null) {
  return answer && { ...answer, answeredAt: isoTime(answer.answeredAt) }
}

function checkScore({ scale }: RequestRecord, { score }: AnswerInput): void {
  const [least, most] = scale === 'STARS' ? [1, 5] : [0, 1]
  if (score >= least && score <= most) return
  const message = `must be from ${least} to ${most}, because the scale of the request is ${scale}`
  throw new ApiError(validationFailed, { details: [{ field: 'score', code: 'OUT_OF_RANGE', message }] })
}

function isSame(answer: StoredAnswer, next: Pick<StoredAnswer, 'score' | 'comment' | 'reasons'>): boolean {
  return answer.score === next.score && answer.comment === next.comment && answer.reasons.join('\n') === next.reasons.join('\n')
}
