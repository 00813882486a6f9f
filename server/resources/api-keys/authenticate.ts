import { hash } from 'node:crypto'
import type { Database } from '../../kit/db.ts'
import { scopesWithin, type Authenticate, type Principal } from '../../kit/principal.ts'
import { rememberBriefly } from '../../kit/remember.ts'
import { sameBytes, type Secrets } from '../../kit/secrets.ts'
import { isoTime } from '../../kit/time.ts'
import { isWellFormedKey } from './format.ts'
import { findKeyByHash, findLiveKey, noteSeen } from './queries.ts'

/**
 * Finds the principal of an API key. Results are cached for less than a second, so that a revocation, a suspension or a new role of the
 * person takes effect everywhere within a second.
 */
export function createAuthenticate(db: Database, secrets: Secrets): Authenticate {
  // Cached under a plain digest; the peppered hash is only needed to query the database.
  const find = rememberBriefly((token) => findPrincipal(db, secrets.hashCredential(token)), {
    keyOf: (token) => hash('sha256', token, 'base64'),
  })
  return Object.assign((token: string) => (isWellFormedKey(token) ? find(token) : null), { forget: find.forget })
}

async function findPrincipal(db: Database, keyHash: Buffer): Promise<Principal | null> {
  const place = await db.first(findKeyByHash, { keyHash })
  const row = place && (await db.first(findLiveKey, place))
  if (!row || !sameBytes(row.keyHash, keyHash)) return null
  // Runs after the request, which does not wait for it. When it fails, a later request tries again.
  if (row.unseen) db.rows(noteSeen, { tenantId: place.tenantId, userId: row.userId }).catch(() => {})
  return {
    tenantId: place.tenantId,
    tenant: { slug: row.slug, name: row.tenantName, suspended: row.suspended },
    user: { id: row.userId, name: row.userName, email: row.userEmail, role: row.userRole },
    key: { id: place.keyId, name: row.keyName, scopes: scopesWithin(row.scopes, row.userRole), expiresAt: isoTime(row.expiresAt) },
    ip: '',
  }
}
