/**
 * The secrets with which a site identifies its users to its chat. The inbox's settings list them without their texts, which are stored
 * encrypted.
 */
import { randomBytes } from 'node:crypto'
import { databaseNow } from '#platform/database-now.ts'
import type { Queryable } from '#platform/db.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { WidgetSettings } from '../../../channels/widget/settings.ts'
import { inboxSecretPurpose } from '../change-email.ts'
import { deleteInboxSecret, findInboxSecret, lockInboxSecret, upsertInboxSecret } from '../queries.ts'

type Key = { readonly tenantId: Uuid; readonly inboxId: Uuid }
type Listed = WidgetSettings['identitySecrets'][number]
type Stored = { readonly id: Uuid; readonly secret: string; readonly expiresAt: string | null }

export const maxIdentitySecrets = 4
const kind = 'WIDGET'

/** Returns the valid secrets of a chat, newest first. Each is a key of HS256 by its UTF-8 bytes. */
export async function readIdentitySecrets(
  db: Queryable,
  secrets: Pick<Secrets, 'decrypt'>,
  { tenantId, inboxId }: Key,
): Promise<readonly string[]> {
  const stored = toStored(secrets, await db.first(findInboxSecret, { tenantId, inboxId, kind }))
  return stored.filter(isValid).map(({ secret }) => secret)
}

/**
 * Adds a secret, and returns it with the new list. The others end after `overlapSeconds`; without a number they stay. Call it under the lock
 * of the inbox.
 */
export async function addIdentitySecret(
  tx: Queryable,
  secrets: Secrets,
  key: Key,
  { listed, overlapSeconds }: { listed: readonly Listed[]; overlapSeconds: number | undefined },
): Promise<{ secret: string; added: Listed; listed: Listed[] }> {
  const secret = `wsec_${randomBytes(32).toString('base64url')}`
  const now = databaseNow()
  const added = { id: newId(now), lastFour: secret.slice(-4), createdAt: new Date(now).toISOString(), expiresAt: null }
  const until = overlapSeconds === undefined ? null : now + overlapSeconds * 1_000
  const others = listed.map((each) => Object.assign({}, each, { expiresAt: getEarlier(each.expiresAt, until) })).filter(isValid)
  const next = [added, ...others]
  await storeSecrets(tx, secrets, key, { listed: next, texts: { [added.id]: secret } })
  return { secret, added, listed: next }
}

/** Deletes the texts of secrets that are not in the list. Call it under the lock of the inbox. */
export async function keepIdentitySecrets(tx: Queryable, secrets: Secrets, key: Key, listed: readonly Listed[]): Promise<void> {
  await storeSecrets(tx, secrets, key, { listed, texts: {} })
}

/** Stores the secrets of the list. `texts` has those of new ones, by id. */
async function storeSecrets(
  tx: Queryable,
  secrets: Secrets,
  key: Key,
  { listed, texts }: { listed: readonly Listed[]; texts: Readonly<Record<Uuid, string>> },
): Promise<void> {
  const before = toStored(secrets, await tx.first(lockInboxSecret, { ...key, kind }))
  const next: Stored[] = listed.flatMap(({ id, expiresAt }) => {
    const secret = texts[id] ?? before.find((each) => each.id === id)?.secret
    return secret === undefined ? [] : [{ id, secret, expiresAt }]
  })
  if (next.length === 0) await tx.rows(deleteInboxSecret, { ...key, kind })
  else await tx.rows(upsertInboxSecret, { ...key, kind, secret: secrets.encrypt(inboxSecretPurpose, JSON.stringify(next)) })
}

export function isValid({ expiresAt }: Pick<Listed, 'expiresAt'>): boolean {
  return expiresAt === null || Date.parse(expiresAt) > databaseNow()
}

/** Returns the earlier of a time and Unix milliseconds; null is never. */
function getEarlier(time: string | null, ms: number | null): string | null {
  return ms === null || (time !== null && Date.parse(time) <= ms) ? time : new Date(ms).toISOString()
}

function toStored(secrets: Pick<Secrets, 'decrypt'>, row: { secret: string } | null): readonly Stored[] {
  // Safe because only `storeSecrets` writes secrets of this kind.
  return row === null ? [] : (JSON.parse(secrets.decrypt(inboxSecretPurpose, row.secret)) as Stored[])
}
