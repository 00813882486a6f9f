/**
 * Queues events before they are applied to the query cache. Events wait while a request for the data that they change is running: its
 * response may be older than the events and would overwrite their changes. A flood of events, as when a colleague changes a thousand
 * threads, is applied in time slices, so that the page handles keys and scrolling in between.
 */
import { notifyManager, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { SkeinEvent } from '@skein/client'

export type EventQueue = {
  add(event: SkeinEvent): void
  /** Applies all queued events immediately. */
  flush(): void
  stop(): void
}

type EventQueueOptions = {
  apply(event: SkeinEvent): void
  /** Whether events patch the cached data of this query key. */
  isChanged(key: QueryKey): boolean
  /** Whether the page is in a background tab. */
  isHidden?(): boolean
}

/** Maximum length of a time slice in milliseconds. */
const sliceMs = 8
/** Milliseconds between two time slices, enough to paint the changes of the first. */
const pauseMs = 30
/** Maximum time that events wait for a response, in milliseconds. */
const maxHoldMs = 3_000
/** Polling interval for queued events: an aborted request emits neither success nor error. */
const recheckMs = 100

export function createEventQueue(
  queries: QueryClient,
  { apply, isChanged, isHidden = () => document.hidden }: EventQueueOptions,
): EventQueue {
  let waiting: SkeinEvent[] = []
  let waitingSince = 0
  let slicedAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined

  const isBeingRead = (): boolean => queries.isFetching({ predicate: ({ queryKey }) => isChanged(queryKey) }) > 0
  const applyFor = (ms: number): void => {
    const until = performance.now() + ms
    let next = 0
    try {
      notifyManager.batch(() => {
        for (let event = waiting[next]; event; event = performance.now() < until ? waiting[next] : undefined) {
          next++
          apply(event)
        }
      })
    } finally {
      // Drop an event that throws, too.
      waiting = waiting.slice(next)
      slicedAt = waitingSince = performance.now()
      plan(pauseMs)
    }
  }
  const plan = (ms: number): void => {
    if (waiting.length > 0) timer ??= setTimeout(work, ms)
  }
  function work(): void {
    timer = undefined
    const heldMs = performance.now() - waitingSince
    if (isBeingRead() && heldMs < maxHoldMs) return plan(recheckMs)
    // Browsers throttle timers of hidden pages, so a hidden page applies everything at once.
    applyFor(isHidden() ? Number.POSITIVE_INFINITY : sliceMs)
  }
  const end = queries.getQueryCache().subscribe((change) => {
    if (waiting.length === 0 || change.type !== 'updated') return
    const { action } = change
    // setQueryData emits `manual` changes, which are not responses.
    const isResponse = action.type === 'error' || (action.type === 'success' && action.manual !== true)
    if (!isResponse || isBeingRead()) return
    // Apply the events immediately. The screen may soon request the next page, and the events would wait again.
    clearTimeout(timer)
    work()
  })
  return {
    add(event) {
      if (waiting.length === 0) waitingSince = performance.now()
      waiting.push(event)
      plan(Math.max(0, slicedAt + pauseMs - performance.now()))
    },
    flush: () => applyFor(Number.POSITIVE_INFINITY),
    stop() {
      clearTimeout(timer)
      end()
    },
  }
}
