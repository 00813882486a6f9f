import type { Queryable } from '#platform/db.ts'
import { findKnownAddress } from './queries.ts'

/**
 * Whether a user with this e-mail address has signed in from this IP address before. Attempts from known IP addresses are counted
 * separately, so that a stranger cannot use up the owner's sign-in attempts or password links.
 */
export async function isKnownAddress({
  db,
  body: { email },
  ip,
}: {
  readonly db: Queryable
  readonly body: { email: string }
  readonly ip: string
}): Promise<boolean> {
  return (await db.first(findKnownAddress, { email, ip })) !== null
}
