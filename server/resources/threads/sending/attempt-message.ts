import type { OutsideContext } from '#platform/jobs/job.ts'
import { attemptMail, findMailObstacle } from '../email/attempt-mail.ts'
import { beginAttempt, type Found } from '../outgoing/attempt.ts'
import { mailSender } from '../outgoing/frozen.ts'
import { attemptByProvider } from './attempt-by-provider.ts'

/** Makes one attempt to send a message, by mail or through the provider that it was frozen for. */
export async function attemptMessage(context: OutsideContext<EnqueuedJobs['send-message']>): Promise<Found> {
  const { db, tenantId, key: messageId } = context
  const started = await beginAttempt(db, { tenantId, messageId }, (found) => (found.sender === mailSender ? findMailObstacle(found) : null))
  if (started.kind !== 'started') return started
  const { outgoing, attempt } = started
  return outgoing.sender === mailSender ? attemptMail(context, outgoing, attempt) : attemptByProvider(context, outgoing, attempt)
}
