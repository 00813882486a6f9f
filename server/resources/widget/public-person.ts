/** Parts of an agent that visitors see. */
import { readInitials } from '../../../widget/shared/faces.ts'
import { findFirstName } from '../threads/index.ts'

/** Returns an agent's first name and initials. A name that is an address, or has no first name, becomes initials only. */
export function toPublicPerson(fullName: string): { name: string; initials: string } {
  const initials = readInitials(fullName)
  return { name: findFirstName(fullName) ?? initials, initials }
}
