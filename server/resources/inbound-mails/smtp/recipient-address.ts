/** Reads the address of an SMTP recipient: which inbox addresses it may mean, and which ids and tokens it contains. */
import { readEmail } from '#platform/email.ts'
import { parseTypeId, type Uuid } from '#platform/ids.ts'

export type RecipientAddress = {
  /** The addresses that an inbox may have so that the recipient leads to it, longest first: `a+b+c@`, `a+b@`, `a@`. */
  candidates: readonly string[]
  domain: string
  /** The inbox of a forwarding address, whatever its domain; null when the address has another form. */
  inboxId: Uuid | null
}

/** Reads an address in any spelling. Null when no inbox can have it. */
export function readRecipientAddress(text: string): RecipientAddress | null {
  const address = readEmail(text)
  if (address === null) return null
  const at = address.lastIndexOf('@')
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)]
  const parts = local.startsWith('"') ? [local] : local.split('+')
  // The last prefix of `+a@example.com` is empty.
  const prefixes = parts.map((_, i) => parts.slice(0, parts.length - i).join('+')).filter((prefix) => prefix !== '')
  return { candidates: prefixes.map((prefix) => `${prefix}@${domain}`), domain, inboxId: readInboxId(parts[0] ?? '') }
}

/** The prefix is not accepted: forwarding addresses have none. */
function readInboxId(local: string): Uuid | null {
  return local.length === 26 ? parseTypeId('inb', local) : null
}
