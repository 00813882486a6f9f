/** Determines, before the agent writes, whether a reply can go to the customer through the inbox's provider, such as the own program. */
import type { Inbox, Thread } from '@skein/client'
import type { MailAddress } from '../../threads/drafts.ts'
import { message, t, type Message } from '../../../texts/texts.ts'
import { formatDuration } from '../../../ui/duration.ts'
import { formatLocale } from '../../../texts/language.ts'
import { getCustomerName } from '../../../ui/customer-name.ts'

/** Limits of a channel on a reply. */
export type ReplyLimits = Pick<Inbox['capabilities'], 'formats' | 'maxTextLength' | 'splits' | 'files'>

export type ChannelPlan =
  /**
   * `until` is when the time for a reply ends, in milliseconds; null for never. `isKept` is true while the provider cannot be reached.
   * `isLive` is true when the customer waits for the reply on the spot.
   */
  | { kind: 'channel'; target: string; limits: ReplyLimits; until: number | null; isKept: boolean; isLive: boolean; canMail: boolean }
  /** The service would refuse a reply. */
  | { kind: 'refused'; reason: string; canMail: boolean }

export type ChannelReply = {
  customer: Thread['customer']
  /** The provider that delivers the reply; null if the service delivers it itself. */
  hook: Inbox['hook']
  capabilities: Inbox['capabilities']
  /** The customer's address at the provider; null if there is none, undefined if unknown. */
  recipient: MailAddress | null | undefined
  /** When the customer last wrote; null if never, undefined if unknown. */
  customerWroteAt: string | null | undefined
  /** Milliseconds. */
  now: number
  /** Whether the agent can send the reply by mail instead. */
  canMail: boolean
}

/** Says to whom a reply goes, by provider. */
const targets: Readonly<Record<NonNullable<Inbox['hook']>['provider'], Message>> = {
  CUSTOM: message('To {name} by your own program'),
  TELEGRAM: message('To {name} in Telegram'),
}

const inChat = message('To {name} in the chat')

/** Decides like the service, which would refuse the reply otherwise. A customer who has not written yet has no window. */
export function planChannelReply({ customer, hook, capabilities, recipient, customerWroteAt, now, canMail }: ChannelReply): ChannelPlan {
  const { window, startsConversations, formats, maxTextLength, splits, files, live } = capabilities
  if (recipient === null || (recipient === undefined && customerWroteAt === null && startsConversations !== 'YES')) {
    const reason =
      startsConversations === 'YES'
        ? t('There’s nobody to write to. We know no address of the customer that your program can reach.')
        : t('The customer hasn’t written here yet, and you can’t write to them first.')
    return { kind: 'refused', reason, canMail }
  }
  const until = window === null || !customerWroteAt ? null : Date.parse(customerWroteAt) + window.seconds * 1_000
  if (window !== null && until !== null && until < now)
    return {
      kind: 'refused',
      reason: t('The customer wrote more than {duration} ago. You can’t reply here until they write again.', {
        duration: formatWindow(window.seconds),
      }),
      canMail,
    }
  const name = recipient?.name ?? (hook ? recipient?.address : null) ?? getCustomerName(customer)
  return {
    kind: 'channel',
    target: t(hook ? targets[hook.provider] : inChat, { name }),
    limits: { formats, maxTextLength, splits, files },
    until,
    isKept: hook !== null && hook.telegram === null && hook.outboundUrl === null,
    isLive: live,
    canMail,
  }
}

const maxHours = 72

/** Formats the time for a reply in hours, as providers do (`24 hours`), unless it is long or no whole number of hours. */
function formatWindow(seconds: number): string {
  const hours = seconds / 3_600
  if (!Number.isInteger(hours) || hours > maxHours) return formatDuration(seconds, 'seconds')
  return hours.toLocaleString(formatLocale, { style: 'unit', unit: 'hour', unitDisplay: 'long' })
}
