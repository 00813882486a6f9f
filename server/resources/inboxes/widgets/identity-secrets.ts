/**
 * The secrets with which a site identifies its users to its chat. The inbox's settings list them without their texts, which are stored
 * encrypted.
 */
import { databaseNow } from '#platform/database-now.ts'
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Secrets } from '#platform/secrets.ts'
import { inboxSecretPurpose } from '../change-email.ts'
import { findInboxSecret } from '../queries.ts'

type Key = { readonly tenantId: Uuid; readonly inboxId: Uuid }
export type StoredIdentitySecret = { readonly id: Uuid; readonly secret: string; readonly expiresAt: string | null }

export const identitySecretKind = 'WIDGET'

/** Returns the valid secrets, newest first; empty if none was created. Each is a key of HS256 by its UTF-8 bytes. */
export async function readIdentitySecrets(db: Queryable, secrets: Pick<Secrets, 'decrypt'>, key: Key): Promise<readonly string[]> {
  const stored = toIdentitySecrets(secrets, await db.first(findInboxSecret, { ...key, kind: identitySecretKind }))
  return stored.filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > databaseNow()).map(({ secret }) => secret)
}

/** Decrypts the secrets of a row, newest first. */
export function toIdentitySecrets(secrets: Pick<Secrets, 'decrypt'>, row: { secret: string } | null): readonly StoredIdentitySecret[] {
  // Safe because only the operations on identity secrets write secrets of this kind.
  return row === null ? [] : (JSON.parse(secrets.decrypt(inboxSecretPurpose, row.secret)) as StoredIdentitySecret[])
}
