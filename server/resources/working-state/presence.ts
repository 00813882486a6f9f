import { toTypeId, type Uuid } from '#platform/ids.ts'
import type { Static } from '#platform/schema.ts'
import { isoTime } from '#platform/time.ts'
import type { PresentRow } from './queries.ts'
import type { Presence } from './schema.ts'

export function toPresence({ threadId, rows }: { threadId: Uuid; rows: readonly PresentRow[] }): Static<typeof Presence> {
  return {
    threadId: toTypeId('thr', threadId),
    present: rows.map((row) => ({
      user: { id: toTypeId('usr', row.userId), name: row.name },
      state: row.state,
      seenAt: isoTime(row.seenAt),
    })),
  }
}
