/** Decides what the authentication of a mail allows. */

import type { Authentication } from './authentication-results.ts'

type AuthenticationRules = { readonly failedAuthentication: 'MARK' | 'SUSPEND'; readonly agentMail: 'NOTE' | 'REPLY' | 'OFF' }

/** Whether the domain of From stands behind the mail. */
export function isAuthenticated({ dmarc, aligned }: Authentication): boolean {
  return dmarc === 'PASS' || aligned
}

/** Whether the mail has to wait because its domain says that it does not send such mail. */
export function hasFailedAuthentication(authentication: Authentication, rules: Pick<AuthenticationRules, 'failedAuthentication'>): boolean {
  const { dmarc, dmarcPolicy } = authentication
  const isRefused = dmarc === 'FAIL' && (dmarcPolicy === 'reject' || dmarcPolicy === 'quarantine')
  return isRefused && rules.failedAuthentication === 'SUSPEND' && !isAuthenticated(authentication)
}

/**
 * Returns what an agent's mail into a thread becomes. A reply goes to customers in the name of the team, so it needs a signature that this
 * service itself has checked; headers of other servers can be forged if their operator is careless.
 */
export function chooseAgentMail(
  authentication: Authentication,
  { agentMail }: Pick<AuthenticationRules, 'agentMail'>,
): 'NOTE' | 'REPLY' | 'SUSPENDED' {
  if (agentMail === 'OFF' || !isAuthenticated(authentication)) return 'SUSPENDED'
  const { by, dkim, aligned } = authentication
  return agentMail === 'REPLY' && by === null && dkim === 'PASS' && aligned ? 'REPLY' : 'NOTE'
}
