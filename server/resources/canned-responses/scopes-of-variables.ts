/** The scopes that a caller needs to fill in variables. */
import { type KeyScope, listVariables } from '../../kit/index.ts'

/** Customer fields that reading a thread does not reveal. */
const customerOnlyVariable = /^customer\.(?:externalId$|customFields\.)/

/** Returns the scopes that a caller needs, in addition to reading the thread, before the variables in the texts may be filled in. */
export function getVariableScopes(texts: readonly string[]): KeyScope[] {
  return texts.some((text) => listVariables(text).some((name) => customerOnlyVariable.test(name))) ? ['customers:read'] : []
}
