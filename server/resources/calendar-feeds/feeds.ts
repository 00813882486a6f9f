import type { Config } from '../../config.ts'
import { type Audited, type Effects, presenterOf, type Queryable, type Secrets, tokenKind, toTypeId, type Uuid } from '../../kit/index.ts'
import { endFeed, findSeed } from './queries.ts'
import { CalendarFeed } from './schema.ts'
import { meetingsOfHost, subscription } from '../scheduled-meetings/index.ts'

/** Below BASE_URL. */
export const calendarPath = '/calendar/'
const ending = '.ics'

/** Its tokens follow from a seed in the database and SECRET_KEY. */
export function feedTokens(secrets: Pick<Secrets, 'derive'>) {
  return tokenKind(secrets, 'svcf')
}

export function feedUrl({ baseUrl }: Pick<Config, 'baseUrl'>, token: string): string {
  return `${baseUrl.href.replace(/\/$/, '')}${calendarPath}${token}${ending}`
}

/** The token in a path; null for another path. */
export function tokenIn(path: string): string | null {
  return path.startsWith(calendarPath) && path.endsWith(ending) ? path.slice(calendarPath.length, -ending.length) : null
}

/** Ends the URL of a person's calendar. Returns the audit row, or null when there is no URL. */
export async function endCalendarFeed(
  { tx, effects }: { readonly tx: Queryable; readonly effects: Effects },
  { tenantId, userId }: { tenantId: Uuid; userId: Uuid },
): Promise<Audited | null> {
  if (!(await tx.first(endFeed, { tenantId, userId }))) return null
  return effects.audit({ action: 'calendar_feed.deleted', target: { type: 'calendar_feed', id: userId } })
}

export const presentFeed = presenterOf(CalendarFeed)

type Services = { db: Queryable; secrets: Secrets; config: Pick<Config, 'dashboardUrl'> }

/**
 * The calendar under a path, as iCalendar; null when its URL was never made or has ended, its person no longer takes part, or the tenant is
 * suspended. The same meetings give the same bytes.
 */
export async function readFeed({ db, secrets, config }: Services, path: string): Promise<string | null> {
  const tokens = feedTokens(secrets)
  const token = tokenIn(path) ?? ''
  const content = tokens.read(token)
  if (!content) return null
  const { tenantId, id: hostId } = content
  const person = await db.first(findSeed, { tenantId, userId: hostId })
  if (!person || !tokens.proves(token, content, person.seed)) return null
  const { name, email } = person
  const meetings = await db.rows(meetingsOfHost, { tenantId, hostId })
  const urlOf = (threadId: string) => `${config.dashboardUrl.href.replace(/\/$/, '')}/inbox/all/${toTypeId('thr', threadId)}`
  return subscription(`Meetings of ${name}`, meetings, { name, email }, urlOf)
}
