/** Words for the delivery of a reply by mail. */
import type { Message } from '@skein/client'
import { formatMoment } from '../../../ui/time.ts'

type Delivery = Message['delivery']
type Recipient = Delivery['recipients'][number]

export type DeliveryNote = {
  look: 'muted' | 'warning' | 'danger'
  text: string
  /** Whether the agent can have the reply sent again. */
  canRetry: boolean
}

const nobody = 'Kept as a file. It reached nobody, because the service has no mail server.'

/** Describes the delivery of a message in one sentence. Returns null when nothing is sent. */
export function describeDelivery({ state, recipients, attempts, lastError, nextAttemptAt, uncertain }: Delivery): DeliveryNote | null {
  const those = recipients.filter((each) => each.state === state)
  const who = describeRecipients(those.length > 0 ? those : recipients)
  const reason = describeReason(those[0]) ?? lastError
  const because = reason === null ? '.' : `: ${endSentence(reason)}`
  switch (state) {
    case 'NOT_APPLICABLE':
      return null
    case 'QUEUED': {
      const next = nextAttemptAt === null ? '' : ` Next attempt ${formatMoment(nextAttemptAt)}.`
      return attempts === 0
        ? { look: 'muted', text: 'Waiting to be sent', canRetry: false }
        : { look: 'warning', text: `Not sent yet${because}${next}`, canRetry: false }
    }
    case 'SENT':
    case 'DELIVERED': {
      const verb = state === 'SENT' ? 'Sent' : 'Delivered'
      const doubt = uncertain ? ', perhaps twice: the mail server stopped responding' : ''
      return { look: 'muted', text: `${verb}${who === '' ? '' : ` to ${who}`}${doubt}`, canRetry: false }
    }
    case 'KEPT':
      return { look: 'warning', text: nobody, canRetry: true }
    case 'BOUNCED':
      return { look: 'danger', text: `Returned${who === '' ? '' : ` by ${who}`}${because}`, canRetry: true }
    case 'FAILED':
      return lastError === 'cancelled'
        ? { look: 'danger', text: 'Not sent, because an agent cancelled it.', canRetry: true }
        : { look: 'danger', text: `Not sent${who === '' ? '' : ` to ${who}`}${because}`, canRetry: true }
  }
}

/** Names of the states in the list of recipients. */
export const recipientStates: Readonly<Record<Recipient['state'], string>> = {
  NOT_APPLICABLE: 'Not sent by mail',
  QUEUED: 'Waiting',
  SENT: 'Sent',
  DELIVERED: 'Delivered',
  BOUNCED: 'Returned',
  FAILED: 'Not sent',
  KEPT: 'Kept as a file',
}

/** Joins the mail server's code and reason, such as `5.1.1 No such user`. Returns null when it gave none. */
export function describeReason(recipient: Recipient | undefined): string | null {
  if (!recipient) return null
  const { code, reason } = recipient
  // Many servers repeat the code in their text.
  const parts = [code !== null && reason?.includes(code) ? null : code, reason].filter((part) => part !== null && part !== '')
  return parts.length === 0 ? null : parts.join(' ')
}

function describeRecipients(recipients: readonly Recipient[]): string {
  if (recipients.length > 2) return `${recipients.length} recipients`
  return recipients.map(({ address }) => address).join(' and ')
}

function endSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
