/**
 * Tokens in addresses: `support+r<16 characters>@example.com` is the Reply-To of a thread's mails. A mail to it belongs to the thread even if the
 * mail program of the customer drops In-Reply-To and References. The token is random, and one belongs to each thread.
 */
import { randomBytes } from 'node:crypto'
import { base32Source, toBase32 } from './base32.ts'

const maxLocalBytes = 64
const tokenPattern = new RegExp(`\\+r(${base32Source})$`)

/** Creates the token of a thread. */
export function newAddressToken(): string {
  return toBase32(randomBytes(10))
}

/** Returns the address with the token, or null if its part before the @ would be too long or is quoted. */
export function addAddressToken(address: string, token: string): string | null {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, Math.max(0, at))
  const tokenized = `${local}+r${token}`
  if (local === '' || local.startsWith('"') || Buffer.byteLength(tokenized) > maxLocalBytes) return null
  return `${tokenized}${address.slice(at)}`
}

/** Returns the tokens in a list of addresses, each once, in their order. */
export function findAddressTokens(addresses: readonly string[]): string[] {
  const found = addresses.flatMap((address) => {
    const end = address.lastIndexOf('@')
    // Only the end of the part before the @ is read, so an address of a megabyte costs nothing.
    return tokenPattern.exec(address.slice(Math.max(0, end - 18), Math.max(0, end)).toLowerCase())?.[1] ?? []
  })
  return [...new Set(found)]
}

/** Returns the address without a token, as people should see it. */
export function removeAddressToken(address: string): string {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, Math.max(0, at))
  const token = tokenPattern.exec(local.slice(-18).toLowerCase())
  return token === null ? address : `${local.slice(0, -token[0].length)}${address.slice(at)}`
}
