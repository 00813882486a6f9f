/**
 * Events on their way to the screens. They wait while what they change is being read: the answer may be older than they are, and would take back
 * what they said. Many at once, as when a colleague changes a thousand threads, are applied in slices, so that keys and scrolling are answered between them.
 */
import { notifyManager, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { SkeinEvent } from '@skein/client'

export type EventQueue = {
  add(event: SkeinEvent): void
  /** Applies all that wait. */
  flush(): void
  stop(): void
}

type EventQueueOptions = {
  apply(event: SkeinEvent): void
  /** Whether events change what is read with this key. */
  isChanged(key: QueryKey): boolean
  /** Whether nobody sees the page. */
  isHidden?(): boolean
}

/** How long events are applied without a pause. */
const sliceMs = 8
/** Between two slices: enough to draw what they changed. */
const pauseMs = 30
/** No answer keeps events waiting for longer. Whether it still does is looked at every so often, since reading can be given up. */
const [heldMsMax, lookedAtMs] = [3_000, 100]

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
      // One that cannot be applied is not tried again.
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
    if (isBeingRead() && heldMs < heldMsMax) return plan(lookedAtMs)
    // Nobody waits for a page that is not seen, and its timers are rare.
    applyFor(isHidden() ? Number.POSITIVE_INFINITY : sliceMs)
  }
  const end = queries.getQueryCache().subscribe((change) => {
    if (waiting.length === 0 || change.type !== 'updated') return
    const { action } = change
    // What is patched by hand is `manual`.
    const isAnswer = action.type === 'error' || (action.type === 'success' && action.manual !== true)
    if (!isAnswer || isBeingRead()) return
    // At once: the next page may be asked for in a moment.
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
