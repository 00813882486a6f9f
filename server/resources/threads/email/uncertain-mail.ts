/**
 * Mails that the server may have although its response was lost. Where the inbox's own server stores sent mails in the inbox's mailbox, the
 * mail is looked for there before it is sent again: a job of the module that reads mailboxes calls these functions.
 */
import { databaseNowIso } from '#platform/database-now.ts'
import type { Database, Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { enqueue } from '#platform/jobs/enqueue.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import { changeDelivery, lockMail } from './change-delivery.ts'
import { changeRecipients, failWaiting, findWaiting } from './delivery.ts'
import { endAttempt, type Outgoing, readOutgoing, repeatUncertain } from './outgoing-queries.ts'

type Key = { tenantId: Uuid; messageId: Uuid }

/** How often a mail is sent again although the server may have it. */
export const maxUncertain = 2
export const uncertainError =
  'The mail server’s response was lost several times. The mail may have arrived; send it again only if the customer has not received it.'

/** Whether looking for the mail in the folder for sent mails can show that the server has it. */
export function mayBeInSentFolder({ phase, hasSentFolder, delivery }: Outgoing): boolean {
  // Several recipients get a copy each, and the folder does not tell which of them the server has.
  const [only, ...others] = delivery.recipients
  // Once the recipient's server has accepted the mail, the folder contains it whether or not this attempt arrived.
  return phase === 'DATA' && hasSentFolder && others.length === 0 && only?.state !== 'SENT' && only?.state !== 'DELIVERED'
}

/** Returns the Message-ID to look for, and the seconds since the mail was first sent. Null when the mail needs no search any more. */
export async function findUncertainMail(db: Database, key: Key): Promise<{ inboxId: Uuid; mailId: string; ageSeconds: number } | null> {
  const outgoing = await db.first(readOutgoing, key)
  if (!outgoing || !mayBeInSentFolder(outgoing)) return null
  return { inboxId: outgoing.inboxId, mailId: outgoing.snapshot.messageId, ageSeconds: outgoing.ageSeconds }
}

/** Settles a mail that was found, and sends one again that was not. */
export async function settleUncertainMail(
  { tx, effects, tenantId }: { tx: Queryable; effects: Effects; tenantId: Uuid },
  messageId: Uuid,
  isFound: boolean,
): Promise<void> {
  const key = { tenantId, messageId }
  const locked = await lockMail(tx, key, { mayFail: true })
  // A person has wanted the mail sent again in the meantime.
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
