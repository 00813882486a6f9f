import { ConflictError, type Database } from '../../kit/db.ts'
import { reservedSlugs } from '../../kit/hosts.ts'
import { newId, type Uuid } from '../../kit/ids.ts'
import { claimSlug, insertTenant } from './queries.ts'

export type CreatedTenant = { tenantId: Uuid; inboxId: Uuid; ownerId: Uuid }

/** Refused input of an operator, with a sentence to show. */
export class TenantRefused extends Error {}

/**
 * Makes a tenant with its default API inbox and its owner. `slug` is a DNS label; the ticket prefix is made from it.
 * Throws TenantRefused for a malformed, reserved or taken slug and for a malformed e-mail address.
 */
export async function createTenant(db: Database, { slug, name, ownerEmail }: { slug: string; name: string; ownerEmail: string }): Promise<CreatedTenant> {
  if (!/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(slug)) throw new TenantRefused(`The slug "${slug}" is not a host label: use 1 to 63 of a-z, 0-9 and -, not first or last.`)
  if (reservedSlugs.has(slug)) throw new TenantRefused(`The slug "${slug}" is reserved.`)
  if (name.trim() === '' || name.length > 255) throw new TenantRefused('The name must have 1 to 255 characters.')
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(ownerEmail) || ownerEmail.length > 254) throw new TenantRefused(`"${ownerEmail}" is not an e-mail address.`)
  const tenant = { tenantId: newId(), inboxId: newId(), ownerId: newId() }
  try {
    await db.transaction(async (tx) => {
      await tx.rows(claimSlug, { slug, tenantId: tenant.tenantId })
      const ownerName = ownerEmail.slice(0, ownerEmail.indexOf('@'))
      await tx.rows(insertTenant, { ...tenant, slug, name, ticketPrefix: ticketPrefixOf(slug), ownerName, ownerEmail: ownerEmail.toLowerCase() })
    })
  } catch (error) {
    if (error instanceof ConflictError) throw new TenantRefused(`The slug "${slug}" is taken.`)
    throw error
  }
  return tenant
}

/** The first letters and digits of the slug, beginning with a letter: `acme-support` gives ACMESUPP. */
function ticketPrefixOf(slug: string): string {
  const letters = slug.toUpperCase().replaceAll(/[^A-Z0-9]/g, '').replace(/^[0-9]+/, '').slice(0, 8)
  return letters.length >= 2 ? letters : `T${letters}0`.slice(0, 8)
}
