/** Applies events of the service to the query cache, and tracks since when the stream is down. */
import { useEffect } from 'react'
import { useNavigate } from '@tanstack/react-router'
import type { Message, User } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { followFeed, type FeedState } from '../../api/event-feed.ts'
import { createEventQueue } from '../../api/event-queue.ts'
import { recordEvent } from '../../api/recent-events.ts'
import { useIsReachable } from '../../api/reachability.ts'
import { createStore, useStore } from '../../api/store.ts'
import { showToast } from '../../ui/toasts.ts'
import { useNow } from '../../ui/use-now.ts'
import { applyCatalogueEvent } from '../catalogue/catalogue-cache.ts'
import { createCatchUp } from '../threads/catch-up.ts'
import { noteMention } from '../threads/mentioned.ts'
import { notePresence } from '../threads/presence.ts'
import { applyThreadEvent, findThread } from '../threads/thread-cache.ts'
import { noteMessage } from '../threads/unread.ts'
import { useMeId } from '../threads/use-threads.ts'
import { alertIfWanted, startAlerts } from '../notifications/desktop-alerts.ts'
import { applyCounts, areNotifications, refetchNotifications } from '../notifications/notification-counts.ts'
import { applyOtherEvent } from './other-events.ts'
import { t } from '../../texts/texts.ts'

type Feed = { state: FeedState; since: number }
const feed = createStore<Feed>({ state: 'connecting', since: Date.now() })

/** Key prefixes of the queries that events patch. */
const eventPatchedKeys: ReadonlySet<unknown> = new Set([
  'threads',
  'thread',
  'messages',
  'scheduled',
  'followers',
  'thread-count',
  'view-counts',
  'customer',
  'customer-threads',
  'suspended-mails',
  'suspended-mail-count',
])

/** Milliseconds that the stream may be down before the agent sees it. It usually reconnects within seconds. */
const maxSilentOutageMs = 60_000

export function useFeed(): void {
  const { skein, queries } = useApi()
  const meId = useMeId()
  const navigate = useNavigate()
  useEffect(() => {
    if (meId === '') return
    const open = (threadId: string | null): void =>
      void (threadId === null
        ? navigate({ to: '/notifications' })
        : navigate({ to: '/inbox/$view/$threadId', params: { view: 'all', threadId } }))
    const showMention = ({ author, threadId }: Message): void => {
      const subject = findThread(queries, threadId)?.subject
      const name = author?.name ?? t('Someone')
      const text =
        subject === undefined ? t('{name} mentioned you.', { name }) : t('{name} mentioned you in “{subject}”.', { name, subject })
      showToast({ kind: 'done', text, action: { label: t('Open the thread'), run: () => open(threadId) } }, 15_000)
    }
    startAlerts({ skein }).catch(() => undefined)
    const catchUp = createCatchUp(skein, queries, meId)
    const events = createEventQueue(queries, {
      isChanged: ([noun]) => eventPatchedKeys.has(noun),
      apply(event) {
        applyCatalogueEvent(queries, event)
        applyOtherEvent(queries, event, meId)
        recordEvent(event)
        if (event.type === 'message.created') {
          noteMessage(event.data.object, meId)
          const teamIds = queries.getQueryData<User[]>(['users'])?.find(({ id }) => id === meId)?.teamIds ?? []
          if (noteMention(event.data.object, meId, teamIds)) showMention(event.data.object)
        }
        if (!applyThreadEvent(queries, event, meId)) catchUp.note()
      },
    })
    const subscription = followFeed(skein, {
      onEvent: events.add,
      onPresence: notePresence,
      onNotifications(counts, isLeading) {
        void applyCounts(queries, counts)
        if (isLeading) alertIfWanted({ skein, open }).catch(() => undefined)
      },
      onReset() {
        // Apply queued events first: they are older than the responses of the refetch below.
        events.flush()
        void queries.invalidateQueries({ refetchType: 'active', predicate: ({ queryKey }) => !areNotifications(queryKey) })
        void refetchNotifications(queries)
      },
    })
    const updateFeed = (): void => {
      const state = subscription.state.get()
      const { state: before, since } = feed.get()
      // The stream does not replay missed notifications.
      if (state === 'live' && before === 'broken') void refetchNotifications(queries)
      // Keep `since` between failed attempts: the outage started with the first one.
      feed.set({ state, since: (state === 'live') === (before === 'live') ? since : Date.now() })
    }
    const unsubscribe = subscription.state.subscribe(updateFeed)
    return () => {
      unsubscribe()
      subscription.stop()
      events.stop()
      catchUp.stop()
    }
  }, [skein, queries, meId, navigate])
}

/** Returns `away` when screens may show stale data, and `pausing` during short outages. */
export function useFeedHealth(): 'live' | 'pausing' | 'away' {
  const { state, since } = useStore(feed)
  const now = useNow()
  const isReachable = useIsReachable()
  // The browser reports the end of a stream long after the network is gone.
  if (!isReachable) return 'away'
  if (state === 'live') return 'live'
  return now - since > maxSilentOutageMs ? 'away' : 'pausing'
}
