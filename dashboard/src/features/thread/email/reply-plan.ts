/** Determines, before the agent writes, who will receive a reply, or why it will not be mailed. */
import type { Inbox, Thread, ThreadRecipients } from '@skein/client'
import { t } from '../../../texts/texts.ts'
import type { ChosenRecipients, MailAddress } from '../../threads/drafts.ts'
import { planChannelReply, type ChannelPlan } from '../channel/plan-channel-reply.ts'
import { joinNames } from '../join-names.ts'

export type ReplyPlan =
  /**
   * The reply is mailed. `isChosen` is false for the default recipients, `isInstead` is true when it would otherwise not be mailed.
   * `sending` is NONE only with chosen recipients, which the service refuses when no inbox can send.
   */
  | {
      kind: 'mail'
      recipients: ChosenRecipients
      isChosen: boolean
      isInstead: boolean
      sending: ThreadRecipients['sending']
      warnings: readonly string[]
    }
  /**
   * The service does not send the reply. `isLost` is false when an API caller delivers it, and `isSetUp` is false when the cause is the
   * inbox's setup.
   */
  | { kind: 'none'; reason: string; isLost: boolean; isSetUp: boolean; canMail: boolean }
  | ChannelPlan
  /** The default recipients are still loading. */
  | { kind: 'unknown' }

type Known = {
  thread: Pick<Thread, 'customer'>
  inbox: Inbox | undefined
  /** All inboxes of the tenant. */
  inboxes: readonly Inbox[]
  /** Undefined while loading. */
  defaults: ThreadRecipients | undefined
  chosen: ChosenRecipients | null
  /** When the customer last wrote; null if never, undefined if unknown. */
  customerWroteAt?: string | null | undefined
  /** Milliseconds. */
  now?: number
}

export function planReply({ thread, inbox, inboxes, defaults, chosen, customerWroteAt, now = Date.now() }: Known): ReplyPlan {
  if (!inbox) return { kind: 'unknown' }
  const { email, hook, capabilities } = inbox
  if (chosen) {
    const sending = defaults?.sending ?? 'MAIL_SERVER'
    return { kind: 'mail', recipients: chosen, isChosen: true, isInstead: email === null, sending, warnings: [] }
  }
  const canMail = email === null && inboxes.some(isSending)
  if (email === null && capabilities.delivers === 'SERVICE') {
    const recipient = defaults?.sending === 'CHANNEL' ? (defaults.to[0] ?? null) : undefined
    return planChannelReply({ customer: thread.customer, hook, capabilities, recipient, customerWroteAt, now, canMail })
  }
  const none = (reason: string, more: { isLost?: boolean; isSetUp?: boolean } = {}): ReplyPlan => {
    return { kind: 'none', reason, isLost: true, isSetUp: true, canMail, ...more }
  }
  const notSetUp = { isSetUp: false }
  if (capabilities.delivers === 'OWN_PROGRAM') return none(t('Your own program delivers the replies of this inbox.'), { isLost: false })
  if (email === null) return none(t('This inbox can’t send replies yet. We store your reply here, but the customer doesn’t get it.'))
  if (email.send.mode === 'NONE')
    return none(t('Sending is off for the inbox “{inbox}”, so we can’t email your reply.', { inbox: inbox.name }), notSetUp)
  if (inbox.address === null)
    return none(t('The inbox “{inbox}” has no address, so we can’t email your reply.', { inbox: inbox.name }), notSetUp)
  if (!defaults) return { kind: 'unknown' }
  if (defaults.sending === 'NONE')
    return none(t('The inbox “{inbox}” isn’t set up to send, so we can’t email your reply.', { inbox: inbox.name }), notSetUp)
  if (defaults.to.length === 0)
    return {
      kind: 'none',
      reason:
        thread.customer.name === null
          ? t('The customer has no email address, so we can’t email your reply.')
          : t('{customer} has no email address, so we can’t email your reply.', { customer: thread.customer.name }),
      isLost: true,
      isSetUp: true,
      canMail: true,
    }
  return {
    kind: 'mail',
    recipients: { to: defaults.to, cc: defaults.cc, bcc: [] },
    isChosen: false,
    isInstead: false,
    sending: defaults.sending,
    warnings: defaults.suppressed.map(describeSuppressed),
  }
}

