import { type CredentialReader, type Database, isoTime, sameBytes, scopesWithin, type Secrets } from '../../kit/index.ts'
import { callerOf } from '../users/index.ts'
import { isWellFormedKey } from './format.ts'
import { findKeyByHash, findLiveKey, noteUsed } from './queries.ts'

/** Finds the callers of API keys. */
export function readKeys(db: Database, secrets: Secrets): CredentialReader {
  return {
    recognises: isWellFormedKey,
    async find(key) {
      const keyHash = secrets.hashCredential(key)
      const place = await db.first(findKeyByHash, { keyHash })
      const row = place && (await db.first(findLiveKey, place))
      if (!row || !sameBytes(row.keyHash, keyHash)) return null
      // The request does not wait for it. When it fails, a later request tries again.
      if (row.unused) db.rows(noteUsed, place).catch(() => {})
      return callerOf(db, place.tenantId, row, {
        scopes: scopesWithin(row.scopes, row.userRole),
        credential: { type: 'API_KEY', id: place.keyId, name: row.keyName, expiresAt: isoTime(row.expiresAt) },
      })
    },
  }
}
