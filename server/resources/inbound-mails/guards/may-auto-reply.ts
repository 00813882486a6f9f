/** Decides whether a mail may be answered automatically, and whether a new thread gets the automatic reply of its inbox. */
import type { MailGuards } from '#platform/mail-guards.ts'
import { isReadByPrograms } from '../../mail/index.ts'

/** Facts of a mail that decide whether it may be answered automatically. */
export type AnswerableFacts = {
  /** True for bounces, automatic replies, bulk mail and spam, even when a rule allows the sender. */
  readonly isAutomatic: boolean
  /** Empty for the null sender `<>`; null when the transport does not know it. */
  readonly envelopeFrom: string | null
  /** True when To or Cc has an own address. A mail to a blind copy is most often a newsletter. */
  readonly isAddressedToUs: boolean
  readonly sender: string
  readonly isFromOwnAddress: boolean
}

export type AutoReplyFacts = AnswerableFacts & {
  /** True for a thread that this mail created, live: not by an import, and not when an agent released the mail. */
  readonly isNewThread: boolean
  /** Automatic replies that were sent: in the thread, to the address in an hour and a day, and by the inbox in an hour. */
  readonly sent: { readonly thread: number; readonly addressHour: number; readonly addressDay: number; readonly inboxHour: number }
}

/** Whether the mail may be answered automatically at all, by its inbox or by a rule. */
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
