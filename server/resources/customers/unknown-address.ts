/** Placeholder addresses for customers without an address. `.invalid` is reserved (RFC 2606), so mail to it cannot be delivered. */
import { toTypeId, type Uuid } from '#platform/ids.ts'

export const unknownDomain = '@unknown.invalid'
export const erasedDomain = '@erased.invalid'

/** Returns the placeholder address of a customer without an address. It is unique, because `email` is. */
export function toUnknownAddress(id: Uuid): string {
  return `${toTypeId('cst', id)}${unknownDomain}`
}

/** Whether mail can be sent to an address of a customer. */
export function hasAddress(email: string): boolean {
  return !email.endsWith(unknownDomain) && !email.endsWith(erasedDomain)
}
