/**
 * Decides whether a server may get a stored password. A password was entered for one server, account and encryption. Otherwise anybody who
 * may change an inbox could send it to their own server, or unencrypted across the network.
 */
import type { EmailSettings } from '../../channels/email/settings.ts'

type Security = NonNullable<EmailSettings['receive']['imap']>['security']

/** Settings that decide where a password goes and how it is protected. */
export type PasswordTarget = {
  readonly host: string
  readonly port: number
  readonly security: Security
  readonly auth: 'PASSWORD' | 'OAUTH2'
  readonly user: string | null
}

/** Encryption from weakest to strongest. STARTTLS sends some commands before the encryption starts. */
const securities: readonly Security[] = ['NONE', 'STARTTLS', 'TLS']

const isOther: { readonly [Field in keyof PasswordTarget]: (before: PasswordTarget, after: PasswordTarget) => boolean } = {
  host: (before, after) => before.host.toLowerCase() !== after.host.toLowerCase(),
  port: (before, after) => before.port !== after.port,
  // Stronger encryption needs no new password.
  security: (before, after) => securities.indexOf(after.security) < securities.indexOf(before.security),
  auth: (before, after) => before.auth !== after.auth,
  user: (before, after) => before.user !== after.user,
}

/** Returns the changed fields that require a stored password to be entered again; empty if it still goes to the original target. */
export function listRedirectingFields(before: PasswordTarget, after: PasswordTarget): (keyof PasswordTarget)[] {
  // Safe because the keys are those of the record.
  return (Object.keys(isOther) as (keyof PasswordTarget)[]).filter((field) => isOther[field](before, after))
}

/** Returns the name of a server for which tokens were issued. */
export function toTokenServer({ host, port, security }: Pick<PasswordTarget, 'host' | 'port' | 'security'>): string {
  return `${host.toLowerCase()}:${port}:${security === 'NONE' ? 'plain' : 'encrypted'}`
}
