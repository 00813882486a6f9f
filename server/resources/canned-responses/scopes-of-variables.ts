/** The scopes that filling in variables requires. */
import type { ScopeHeld } from '../../kit/index.ts'
import { variablesUsed } from './render.ts'

/** Fields of the customer that a thread does not show. */
const ofCustomer = /^customer\.(?:externalId$|customFields\.)/

/** Returns the scopes that a caller needs, in addition to reading the thread, before the variables in the texts may be filled in. */
export function scopesOfVariables(texts: readonly string[]): ScopeHeld[] {
  return texts.some((text) => variablesUsed(text).some((name) => ofCustomer.test(name))) ? ['customers:read'] : []
}
