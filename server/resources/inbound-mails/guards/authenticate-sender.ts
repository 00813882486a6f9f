/** Decides what a mail's authentication result permits. */

import type { Authentication } from './authentication-results.ts'

type AuthenticationRules = { readonly failedAuthentication: 'MARK' | 'SUSPEND'; readonly agentMail: 'NOTE' | 'REPLY' | 'OFF' }

/**
 * Whether the domain's owner vouches that this address wrote the mail. Never true for an address named by a form mailer or only in Sender,
 * even in the form mailer's own domain.
 */
export function isAuthenticated({ subject, isVouched }: Authentication, address: string): boolean {
  return isVouched && subject === address
}

/**
 * Whether the mail was checked but no domain vouches for this address, so that a stranger may have written the mail. False when no check
 * was possible, such as for a mailbox on an untrusted server.
 */
export function isDoubtful(authentication: Authentication, address: string): boolean {
  return authentication.dmarc !== 'UNKNOWN' && !isAuthenticated(authentication, address)
}

/** Whether to suspend the mail because its domain's policy rejects it. */
export function hasFailedAuthentication(authentication: Authentication, rules: Pick<AuthenticationRules, 'failedAuthentication'>): boolean {
  const { dmarc, dmarcPolicy, isVouched } = authentication
  const isRefused = dmarc === 'FAIL' && (dmarcPolicy === 'reject' || dmarcPolicy === 'quarantine')
  return isRefused && rules.failedAuthentication === 'SUSPEND' && !isVouched
}

/**
 * Returns what becomes of an agent's mail to a thread. A reply goes to customers in the team's name, so it requires a signature that this
 * service itself verified; other servers' headers can be forged if their operator is careless.
 */
export function chooseAgentMail(
  authentication: Authentication,
  address: string,
  { agentMail }: Pick<AuthenticationRules, 'agentMail'>,
): 'NOTE' | 'REPLY' | 'SUSPENDED' {
  if (agentMail === 'OFF' || !isAuthenticated(authentication, address)) return 'SUSPENDED'
  const { by, dkim, aligned } = authentication
  return agentMail === 'REPLY' && by === null && dkim === 'PASS' && aligned ? 'REPLY' : 'NOTE'
}
