/**
 * Handles mails that the server may have although its response was lost. If the inbox's own server stores sent mails in its mailbox, the
 * mail is searched for there before it is resent: a job of the mailbox module calls these functions.
 */
import { databaseNowIso } from '#platform/database-now.ts'
import type { Database, Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { enqueue } from '#platform/jobs/enqueue.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import { changeDelivery, lockOutgoingMessage } from '../outgoing/change-delivery.ts'
import { changeRecipients, failWaiting, findWaiting } from '../outgoing/delivery.ts'
import { mailSender } from '../outgoing/frozen.ts'
import { endAttempt, type Outgoing, readOutgoing, repeatUncertain } from '../outgoing/outgoing-queries.ts'

type Key = { tenantId: Uuid; messageId: Uuid }

/** Maximum number of times to resend a mail that the server may have. */
export const maxUncertain = 2
export const uncertainError =
  'The mail server’s response was lost several times. The mail may have arrived; send it again only if the customer has not received it.'

/** Whether a search in the sent folder can show that the server has the mail. */
export function mayBeInSentFolder({ phase, hasSentFolder, delivery }: Pick<Outgoing, 'phase' | 'hasSentFolder' | 'delivery'>): boolean {
  // With several recipients each gets a copy, and the folder does not show whose copy the server has.
  const [only, ...others] = delivery.recipients
  // Once the recipient's server has accepted the mail, the folder contains it whether or not this attempt arrived.
  return phase === 'DATA' && hasSentFolder && others.length === 0 && only?.state !== 'SENT' && only?.state !== 'DELIVERED'
}

/** Returns the Message-ID to search for, and the seconds since the mail was first sent. Null when no search is needed. */
export async function findUncertainMail(db: Database, key: Key): Promise<{ inboxId: Uuid; mailId: string; ageSeconds: number } | null> {
  const outgoing = await db.first(readOutgoing, key)
  if (outgoing?.sender !== mailSender || !mayBeInSentFolder(outgoing)) return null
  return { inboxId: outgoing.inboxId, mailId: outgoing.snapshot.messageId, ageSeconds: outgoing.ageSeconds }
}

/** Records a mail that was found, and resends one that was not. */
export async function settleUncertainMail(
  { tx, effects, tenantId }: { tx: Queryable; effects: Effects; tenantId: Uuid },
  messageId: Uuid,
  isFound: boolean,
): Promise<void> {
  const key = { tenantId, messageId }
  const locked = await lockOutgoingMessage(tx, key, { mayFail: true })
  // An agent resent the mail before this transaction locked it, so the result no longer counts.
  if (locked?.outgoing.phase !== 'DATA') return
  const { before, outgoing } = locked
  const now = databaseNowIso()
  if (!isFound && outgoing.uncertain >= maxUncertain)
    return changeDelivery(tx, effects, key, locked, { ...failWaiting(before, now, uncertainError), uncertain: true })
  if (!isFound) {
    await tx.rows(repeatUncertain, key)
    return enqueue(tx, 'send-message', { tenantId, key: messageId, input: { inboxId: outgoing.inboxId } })
  }
  await tx.rows(endAttempt, { ...key, isUncertain: false, hasFailed: false })
  // A recipient with a code was deferred before the mail was transferred.
  const settled = changeRecipients(before, now, ({ state, code }) =>
    state === 'QUEUED' && code === null ? { state: 'SENT', reason: null } : null,
  )
  const { attempts, uncertain } = outgoing
  const rest = findWaiting(settled)
  const lastError = rest.length === 0 ? null : settled.lastError
  await changeDelivery(tx, effects, key, locked, { ...settled, attempts, lastError, uncertain: uncertain > 0 })
  if (rest.length > 0) await enqueue(tx, 'send-message', { tenantId, key: messageId, input: { inboxId: outgoing.inboxId } })
}
