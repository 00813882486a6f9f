/** Starts a round trip, which tests an inbox by mails to itself. */
import type { TransactionContext } from '#kit/handler.ts'
import { fetchOne, lockResource } from '#kit/write.ts'
import { ApiError } from '#platform/errors.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import { enqueue } from '#platform/jobs/enqueue.ts'
import { type Outcome, toOutcome, toUnchangedOutcome } from '#platform/outbox/effects.ts'
import { getActor } from '#platform/outbox/write-identity.ts'
import { findJob, insertJob, type JobRecord } from '../../jobs/index.ts'
import { addAddressToken, newAddressToken } from '../../mail/index.ts'
import { channelNotConnected } from '../errors.ts'
import { inbox } from '../inbox.ts'
import { findRunningTest, insertRoundTripMails, type RoundTripMail } from './round-trip-queries.ts'
import { type RoundTripInput, roundTripStepCount } from './settle-round-trip.ts'

/** Returns the job. If a test of the inbox is already running, returns that job, so that repeated requests send no more mail. */
export async function startRoundTrip(
  context: TransactionContext<{ id: Uuid }, undefined, { roundTrip?: boolean }>,
): Promise<Outcome<JobRecord>> {
  const { tx, effects, principal } = context
  const { tenantId } = principal
  // This lock makes tests of one inbox start one after another.
  const { id: inboxId, address, email } = await lockResource(context, inbox)
  if (address === null || email === null) throw new ApiError(channelNotConnected, { message: 'The inbox has no e-mail address.' })
  const running = await tx.first(findRunningTest, { tenantId, inboxId })
  if (running) return toUnchangedOutcome(await fetchOne(tx, findJob, { tenantId, id: running.jobId }), 202)
  const jobId = newId()
  const input: RoundTripInput = { inboxId, address, receive: email.receive }
  const record = await fetchOne(tx, insertJob, {
    tenantId,
    id: jobId,
    type: 'MAIL_ROUND_TRIP',
    total: roundTripStepCount,
    input,
    actor: getActor(principal),
  })
  await tx.rows(insertRoundTripMails, { tenantId, inboxId, jobId, mails: createMails(address) })
  await enqueue(tx, 'run-round-trip', { tenantId, key: jobId })
  return toOutcome(record, effects.audit({ action: 'inbox.tested', target: { type: inbox.noun, id: inboxId }, after: { jobId } }), 202)
}

/** Creates two mails, because mail servers deliver one Message-ID to a mailbox only once. Some addresses have no plus form. */
function createMails(address: string): RoundTripMail[] {
  const plusForm = addAddressToken(address, newAddressToken())
  const plain: RoundTripMail = { id: newId(), form: 'PLAIN', recipient: address }
  return plusForm === null ? [plain] : [plain, { id: newId(), form: 'PLUS', recipient: plusForm }]
}
