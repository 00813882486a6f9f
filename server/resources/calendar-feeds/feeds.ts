import type { Config } from '../../config.ts'
import { createPresenter } from '#kit/present.ts'
import { tokenKind } from '#kit/tokens.ts'
import type { Queryable } from '#platform/db.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import type { Audited, Effects } from '#platform/outbox/effects.ts'
import type { Secrets } from '#platform/secrets.ts'
import { deleteFeed, findSeed } from './queries.ts'
import { CalendarFeed } from './schema.ts'
import { meetingsOfHost, calendarFeed } from '../scheduled-meetings/index.ts'

/** Path below BASE_URL. */
export const calendarPath = '/calendar/'
const suffix = '.ics'

/** Declares calendar tokens, derived from a seed in the database and SECRET_KEY. */
export function feedTokens(secrets: Pick<Secrets, 'derive'>) {
  return tokenKind(secrets, 'svcf')
}

export function feedUrl({ baseUrl }: Pick<Config, 'baseUrl'>, token: string): string {
  return `${baseUrl.href.replace(/\/$/, '')}${calendarPath}${token}${suffix}`
}

/** Returns the token in a path; null for any other path. */
export function parseToken(path: string): string | null {
  return path.startsWith(calendarPath) && path.endsWith(suffix) ? path.slice(calendarPath.length, -suffix.length) : null
}

/** Deletes a user's calendar URL. Returns the audit row, or null if there is no URL. */
export async function endCalendarFeed(
  { tx, effects }: { readonly tx: Queryable; readonly effects: Effects },
  { tenantId, userId }: { tenantId: Uuid; userId: Uuid },
): Promise<Audited | null> {
  if (!(await tx.first(deleteFeed, { tenantId, userId }))) return null
  return effects.audit({ action: 'calendar_feed.deleted', target: { type: 'calendar_feed', id: userId } })
}

export const presentFeed = createPresenter(CalendarFeed)

type Services = { db: Queryable; secrets: Secrets; config: Pick<Config, 'dashboardUrl'> }

/**
 * Returns the calendar at a path as iCalendar. Null if the URL is unknown or was deleted, its user is not ACTIVE, or the tenant is
 * suspended. The same meetings give the same bytes.
 */
export async function readFeed({ db, secrets, config }: Services, path: string): Promise<string | null> {
  const tokens = feedTokens(secrets)
  const token = parseToken(path) ?? ''
  const content = tokens.read(token)
  if (!content) return null
  const { tenantId, id: hostId } = content
  const owner = await db.first(findSeed, { tenantId, userId: hostId })
  if (!owner || !tokens.proves(token, content, owner.seed)) return null
  const { name, email } = owner
  const meetings = await db.rows(meetingsOfHost, { tenantId, hostId })
  const toThreadUrl = (threadId: string) => `${config.dashboardUrl.href.replace(/\/$/, '')}/inbox/all/${toTypeId('thr', threadId)}`
  return calendarFeed(`Meetings of ${name}`, meetings, { name, email }, toThreadUrl)
}
