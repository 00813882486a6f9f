/**
 * Finds the inboxes of an SMTP recipient. A tenant cannot take the mail of another tenant's domain: a domain only belongs to a tenant that
 * has proved it, or that has it below MAIL_DOMAIN. Forwarding addresses contain the inbox's id, so they need no proof.
 */
import type { Database } from '#platform/db.ts'
import { toTypeId } from '#platform/ids.ts'
import { type DomainConfig, type DomainRule, toDomainRule } from '../../inboxes/index.ts'
import { findAddressTokens } from '../../mail/index.ts'
import {
  findAddressedInboxes,
  findDomainOwners,
  findForwardedInbox,
  findOnlyTenant,
  findPostmasterInbox,
  findTokenInbox,
  type AddressedInbox,
  type Destination,
} from './queries.ts'
import { readRecipientAddress } from './recipient-address.ts'

export type FoundRecipient =
  | { kind: 'FOUND'; destinations: readonly Destination[] }
  /** A tenant has an inbox with the address, but has not proved the domain. `record` is the value of the missing TXT record. */
  | { kind: 'UNPROVED'; domain: string; record: string | null }
  | { kind: 'UNKNOWN' }

/** Finds the inboxes of an address, at most one per tenant. Includes inactive inboxes, whose threads still get replies. */
export async function findRecipient(db: Database, config: DomainConfig, address: string): Promise<FoundRecipient> {
  const read = readRecipientAddress(address)
  const rule = toDomainRule(config)
  // RFC 5321 requires `postmaster` without a domain, too.
  if (read === null && address.toLowerCase() === postmaster) return findPostmaster(db, { domain: rule.mailDomain, ...rule })
  if (read === null) return { kind: 'UNKNOWN' }
  const { candidates, domain, inboxId } = read
  const forwarded = inboxId === null ? null : await db.first(findForwardedInbox, { inboxId })
  if (forwarded) return { kind: 'FOUND', destinations: [forwarded] }
  const addressed = await db.rows(findAddressedInboxes, { candidates, domain, ...rule })
  const destinations = keepFirstOfTenants(addressed.filter(({ isProved }) => isProved))
  if (destinations.length > 0) return { kind: 'FOUND', destinations }
  const inThreads = await findByToken(db, address, { domain, ...rule })
  if (inThreads.length > 0) return { kind: 'FOUND', destinations: inThreads }
  if (candidates.at(-1) === `${postmaster}@${domain}`) return findPostmaster(db, { domain, ...rule })
  return addressed.length > 0 ? toUnproved(domain, addressed) : { kind: 'UNKNOWN' }
}

/** Local part that every mail domain accepts (RFC 5321, section 4.5.1), whether or not an inbox has it. */
const postmaster = 'postmaster'

/** Finds the inboxes for mail to a domain's postmaster. The postmaster of MAIL_DOMAIN itself is the only tenant's, if there is only one. */
async function findPostmaster(db: Database, owned: { domain: string } & DomainRule): Promise<FoundRecipient> {
  const { domain, mailDomain } = owned
  const owners = domain === mailDomain ? await db.rows(findOnlyTenant, {}) : await db.rows(findDomainOwners, owned)
  const found = await Promise.all(
    owners.map(async ({ tenantId, isSuspended }) => {
      const inbox = await db.first(findPostmasterInbox, { tenantId, domain })
      return inbox ? [{ tenantId, inboxId: inbox.inboxId, isSuspended }] : []
    }),
  )
  const destinations = found.flat()
  return destinations.length > 0 ? { kind: 'FOUND', destinations } : { kind: 'UNKNOWN' }
}

function keepFirstOfTenants(found: readonly AddressedInbox[]): Destination[] {
  const firsts = new Map(found.toReversed().map((each) => [each.tenantId, each]))
  return [...firsts.values()].map(({ tenantId, inboxId, isSuspended }) => ({ tenantId, inboxId, isSuspended }))
}

/** Finds the thread of a reply address whose inbox has since changed its address. Customers reply to old mails for years. */
async function findByToken(db: Database, address: string, owned: { domain: string } & DomainRule): Promise<Destination[]> {
  const [token] = findAddressTokens([address])
  if (token === undefined) return []
  const owners = await db.rows(findDomainOwners, owned)
  const found = await Promise.all(
    owners.map(async ({ tenantId, isSuspended }) => {
      const inbox = await db.first(findTokenInbox, { tenantId, token })
      return inbox ? [{ tenantId, inboxId: inbox.inboxId, isSuspended }] : []
    }),
  )
  return found.flat()
}

/** Names the tenant's record, unless several tenants claim the domain: none of them may learn of the others. */
function toUnproved(domain: string, found: readonly AddressedInbox[]): FoundRecipient {
  const tenants = [...new Set(found.map(({ tenantId }) => tenantId))]
  return { kind: 'UNPROVED', domain, record: tenants.length === 1 ? `tenant=${toTypeId('ten', tenants[0] ?? '')}` : null }
}
