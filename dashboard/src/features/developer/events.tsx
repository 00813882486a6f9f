import { useState } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { SkeinEvent } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { recentEvents } from '../../api/recent-events.ts'
import { useRights } from '../../api/rights.ts'
import { useStore } from '../../api/store.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Skeleton } from '../../ui/delayed.tsx'
import { Problem } from '../../ui/problem.tsx'
import { formatDay } from '../../ui/time.ts'
import { Page } from '../catalogue/page.tsx'
import { useEventTypes } from './event-types.ts'

type Tab = 'live' | 'history' | 'types'
const tabs: Readonly<Record<Tab, string>> = { live: 'Live', history: 'History', types: 'Event types' }

/** The events of the workspace: live, from the history that the service keeps, and the list of event types. */
export function EventsScreen() {
  const whyNot = useRights().whyNot('listEvents')
  const [tab, setTab] = useState<Tab>('live')
  const [type, setType] = useState('')
  const types = useEventTypes()
  return (
    <Page
      title="Events"
      reference="events"
      guide="events-and-streams"
      lead="Every change is an event: the dashboard follows this stream, webhooks are sent it, and your programs can read it."
      whyNot={whyNot}
    >
      <div className="mb-3 flex flex-wrap items-center gap-2">
        {(['live', 'history', 'types'] as const).map((each) => (
          <Button
            key={each}
            look="plain"
            aria-pressed={tab === each}
            className={tab === each ? 'bg-selected font-medium' : ''}
            onClick={() => setTab(each)}
          >
            {tabs[each]}
          </Button>
        ))}
        {tab !== 'types' && (
          <select
            aria-label="Event type"
            className="h-8 max-w-full rounded-md border max-sm:w-full border-line-strong bg-surface px-2 text-sm"
            value={type}
            onChange={(event) => setType(event.target.value)}
          >
            <option value="">Any type</option>
            {types.data?.map((each) => (
              <option key={each.type}>{each.type}</option>
            ))}
          </select>
        )}
      </div>
      {tab === 'live' && <Live type={type} />}
      {tab === 'history' && <History type={type} />}
      {tab === 'types' && (
        <dl className="grid gap-2">
          {types.data?.map((each) => (
            <div key={each.type} className="border-b border-line pb-2">
              <dt className="font-mono text-sm">{each.type}</dt>
              <dd className="text-sm text-muted">
                {each.description} Its object is <code className="font-mono">{each.object}</code>.
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Page>
  )
}

function Live({ type }: { type: string }) {
  const events = useStore(recentEvents)
  const [pausedEvents, setPausedEvents] = useState<readonly SkeinEvent[] | null>(null)
  const shown = (pausedEvents ?? events).filter((event) => type === '' || event.type === type)
  return (
    <>
      <p className="mb-2 flex flex-wrap items-center justify-between gap-2 text-sm text-muted">
        {pausedEvents ? `Paused. ${events.length - pausedEvents.length} newer.` : 'What happens appears here, newest first.'}
        <Button className="text-text" onClick={() => setPausedEvents(pausedEvents ? null : events)}>
          {pausedEvents ? 'Resume' : 'Pause'}
        </Button>
      </p>
      {shown.length === 0 ? (
        <Empty>
          Nothing has happened since this page was opened. Create a thread, or run{' '}
          <code className="font-mono whitespace-nowrap">skein trigger thread.created</code>.
        </Empty>
      ) : (
        <EventList events={shown} />
      )}
    </>
  )
}

function History({ type }: { type: string }) {
  const { skein } = useApi()
  const list = useInfiniteQuery({
    queryKey: ['events', type],
    staleTime: 0,
    initialPageParam: '',
    async queryFn({ pageParam, signal }) {
      const query = { limit: 50, ...(type === '' ? {} : { types: type }), ...(pageParam === '' ? {} : { cursor: pageParam }) }
      const { data, meta } = await skein.listEvents({ query, signal })
      return { data, meta }
    },
    getNextPageParam: ({ meta }) => (meta.hasMore ? meta.cursor : undefined),
  })
  const events = list.data?.pages.flatMap(({ data }) => data) ?? []
  const first = events[0]
  return (
    <>
      {list.isPending && <Skeleton />}
      {list.error && <Problem error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && (
        <p className="mb-2 text-sm text-muted">
          {first ? `Oldest first, since ${formatDay(first.timestamp)}: the order in which programs read them.` : 'No such event is kept.'}
        </p>
      )}
      <EventList events={events} />
      {list.hasNextPage && (
        <Button className="mt-3" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show the next ({events.length.toLocaleString()} so far)
        </Button>
      )}
    </>
  )
}

const clock = new Intl.DateTimeFormat(undefined, { dateStyle: 'short', timeStyle: 'medium' })

function EventList({ events }: { events: readonly SkeinEvent[] }) {
  return (
    <ol>
      {events.map((event) => (
        <EventRow key={event.id} event={event} />
      ))}
    </ol>
  )
}

/** Renders the JSON only when the row is open, because the list has hundreds of rows. */
function EventRow({ event }: { event: SkeinEvent }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <li className="border-b border-line text-sm">
      <details onToggle={(toggled) => setOpen(toggled.currentTarget.open)}>
        <summary className="flex min-h-8 flex-wrap items-center gap-x-3 py-1">
          <code className="font-mono text-xs font-medium">{event.type}</code>
          <span className="min-w-0 flex-1 truncate text-muted">{describeObject(event)}</span>
          <span className="text-xs text-muted tabular-nums">{clock.format(new Date(event.timestamp))}</span>
        </summary>
        {isOpen && <CodeBlock className="mb-3" label={event.id} text={JSON.stringify(event, null, 2)} />}
      </details>
    </li>
  )
}

/** Returns a short text that identifies the event's object. */
function describeObject({ data: { object } }: SkeinEvent): string {
  for (const name of ['subject', 'bodyText', 'title', 'name', 'filename', 'email', 'url', 'id'] as const)
    if (name in object) {
      // Safe because the line before has checked that the property exists, and only a string is used.
      const text = (object as Record<string, unknown>)[name]
      if (typeof text === 'string') return text
    }
  return ''
}
