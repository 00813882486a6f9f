import type { Queryable } from '#platform/db.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import type { EventRow } from '#platform/outbox/event-payload.ts'
import { listPortalThreadIds } from '../conversations/queries.ts'
import { readReader } from '../conversations/reader.ts'
import type { VisitorSession } from '../sessions/session-token.ts'
import { getThreadAddresses } from './thread-addresses.ts'

/** Maximum number of a customer's threads, the latest, that a stream of the portal follows. New ones always count. */
const maxPortalThreads = 1_000

/** Tells which events of a tenant concern a visitor, without a query for each event of others. */
export type OwnThreads = {
  /** Learns from an event which threads the customer has. Call it before `has`, in the order of the events. */
  note(event: Pick<EventRow, 'type' | 'object'>): void
  has(threadId: Uuid): Promise<boolean>
}

export async function findOwnThreads(db: Queryable, session: VisitorSession): Promise<OwnThreads> {
  const { tenantId, visitorId, portal } = session
  const address = toTypeId('vst', visitorId)
  const isWithVisitor = async (threadId: Uuid): Promise<boolean> => (await getThreadAddresses(db).find(tenantId, threadId)) === address
  if (!portal) return { note() {}, has: isWithVisitor }
  const { portalCustomerIds } = await readReader(db, session)
  const found = await db.rows(listPortalThreadIds, { tenantId, portalCustomerIds, limit: maxPortalThreads })
  const threadIds = new Set(found.map(({ id }) => id))
  return {
    note({ type, object: { id, customerId } }) {
      if (!type.startsWith('thread.') || customerId === undefined) return
      // Safe because the records of threads have their id and that of their customer.
      if (portalCustomerIds.includes(customerId as Uuid)) threadIds.add(id as Uuid)
      else threadIds.delete(id as Uuid)
    },
    has: async (threadId) => threadIds.has(threadId) || isWithVisitor(threadId),
  }
}
