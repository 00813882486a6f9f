/**
 * Requires that a tenant owns the domain in whose name the operator's mail server sends. That server's SPF and DKIM vouch for every mail,
 * so without this rule a tenant could send as any company.
 */
import { fetchOne } from '#kit/write.ts'
import type { Queryable } from '#platform/db.ts'
import { ApiError } from '#platform/errors.ts'
import type { Config } from '../../../config.ts'
import { toDomain } from '../dns-records.ts'
import { domainUnproved } from '../errors.ts'
import type { EmailSettings } from '../../../channels/email/settings.ts'
import { countTenants, type DomainRule } from './domain-queries.ts'

/** Configuration that decides who owns a domain. */
export type DomainConfig = { readonly mail: Pick<Config['mail'], 'domain' | 'from' | 'requireSenderProof'> }

export function toDomainRule({ mail }: DomainConfig): DomainRule {
  return { mailDomain: mail.domain, operatorDomain: toDomain(mail.from) }
}

/** Returns the statement parameters that decide whether a tenant owns a sender's domain. */
export function toSenderRule(config: DomainConfig, address: string): DomainRule & { senderDomain: string } {
  return { ...toDomainRule(config), senderDomain: toDomain(address) }
}

/** Returns the domain that a tenant owns without a proof; null if it is the operator's. */
export function toOwnDomain({ mailDomain, operatorDomain }: DomainRule, slug: string): string | null {
  const domain = `${slug}.${mailDomain}`
  return domain === operatorDomain ? null : domain
}

/** Whether this installation requires the proof: by REQUIRE_SENDER_PROOF, or because it has more than one tenant. */
export async function requiresSenderProof(db: Queryable, { mail }: DomainConfig): Promise<boolean> {
  return mail.requireSenderProof ?? !(await fetchOne(db, countTenants, {})).isOne
}

/** Sender of a mail, and whether the tenant owns its domain. */
export type Sender = { readonly address: string; readonly ownsDomain: boolean; readonly sendMode: EmailSettings['send']['mode'] }

/** Returns the reason why the operator's mail server refuses to send from this address, or null. A tenant's own server needs no proof. */
export async function findSenderProblem(
  db: Queryable,
  config: DomainConfig,
  { address, ownsDomain, sendMode }: Sender,
): Promise<string | null> {
  if (sendMode !== 'DEFAULT' || ownsDomain || !(await requiresSenderProof(db, config))) return null
  return (
    `This workspace has not proved that it owns ${toDomain(address)}, so the operator’s mail server sends nothing from ${address}. ` +
    'Publish the OWNERSHIP record that `GET /inboxes/{id}/dns` shows and call that operation, or set a mail server of your own in `email.send`.'
  )
}

/** Throws 409 when the operator's mail server refuses to send from this address. */
export async function requireProvedSender(db: Queryable, config: DomainConfig, sender: Sender): Promise<void> {
  const message = await findSenderProblem(db, config, sender)
  if (message !== null) throw new ApiError(domainUnproved, { message })
}
