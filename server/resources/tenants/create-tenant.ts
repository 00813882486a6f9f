import { nameKey } from '#kit/name-key.ts'
import { ConflictError, type Database, type Queryable } from '#platform/db.ts'
import { readEmail, findEmailProblem } from '#platform/email.ts'
import { reservedSlugs } from '#platform/http/hosts.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import { claimSlug, insertTenant } from './queries.ts'

export type CreatedTenant = { tenantId: Uuid; inboxId: Uuid; ownerId: Uuid }

export type TenantRequest = { slug: string; name: string; ownerEmail: string }

/** Thrown for invalid input from an operator. The command prints its message. */
export class TenantRefused extends Error {}

/** Runs `addTenant` in a transaction of its own. */
export function createTenant(db: Database, request: TenantRequest): Promise<CreatedTenant> {
  return db.transaction((tx) => addTenant(tx, request))
}

/**
 * Creates a tenant with its default API inbox and its owner, in the caller's transaction. `slug` is a DNS label; the ticket
 * prefix is derived from it. Throws TenantRefused for a malformed, reserved or taken slug and for a malformed e-mail address.
 */
export async function addTenant(tx: Queryable, request: TenantRequest): Promise<CreatedTenant> {
  checkTenant(request)
  const { slug, name, ownerEmail } = request
  const tenant = { tenantId: newId(), inboxId: newId(), ownerId: newId() }
  await tx.rows(claimSlug, { slug, tenantId: tenant.tenantId }).catch((error: unknown) => {
    throw error instanceof ConflictError ? new TenantRefused(`The slug "${slug}" is taken.`) : error
  })
  const ownerName = ownerEmail.slice(0, ownerEmail.indexOf('@'))
  await tx.rows(insertTenant, {
    ...tenant,
    slug,
    name,
    ticketPrefix: toTicketPrefix(slug),
    ownerName,
    ownerNameKey: nameKey(ownerName),
    ownerEmail: readEmail(ownerEmail) ?? ownerEmail,
  })
  return tenant
}

/** Throws TenantRefused for invalid input. */
export function checkTenant({ slug, name, ownerEmail }: TenantRequest): void {
  if (!/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(slug))
    throw new TenantRefused(`The slug "${slug}" is not a host label: use 1 to 63 of a-z, 0-9 and -, with no - first or last.`)
  if (reservedSlugs.has(slug)) throw new TenantRefused(`The slug "${slug}" is reserved.`)
  if (name.trim() === '' || name.length > 255) throw new TenantRefused('The name must have 1 to 255 characters.')
  const problem = findEmailProblem(ownerEmail)
  if (problem !== null) throw new TenantRefused(`"${ownerEmail}" is not an e-mail address: it ${problem}.`)
}

/** Derives the ticket prefix from the slug: its first letters and digits, starting with a letter. `acme-support` becomes ACMESUPP. */
function toTicketPrefix(slug: string): string {
  const letters = slug
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .replace(/^[0-9]+/, '')
    .slice(0, 8)
  return letters.length >= 2 ? letters : `T${letters}0`.slice(0, 8)
}
