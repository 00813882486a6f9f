import type { Database } from '../../server/platform/db.ts'
import { rooms } from '../../server/resources/index.ts'

/** Makes all readers of the outbox skip the events of all tenants, now and later, for tests in which no worker runs. */
export function skipReaders(db: Database): Promise<void> {
  const names = rooms.flatMap(({ readers }) => readers.map(({ name }) => `'${name}'`))
  return db.script(`
    insert into reader_cursors (tenant_id, reader, sequence)
    select tenant_id, reader, 1000000 from tenant_counters cross join unnest(array[${names.join(', ')}]) as reader
    on conflict (tenant_id, reader) do update set sequence = 1000000`)
}
