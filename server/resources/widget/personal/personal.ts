/** Declares what is known of visitors, with its export and erasure. Their messages are in `threads/`. */
import type { EraseBatch, EraseContext, ExportContext, Personal } from '#kit/privacy/holding.ts'
import { toTypeId } from '#platform/ids.ts'
import { isoTime } from '#platform/time.ts'
import { deleteVisitorPresence } from '../../working-state/index.ts'
import { deletePortalLinks, deleteVisitors, listVisitors } from './personal-queries.ts'

export const personal: Personal = {
  tables: ['visitors', 'portal_links'],
  steps: [{ name: 'visitors', phase: 'contents', place: null, erase: eraseVisitors }],
  exports: [{ name: 'visitors', title: 'Visits of your website', read: exportVisitors }],
  excused: { ended_visitor_sessions: 'random ids' },
}

/** Deletes the visitors and the links to their requests. Their sessions stay valid, but see nothing: a new message makes a new visitor and a new customer. */
async function eraseVisitors({ db, erasure: { tenantId, customerIds, dryRun } }: EraseContext): Promise<EraseBatch> {
  if (!dryRun && customerIds.length > 0) {
    await db.rows(deletePortalLinks, { tenantId, customerIds })
    const gone = await db.rows(deleteVisitors, { tenantId, customerIds })
    await db.rows(deleteVisitorPresence, { tenantId, visitorIds: gone.map(({ id }) => id) })
  }
  return { found: 0, next: null }
}

async function* exportVisitors({ db, tenantId, customerIds }: ExportContext): AsyncGenerator<object> {
  for (const { id, inboxId, createdAt, lastSeenAt, ...row } of await db.rows(listVisitors, { tenantId, customerIds }))
    yield {
      ...row,
      id: toTypeId('vst', id),
      inboxId: toTypeId('inb', inboxId),
      createdAt: isoTime(createdAt),
      lastSeenAt: isoTime(lastSeenAt),
    }
}
