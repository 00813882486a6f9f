/**
 * Which server gets a stored password. A password was entered for one server, account and encryption. Anybody who may change an inbox could
 * otherwise send it to a server of their own, or across the network without encryption.
 */
import type { EmailSettings } from './email-channel.ts'

type Security = NonNullable<EmailSettings['receive']['imap']>['security']

/** The settings that decide where a password goes and how it travels. */
export type PasswordTarget = {
  readonly host: string
  readonly port: number
  readonly security: Security
  readonly auth: 'PASSWORD' | 'OAUTH2'
  readonly user: string | null
}

/** From the weakest to the strongest. STARTTLS sends some commands before the encryption begins. */
const securities: readonly Security[] = ['NONE', 'STARTTLS', 'TLS']

const isOther: { readonly [Field in keyof PasswordTarget]: (before: PasswordTarget, after: PasswordTarget) => boolean } = {
  host: (before, after) => before.host.toLowerCase() !== after.host.toLowerCase(),
  port: (before, after) => before.port !== after.port,
  // A stronger encryption needs no new password.
  security: (before, after) => securities.indexOf(after.security) < securities.indexOf(before.security),
  auth: (before, after) => before.auth !== after.auth,
  user: (before, after) => before.user !== after.user,
}

/** Returns the fields because of which a stored password must be sent again; none if it goes to where it was entered for. */
export function listRedirectingFields(before: PasswordTarget, after: PasswordTarget): (keyof PasswordTarget)[] {
  // Safe because the keys are those of the record.
  return (Object.keys(isOther) as (keyof PasswordTarget)[]).filter((field) => isOther[field](before, after))
}

/** Returns the name of a server for which tokens were given. */
export function toTokenServer({ host, port, security }: Pick<PasswordTarget, 'host' | 'port' | 'security'>): string {
  return `${host.toLowerCase()}:${port}:${security === 'NONE' ? 'plain' : 'encrypted'}`
}
