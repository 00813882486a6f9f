/** SLA clocks of the threads that are shown: what events say of them, and what only the service can tell. */
import type { QueryClient } from '@tanstack/react-query'
import type { SkeinEvent, Thread } from '@skein/client'
import { replaceThread, threadInList, type ThreadList } from './thread-lists.ts'

/** Puts the clocks of a thread wherever it is shown. Nothing else follows from them: no list and no number. */
export function putClocks(queries: QueryClient, id: string, clocksOf: (thread: Thread) => Thread['sla']): void {
  queries.setQueryData<Thread>(['thread', id], (thread) => thread && { ...thread, sla: clocksOf(thread) })
  queries.setQueriesData<ThreadList>({ queryKey: ['threads'] }, (list) => {
    const thread = list && threadInList(list, id)
    return thread ? replaceThread(list, id, { ...thread, sla: clocksOf(thread) }) : list
  })
}

/** What is announced of a clock. */
export function applyClockEvent(queries: QueryClient, event: SkeinEvent): void {
  if (event.type !== 'sla.met' && event.type !== 'sla.breached') return
  const { threadId, metric, state } = event.data.object
  putClocks(queries, threadId, ({ sla }) => sla.map((clock) => (clock.metric === metric ? { ...clock, state } : clock)))
}
