/** Fields that channels report about messages. A service of an earlier version omits them. */
import type { Message } from '@skein/client'

export type ReportedRecipient = Message['delivery']['recipients'][number] & {
  /** When the customer saw the message. */
  seenAt?: string | null
}

export type ReportedMessage = Message & {
  /** When the customer changed or deleted the message in their own program. */
  editedAt?: string | null
  deletedAt?: string | null
}
