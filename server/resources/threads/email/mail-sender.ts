import { enqueue } from '#platform/jobs/enqueue.ts'
import { markFailedCustomers } from '../../customers/index.ts'
import { noteSending } from '../../inboxes/index.ts'
import { getMailRetryDelay, listDeadAddresses, toReferenceHash } from '../../mail/index.ts'
import { mailSender as sender } from '../outgoing/frozen.ts'
import type { Sender } from '../outgoing/sender.ts'
import { maxUncertain } from './uncertain-mail.ts'

/** Records the results of attempts to send mail. */
export const mailSender: Sender = {
  async noteResult({ tx, effects, tenantId, config }, inboxId, result) {
    const pausedSeconds = await noteSending({ tx, effects, tenantId, config }, inboxId, result)
    await markFailedCustomers(tx, tenantId, listDeadAddresses(result))
    return pausedSeconds
  },
  getRetryDelay: (failures, _attempted, _ageSeconds, config) => getMailRetryDelay(failures, config.mail.retrySeconds),
  maxAgeSeconds: 3 * 86_400,
  maxUncertain,
  tooOldError: 'The mail could not be sent within three days.',
  hashReference: (_inboxId, id) => toReferenceHash(id),
  /**
   * Enqueues a reply's copy to the sent folder after a recipient's server has accepted it. Only after the last attempt, because the copy of
   * an earlier one would look like a later attempt's success.
   */
  async afterLast(tx, key, outgoing, { recipients }) {
    if (outgoing.sender !== sender || !outgoing.copiesToSent) return
    const isAutomatic = outgoing.snapshot.envelopeFrom === ''
    if (isAutomatic || !recipients.some(({ state }) => state === 'SENT' || state === 'DELIVERED')) return
    const { tenantId, messageId } = key
    // Some servers store the mail in the folder themselves, soon after accepting it.
    await enqueue(tx, 'copy-to-sent', { tenantId, key: messageId, inSeconds: 3 })
  },
}
