/** Texts for the reasons why mails are suspended. */
import type { InboundMail } from '@skein/client'
import { message, t, type Message } from '../../texts/texts.ts'
import {
  Bot,
  CirclePause,
  CircleX,
  FileText,
  Mail,
  RotateCcw,
  ShieldBan,
  TriangleAlert,
  Users,
  UserRound,
  type IconType,
} from '../../ui/icons.ts'

type Cause = NonNullable<InboundMail['cause']>

type Words = {
  icon: IconType
  /** Short form, for the list. */
  short: Message
  /** Long form, above the mail: what happened, and what releasing the mail does. */
  long: Message
}

const causes: Readonly<Record<Cause, Words>> = {
  AUTOMATIC: {
    icon: Bot,
    short: message('Automatic reply'),
    long: message('This is an automatic reply that doesn’t belong to any thread.'),
  },
  BOUNCE_UNMATCHED: {
    icon: FileText,
    short: message('Delivery report'),
    long: message('This says that an email couldn’t be delivered, but we didn’t send that email.'),
  },
  BULK: { icon: Mail, short: message('Bulk mail'), long: message('This is a newsletter or a notification. This inbox holds those.') },
  SPAM: { icon: ShieldBan, short: message('Spam'), long: message('Your mail server marked this as spam.') },
  AUTHENTICATION: {
    icon: TriangleAlert,
    short: message('Sender not verified'),
    long: message('The sender’s domain says it didn’t send this, so it may be forged.'),
  },
  BLOCKED: { icon: ShieldBan, short: message('Blocked sender'), long: message('One of your sender rules blocks this sender.') },
  FLOOD: { icon: Mail, short: message('Too many emails'), long: message('This sender sent too many emails within a few minutes.') },
  LOOP: {
    icon: RotateCcw,
    short: message('Loop'),
    long: message('This email went through Skein several times, because another system answers it automatically.'),
  },
  SELF_SENT: {
    icon: TriangleAlert,
    short: message('Your own address'),
    long: message('This claims to come from one of your own addresses, but we didn’t send it.'),
  },
  UNVERIFIED_AGENT: {
    icon: UserRound,
    short: message('Unverified agent'),
    long: message('This claims to come from an agent, but we couldn’t verify it.'),
  },
  NO_SENDER: {
    icon: UserRound,
    short: message('No sender'),
    long: message('This email has no sender we could reply to. To release it, choose the customer who wrote it.'),
  },
  INBOX_INACTIVE: {
    icon: CirclePause,
    short: message('Inactive inbox'),
    long: message('The inbox is turned off, so it takes no new threads.'),
  },
  TOO_MANY_PARTICIPANTS: {
    icon: Users,
    short: message('Too many people'),
    long: message('The thread has too many people to add this sender.'),
  },
  UNREADABLE: { icon: CircleX, short: message('Unreadable'), long: message('We couldn’t read this email.') },
  FAILED: { icon: CircleX, short: message('Failed'), long: message('Something went wrong with this email. Release it to try again.') },
}

const unknown: Words = { icon: CirclePause, short: message('Held'), long: message('We held this email to be safe.') }

export function describeCause({ cause }: Pick<InboundMail, 'cause'>): { icon: IconType; short: string; long: string } {
  const { icon, short, long } = cause === null ? unknown : causes[cause]
  return { icon, short: t(short), long: t(long) }
}

/** Whether the mail is probably spam. */
export function isUnwanted({ cause }: Pick<InboundMail, 'cause'>): boolean {
  return cause === 'SPAM' || cause === 'BLOCKED'
}
