/** Which thread an event is about, and which events show the whole thread. */
import type { Uuid } from '#platform/ids.ts'
import type { EventRow } from '#platform/outbox/event-payload.ts'
import { snapshotEvents, threadMerged, type ThreadRecord } from '../../threads/index.ts'

/** The types of events whose object is the thread as it was after the change. */
export const snapshotTypes: readonly string[] = snapshotEvents.map(({ type }) => type)
const types = new Set(snapshotTypes)

/** Returns the thread that an event is about; null for an event about no thread. */
export function findThreadId({ type, object }: Pick<EventRow, 'type' | 'object'>): Uuid | null {
  const id = object[type.startsWith('thread.') && object['threadId'] === undefined ? 'id' : 'threadId']
  return typeof id === 'string' ? id : null
}

/** Returns the thread that a rule would change on an event: of a merge, the one that has the messages now. */
export function findThreadToChange(event: Pick<EventRow, 'type' | 'object'>): Uuid | null {
  // Safe because events of merges store the record of the source.
  return event.type === threadMerged.type ? (event.object as ThreadRecord).mergedInto : findThreadId(event)
}

/** Returns the thread as an event shows it; null if it does not. */
export function readThreadOf({ type, object }: Pick<EventRow, 'type' | 'object'>): ThreadRecord | null {
  // Safe because events of these types store the record of the thread.
  const record = object as Partial<ThreadRecord> & { id: Uuid }
  // Events from before the field existed lack it; see the schema of threads.
  return types.has(type) ? ({ ...record, lastMessageAt: record.lastMessageAt ?? record.updatedAt } as ThreadRecord) : null
}
