/** Words for the reasons why mails are suspended. */
import type { InboundMail } from '@skein/client'

type Cause = NonNullable<InboundMail['cause']>

type Words = {
  /** For the list. */
  short: string
  /** A sentence above the mail: what happened, and what releasing it does. */
  long: string
}

const causes: Readonly<Record<Cause, Words>> = {
  AUTOMATIC: { short: 'Automatic reply', long: 'This is an automatic reply that belongs to no thread.' },
  BOUNCE_UNMATCHED: {
    short: 'Delivery report',
    long: 'This reports a mail that could not be delivered, but Skein did not send that mail.',
  },
  BULK: { short: 'Bulk mail', long: 'This is a newsletter or a notification, and the inbox suspends those.' },
  SPAM: { short: 'Spam', long: 'Your mail server marked this mail as spam.' },
  AUTHENTICATION: { short: 'Sender not verified', long: 'The sender’s domain says that it did not send this mail. It may be forged.' },
  BLOCKED: { short: 'Blocked sender', long: 'A sender rule blocks this sender.' },
  FLOOD: { short: 'Too many mails', long: 'The sender sent too many mails within a few minutes.' },
  LOOP: { short: 'Loop', long: 'This mail has passed through Skein several times. Another system answers it automatically.' },
  SELF_SENT: { short: 'Your own address', long: 'This mail claims to come from one of your own addresses, but Skein did not send it.' },
  UNVERIFIED_AGENT: { short: 'Unverified agent', long: 'This mail claims to come from an agent, but it could not be verified.' },
  NO_SENDER: { short: 'No sender', long: 'This mail has no sender whom Skein could answer. To release it, say which customer wrote it.' },
  INBOX_INACTIVE: { short: 'Inactive inbox', long: 'The inbox receives no new threads.' },
  TOO_MANY_PARTICIPANTS: { short: 'Too many people', long: 'The thread has too many participants to add this sender.' },
  UNREADABLE: { short: 'Unreadable', long: 'This mail could not be read.' },
  FAILED: { short: 'Failed', long: 'Processing this mail failed. Releasing it tries again.' },
}

export function describeCause({ cause }: Pick<InboundMail, 'cause'>): Words {
  return cause === null ? { short: 'Suspended', long: 'A guard stopped this mail.' } : causes[cause]
}
