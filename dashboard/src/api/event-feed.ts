/**
 * Delivers the service's events to every tab over one connection per browser. The tab that holds the Web Lock reads the stream and forwards
 * it to the other tabs. When that tab is closed, another tab gets the lock and resumes after the last event that it received.
 */
import {
  EventsLostError,
  type NotificationCounts,
  type PresenceChange,
  type SkeinClient,
  type SkeinEvent,
  type VisitorChange,
} from '@skein/client'
import { onceReachable } from './reachability.ts'
import { createStore, type Store } from './store.ts'

export type FeedState = 'connecting' | 'live' | 'broken'
export type Feed = { state: Store<FeedState>; stop(): void }

/** A message between tabs. A new tab sends `hello` and receives the state of the stream and the presence of all agents. */
type FeedMessage =
  | { kind: 'event'; event: SkeinEvent }
  | { kind: 'state'; state: FeedState }
  | { kind: 'presence'; changes: readonly AnyPresence[]; isAll: boolean }
  | { kind: 'notifications'; counts: NotificationCounts }
  | { kind: 'reset' }
  | { kind: 'hello' }

/** Presence of an agent in a thread, or of a website's visitor in a chat. */
export type AnyPresence = PresenceChange | VisitorChange

type FeedOptions = {
  onEvent(event: SkeinEvent): void
  /** Called when the service no longer has some missed events. The caller must refetch the displayed data. */
  onReset(): void
  /** Called when agents open or leave threads, and visitors their chats. With `isAll`, `changes` replaces the entire presence. */
  onPresence?(changes: readonly AnyPresence[], isAll: boolean): void
  /** Called when the user's notifications change. `isLeading` is true in one tab, which raises alerts. */
  onNotifications?(counts: NotificationCounts, isLeading: boolean): void
}

const firstWaitMs = 1_000
const maxWaitMs = 30_000

export function followFeed(
  skein: Pick<SkeinClient, 'streamEvents'>,
  { onEvent, onReset, onPresence = () => undefined, onNotifications = () => undefined }: FeedOptions,
): Feed {
  const state = createStore<FeedState>('connecting')
  const channel = new BroadcastChannel('skein.events')
  const stop = new AbortController()
  let lastEventId: string | undefined
  let isLeading = false
  /** Latest presence by thread and person, for tabs that are opened later. */
  const present = new Map<string, AnyPresence>()

  const receive = (message: FeedMessage): void => {
    if (message.kind === 'state') return state.set(message.state)
    if (message.kind === 'reset') return onReset()
    if (message.kind === 'notifications') return onNotifications(message.counts, isLeading)
    if (message.kind === 'hello') {
      if (!isLeading) return
      channel.postMessage({ kind: 'state', state: state.get() } satisfies FeedMessage)
      channel.postMessage({ kind: 'presence', changes: [...present.values()], isAll: true } satisfies FeedMessage)
      return
    }
    if (message.kind === 'presence') return onPresence(message.changes, message.isAll)
    lastEventId = message.event.id
    onEvent(message.event)
  }
  const broadcast = (message: FeedMessage): void => {
    receive(message)
    channel.postMessage(message)
  }
  // Safe because only this program posts to the channel, which other origins cannot reach.
  channel.addEventListener('message', ({ data }: MessageEvent<FeedMessage>) => receive(data))
  channel.postMessage({ kind: 'hello' } satisfies FeedMessage)

  const notePresent = (id: string, change: AnyPresence): void => {
    const at = `${change.threadId} ${id}`
    if (change.state === 'LEFT') present.delete(at)
    else present.set(at, change)
    broadcast({ kind: 'presence', changes: [change], isAll: false })
  }

  const lead = async (): Promise<void> => {
    isLeading = true
    for (let failures = 0; !stop.signal.aborted; ) {
      const attempt = new AbortController()
      let stopWaiting = (): void => undefined
      const signal = AbortSignal.any([stop.signal, attempt.signal])
      try {
        for await (const event of skein.streamEvents({
          ...(lastEventId === undefined ? {} : { lastEventId }),
          query: { presence: true, visitors: true },
          signal,
          onPresence: (change) => notePresent(change.user.id, change),
          onVisitor: (change) => notePresent(change.visitor.id, change),
          onNotifications: (counts) => broadcast({ kind: 'notifications', counts }),
          onOpen() {
            failures = 0
            stopWaiting()
            broadcast({ kind: 'state', state: 'live' })
            // A new stream starts with the presence of all agents.
            present.clear()
            broadcast({ kind: 'presence', changes: [], isAll: true })
            // Refetch: responses from before the stream opened may lack changes that precede its first event.
            if (lastEventId === undefined) broadcast({ kind: 'reset' })
          },
          onBreak() {
            // The client backs off after each failure. Aborting starts a new attempt as soon as the network is back.
            stopWaiting = onceReachable(() => attempt.abort())
            broadcast({ kind: 'state', state: 'broken' })
          },
        }))
          broadcast({ kind: 'event', event })
      } catch (error) {
        if (stop.signal.aborted) return
        if (error instanceof EventsLostError) {
          lastEventId = error.lastEventId
          broadcast({ kind: 'reset' })
          continue
        }
        broadcast({ kind: 'state', state: 'broken' })
        await pause(Math.min(maxWaitMs, firstWaitMs * 2 ** failures++) * (1 + Math.random() / 2), stop.signal)
      } finally {
        stopWaiting()
      }
    }
  }
  const { locks } = navigator as { locks?: LockManager }
  // Browsers provide Web Locks only on pages with HTTPS. Elsewhere, each tab has its own stream.
  const leading = locks ? locks.request('skein.events', { signal: stop.signal }, lead) : lead()
  leading.catch(() => undefined)
  return {
    state,
    stop() {
      stop.abort()
      channel.close()
    },
  }
}

/** Waits for `ms`, or until the network is back, the window gets the focus, or `signal` aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      stopWaiting()
      removeEventListener('focus', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    const stopWaiting = onceReachable(end)
    addEventListener('focus', end)
    signal.addEventListener('abort', end)
  })
}
