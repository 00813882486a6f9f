/** Decides what the authentication of a mail allows. */

export type AuthenticationResult = 'PASS' | 'FAIL' | 'NONE' | 'UNKNOWN'

/** What is known about who sent a mail. */
export type MailAuthentication = {
  readonly spf: AuthenticationResult
  readonly dkim: AuthenticationResult
  readonly dmarc: AuthenticationResult
  /** The server that checked: this service, or a server that the inbox trusts. Null when nothing that counts was found. */
  readonly by: string | null
  /** True when a valid DKIM signature is from the domain of From. */
  readonly isDkimAligned: boolean
  /** What the domain of From wants done with mail that fails DMARC. */
  readonly policy: 'none' | 'quarantine' | 'reject' | null
  /** True when this service checked the mail itself, at its own SMTP port. */
  readonly isOwnCheck: boolean
}

type AuthenticationRules = { readonly failedAuthentication: 'MARK' | 'SUSPEND'; readonly agentMail: 'NOTE' | 'REPLY' | 'OFF' }

/** Nothing is known, as for mail that a program posts. */
export const unknownAuthentication: MailAuthentication = {
  spf: 'UNKNOWN',
  dkim: 'UNKNOWN',
  dmarc: 'UNKNOWN',
  by: null,
  isDkimAligned: false,
  policy: null,
  isOwnCheck: false,
}

/** Whether the domain of From stands behind the mail. */
export function isAuthenticated({ by, dmarc, dkim, isDkimAligned }: MailAuthentication): boolean {
  return by !== null && (dmarc === 'PASS' || (dkim === 'PASS' && isDkimAligned))
}

/** Whether the mail has to wait because its domain says that it does not send such mail. */
export function hasFailedAuthentication(authentication: MailAuthentication, rules: AuthenticationRules): boolean {
  const { by, dmarc, policy } = authentication
  const isRefused = by !== null && dmarc === 'FAIL' && (policy === 'reject' || policy === 'quarantine')
  return isRefused && rules.failedAuthentication === 'SUSPEND' && !isAuthenticated(authentication)
}

/**
 * Returns what an agent's mail into a thread becomes. A reply goes to customers in the name of the team, so it needs a signature that this
 * service itself has checked; headers of other servers can be forged if their operator is careless.
 */
export function chooseAgentMail(authentication: MailAuthentication, rules: AuthenticationRules): 'NOTE' | 'REPLY' | 'SUSPENDED' {
  if (rules.agentMail === 'OFF' || !isAuthenticated(authentication)) return 'SUSPENDED'
  const { isOwnCheck, dkim, isDkimAligned } = authentication
  return rules.agentMail === 'REPLY' && isOwnCheck && dkim === 'PASS' && isDkimAligned ? 'REPLY' : 'NOTE'
}
