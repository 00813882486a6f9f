import type { Audited, Effects, Queryable, Uuid } from '../../kit/index.ts'
import { endFeed } from './queries.ts'

/** Ends the URL of a person's calendar. Returns the audit row, or null when there is no URL. */
export async function endCalendarFeed(
  { tx, effects }: { readonly tx: Queryable; readonly effects: Effects },
  { tenantId, userId }: { tenantId: Uuid; userId: Uuid },
): Promise<Audited | null> {
  if (!(await tx.first(endFeed, { tenantId, userId }))) return null
  return effects.audit({ action: 'calendar_feed.deleted', target: { type: 'calendar_feed', id: userId } })
}
