/**
 * Asks the service for what events do not tell: a message names its thread and says nothing of it, and a search or what somebody has read
 * is known to the service alone. However many events there are, this is done twice a minute at most.
 */
import type { QueryClient } from '@tanstack/react-query'
import type { SkeinClient } from '@skein/client'
import { knownThread, putThread } from './thread-cache.ts'
import { putClocks } from './thread-clocks.ts'
import { viewCountsKey } from './thread-counts.ts'
import { dependsOnClocks, dependsOnMessages, type ThreadFilters } from './thread-filters.ts'

const everyMs = 30_000
/** Clocks differ, and what was written while the last answer was made is not in it. */
const marginMs = 60_000

export type CatchUp = { note(): void; stop(): void }

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
      const { data } = await skein.listThreads({ query: { lastMessageAfter, sort: '-lastMessageAt', limit: 100 } })
      for (const now of data.toReversed())
        if (knownThread(queries, now.id)) putClocks(queries, now.id, () => now.sla)
        else putThread(queries, { now, before: now, meId, arrives: true })
      await queries.invalidateQueries({ queryKey: viewCountsKey })
      // Safe because `countKey` makes these keys.
      await queries.invalidateQueries({
        queryKey: ['thread-count'],
        predicate: ({ queryKey }) => dependsOnMessages(queryKey[1] as ThreadFilters) || dependsOnClocks(queryKey[1] as ThreadFilters),
      })
      // Who is overdue has to be seen: no event says it of a thread that is not in the list yet.
      await queries.invalidateQueries({ queryKey: ['threads'], predicate: ({ queryKey }) => dependsOnClocks(queryKey[1] as ThreadFilters) })
    } catch {
      // Whatever comes next asks again, for this time, too.
      since = Math.min(since, Date.parse(lastMessageAfter) + marginMs)
    }
  }
  return {
    note() {
      timer ??= setTimeout(() => void run(), Math.max(1_000, lastAt + everyMs - performance.now()))
    },
    stop: () => clearTimeout(timer),
  }
}
