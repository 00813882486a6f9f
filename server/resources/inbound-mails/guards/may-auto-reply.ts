/** Decides whether a mail may get an automatic reply, and whether a new thread gets its inbox's automatic reply. */
import type { MailGuards } from '#platform/mail-guards.ts'
import { isReadByPrograms } from '../../mail/index.ts'

/** Facts of a mail that decide about automatic replies. */
export type AnswerableFacts = {
  /** True for bounces, automatic replies, bulk mail and spam, even when a rule allows the sender. */
  readonly isAutomatic: boolean
  /** Empty for the null sender `<>`; null when unknown to the transport. */
  readonly envelopeFrom: string | null
  /** True when To or Cc has an own address. A blind copy is usually a newsletter. */
  readonly isAddressedToUs: boolean
  readonly sender: string
  readonly isFromOwnAddress: boolean
}

export type AutoReplyFacts = AnswerableFacts & {
  /** True for a thread that this mail has just created: not by an import, and not by an agent's release. */
  readonly isNewThread: boolean
  /** Number of automatic replies sent: in the thread, to the address in an hour and a day, and by the inbox in an hour. */
  readonly sent: { readonly thread: number; readonly addressHour: number; readonly addressDay: number; readonly inboxHour: number }
}

/** Whether the mail may get any automatic reply, from its inbox or from a rule. */
export function isAnswerable({ isAutomatic, envelopeFrom, isAddressedToUs, sender, isFromOwnAddress }: AnswerableFacts): boolean {
  return (
    !isAutomatic &&
    envelopeFrom?.trim() !== '' &&
    envelopeFrom?.trim() !== '<>' &&
    isAddressedToUs &&
    !isFromOwnAddress &&
    !isReadByPrograms(sender)
  )
}

export function mayAutoReply({ isNewThread, sent, ...facts }: AutoReplyFacts, limits: MailGuards): boolean {
  return (
    isNewThread &&
    isAnswerable(facts) &&
    sent.thread < limits.autoRepliesPerThread &&
    sent.addressHour < limits.autoRepliesPerHour &&
    sent.addressDay < limits.autoRepliesPerDay &&
    sent.inboxHour < limits.autoRepliesPerInboxHour
  )
}
