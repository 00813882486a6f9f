/** Reads the secrets of inboxes, which are encrypted under the service's key. */
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Secrets } from '#platform/secrets.ts'
import { inboxSecretPurpose, type SecretKind } from './change-email.ts'
import { findInboxSecret } from './queries.ts'

type Inbox = { db: Queryable; secrets: Pick<Secrets, 'decrypt'>; tenantId: Uuid; inboxId: Uuid }

/** Returns a secret of an inbox; null when there is none. */
export async function findSecret({ db, secrets, tenantId, inboxId }: Inbox, kind: SecretKind): Promise<string | null> {
  const row = await db.first(findInboxSecret, { tenantId, inboxId, kind })
  return row === null ? null : secrets.decrypt(inboxSecretPurpose, row.secret)
}
