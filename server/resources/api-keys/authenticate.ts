import { hash } from 'node:crypto'
import type { Database } from '../../kit/db.ts'
import type { Authenticate, Principal } from '../../kit/principal.ts'
import { rememberBriefly } from '../../kit/remember.ts'
import { sameBytes, type Secrets } from '../../kit/secrets.ts'
import { isoTime } from '../../kit/time.ts'
import { isWellFormedKey } from './format.ts'
import { findKeyByHash, findLiveKey } from './queries.ts'

/** Finds principals of API keys. What was learnt is believed for less than a second, so revocation holds everywhere within one. */
export function createAuthenticate(db: Database, secrets: Secrets): Authenticate {
  // Remembered by a plain digest: the peppered one is needed only where the database is asked.
  const find = rememberBriefly((token) => findPrincipal(db, secrets.hashCredential(token)), {
    keyOf: (token) => hash('sha256', token, 'base64'),
  })
  return Object.assign((token: string) => (isWellFormedKey(token) ? find(token) : null), { forget: find.forget })
}

async function findPrincipal(db: Database, keyHash: Buffer): Promise<Principal | null> {
  const place = await db.first(findKeyByHash, { keyHash })
  const row = place && (await db.first(findLiveKey, place))
  if (!row || !sameBytes(row.keyHash, keyHash)) return null
  return {
    tenantId: place.tenantId,
    tenant: { slug: row.slug, name: row.tenantName, suspended: row.suspended },
    user: { id: row.userId, name: row.userName, email: row.userEmail, role: row.userRole },
    key: { id: place.keyId, name: row.keyName, scopes: row.scopes, expiresAt: isoTime(row.expiresAt) },
    ip: '',
  }
}
