/** Computes a message's delivery: pure functions on its public state. */
import type { AttemptResult } from '../../mail/index.ts'
import type { Delivery } from '../record/message-email-schema.ts'

type Recipient = Delivery['recipients'][number]
type State = Delivery['state']
export type Mailbox = { readonly address: string }

/** Delivery states from worst to best. A message has the worst state of its recipients. */
const worstFirst: readonly State[] = ['FAILED', 'BOUNCED', 'QUEUED', 'KEPT', 'SENT', 'DELIVERED']

/** Progress of a state; a late report never lowers it. BOUNCED and FAILED may follow any state. */
const rank: Readonly<Record<State, number>> = { NOT_APPLICABLE: 0, QUEUED: 0, KEPT: 0, SENT: 1, DELIVERED: 2, BOUNCED: 3, FAILED: 3 }

/** Returns the delivery of a reply that has just been stored. Deduplicates addresses. */
export function queueDelivery(channel: string, { to, cc, bcc }: Record<'to' | 'cc' | 'bcc', readonly Mailbox[]>, at: string): Delivery {
  const kinds = [
    ...to.map((each) => ['TO', each] as const),
    ...cc.map((each) => ['CC', each] as const),
    ...bcc.map((each) => ['BCC', each] as const),
  ]
  const recipients = new Map<string, Recipient>()
  for (const [kind, { address }] of kinds)
    if (!recipients.has(address)) recipients.set(address, { address, kind, state: 'QUEUED', code: null, reason: null, at, seenAt: null })
  return withWorst({
    state: 'QUEUED',
    channel,
    attempts: 0,
    lastError: null,
    nextAttemptAt: at,
    uncertain: false,
    providerId: null,
    recipients: [...recipients.values()],
  })
}

/** Sets the message's state in the delivery to its recipients' worst. */
export function withWorst(delivery: Delivery): Delivery {
  const state = worstFirst.find((each) => delivery.recipients.some((recipient) => recipient.state === each)) ?? delivery.state
  return { ...delivery, state, nextAttemptAt: state === 'QUEUED' ? delivery.nextAttemptAt : null }
}

/** Returns the addresses that still wait for the mail. */
export function findWaiting({ recipients }: Delivery): string[] {
  return recipients.filter(({ state }) => state === 'QUEUED').map(({ address }) => address)
}

/** Changes the recipients for which `change` returns something. A state never regresses. */
export function changeRecipients(
  delivery: Delivery,
  at: string,
  change: (recipient: Recipient) => Partial<Pick<Recipient, 'state' | 'code' | 'reason' | 'seenAt'>> | null,
): Delivery {
  const recipients = delivery.recipients.map((recipient) => {
    const changed = change(recipient)
    if (!changed) return recipient
    const state = changed.state !== undefined && rank[changed.state] >= rank[recipient.state] ? changed.state : recipient.state
    const isNew = state !== recipient.state
    return { ...recipient, ...changed, state, at: isNew ? at : recipient.at }
  })
  return withWorst({ ...delivery, recipients })
}

/** Returns the delivery after an attempt that reached the server. Waiting recipients keep their state and get the server's reason. */
export function applyAttempt(delivery: Delivery, result: AttemptResult, at: string): Delivery {
  const results = new Map(result.recipients.map((each) => [each.address, each]))
  const changed = changeRecipients(delivery, at, ({ address, state }) => {
    const found = results.get(address)
    // A report about the mail may have arrived before the server's reply.
    if (!found || state !== 'QUEUED') return null
    const { code, reason } = found
    if (found.state === 'ACCEPTED') return { state: 'SENT', code, reason: null }
    return found.state === 'REFUSED' ? { state: 'FAILED', code, reason } : { code, reason }
  })
  return { ...changed, lastError: result.error, providerId: result.providerId ?? delivery.providerId }
}

/** Fails the recipients that are still waiting. */
export function failWaiting(delivery: Delivery, at: string, error: string): Delivery {
  const changed = changeRecipients(delivery, at, ({ state }) => (state === 'QUEUED' ? { state: 'FAILED' } : null))
  return { ...changed, lastError: error }
}

/** Returns the result of an attempt that reached no server. */
export function deferAll(delivery: Delivery, { error, pause }: { error: string; pause: AttemptResult['pause'] }): AttemptResult {
  const recipients = findWaiting(delivery).map((address) => ({ address, state: 'DEFERRED' as const, code: null, reason: error }))
  return { recipients, outcome: 'DEFERRED', providerId: null, pause, error }
}

const canBeResent: ReadonlySet<State> = new Set(['FAILED', 'BOUNCED', 'KEPT'])

/** Requeues the recipients whose mail failed, bounced or was written to a file. Returns null when there are none. */
export function requeueFailed(delivery: Delivery, at: string): Delivery | null {
  if (!delivery.recipients.some(({ state }) => canBeResent.has(state))) return null
  const recipients = delivery.recipients.map((recipient) =>
    canBeResent.has(recipient.state) ? { ...recipient, state: 'QUEUED' as const, code: null, reason: null, at } : recipient,
  )
  return withWorst({ ...delivery, recipients, lastError: null, nextAttemptAt: at })
}
