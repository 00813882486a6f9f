/**
 * Reads all parts of a thread with one request. Each part has a query of its own, which events patch; the queries of one thread that are
 * loading at the same time share the request, and parts that nobody has asked for yet are stored for later.
 */
import type { QueryClient } from '@tanstack/react-query'
import type { SkeinClient, ThreadView } from '@skein/client'

/** While the selection moves faster than this, only the thread where it stops is read. */
const settleMs = 250

type Reading = { view: Promise<ThreadView>; controller: AbortController; readers: number }

/** Stores a part in the query cache, unless the part is there already. */
type Store = (queries: QueryClient, view: ThreadView) => void

const readings = new WeakMap<SkeinClient, Map<string, Reading>>()
let selectedAt = Number.NEGATIVE_INFINITY

/** The view of a thread. The request is cancelled when the signals of all its readers are aborted. */
export async function readThreadView(
  { skein, queries, store }: { skein: SkeinClient; queries: QueryClient; store: Store },
  threadId: string,
  signal: AbortSignal | undefined,
): Promise<ThreadView> {
  const running = readings.get(skein) ?? new Map<string, Reading>()
  readings.set(skein, running)
  let reading = running.get(threadId)
  if (!reading) {
    const controller = new AbortController()
    const ended = (): void => {
      if (running.get(threadId)?.controller === controller) running.delete(threadId)
    }
    const view = readSettled(skein, threadId, controller.signal).then((found) => {
      store(queries, found)
      return found
    })
    view.then(ended, ended)
    reading = { view, controller, readers: 0 }
    running.set(threadId, reading)
  }
  const { view, controller } = reading
  const joined = reading
  joined.readers++
  const leave = (): void => {
    joined.readers--
    if (joined.readers > 0) return
    // The next reader must not join a request that is being cancelled.
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

async function readSettled(skein: SkeinClient, threadId: string, signal: AbortSignal): Promise<ThreadView> {
  const sinceMs = performance.now() - selectedAt
  selectedAt = performance.now()
  if (sinceMs < settleMs) await settled(signal)
  return (await skein.getThreadView({ path: { id: threadId }, signal })).data
}

/** Resolves when the time is over. Rejects at once when the signal is aborted. */
function settled(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, settleMs)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason instanceof Error ? signal.reason : new DOMException('The thread is no longer selected', 'AbortError'))
    })
  })
}
