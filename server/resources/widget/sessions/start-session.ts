/** Starts sessions of visitors: makes their tokens, and returns what is known about the visitor. */
import { databaseNow } from '#platform/database-now.ts'
import type { Queryable } from '#platform/db.ts'
import { newId, toTypeId, type Uuid } from '#platform/ids.ts'
import type { Static } from '#platform/schema.ts'
import type { Secrets } from '#platform/secrets.ts'
import { countUnread } from '../conversations/queries.ts'
import { readReader } from '../conversations/reader.ts'
import { findVisitor } from './queries.ts'
import type { WidgetSession } from './schema.ts'
import { createSessionTokens, type SignedIdentity, toVisitorId } from './session-token.ts'

type NewSession = {
  readonly tenantId: Uuid
  readonly inboxId: Uuid
  readonly sessionDays: number
  readonly locale: string | null
  readonly identity: SignedIdentity | null
}

export async function startSession(
  db: Queryable,
  secrets: Secrets,
  { tenantId, inboxId, sessionDays, locale, identity }: NewSession,
): Promise<Static<typeof WidgetSession>> {
  const visitorId = identity ? toVisitorId(secrets, { inboxId, sub: identity.sub }) : newId()
  const known = identity ? await db.first(findVisitor, { tenantId, visitorId }) : null
  const expiresAt = Math.floor(databaseNow() / 1_000) + sessionDays * 86_400
  const session = { tenantId, inboxId, visitorId, sessionId: newId(), expiresAt, locale, identity }
  const token = createSessionTokens(secrets).make(session)
  const unread = known ? (await db.first(countUnread, await readReader(db, session)))?.unread : 0
  return {
    token,
    expiresAt: new Date(expiresAt * 1_000).toISOString(),
    visitor: {
      id: toTypeId('vst', visitorId),
      name: identity?.name ?? known?.name ?? null,
      email: identity?.email ?? known?.email ?? null,
      verified: identity !== null,
    },
    unread: unread ?? 0,
  }
}
