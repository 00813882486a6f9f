/** Decides, before the agent writes, where a reply will go, or why nothing will be sent. */
import type { Inbox, Thread, ThreadRecipients } from '@skein/client'

/** Recipients that the agent has chosen, in place of the default ones. */
export type ChosenRecipients = { to: readonly MailAddress[]; cc: readonly MailAddress[]; bcc: readonly MailAddress[] }
export type MailAddress = ThreadRecipients['to'][number]

export type ReplyPlan =
  /**
   * The reply is mailed. `isChosen` is false for the default recipients. `sending` is NONE only for chosen ones, which the service refuses
   * where no inbox can send.
   */
  | { kind: 'mail'; recipients: ChosenRecipients; isChosen: boolean; sending: ThreadRecipients['sending']; warnings: readonly string[] }
  /**
   * The reply is not mailed. `isLost` is false when a program of the tenant delivers it, and `isSetUp` is false when the set-up of the inbox
   * is the reason.
   */
  | { kind: 'none'; reason: string; isLost: boolean; isSetUp: boolean; canMail: boolean }
  /** The default recipients are not loaded yet. */
  | { kind: 'unknown' }

type Known = {
  thread: Pick<Thread, 'customer'>
  inbox: Inbox | undefined
  /** All inboxes of the tenant. */
  inboxes: readonly Inbox[]
  /** Undefined until loaded. */
  defaults: ThreadRecipients | undefined
  chosen: ChosenRecipients | null
}

export function planReply({ thread, inbox, inboxes, defaults, chosen }: Known): ReplyPlan {
  if (!inbox) return { kind: 'unknown' }
  if (chosen) return { kind: 'mail', recipients: chosen, isChosen: true, sending: defaults?.sending ?? 'MAIL_SERVER', warnings: [] }
  const canMail = inbox.type !== 'EMAIL' && inboxes.some(isSending)
  const none = (reason: string, more: { isLost?: boolean; isSetUp?: boolean } = {}): ReplyPlan => {
    return { kind: 'none', reason, isLost: true, isSetUp: true, canMail, ...more }
  }
  const notSetUp = { isSetUp: false }
  if (inbox.type === 'API') return none('your own program delivers the replies of this inbox', { isLost: false })
  if (inbox.type !== 'EMAIL') return none('this inbox has no channel yet, so the reply is stored and the customer gets nothing')
  if (inbox.email?.send.mode === 'NONE') return none(`sending is off for the inbox “${inbox.name}”`, notSetUp)
  if (inbox.address === null) return none(`the inbox “${inbox.name}” has no address`, notSetUp)
  if (!defaults) return { kind: 'unknown' }
  if (defaults.sending === 'NONE') return none(`the inbox “${inbox.name}” cannot send`, notSetUp)
  if (defaults.to.length === 0)
    return {
      kind: 'none',
      reason: `${thread.customer.name ?? 'the customer'} has no email address`,
      isLost: true,
      isSetUp: true,
      canMail: true,
    }
  return {
    kind: 'mail',
    recipients: { to: defaults.to, cc: defaults.cc, bcc: [] },
    isChosen: false,
    sending: defaults.sending,
    warnings: defaults.suppressed.map(describeSuppressed),
  }
}

/** Whether the customer has an address. The service gives the others one that ends with `.invalid`. */
export function hasMailAddress({ email }: Thread['customer']): boolean {
  return !email.endsWith('.invalid')
}

/** Whether the inbox can send mail. */
export function isSending({ type, active, address, email }: Inbox): boolean {
  return type === 'EMAIL' && active && address !== null && email?.send.mode !== 'NONE'
}

const reasons: Readonly<Record<ThreadRecipients['suppressed'][number]['reason'], (address: string) => string>> = {
  REMOVED: (address) => `${address} is left out, because an agent removed them.`,
  UNVERIFIED: (address) => `${address} is left out, because nobody has added this stranger to the thread.`,
  FAILED: (address) => `Mail to ${address} was returned before.`,
}

function describeSuppressed({ address, reason }: ThreadRecipients['suppressed'][number]): string {
  return reasons[reason](address)
}

const maxNames = 2

/** Returns the recipients in one line: `To Ada, Cc Grace and 2 others`. */
export function describeRecipients({ to, cc, bcc }: ChosenRecipients): string {
  const lists = [
    ['To', to],
    ['Cc', cc],
    ['Bcc', bcc],
  ] as const
  return lists
    .filter(([, addresses]) => addresses.length > 0)
    .map(([label, addresses]) => {
      const names = addresses.slice(0, maxNames).map(({ name, address }) => (label === 'To' ? address : (name ?? address)))
      const others = addresses.length - names.length
      return `${label} ${names.join(', ')}${others > 0 ? ` and ${others} ${others === 1 ? 'other' : 'others'}` : ''}`
    })
    .join(', ')
}

/** Converts a recipient to the form of the API: an address, or `"Name" <address>`. */
export function toRecipientText({ name, address }: MailAddress): string {
  return name === null || name === '' ? address : `"${name.replaceAll(/["\\]/g, '\\$&')}" <${address}>`
}

/** Reads what an agent has typed or pasted: addresses and `Name <address>`, separated by commas, semicolons or lines. */
export function parseRecipients(text: string): { found: MailAddress[]; rest: string } {
  const found: MailAddress[] = []
  const rest: string[] = []
  for (const part of text.split(/[,;\n]+/)) {
    const trimmed = part.trim()
    if (trimmed === '') continue
    const [, name = '', inner] = /^(.*?)<([^<>]*)>$/.exec(trimmed) ?? []
    const address = (inner ?? trimmed).trim()
    if (/^[^\s@<>]+@[^\s@<>]+\.?[^\s@<>]+$/.test(address)) found.push({ name: name.replaceAll('"', '').trim() || null, address })
    else rest.push(trimmed)
  }
  return { found, rest: rest.join(', ') }
}
