/** Converts addresses to their form on the wire. */
import { domainToASCII } from 'node:url'

/** Returns the address with an ASCII domain. Unchanged if the local part is international, because that needs SMTPUTF8 anyway. */
export function toAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  if (at === -1 || isAscii(address) || !isAscii(local)) return address
  return `${local}@${domainToASCII(address.slice(at + 1)) || address.slice(at + 1)}`
}

export function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text)
}
