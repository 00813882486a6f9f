/** Texts for the delivery status of a reply. */
import type { Message } from '@skein/client'
import { message, plural, t, type Message as Text } from '../../../texts/texts.ts'
import { formatMoment } from '../../../ui/time.ts'
import { joinNames } from '../join-names.ts'

type Delivery = Message['delivery']
type Recipient = Delivery['recipients'][number]

export type DeliveryNote = {
  look: 'muted' | 'warning' | 'danger'
  text: string
  /** Whether the agent can resend the reply. */
  canRetry: boolean
}

/** Describes the delivery of a message in a few short sentences; null when the service does not send the message. */
export function describeDelivery(delivery: Delivery): DeliveryNote | null {
  const { state, attempts, lastError, nextAttemptAt, uncertain } = delivery
  const { recipients } = delivery
  const those = recipients.filter((each) => each.state === state)
  const who = describeRecipients(those.length > 0 ? those : recipients)
  const reason = describeReason(those[0]) ?? lastError
  const withReason = (text: string): string => (reason === null ? text : `${text} ${endSentence(reason)}`)
  switch (state) {
    case 'NOT_APPLICABLE':
      return null
    case 'QUEUED': {
      if (attempts === 0) return { look: 'muted', text: t('Waiting to be sent'), canRetry: false }
      const next = nextAttemptAt === null ? '' : ` ${t('Next attempt {time}.', { time: formatMoment(nextAttemptAt) })}`
      return { look: 'warning', text: withReason(t('Not sent yet.')) + next, canRetry: false }
    }
    case 'SENT':
    case 'DELIVERED': {
      const [plain, toWhom] =
        state === 'SENT'
          ? [t('Sent'), t('Sent to {recipients}', { recipients: who })]
          : [t('Delivered'), t('Delivered to {recipients}', { recipients: who })]
      const seenAt = findSeenTime(recipients)
      if (seenAt !== null) return { look: 'muted', text: t('Seen {time}', { time: formatMoment(seenAt) }), canRetry: false }
      // The message header already names the recipients, so list them only when their states differ.
      const text = those.length === recipients.length || who === '' ? plain : toWhom
      const doubt = t('It may arrive twice, because the mail server stopped responding.')
      return { look: 'muted', text: uncertain ? `${text}. ${doubt}` : text, canRetry: false }
    }
    case 'KEPT':
      return {
        look: 'warning',
        text: isMail(delivery)
          ? t('Saved as a file. Nobody received it, because there’s no mail server.')
          : t('Not sent yet, because your program has no URL.'),
        canRetry: true,
      }
    case 'BOUNCED':
      return {
        look: 'danger',
        text: withReason(who === '' ? t('Returned.') : t('Returned by {recipients}.', { recipients: who })),
        canRetry: true,
      }
    case 'FAILED':
      return {
        look: 'danger',
        text:
          lastError === 'cancelled'
            ? t('Not sent, because an agent cancelled it.')
            : withReason(who === '' ? t('Not sent.') : t('Not sent to {recipients}.', { recipients: who })),
        canRetry: true,
      }
  }
}

/** Describes the state of one recipient, with its time: `Seen 10:31`. */
export function describeRecipient(
  { state, at, seenAt = null }: Recipient,
  delivery: Pick<Delivery, 'channel'>,
): { text: string; at: string } {
  if (seenAt !== null) return { text: t('Seen'), at: seenAt }
  return { text: t(state === 'KEPT' && !isMail(delivery) ? recipientStates.QUEUED : recipientStates[state]), at }
}

function isMail({ channel }: Pick<Delivery, 'channel'>): boolean {
  return channel === null || channel === 'email'
}

/** Returns when the last recipient saw the message; null if one has not. */
function findSeenTime(recipients: readonly Recipient[]): string | null {
  const times = recipients.flatMap(({ seenAt }) => seenAt ?? [])
  return times.length < recipients.length ? null : (times.toSorted().at(-1) ?? null)
}

/** Names of delivery states, for the list of recipients. */
const recipientStates: Readonly<Record<Recipient['state'], Text>> = {
  NOT_APPLICABLE: message('Not sent by email'),
  QUEUED: message('Waiting'),
  SENT: message('Sent'),
  DELIVERED: message('Delivered'),
  BOUNCED: message('Returned'),
  FAILED: message('Not sent'),
  KEPT: message('Saved as a file'),
}

/** Joins the mail server's code and reason, such as `5.1.1 No such user`; null when it gave none. */
export function describeReason(recipient: Recipient | undefined): string | null {
  if (!recipient) return null
  const { code, reason } = recipient
  // Many servers repeat the code in their text.
  const parts = [code !== null && reason?.includes(code) ? null : code, reason].filter((part) => part !== null && part !== '')
  return parts.length === 0 ? null : parts.join(' ')
}

function describeRecipients(recipients: readonly Recipient[]): string {
  if (recipients.length > 2) return plural(recipients.length, '{count} recipient', '{count} recipients')
  return joinNames(recipients.map(({ address }) => address))
}

function endSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
