import type { CredentialReader } from '#kit/credentials.ts'
import { fetchOne } from '#kit/write.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import { type Scope, limitScopes } from '#platform/principal.ts'
import { sameBytes, type Secrets } from '#platform/secrets.ts'
import { isoTime } from '#platform/time.ts'
import { type ApiKeyRecord, apiKeyTable, findKeyByHash, findKeyState, findLiveKey, insertKey, insertKeyHash, noteUsed } from './queries.ts'
import { getCaller } from '../users/index.ts'
import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

export const secondsPerDay = 86_400

export type KeyRequest = { tenantId: Uuid; userId: Uuid; name: string; scopes: Scope[]; lifeSeconds: number }

/** Creates and stores a key. The returned `key` is not stored and cannot be read again. */
export async function makeKey(tx: Queryable, secrets: Secrets, request: KeyRequest): Promise<ApiKeyRecord & { key: string }> {
  const key = newApiKey()
  const id = newId()
  const keyHash = secrets.hashCredential(key)
  await tx.rows(insertKeyHash, { keyHash, tenantId: request.tenantId, id })
  const record = await tx.first(insertKey, { ...request, id, keyHash, lastFour: key.slice(-4) })
  if (!record) throw new Error('The insert returned no row')
  return { ...record, key }
}

/** Authenticates requests with API keys. */
export function readKeys(db: Database, secrets: Secrets): CredentialReader {
  return {
    recognises: isWellFormedKey,
    async find(key) {
      const keyHash = secrets.hashCredential(key)
      const place = await db.first(findKeyByHash, { keyHash })
      const row = place && (await db.first(findLiveKey, place))
      if (!row || !sameBytes(row.keyHash, keyHash)) return null
      // Not awaited by the request. If this fails, a later request writes the time.
      if (row.unused) db.rows(noteUsed, place).catch(() => {})
      return getCaller(db, place.tenantId, row, {
        scopes: limitScopes(row.scopes, row.userRole),
        credential: { type: 'API_KEY', id: place.keyId, name: row.keyName, expiresAt: isoTime(row.expiresAt) },
      })
    },
  }
}

/** State of a key. `unknown`: never created here, or created with another secret key. `suspended`: its user is suspended. */
export type SeenKey = { state: 'live' | 'revoked' | 'expired' | 'suspended'; expiresAt: string } | { state: 'unknown' }

/** Returns the state of a key, for operators. */
export async function lookAtKey(db: Queryable, secrets: Secrets, key: string): Promise<SeenKey> {
  const found = await db.first(findKeyByHash, { keyHash: secrets.hashCredential(key) })
  return (found && (await db.first(findKeyState, found))) ?? { state: 'unknown' }
}

/** Revokes a key that the service created for itself. Users revoke keys with the operation `revokeApiKey`. */
export async function revokeKey(tx: Queryable, key: { tenantId: Uuid; id: Uuid }): Promise<void> {
  const current = await fetchOne(tx, apiKeyTable.lock, key)
  await tx.rows(apiKeyTable.change, { ...current, ...key, revokedAt: 'now' })
}

/** Alphabet of API keys: `svck_`, 30 random base62 characters, and a CRC-32 of 6 characters, so that a typo fails without a query. */
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const pattern = /^svck_[0-9A-Za-z]{36}$/

/** Creates a key, which is shown once. Only its hash is stored. */
export function newApiKey(): string {
  const random = Array.from({ length: 30 }, () => base62.charAt(randomInt(62))).join('')
  return `svck_${random}${getChecksum(random)}`
}

/** False for anything that `newApiKey` cannot have created. */
export function isWellFormedKey(key: string): boolean {
  return pattern.test(key) && getChecksum(key.slice(5, 35)) === key.slice(35)
}

function getChecksum(random: string): string {
  let rest = crc32(random)
  let digits = ''
  for (let i = 0; i < 6; i++) {
    digits = base62.charAt(rest % 62) + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}