/** Whether the customer has an email address. Without one, the service uses a placeholder that ends with `.invalid`. */
export function hasMailAddress({ email }: Thread['customer']): boolean {
  return !email.endsWith('.invalid')
}

/** Whether the inbox can send mail. */
export function isSending({ active, email, capabilities }: Inbox): boolean {
  return active && email !== null && capabilities.delivers === 'SERVICE'
}

const reasons: Readonly<Record<ThreadRecipients['suppressed'][number]['reason'], (address: string) => string>> = {
  REMOVED: (address) => t('{address} is left out, because an agent removed them.', { address }),
  UNVERIFIED: (address) => t('{address} is left out, because nobody has added them to the thread yet.', { address }),
  FAILED: (address) => t('Mail to {address} was returned before.', { address }),
}

function describeSuppressed({ address, reason }: ThreadRecipients['suppressed'][number]): string {
  return reasons[reason](address)
}

const maxNames = 2

/**
 * Returns the name of a recipient, or the address if there is no name. A name that looks like an address is not shown, because its owner
 * chose it and the reply goes elsewhere.
 */
export function toShownName({ name, address }: MailAddress): string {
  return name === null || name.trim() === '' || /[@\uFE6B\uFF20]/.test(name) ? address : name
}

/** Formats the recipients in one line, for people who cannot point at a name: `To ada@example.com, Cc Grace (grace@example.com) and 2 others`. */
export function describeRecipients({ to, cc, bcc }: ChosenRecipients): string {
  const join = (addresses: readonly MailAddress[]): string =>
    joinNames(
      addresses.map((each) => {
        const name = toShownName(each)
        return name === each.address ? name : `${name} (${each.address})`
      }),
      maxNames,
    )
  return [
    // Show addresses instead of names, because a customer can have several.
    ...(to.length > 0
      ? [
          t('To {names}', {
            names: joinNames(
              to.map(({ address }) => address),
              maxNames,
            ),
          }),
        ]
      : []),
    ...(cc.length > 0 ? [t('Cc {names}', { names: join(cc) })] : []),
    ...(bcc.length > 0 ? [t('Bcc {names}', { names: join(bcc) })] : []),
  ].join(', ')
}

/** Converts a recipient to the API's format: an address, or `"Name" <address>`. */
export function toRecipientText({ name, address }: MailAddress): string {
  return name === null || name === '' ? address : `"${name.replaceAll(/["\\]/g, '\\$&')}" <${address}>`
}

/** Whether a text can be an email address. The service decides finally. */
export function isAddress(text: string): boolean {
  return /^[^\s@<>,;]+@[^\s@<>,;]+$/.test(text)
}

/** Returns the first recipient that cannot be an address; null if there is none. The agent's typing is kept until it is corrected. */
export function findMistypedAddress(recipients: ChosenRecipients): string | null {
  const all = [...recipients.to, ...recipients.cc, ...recipients.bcc]
  return all.find(({ address }) => !isAddress(address))?.address ?? null
}

/**
 * Parses typed or pasted recipients: addresses and `Name <address>`, separated by commas, semicolons, tabs, line breaks, or spaces between
 * addresses. Also returns the parts that are not addresses.
 */
export function parseRecipients(text: string): { found: MailAddress[]; mistyped: string[] } {
  const found: MailAddress[] = []
  const mistyped: string[] = []
  // A comma in a quoted name separates nothing.
  for (const part of text.match(/(?:"[^"\n]*"|[^,;\n\t])+/g) ?? []) {
    const trimmed = part.trim()
    if (trimmed === '') continue
    const words = trimmed.split(/\s+/)
    if (words.every(isAddress)) {
      found.push(...words.map((address) => ({ name: null, address })))
      continue
    }
    const [, name = '', inner = ''] = /^(.*?)<([^<>]*)>$/.exec(trimmed) ?? []
    const address = inner.trim()
    if (isAddress(address)) found.push({ name: name.replaceAll('"', '').trim() || null, address })
    else mistyped.push(trimmed)
  }
  return { found, mistyped }
}
