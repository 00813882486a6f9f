/** Applies what a provider reports about a reply. */
import { databaseNowIso } from '#platform/database-now.ts'
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import type { ReportedState } from '../../../channels/channel.ts'
import { checkIsOfThread, lockThreadOfMessage } from './change-answers.ts'
import { changeDelivery } from './change-delivery.ts'
import { changeRecipients } from './delivery.ts'
import { findByAlias, findByDelivery, insertAliases, lockDelivery } from './outgoing-queries.ts'
import { toProviderReferenceHash } from './provider-reference.ts'

type Context = { readonly tx: Queryable; readonly effects: Effects; readonly tenantId: Uuid }
/** One of both ids names the reply: the id under which the provider got it, or the provider's own. */
type Reported = { readonly inboxId: Uuid; readonly deliveryId: Uuid | null; readonly externalId: string | null }

/**
 * Changes the state of a reply for its recipient. States only rise, in whatever order they come; FAILED may follow any. SEEN implies
 * DELIVERED. Returns null if no reply of this inbox has the id.
 */
export async function applyReportedState(
  context: Context,
  reported: Reported,
  { state, error }: { readonly state: ReportedState; readonly error: string | null },
): Promise<{ messageId: Uuid; threadId: Uuid; changed: boolean } | null> {
  const { tx, effects, tenantId } = context
  const messageId = await findReported(context, reported)
  if (messageId === null) return null
  const key = { tenantId, messageId }
  const thread = await lockThreadOfMessage(tx, key)
  const message = await tx.first(lockDelivery, key)
  if (!thread || !message?.delivery) return null
  checkIsOfThread(thread, message)
  const { inboxId, deliveryId, externalId } = reported
  // Later reports may name only the provider's own id.
  if (deliveryId !== null && externalId !== null)
    await tx.rows(insertAliases, { ...key, hashes: [toProviderReferenceHash(inboxId, externalId).toString('hex')] })
  const before = message.delivery
  const now = databaseNowIso()
  const isFailure = state === 'FAILED'
  const reason = isFailure ? (error ?? 'The provider reported that it could not deliver the message.') : null
  const risen = changeRecipients(before, now, (recipient) => {
    if (recipient.state === 'FAILED') return null
    if (isFailure) return { state: 'FAILED', reason }
    return state === 'SEEN' ? { state: 'DELIVERED', seenAt: recipient.seenAt ?? now } : { state }
  })
  const changed = risen.recipients.some(({ state: after, seenAt }, i) => {
    const earlier = before.recipients[i]
    return after !== earlier?.state || seenAt !== earlier.seenAt
  })
  if (!changed) return { messageId, threadId: thread.id, changed }
  const lastError = risen.state === before.state ? before.lastError : reason
  await changeDelivery(tx, effects, key, { before, thread }, { ...risen, lastError }, true)
  return { messageId, threadId: thread.id, changed }
}

async function findReported({ tx, tenantId }: Context, { inboxId, deliveryId, externalId }: Reported): Promise<Uuid | null> {
  const byDelivery = deliveryId === null ? null : await tx.first(findByDelivery, { tenantId, inboxId, deliveryId })
  if (byDelivery || externalId === null) return byDelivery?.messageId ?? null
  const byAlias = await tx.first(findByAlias, { tenantId, idHash: toProviderReferenceHash(inboxId, externalId) })
  return byAlias?.messageId ?? null
}
