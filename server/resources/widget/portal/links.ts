/**
 * Links by which people prove their address. A link works once, for a quarter of an hour. Its token is in the fragment of the address, which
 * browsers never send to a server.
 */
import { randomBytes } from 'node:crypto'
import { helpOrigin, portalPath } from '#kit/help-paths.ts'
import { tokenKind } from '#kit/tokens.ts'
import type { Queryable } from '#platform/db.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import type { Secrets } from '#platform/secrets.ts'
import { findPortalLink, insertPortalLink, lockAddressee } from './queries.ts'

/** Lifetime of a link in minutes. */
const lifeMinutes = 15
/** Maximum number of links of a customer in this time, so that a stranger cannot flood a mailbox. */
const maxLinks = 3

type Addressee = { readonly tenantId: Uuid; readonly customerId: Uuid; readonly email: string }

/** Makes a link. Stores only its hash. Returns null if the customer has got as many as allowed. `expiresAt` is in PostgreSQL's format. */
export async function makePortalLink(
  tx: Queryable,
  secrets: Secrets,
  addressee: Addressee,
): Promise<{ token: string; expiresAt: string } | null> {
  const id = newId()
  const token = getTokens(secrets).make({ tenantId: addressee.tenantId, id, number: 0 }, randomBytes(32))
  const link = { ...addressee, id, tokenHash: secrets.hashCredential(token), minutes: lifeMinutes, limit: maxLinks }
  await tx.rows(lockAddressee, addressee)
  const made = await tx.first(insertPortalLink, link)
  return made && { token, expiresAt: made.expiresAt }
}

/** Returns the id, the address and the customer of a token's link, which may have expired or been used. Null for a forged token. */
export async function readPortalLink(
  db: Queryable,
  secrets: Secrets,
  { tenantId, token }: { tenantId: Uuid; token: string },
): Promise<{ id: Uuid; email: string; customerId: Uuid } | null> {
  const content = getTokens(secrets).read(token)
  if (content?.tenantId !== tenantId) return null
  const { id } = content
  const found = await db.first(findPortalLink, { tenantId, id, tokenHash: secrets.hashCredential(token) })
  return found && { id, ...found }
}

export function toPortalUrl(baseUrl: URL, slug: string, token: string): string {
  const url = new URL(portalPath, helpOrigin(baseUrl, slug))
  url.hash = new URLSearchParams({ 'sign-in': token }).toString()
  return url.href
}

function getTokens(secrets: Secrets) {
  return tokenKind(secrets, 'svpl')
}
