import type { Queryable } from '../../kit/index.ts'
import { findKnownAddress } from './queries.ts'

/**
 * Whether somebody signed in to an account with this e-mail address from this IP address before. Attempts from there are counted on their
 * own, so that strangers can use up neither the sign-ins of its owner nor the links that they ask for.
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
