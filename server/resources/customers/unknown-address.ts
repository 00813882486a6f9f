/** Placeholder addresses for customers without an address. `.invalid` is reserved (RFC 2606), so mail to it cannot be delivered. */
import { toTypeId, type Uuid } from '#platform/ids.ts'

export const unknownDomain = '@unknown.invalid'
export const erasedDomain = '@erased.invalid'

/** Returns the address of a customer who has none. It is unique, because `email` is. */
export function toUnknownAddress(id: Uuid): string {
  return `${toTypeId('cst', id)}${unknownDomain}`
}

/** Whether an address of a customer is one to which mail can be sent. */
export function hasAddress(email: string): boolean {
  return !email.endsWith(unknownDomain) && !email.endsWith(erasedDomain)
}
