/** Decides what the authentication of a mail allows. */

import type { Authentication } from './authentication-results.ts'

type AuthenticationRules = { readonly failedAuthentication: 'MARK' | 'SUSPEND'; readonly agentMail: 'NOTE' | 'REPLY' | 'OFF' }

/**
 * Whether the owner of its domain has vouched that this address wrote the mail. An address that a form mailer names, or that only Sender has,
 * is not vouched for, also in the form mailer's own domain.
 */
export function isAuthenticated({ subject, isVouched }: Authentication, address: string): boolean {
  return isVouched && subject === address
}

/**
 * Whether the mail was checked and nobody has vouched for this address, so that a stranger may have written it. False where nothing could be checked,
 * such as for mail from a mailbox whose server is not trusted.
 */
export function isDoubtful(authentication: Authentication, address: string): boolean {
  return authentication.dmarc !== 'UNKNOWN' && !isAuthenticated(authentication, address)
}

/** Whether the mail has to wait because its domain says that it does not send such mail. */
export function hasFailedAuthentication(authentication: Authentication, rules: Pick<AuthenticationRules, 'failedAuthentication'>): boolean {
  const { dmarc, dmarcPolicy, isVouched } = authentication
  const isRefused = dmarc === 'FAIL' && (dmarcPolicy === 'reject' || dmarcPolicy === 'quarantine')
  return isRefused && rules.failedAuthentication === 'SUSPEND' && !isVouched
}

/**
 * Returns what an agent's mail into a thread becomes. A reply goes to customers in the name of the team, so it needs a signature that this
 * service itself has checked; headers of other servers can be forged if their operator is careless.
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
