/** The secrets of an inbox that a provider serves: the current one, and earlier ones while their overlap lasts. */
import { databaseNow } from '#platform/database-now.ts'
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Secrets } from '#platform/secrets.ts'
import { inboxSecretPurpose } from './change-email.ts'
import { deleteInboxSecret, findInboxSecret, lockInboxSecret, upsertInboxSecret } from './queries.ts'

type Key = { readonly tenantId: Uuid; readonly inboxId: Uuid }
type HookSecrets = { readonly current: string; readonly previous: readonly { readonly secret: string; readonly until: string }[] }

const kind = 'HOOK'
/** Maximum number of earlier secrets, because each adds a signature to every reply. */
const maxPrevious = 4

/** Returns the valid secrets, newest first; empty if none was created. */
export async function readHookSecrets(db: Queryable, secrets: Pick<Secrets, 'decrypt'>, key: Key): Promise<readonly string[]> {
  const stored = toSecrets(secrets, await db.first(findInboxSecret, { ...key, kind }))
  return stored === null ? [] : [stored.current, ...findValid(stored).map(({ secret }) => secret)]
}

/** Replaces the current secret. Call it under the lock of the inbox. */
export async function rotateHookSecret(
  tx: Queryable,
  secrets: Secrets,
  key: Key,
  { secret, overlapSeconds }: { secret: string; overlapSeconds: number },
): Promise<{ previousValidUntil: string | null }> {
  const before = toSecrets(secrets, await tx.first(lockInboxSecret, { ...key, kind }))
  const until = new Date(databaseNow() + overlapSeconds * 1_000).toISOString()
  const overlaps = before !== null && overlapSeconds > 0
  const previous = overlaps ? [{ secret: before.current, until }, ...findValid(before)].slice(0, maxPrevious) : []
  const stored: HookSecrets = { current: secret, previous }
  await tx.rows(upsertInboxSecret, { ...key, kind, secret: secrets.encrypt(inboxSecretPurpose, JSON.stringify(stored)) })
  return { previousValidUntil: overlaps ? until : null }
}

/** Deletes all secrets of an inbox. Call it under the lock of the inbox. */
export async function deleteHookSecrets(tx: Queryable, key: Key): Promise<void> {
  await tx.rows(deleteInboxSecret, { ...key, kind })
}

function findValid({ previous }: HookSecrets): HookSecrets['previous'] {
  return previous.filter(({ until }) => Date.parse(until) > databaseNow())
}

function toSecrets(secrets: Pick<Secrets, 'decrypt'>, row: { secret: string } | null): HookSecrets | null {
  // Safe because only `rotateHookSecret` writes secrets of this kind.
  return row === null ? null : (JSON.parse(secrets.decrypt(inboxSecretPurpose, row.secret)) as HookSecrets)
}
