/** Patches the SLA clocks of cached threads. */
import type { QueryClient } from '@tanstack/react-query'
import type { SkeinEvent, Thread } from '@skein/client'
import { replaceThread, findInList, type ThreadList } from './thread-lists.ts'

/** Replaces the clocks of a thread everywhere in the cache. Clocks affect neither list membership nor counts. */
export function putClocks(queries: QueryClient, id: string, clocksOf: (thread: Thread) => Thread['sla']): void {
  queries.setQueryData<Thread>(['thread', id], (thread) => thread && { ...thread, sla: clocksOf(thread) })
  queries.setQueriesData<ThreadList>({ queryKey: ['threads'] }, (list) => {
    const thread = list && findInList(list, id)
    return thread ? replaceThread(list, id, { ...thread, sla: clocksOf(thread) }) : list
  })
}

/** Applies the events that change the state of a clock. */
export function applyClockEvent(queries: QueryClient, event: SkeinEvent): void {
  if (event.type !== 'sla.met' && event.type !== 'sla.breached') return
  const { threadId, metric, state } = event.data.object
  putClocks(queries, threadId, ({ sla }) => sla.map((clock) => (clock.metric === metric ? { ...clock, state } : clock)))
}
