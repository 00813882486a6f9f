/** A message that is ready to be sent: what goes out, to whom, and by what. It is stored with scheduled replies until they are due. */
import type { Uuid } from '#platform/ids.ts'
import type { HookSettings } from '../../../channels/hook-settings.ts'
import type { ThreadChannelName } from '../../../channels/thread-channels.ts'
import type { MailSnapshot } from '../../mail/index.ts'
import type { StoredPart } from '../record/part-schema.ts'
import type { StoredEmail } from '../record/message-email-schema.ts'

export type FrozenMail = {
  /** The mail in the form that the message stores and the API shows. */
  readonly email: StoredEmail
  readonly snapshot: MailSnapshot
  readonly inboxId: Uuid
  /** Message to which it replies; null if there is none. */
  readonly inReplyToId: Uuid | null
}

/** A message that a provider sends. */
export type FrozenForProvider = {
  readonly provider: HookSettings['provider']
  readonly channel: ThreadChannelName
  /** Address of the recipient, in the provider's form. */
  readonly address: string
  readonly snapshot: object
  readonly inboxId: Uuid
  readonly inReplyToId: Uuid | null
}

/** A message that a visitor of a website reads here. Storing it sends it. */
export type FrozenForVisitor = {
  readonly channel: ThreadChannelName
  /** Id of the visitor, `vst_…`. */
  readonly address: string
  readonly inboxId: Uuid
  readonly inReplyToId: Uuid | null
  readonly parts?: StoredPart[]
  /** Seconds after which the reply is mailed if the visitor has not seen it; absent to never mail it. */
  readonly mailAfterSeconds?: number
}

export type Frozen = FrozenMail | FrozenForProvider | FrozenForVisitor

export function isFrozenMail(frozen: Frozen): frozen is FrozenMail {
  return 'email' in frozen
}

/** Whether something has to be attempted after the commit. */
export function needsSending(frozen: Frozen): frozen is FrozenMail | FrozenForProvider {
  return 'snapshot' in frozen
}

/** Returns the first recipient's address. */
export function getAddress(frozen: Frozen): string {
  return isFrozenMail(frozen) ? (frozen.email.to[0]?.address ?? '') : frozen.address
}

/** Value of `outgoing_messages.sender` for mail. Other messages have the provider's name. */
export const mailSender = 'EMAIL'
