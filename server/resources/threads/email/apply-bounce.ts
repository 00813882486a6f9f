/** Applies a delivery report to its message. */
import { databaseNowIso } from '#platform/database-now.ts'
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import { systemIdentity } from '#platform/outbox/write-identity.ts'
import { appendToLockedThread, newMessage } from '../messages/append-message.ts'
import { applyThreadChange } from '../change/change-thread.ts'
import { messageDeliveryChanged } from '../record/events.ts'
import { lockMergeRoot } from '../record/thread.ts'
import { changeAnswers, changesAnswer, checkIsOfThread } from '../outgoing/change-answers.ts'
import { changeRecipients } from '../outgoing/delivery.ts'
import { deliveredMails } from '../outgoing/measures.ts'
import { findMessageThread, lockDelivery, setDelivery } from '../outgoing/outgoing-queries.ts'
import { findSystemNote } from './automatic-queries.ts'

export type ReportedChange = {
  readonly address: string
  readonly state: 'BOUNCED' | 'DELAYED' | 'DELIVERED'
  readonly code: string | null
  readonly reason: string | null
}

type Context = { readonly tx: Queryable; readonly effects: Effects; readonly tenantId: Uuid }

/**
 * Updates the recipients of a message. If an address of the thread's customer has bounced, adds a system message about it, and opens a
 * pending or resolved thread, because the customer has not read the reply. Returns null when the message does not exist or was not sent.
 */
export async function applyBounce(
  { tx, effects, tenantId }: Context,
  messageId: Uuid,
  changes: readonly ReportedChange[],
  isCustomers: (address: string) => boolean,
): Promise<{ threadId: Uuid } | null> {
  const key = { tenantId, messageId }
  const found = await tx.first(findMessageThread, key)
  const thread = found && (await lockMergeRoot(tx, { tenantId, id: found.threadId }))
  const message = await tx.first(lockDelivery, key)
  if (!thread || !message?.delivery) return null
  checkIsOfThread(thread, message)
  const before = message.delivery
  const reports = new Map(changes.map((each) => [each.address, each]))
  const bounced = before.recipients.filter(({ address, state }) => reports.get(address)?.state === 'BOUNCED' && state !== 'BOUNCED')
  const changed = changeRecipients(before, databaseNowIso(), ({ address }) => {
    const report = reports.get(address)
    if (!report) return null
    const { state, code, reason } = report
    return state === 'DELAYED' ? { code, reason } : { state, code, reason }
  })
  const delayed = changes.find(({ state }) => state === 'DELAYED')
  const delivery = { ...changed, lastError: describe(changes.find(({ state }) => state === 'BOUNCED') ?? delayed) ?? changed.lastError }
  const updated = await tx.first(setDelivery, { ...key, delivery })
  const isNew = delivery.recipients.some(({ state }, i) => state !== before.recipients[i]?.state)
  if (updated && (isNew || delayed)) effects.emit(messageDeliveryChanged, messageId, updated, { delivery: before })
  if (isNew) {
    deliveredMails.add(delivery.state)
    effects.audit({
      action: 'message.delivery_changed',
      target: { type: 'message', id: messageId },
      before: { state: before.state },
      after: { state: delivery.state },
    })
  }
  if (changesAnswer(before, delivery)) await changeAnswers({ tx, effects, tenantId }, thread, delivery)
  const hasFailedForCustomer = bounced.some(({ address }) => isCustomers(address))
  if (hasFailedForCustomer && thread.status !== 'closed') {
    const lines = bounced.map(
      ({ address }) => `The mail to ${address} could not be delivered: ${describe(reports.get(address)) ?? 'no reason given'}`,
    )
    const text = lines.join('\n')
    const note = {
      body: text,
      bodyFormat: 'text',
      bodyText: text,
      authorType: 'SYSTEM',
      internal: false,
      action: 'thread.message_added',
    } as const
    await appendToLockedThread(tx, newMessage(systemIdentity(tenantId), thread.id, null, note))
    if (thread.status === 'pending' || thread.status === 'resolved') {
      const current = await lockMergeRoot(tx, { tenantId, id: thread.id })
      const change = { status: 'open', snoozedUntil: null } as const
      if (current)
        await applyThreadChange({ tx, effects, principal: { tenantId } }, current, change, { action: 'thread.reopened_by_bounce' })
    }
  }
  return { threadId: thread.id }
}

/**
 * Writes an internal note about a report that another person in the thread could have forged, once per address. Call it under the thread's
 * lock.
 */
export async function noteUnprovedReport(tx: Queryable, tenantId: Uuid, threadId: Uuid, addresses: readonly string[]): Promise<void> {
  for (const address of addresses.slice(0, maxNotes)) {
    const text =
      `A report says that a mail to ${address} could not be delivered. Another person of the thread could have written it, so the state of ` +
      'the mail was not changed.'
    if (await tx.first(findSystemNote, { tenantId, threadId, text })) continue
    const note = {
      body: text,
      bodyFormat: 'text',
      bodyText: text,
      authorType: 'SYSTEM',
      internal: true,
      action: 'thread.message_added',
    } as const
    await appendToLockedThread(tx, newMessage(systemIdentity(tenantId), threadId, null, note))
  }
}

/** Maximum number of addresses to note per report. */
const maxNotes = 5

function describe(report: ReportedChange | undefined): string | null {
  const text = [report?.code, report?.reason].filter((part) => part !== null && part !== undefined).join(' ')
  return text === '' ? null : text
}
