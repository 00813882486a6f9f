/**
 * Handles reply tokens in addresses: `support+r<16 characters>@example.com` is the Reply-To of a thread's mails. A mail to it belongs to
 * the thread even if the customer's mail program drops In-Reply-To and References. Each thread has a random token.
 */
import { randomBytes } from 'node:crypto'
import { base32Source, toBase32 } from './base32.ts'

const maxLocalBytes = 64
const tokenPattern = new RegExp(`\\+r(${base32Source})$`)

/** Creates a thread's token. */
export function newAddressToken(): string {
  return toBase32(randomBytes(10))
}

/** Adds the token to the address. Null if the local part would be too long or is quoted. */
export function addAddressToken(address: string, token: string): string | null {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, Math.max(0, at))
  const tokenized = `${local}+r${token}`
  if (local === '' || local.startsWith('"') || Buffer.byteLength(tokenized) > maxLocalBytes) return null
  return `${tokenized}${address.slice(at)}`
}

/** Returns the tokens in a list of addresses, each once, in order. */
export function findAddressTokens(addresses: readonly string[]): string[] {
  const found = addresses.flatMap((address) => {
    const end = address.lastIndexOf('@')
    // Read only the end of the local part, so that an address of a megabyte costs nothing.
    return tokenPattern.exec(address.slice(Math.max(0, end - 18), Math.max(0, end)).toLowerCase())?.[1] ?? []
  })
  return [...new Set(found)]
}

/** Removes the token from an address, for display. */
export function removeAddressToken(address: string): string {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, Math.max(0, at))
  const token = tokenPattern.exec(local.slice(-18).toLowerCase())
  return token === null ? address : `${local.slice(0, -token[0].length)}${address.slice(at)}`
}
