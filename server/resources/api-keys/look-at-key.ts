import type { Queryable, Secrets } from '../../kit/index.ts'
import { findKeyByHash, findKeyState } from './queries.ts'

/** `unknown`: never created here, or with another secret key. `suspended`: the person it acts for is suspended. */
export type SeenKey = { state: 'live' | 'revoked' | 'expired' | 'suspended'; expiresAt: string } | { state: 'unknown' }

/** The state of a key, for the operator who holds it. Requests are authenticated by authenticate.ts. */
export async function lookAtKey(db: Queryable, secrets: Secrets, key: string): Promise<SeenKey> {
  const found = await db.first(findKeyByHash, { keyHash: secrets.hashCredential(key) })
  return (found && (await db.first(findKeyState, found))) ?? { state: 'unknown' }
}
