/**
 * The events of the service, in every tab, over one connection for the whole browser: the tab that holds the lock reads the stream and
 * passes on what it says. When that tab is closed another gets the lock, and goes on after the last event that it has heard of.
 */
import { EventsLostError, type PresenceChange, type SkeinClient, type SkeinEvent } from '@skein/client'
import { onceReachable } from './reachability.ts'
import { createStore, type Store } from './store.ts'

export type FeedState = 'connecting' | 'live' | 'broken'
export type Feed = { state: Store<FeedState>; stop(): void }

type Heard =
  | { kind: 'event'; event: SkeinEvent }
  | { kind: 'state'; state: FeedState }
  | { kind: 'presence'; changes: readonly PresenceChange[]; isAll: boolean }
  | { kind: 'reset' }
  | { kind: 'hello' }

type FeedOptions = {
  onEvent(event: SkeinEvent): void
  /** Events were missed for good: what is shown has to be asked for again. */
  onReset(): void
  /** Who has come to threads or left them; `isAll`: whoever is not among them is not there. */
  onPresence?(changes: readonly PresenceChange[], isAll: boolean): void
}

const waitMsFirst = 1_000
const waitMsMax = 30_000

export function followFeed(
  skein: Pick<SkeinClient, 'streamEvents'>,
  { onEvent, onReset, onPresence = () => undefined }: FeedOptions,
): Feed {
  const state = createStore<FeedState>('connecting')
  const channel = new BroadcastChannel('skein.events')
  const stop = new AbortController()
  let lastEventId: string | undefined
  let isLeading = false
  /** By thread and person, for tabs that are opened later. */
  const present = new Map<string, PresenceChange>()

  const hear = (heard: Heard): void => {
    if (heard.kind === 'state') return state.set(heard.state)
    if (heard.kind === 'reset') return onReset()
    if (heard.kind === 'hello') {
      if (!isLeading) return
      channel.postMessage({ kind: 'state', state: state.get() } satisfies Heard)
      channel.postMessage({ kind: 'presence', changes: [...present.values()], isAll: true } satisfies Heard)
      return
    }
    if (heard.kind === 'presence') return onPresence(heard.changes, heard.isAll)
    lastEventId = heard.event.id
    onEvent(heard.event)
  }
  const tell = (heard: Heard): void => {
    hear(heard)
    channel.postMessage(heard)
  }
  // Only this program posts to the channel, which other origins cannot reach.
  channel.addEventListener('message', ({ data }: MessageEvent<Heard>) => hear(data))
  channel.postMessage({ kind: 'hello' } satisfies Heard)

  const lead = async (): Promise<void> => {
    isLeading = true
    for (let failures = 0; !stop.signal.aborted; ) {
      const attempt = new AbortController()
      let forget = (): void => undefined
      const signal = AbortSignal.any([stop.signal, attempt.signal])
      try {
        for await (const event of skein.streamEvents({
          ...(lastEventId === undefined ? {} : { lastEventId }),
          query: { presence: true },
          signal,
          onPresence(change) {
            const at = `${change.threadId} ${change.user.id}`
            if (change.state === 'LEFT') present.delete(at)
            else present.set(at, change)
            tell({ kind: 'presence', changes: [change], isAll: false })
          },
          onOpen() {
            failures = 0
            forget()
            tell({ kind: 'state', state: 'live' })
            // The service tells again who is there.
            present.clear()
            tell({ kind: 'presence', changes: [], isAll: true })
            // What was read before the stream stood may be older than its first event.
            if (lastEventId === undefined) tell({ kind: 'reset' })
          },
          onBreak() {
            // The client waits longer after each failure; a network that is back need not be waited for.
            forget = onceReachable(() => attempt.abort())
            tell({ kind: 'state', state: 'broken' })
          },
        }))
          tell({ kind: 'event', event })
      } catch (error) {
        if (stop.signal.aborted) return
        if (error instanceof EventsLostError) {
          lastEventId = error.lastEventId
          tell({ kind: 'reset' })
          continue
        }
        tell({ kind: 'state', state: 'broken' })
        await pause(Math.min(waitMsMax, waitMsFirst * 2 ** failures++) * (1 + Math.random() / 2), stop.signal)
      } finally {
        forget()
      }
    }
  }
  const { locks } = navigator as { locks?: LockManager }
  // Pages without HTTPS have no locks: there each tab has a stream of its own.
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

/** Ends early when the network comes back, or somebody looks. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      forget()
      removeEventListener('focus', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    const forget = onceReachable(end)
    addEventListener('focus', end)
    signal.addEventListener('abort', end)
  })
}
