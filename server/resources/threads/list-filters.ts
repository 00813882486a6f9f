/** What the filters of a request mean for `threadList`: the one reader for lists, views and jobs. */
import type { Static, Uuid } from '../../kit/index.ts'
import type { ThreadFilters } from './schema.ts'

export type AskedFilters = Omit<Static<typeof ThreadFilters>, 'sort'>

/** `userId`: for whom `assigneeId=me` and `unread` are asked. */
export function listFilters({ assigneeId, waiting, unread, ...filters }: AskedFilters, userId: Uuid): Record<string, unknown> {
  return {
    ...filters,
    assigneeId: assigneeId === 'me' ? userId : assigneeId === 'none' ? undefined : assigneeId,
    unassigned: assigneeId === 'none' || undefined,
    waits: waiting === true || undefined,
    waitsNot: waiting === false || undefined,
    unread: unread === true ? userId : undefined,
  }
}
