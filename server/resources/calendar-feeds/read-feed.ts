import type { Config } from '../../config.ts'
import { type Queryable, type Secrets, toTypeId } from '../../kit/index.ts'
import { meetingsOfHost, subscription } from '../scheduled-meetings/index.ts'
import { feedTokens, tokenIn } from './feed-url.ts'
import { findSeed } from './queries.ts'

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
