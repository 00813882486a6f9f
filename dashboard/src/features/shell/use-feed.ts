/** Brings the events of the service into the cache, and says how long it has been without them. */
import { useEffect } from 'react'
import { useNavigate } from '@tanstack/react-router'
import type { Message } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { followFeed, type FeedState } from '../../api/event-feed.ts'
import { createEventQueue } from '../../api/event-queue.ts'
import { hearEvent } from '../../api/heard-events.ts'
import { useIsReachable } from '../../api/reachability.ts'
import { createStore, useStore } from '../../api/store.ts'
import { showToast } from '../../ui/toasts.ts'
import { useNow } from '../../ui/use-now.ts'
import { applyCatalogueEvent } from '../catalogue/catalogue-cache.ts'
import { createCatchUp } from '../threads/catch-up.ts'
import { noteMention } from '../threads/mentioned.ts'
import { notePresence } from '../threads/presence.ts'
import { applyEvent, knownThread } from '../threads/thread-cache.ts'
import { noteMessage } from '../threads/unread.ts'
import { useMeId } from '../threads/use-threads.ts'
import { applyOtherEvent } from './other-events.ts'

type Feed = { state: FeedState; since: number }
const feed = createStore<Feed>({ state: 'connecting', since: Date.now() })

/** The first parts of the keys of what events patch. */
const keptByEvents: ReadonlySet<unknown> = new Set([
  'threads',
  'thread',
  'messages',
  'scheduled',
  'thread-count',
  'view-counts',
  'customer',
  'customer-threads',
])

/** A stream that breaks is back within seconds as a rule: that is nobody's concern. */
const awayMsMax = 60_000

export function useFeed(): void {
  const { skein, queries } = useApi()
  const meId = useMeId()
  const navigate = useNavigate()
  useEffect(() => {
    if (meId === '') return
    const tellMention = ({ author, threadId }: Message): void => {
      const subject = knownThread(queries, threadId)?.subject
      const text = `${author?.name ?? 'Somebody'} mentioned you${subject === undefined ? '' : ` in “${subject}”`}.`
      const open = (): void => void navigate({ to: '/inbox/$view/$threadId', params: { view: 'all', threadId } })
      showToast({ kind: 'done', text, action: { label: 'Open', run: open } }, 15_000)
    }
    const catchUp = createCatchUp(skein, queries, meId)
    const events = createEventQueue(queries, {
      isChanged: ([noun]) => keptByEvents.has(noun),
      apply(event) {
        applyCatalogueEvent(queries, event)
        applyOtherEvent(queries, event)
        hearEvent(event)
        if (event.type === 'message.created') {
          noteMessage(event.data.object, meId)
          if (noteMention(event.data.object, meId)) tellMention(event.data.object)
        }
        if (!applyEvent(queries, event, meId)) catchUp.note()
      },
    })
    const following = followFeed(skein, {
      onEvent: events.add,
      onPresence: notePresence,
      onReset() {
        // Those that wait are older than what is read now.
        events.flush()
        void queries.invalidateQueries({ refetchType: 'active' })
      },
    })
    const hear = (): void => {
      const state = following.state.get()
      const { state: before, since } = feed.get()
      // A stream that is tried again has been away since it broke.
      feed.set({ state, since: (state === 'live') === (before === 'live') ? since : Date.now() })
    }
    const end = following.state.subscribe(hear)
    return () => {
      end()
      following.stop()
      events.stop()
      catchUp.stop()
    }
  }, [skein, queries, meId, navigate])
}

/** `away`: what is shown may be old. */
export function useFeedHealth(): 'live' | 'pausing' | 'away' {
  const { state, since } = useStore(feed)
  const now = useNow()
  const isReachable = useIsReachable()
  // The browser notices only later that a stream without a network has ended.
  if (!isReachable) return 'away'
  if (state === 'live') return 'live'
  return now - since > awayMsMax ? 'away' : 'pausing'
}
