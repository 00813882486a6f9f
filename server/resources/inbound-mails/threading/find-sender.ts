/** Determines the person who wrote a mail. */
import { readAnswerableEmail, readEmail } from '#platform/email.ts'
import { toLine } from '../../mail/index.ts'
import type { MailAddress, ParsedMail } from '../parse/parsed-mail.ts'
import type { OwnAddresses } from './own-addresses.ts'

/** The author of a mail, with a canonical address. */
export type MailSender = {
  readonly address: string
  /** One line without control characters; null if there is none. */
  readonly name: string | null
  /** True when the mail comes from an own address and names no other person. */
  readonly isOwn: boolean
}

type SenderHeaders = Pick<ParsedMail, 'headers' | 'from' | 'sender' | 'replyTo'>

/**
 * Returns the first address of From, or Sender if From has none. Returns null if there is no valid address, and for an address to which no
 * mail can be sent (`root@server`), unless it is the tenant's own. Form mailers send visitors' messages from their own address. Only for
 * mail from an own address or from a domain of `replyToOf`, the person named by X-Original-From, X-Original-Sender or Reply-To is the
 * sender. For other mail Reply-To only says where replies go: otherwise a fraudster could write in another person's name.
 */
export function findSender(mail: SenderHeaders, own: OwnAddresses, replyToOf: readonly string[]): MailSender | null {
  const address = readSenderAddress(mail)
  if (address === null) return null
  const isOwn = own.has(address)
  const person = isOwn || isListed(address, replyToOf) ? findOriginal(mail, own) : null
  if (person) return person
  return isOwn || readAnswerableEmail(address) !== null
    ? { address, name: toName((mail.from[0] ?? mail.sender)?.name ?? null), isOwn }
    : null
}

/** Returns the first address of From, or else Sender, in canonical form. Null if there is no valid address. */
export function readSenderAddress({ from, sender }: Pick<SenderHeaders, 'from' | 'sender'>): string | null {
  const given = from[0] ?? sender
  return given && readEmail(given.address)
}

function findOriginal(mail: SenderHeaders, own: OwnAddresses): MailSender | null {
  const named = ['x-original-from', 'x-original-sender'].flatMap((name) => {
    const value = mail.headers.find((header) => header.name === name)?.value
    return value === undefined ? [] : [readNamedAddress(value)]
  })
  const candidates = [...named, mail.replyTo.length === 1 ? (mail.replyTo[0] ?? null) : null]
  for (const candidate of candidates) {
    const address = candidate === null ? null : readAnswerableEmail(candidate.address)
    if (candidate !== null && address !== null && !own.has(address)) return { address, name: toName(candidate.name), isOwn: false }
  }
  return null
}

/** Parses `Name <address>` or a bare address. */
function readNamedAddress(value: string): MailAddress | null {
  const text = value.slice(0, 1000).trim()
  const open = text.lastIndexOf('<')
  if (open === -1) return { name: null, address: text }
  return text.endsWith('>') ? { name: text.slice(0, open), address: text.slice(open + 1, -1).trim() } : null
}

/** Whether an address is listed. `replyToOf` has domains; an address, or a domain with @, also works. */
function isListed(address: string, replyToOf: readonly string[]): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1)
  return replyToOf.some((entry) => [address, domain].includes(entry.trim().toLowerCase().replace(/^@/, '')))
}

function toName(name: string | null): string | null {
  const line = toLine((name ?? '').slice(0, 1000)).replaceAll(/^["'\s]+|["'\s]+$/g, '')
  return line === '' ? null : line
}
