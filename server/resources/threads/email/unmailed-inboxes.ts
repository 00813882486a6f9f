/**
 * Remembers inboxes that are no EMAIL inboxes, so that the statement of a reply need not look. The type of an inbox never changes, so what is
 * remembered never becomes false. A reply in an inbox that is not remembered takes the slower way, which looks.
 */
import type { Uuid } from '#platform/ids.ts'

const maxTenants = 10_000
/** The statement compares the thread's inbox with each of them. */
const maxInboxesPerTenant = 20
const inboxesOf = new Map<Uuid, readonly Uuid[]>()

export function getUnmailedInboxes(tenantId: Uuid): readonly Uuid[] {
  return inboxesOf.get(tenantId) ?? []
}

export function rememberUnmailedInbox(tenantId: Uuid, inboxId: Uuid): void {
  const known = getUnmailedInboxes(tenantId)
  if (known.includes(inboxId)) return
  if (inboxesOf.size >= maxTenants) inboxesOf.clear()
  inboxesOf.set(tenantId, [...known, inboxId].slice(-maxInboxesPerTenant))
}
