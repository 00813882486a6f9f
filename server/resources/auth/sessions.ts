/** Starts and ends sessions, with audit rows and events. */
import { randomBytes } from 'node:crypto'
import { createPresenter } from '#kit/present.ts'
import { fetchOne } from '#kit/write.ts'
import type { Queryable } from '#platform/db.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import type { Audited, Effects } from '#platform/outbox/effects.ts'
import type { Principal } from '#platform/principal.ts'
import type { Static } from '#platform/schema.ts'
import { noteSeen } from '../users/index.ts'
import { endCalendarFeed } from '../calendar-feeds/index.ts'
import { sessionCreated, sessionEnded } from './events.ts'
import { endSessionRow, endSessionRows, insertSession, type EndReason, type SessionRecord, type SessionRow } from './queries.ts'
import { Session } from './schema.ts'

type Context = { readonly tx: Queryable; readonly effects: Effects }
type UserKey = { tenantId: Uuid; userId: Uuid }

/** Creates a session. The caller must have authenticated the user, and writes the audit row. */
export async function beginSession(
  { tx, effects }: Context,
  userKey: UserKey,
  from: { ip: string; userAgent: string | null },
): Promise<SessionRow> {
  const session = await fetchOne(tx, insertSession, { ...userKey, id: newId(), seed: randomBytes(32), ...from })
  await tx.rows(noteSeen, userKey)
  effects.emit(sessionCreated, session.id, toSessionRecord(session))
  return session
}

/** Ends a session. Null if the session has already ended. */
export async function endSession(
  { tx, effects }: Context,
  key: { tenantId: Uuid; id: Uuid },
  reason: EndReason,
): Promise<{ ended: SessionRecord; audited: Audited } | null> {
  const ended = await tx.first(endSessionRow, { ...key, reason })
  return ended && { ended, audited: recordEnd(effects, ended, reason) }
}

/** Revokes everything that gives access as the user: the calendar URL and all sessions except the given one. */
export async function endAccess(context: Context, userKey: UserKey, reason: EndReason, exceptId: Uuid | null = null): Promise<void> {
  await endSessions(context, userKey, reason, exceptId)
  await endCalendarFeed(context, userKey)
}

async function endSessions({ tx, effects }: Context, userKey: UserKey, reason: EndReason, exceptId: Uuid | null): Promise<void> {
  for (const ended of await tx.rows(endSessionRows, { ...userKey, reason, exceptId })) recordEnd(effects, ended, reason)
}

function recordEnd(effects: Effects, ended: SessionRecord, reason: EndReason): Audited {
  effects.emit(sessionEnded, ended.id, ended)
  return effects.audit({ action: 'session.ended', target: { type: 'session', id: ended.id }, after: { userId: ended.userId, reason } })
}

/** Drops the columns from which tokens are derived, which no event may contain. */
function toSessionRecord(session: SessionRow): SessionRecord {
  const { id, userId, createdAt, lastUsedAt, ip, userAgent, endedAt, endedReason, version } = session
  return { id, userId, createdAt, lastUsedAt, ip, userAgent, endedAt, endedReason, version }
}

/** A session in the form shown to its user. */
export type ShownSession = Omit<SessionRecord, 'version' | 'userId' | 'endedAt' | 'endedReason'> & { current: boolean }

export function toShownSession({ credential }: Principal, { id, createdAt, lastUsedAt, ip, userAgent }: SessionRecord): ShownSession {
  return { id, createdAt, lastUsedAt, ip, userAgent, current: id === credential.id }
}

export const presentSession: (record: ShownSession) => Static<typeof Session> = createPresenter(Session)
