/** Starts and ends sessions, with audit rows and events. */
import { randomBytes } from 'node:crypto'
import {
  type Audited,
  type Effects,
  newId,
  fetchOne,
  presenterOf,
  type Principal,
  type Queryable,
  type Static,
  type Uuid,
} from '../../kit/index.ts'
import { noteSeen } from '../users/index.ts'
import { endCalendarFeed } from '../calendar-feeds/index.ts'
import { sessionCreated, sessionEnded } from './events.ts'
import { endSessionRow, endSessionRows, insertSession, type EndReason, type SessionRecord, type SessionRow } from './queries.ts'
import { Session } from './schema.ts'

type Context = { readonly tx: Queryable; readonly effects: Effects }
type Person = { tenantId: Uuid; userId: Uuid }

/** Creates a session of a person; the caller has authenticated them, and writes the audit row. */
export async function beginSession(
  { tx, effects }: Context,
  person: Person,
  from: { ip: string; userAgent: string | null },
): Promise<SessionRow> {
  const session = await fetchOne(tx, insertSession, { ...person, id: newId(), seed: randomBytes(32), ...from })
  await tx.rows(noteSeen, person)
  effects.emit(sessionCreated, session.id, recordOf(session))
  return session
}

/** Ends a session. Null when it is over already. */
export async function endSession(
  { tx, effects }: Context,
  key: { tenantId: Uuid; id: Uuid },
  reason: EndReason,
): Promise<{ ended: SessionRecord; audited: Audited } | null> {
  const ended = await tx.first(endSessionRow, { ...key, reason })
  return ended && { ended, audited: told(effects, ended, reason) }
}

/** Ends everything that lets somebody act or read as the person: all sessions except the given one, and the URL of the calendar. */
export async function endAccess(context: Context, person: Person, reason: EndReason, but: Uuid | null = null): Promise<void> {
  await endSessions(context, person, reason, but)
  await endCalendarFeed(context, person)
}

async function endSessions({ tx, effects }: Context, person: Person, reason: EndReason, but: Uuid | null): Promise<void> {
  for (const ended of await tx.rows(endSessionRows, { ...person, reason, but })) told(effects, ended, reason)
}

function told(effects: Effects, ended: SessionRecord, reason: EndReason): Audited {
  effects.emit(sessionEnded, ended.id, ended)
  return effects.audit({ action: 'session.ended', target: { type: 'session', id: ended.id }, after: { userId: ended.userId, reason } })
}

/** Without the values that tokens are derived from, which no event may contain. */
function recordOf(session: SessionRow): SessionRecord {
  const { id, userId, createdAt, lastUsedAt, ip, userAgent, endedAt, endedReason, version } = session
  return { id, userId, createdAt, lastUsedAt, ip, userAgent, endedAt, endedReason, version }
}

/** A session as its person sees it. */
export type ShownSession = Omit<SessionRecord, 'version' | 'userId' | 'endedAt' | 'endedReason'> & { current: boolean }

export function shownTo({ credential }: Principal, { id, createdAt, lastUsedAt, ip, userAgent }: SessionRecord): ShownSession {
  return { id, createdAt, lastUsedAt, ip, userAgent, current: id === credential.id }
}

export const presentSession: (record: ShownSession) => Static<typeof Session> = presenterOf(Session)
