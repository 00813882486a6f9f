/** Finds the thread that an event concerns. Defines which events contain the whole thread. */
import type { Uuid } from '#platform/ids.ts'
import type { EventRow } from '#platform/outbox/event-payload.ts'
import { snapshotEvents, threadMerged, type ThreadRecord } from '../../threads/index.ts'

/** Event types whose object is the thread after the change. */
export const snapshotTypes: readonly string[] = snapshotEvents.map(({ type }) => type)
const types = new Set(snapshotTypes)

/** Returns the thread that an event concerns; null if it concerns none. */
export function findThreadId({ type, object }: Pick<EventRow, 'type' | 'object'>): Uuid | null {
  const id = object[type.startsWith('thread.') && object['threadId'] === undefined ? 'id' : 'threadId']
  return typeof id === 'string' ? id : null
}

/** Returns the thread that a rule would change on an event. After a merge, that is the target, which has the messages. */
export function findThreadToChange(event: Pick<EventRow, 'type' | 'object'>): Uuid | null {
  // Safe because merge events store the source's record.
  return event.type === threadMerged.type ? (event.object as ThreadRecord).mergedInto : findThreadId(event)
}

/** Returns the thread in an event; null if the event does not contain the thread. */
export function readThreadOf({ type, object }: Pick<EventRow, 'type' | 'object'>): ThreadRecord | null {
  // Safe because events of these types store the thread's record.
  const record = object as Partial<ThreadRecord> & { id: Uuid }
  // Events from before the field existed lack it; see the schema of threads.
  return types.has(type) ? ({ ...record, lastMessageAt: record.lastMessageAt ?? record.updatedAt } as ThreadRecord) : null
}
