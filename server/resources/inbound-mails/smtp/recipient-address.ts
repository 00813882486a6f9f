/** Parses the address of an SMTP recipient: the inbox addresses that it may mean, and the ids and tokens in it. */
import { readEmail } from '#platform/email.ts'
import { parseTypeId, type Uuid } from '#platform/ids.ts'

export type RecipientAddress = {
  /** Inbox addresses that match the recipient, longest first: `a+b+c@`, `a+b@`, `a@`. */
  candidates: readonly string[]
  domain: string
  /** Inbox of a forwarding address, whatever its domain; null for any other address. */
  inboxId: Uuid | null
}

/** Parses an address in any spelling. Null when no inbox can have it. */
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

/** Parses the inbox id of a forwarding address, which has no prefix. */
function readInboxId(local: string): Uuid | null {
  return local.length === 26 ? parseTypeId('inb', local) : null
}
