/**
 * Keeps the frame up to date. Of all tabs with this visitor one is the leader, which holds the stream and passes on what it reads; it is the
 * one that has the lock. A frame of a closed chat without open conversations holds nothing.
 */
import { computed, effect, signal } from '@preact/signals'
import { VisitorError, type WidgetMessage, type WidgetThread } from '../../client/visitor.ts'
import { isPortal, tellPage } from './bridge.ts'
import { client, endSession, isSessionOver, key } from './session.ts'
import { playSound } from './sound.ts'
import { isOffline, isShown, preview, putThread, threads, title, typing, unread, view, visitor } from './state.ts'
import { catchUp, reportDelivered, takeMessage } from './thread-list.ts'

/** What the leader tells the other tabs. */
type Told =
  | { type: 'message'; message: WidgetMessage }
  | { type: 'thread'; thread: WidgetThread }
  | { type: 'typing'; typing: { threadId: string; name: string | null; typing: boolean } }
  | { type: 'catchUp' }

/** Agents report typing every few seconds. */
const typingMs = 8_000

/** False while the page is in the back-forward cache, which keeps no page with a connection or a lock. */
const isAlive = signal(true)
/** Ends the stream that this tab holds as the leader; null in other tabs. */
const leading = signal<AbortSignal | null>(null)
const name = computed(() => {
  const isWanted = isAlive.value && (view.value.open || threads.value.some(({ state }) => state === 'OPEN'))
  return isWanted && visitor.value ? `${isPortal ? 'skein-portal' : 'skein'}-${key}-${visitor.value.id}` : null
})
let typingEnds: ReturnType<typeof setTimeout> | undefined

export function keepUpToDate(): void {
  effect(() => {
    if (name.value === null) return
    const stop = new AbortController()
    const channel = openChannel(name.value)
    channel?.addEventListener('message', ({ data }: MessageEvent<Told>) => take(data))
    void lead(name.value, channel, stop.signal)
    return () => {
      stop.abort()
      channel?.close()
    }
  })
  effect(() => {
    if (leading.value) reportDelivered()
  })
  effect(() => {
    tellPage({ type: 'unread', count: unread.value })
    if (unread.value === 0 || view.value.open) preview.value = null
    const base = title.value ?? document.title.replace(/^\(\d+\) /, '')
    document.title = unread.value > 0 ? `(${unread.value}) ${base}` : base
  })
  const updateShown = (): void => {
    isShown.value = view.value.open && document.visibilityState === 'visible'
  }
  effect(updateShown)
  const refresh = (): void => void catchUp()
  addEventListener('pagehide', () => (isAlive.value = false))
  addEventListener('pageshow', () => {
    isAlive.value = true
    refresh()
  })
  document.addEventListener('visibilitychange', () => {
    updateShown()
    if (document.visibilityState === 'visible') refresh()
  })
  addEventListener('offline', () => (isOffline.value = true))
  addEventListener('online', () => {
    isOffline.value = false
    refresh()
  })
}

/** Waits for the lock, and follows the stream while this tab has it. Without locks every tab has a stream of its own. */
async function lead(lock: string, channel: BroadcastChannel | null, stop: AbortSignal): Promise<void> {
  const follow = async (): Promise<void> => {
    const pass = (told: Told): void => {
      channel?.postMessage(told)
      take(told)
    }
    leading.value = stop
    const following = client.follow({
      signal: stop,
      onMessage: (message) => pass({ type: 'message', message }),
      onThread: (thread) => pass({ type: 'thread', thread }),
      onTyping: (each) => pass({ type: 'typing', typing: each }),
      onCatchUp: () => pass({ type: 'catchUp' }),
    })
    await following.finally(() => {
      if (leading.peek() === stop) leading.value = null
    })
  }
  try {
    await (navigator.locks && channel ? navigator.locks.request(lock, { signal: stop }, follow) : follow())
  } catch (error) {
    if (stop.aborted) return
    if (isSessionOver(error)) endSession()
    else if (!(error instanceof VisitorError)) await follow().catch(() => {})
  }
}

function openChannel(channel: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(channel)
  } catch {
    return null
  }
}

function take(told: Told): void {
  if (told.type === 'catchUp') void catchUp()
  if (told.type === 'message') takeNews(told.message)
  if (told.type === 'thread') {
    const { thread } = told
    // Its last message may be one whose own frame follows.
    if (threads.value.some(({ id }) => id === thread.id)) takeNews(thread.lastMessage)
    putThread(thread)
  }
  if (told.type !== 'typing') return
  clearTimeout(typingEnds)
  typing.value = told.typing.typing ? told.typing : null
  typingEnds = setTimeout(() => (typing.value = null), typingMs)
}

/** Takes a message, and announces it if it is a new one of the team. */
function takeNews(message: WidgetMessage): void {
  if (message.from !== 'VISITOR') typing.value = null
  if (!takeMessage(message)) return
  if (!view.value.open) preview.value = message
  if (leading.value && !isShown.value) playSound()
}
