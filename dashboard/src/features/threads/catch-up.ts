/**
 * Fetches what events do not contain: a message's event does not include its thread, and only the service can tell which threads match a
 * search or are unread. Throttled to two runs a minute.
 */
import type { QueryClient } from '@tanstack/react-query'
import type { SkeinClient } from '@skein/client'
import { takePreviews } from './previews.ts'
import { findThread, putThread } from './thread-cache.ts'
import { putClocks } from './thread-clocks.ts'
import { viewCountsKey } from './thread-counts.ts'
import { dependsOnClocks, dependsOnMessages, type ThreadFilters } from './thread-filters.ts'

const intervalMs = 30_000
/** Overlap with the previous request in milliseconds, for clock skew and for messages that were written during that request. */
const marginMs = 60_000

export type CatchUp = {
  /** Schedules a request, because an event lacked the data for an update. */
  note(): void
  stop(): void
}

export function createCatchUp(skein: Pick<SkeinClient, 'listThreads'>, queries: QueryClient, meId: string): CatchUp {
  let since = Date.now()
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastAt = Number.NEGATIVE_INFINITY
  const run = async (): Promise<void> => {
    timer = undefined
    lastAt = performance.now()
    const lastMessageAfter = new Date(since - marginMs).toISOString()
    since = Date.now()
    try {
      const { data } = await skein.listThreads({ query: { lastMessageAfter, sort: '-lastMessageAt', limit: 100, include: 'preview' } })
      for (const now of takePreviews(queries, data).toReversed())
        if (findThread(queries, now.id)) putClocks(queries, now.id, () => now.sla)
        else putThread(queries, { now, before: now, meId, movesUp: true })
      await queries.invalidateQueries({ queryKey: viewCountsKey })
      // Safe because `countKey` makes these keys.
      await queries.invalidateQueries({
        queryKey: ['thread-count'],
        predicate: ({ queryKey }) => dependsOnMessages(queryKey[1] as ThreadFilters) || dependsOnClocks(queryKey[1] as ThreadFilters),
      })
      // A passing deadline moves a thread into a list of overdue threads without any event.
      await queries.invalidateQueries({ queryKey: ['threads'], predicate: ({ queryKey }) => dependsOnClocks(queryKey[1] as ThreadFilters) })
    } catch {
      // The next request covers this period, too.
      since = Math.min(since, Date.parse(lastMessageAfter) + marginMs)
    }
  }
  return {
    note() {
      timer ??= setTimeout(() => void run(), Math.max(1_000, lastAt + intervalMs - performance.now()))
    },
    stop: () => clearTimeout(timer),
  }
}
