/**
 * Reads all parts of a thread with one request. Each part has its own query, which events patch. Queries of a thread that load at the same
 * time share the request, which also stores the parts that no component has requested yet.
 */
import type { QueryClient } from '@tanstack/react-query'
import type { SkeinClient, ThreadView } from '@skein/client'

/** Debounce for moving through the list, in milliseconds: only the thread where the agent stops is fetched. */
const settleMs = 250

type RunningRequest = { view: Promise<ThreadView>; controller: AbortController; readers: number }

/** Stores the view's parts in the query cache, except those that are already cached. */
type Store = (queries: QueryClient, view: ThreadView) => void

const requestsByClient = new WeakMap<SkeinClient, Map<string, RunningRequest>>()
let selectedAt = Number.NEGATIVE_INFINITY

/** Returns the view of a thread. Aborts the request once all of its readers have aborted. */
export async function readThreadView(
  { skein, queries, store }: { skein: SkeinClient; queries: QueryClient; store: Store },
  threadId: string,
  signal: AbortSignal | undefined,
): Promise<ThreadView> {
  const running = requestsByClient.get(skein) ?? new Map<string, RunningRequest>()
  requestsByClient.set(skein, running)
  let request = running.get(threadId)
  if (!request) {
    const controller = new AbortController()
    const removeRequest = (): void => {
      if (running.get(threadId)?.controller === controller) running.delete(threadId)
    }
    const view = requestView(skein, threadId, controller.signal).then((response) => {
      store(queries, response)
      return response
    })
    view.then(removeRequest, removeRequest)
    request = { view, controller, readers: 0 }
    running.set(threadId, request)
  }
  const { view, controller } = request
  const joined = request
  joined.readers++
  const leave = (): void => {
    joined.readers--
    if (joined.readers > 0) return
    // The next reader must not join a request that is being aborted.
    if (running.get(threadId) === joined) running.delete(threadId)
    controller.abort()
  }
  signal?.addEventListener('abort', leave, { once: true })
  try {
    return await view
  } finally {
    signal?.removeEventListener('abort', leave)
  }
}

async function requestView(skein: SkeinClient, threadId: string, signal: AbortSignal): Promise<ThreadView> {
  const sinceMs = performance.now() - selectedAt
  selectedAt = performance.now()
  if (sinceMs < settleMs) await waitToSettle(signal)
  return (await skein.getThreadView({ path: { id: threadId }, signal })).data
}

/** Waits for `settleMs`. Rejects immediately when the signal is aborted. */
function waitToSettle(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, settleMs)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason instanceof Error ? signal.reason : new DOMException('The thread is no longer selected', 'AbortError'))
    })
  })
}
