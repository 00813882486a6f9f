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
import { createSessionTokens, toVisitorId, type VisitorSession } from './session-token.ts'

type NewSession = Omit<VisitorSession, 'visitorId' | 'sessionId' | 'expiresAt'> & { readonly sessionDays: number }

export function newSession(secrets: Secrets, { sessionDays, ...session }: NewSession): VisitorSession {
  const expiresAt = Math.floor(databaseNow() / 1_000) + sessionDays * 86_400
  return { ...session, visitorId: getVisitorId(secrets, session), sessionId: newId(), expiresAt }
}

function getVisitorId(secrets: Secrets, { inboxId, identity, customerId }: Omit<NewSession, 'sessionDays'>): Uuid {
  if (identity === null) return newId()
  const { sub, email } = identity
  if (sub !== null) return toVisitorId(secrets, { inboxId, by: 'sub', value: sub })
  // An address can go to another person, who is another visitor.
  return toVisitorId(secrets, { inboxId, by: 'email', value: `${email} ${customerId}` })
}

/** Returns the response that starts a session. */
export async function presentSession(db: Queryable, secrets: Secrets, session: VisitorSession): Promise<Static<typeof WidgetSession>> {
  const { tenantId, visitorId, identity, expiresAt } = session
  const known = identity ? await db.first(findVisitor, { tenantId, visitorId }) : null
  const unread = identity ? (await db.first(countUnread, await readReader(db, session)))?.unread : 0
  return {
    token: createSessionTokens(secrets).make(session),
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
