import type { Database } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { readNext } from '#platform/outbox/read-outbox.ts'
import { findLags } from '#platform/outbox/reader-queries.ts'
import { readerNames } from '#platform/outbox/readers.ts'
import { modules } from '../../server/resources/index.ts'

/** Makes all readers of the outbox skip the events of all tenants, now and later, for tests without a worker. */
export function skipReaders(db: Database): Promise<void> {
  const names = modules.flatMap(({ readers }) => readers.map(({ name }) => `'${name}'`))
  return db.script(`
    insert into reader_cursors (tenant_id, reader, sequence)
    select tenant_id, reader, 1000000 from tenant_counters cross join unnest(array[${names.join(', ')}]) as reader
    on conflict (tenant_id, reader) do update set sequence = 1000000`)
}

/** Makes all readers read all events of the tenant, without a worker. */
export async function readAll(services: Parameters<typeof readNext>[0], tenantId: Uuid): Promise<void> {
  for (const reader of modules.flatMap(({ readers }) => readers)) {
    // The first call only creates the position.
    await readNext(services, reader, tenantId)
    while (await readNext(services, reader, tenantId)) continue
  }
}

/** Whether the readers of a running worker have read all events of the tenant, and therefore emit no further ones. */
export async function haveReadAll(db: Database, tenantId: Uuid): Promise<boolean> {
  return (await db.rows(findLags, { tenantId, ...readerNames() })).every(({ events }) => events === 0)
}
