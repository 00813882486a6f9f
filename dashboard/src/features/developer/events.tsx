import { useState } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { SkeinEvent } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { recentEvents } from '../../api/recent-events.ts'
import { useRights } from '../../api/rights.ts'
import { useStore } from '../../api/store.ts'
import { message, plural, t, tx, type Message } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Skeleton } from '../../ui/delayed.tsx'
import { Pause, Play } from '../../ui/icons.ts'
import { Problem } from '../../ui/problem.tsx'
import { formatDay } from '../../ui/time.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Page } from '../catalogue/page.tsx'
import { useEventTypes } from './event-types.ts'
import { formatLocale } from '../../texts/language.ts'

type Tab = 'live' | 'history' | 'types'
const tabs: Readonly<Record<Tab, Message>> = { live: message('Live'), history: message('History'), types: message('Event types') }

/** Events of the workspace: a live view, the stored history, and the list of event types. */
export function EventsScreen() {
  const whyNot = useRights().whyNot('listEvents')
  const [tab, setTab] = useState<Tab>('live')
  const [type, setType] = useState('')
  const types = useEventTypes()
  return (
    <Page
      title={t('Event stream')}
      reference="events"
      guide="guides/events-and-streams"
      lead={t('Every change is an event. This dashboard follows the stream, webhooks receive it, and your programs can read it.')}
      whyNot={whyNot}
    >
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Segmented
          label={t('What to show')}
          options={(['live', 'history', 'types'] as const).map((value) => ({ value, name: t(tabs[value]) }))}
          value={tab}
          onChange={setTab}
        />
        {tab !== 'types' && (
          <Select
            label={t('Event type')}
            className="max-w-full max-sm:w-full"
            options={[{ value: '', label: t('Any type') }, ...(types.data ?? []).map((each) => ({ value: each.type, label: each.type }))]}
            value={type}
            onChange={setType}
          />
        )}
      </div>
      {tab === 'live' && <Live type={type} />}
      {tab === 'history' && <History type={type} />}
      {tab === 'types' && (
        <dl className="divide-y divide-line-soft rounded-lg border border-line bg-surface">
          {types.data?.map((each) => (
            <div key={each.type} className="px-4 py-2.5">
              <dt className="font-mono text-xs font-medium">{each.type}</dt>
              <dd className="text-muted">
                {each.description}{' '}
                {tx('Its object is {object}.', {
                  object: (
                    <code key="object" className="font-mono text-xs">
                      {each.object}
                    </code>
                  ),
                })}
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
      <p className="mb-2 flex flex-wrap items-center justify-between gap-2 text-muted">
        {pausedEvents
          ? plural(
              events.length - pausedEvents.length,
              'Paused. {count} newer event is waiting.',
              'Paused. {count} newer events are waiting.',
            )
          : t('Events appear here as they happen, newest first.')}
        <Button icon={pausedEvents ? Play : Pause} className="text-text" onClick={() => setPausedEvents(pausedEvents ? null : events)}>
          {pausedEvents ? t('Resume') : t('Pause')}
        </Button>
      </p>
      {shown.length === 0 ? (
        <Empty>
          {tx('Nothing has happened since you opened this page. Create a thread, or run {command}.', {
            command: (
              <code key="command" className="font-mono text-sm whitespace-nowrap">
                {'skein trigger thread.created'}
              </code>
            ),
          })}
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
        <p className="mb-2 text-muted">
          {first
            ? t('Oldest first, since {day}. Your programs read events in this order.', { day: formatDay(first.timestamp) })
            : t('No events match.')}
        </p>
      )}
      <EventList events={events} />
      {list.hasNextPage && (
        <Button className="mt-3" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('Show more ({shown} so far)', { shown: events.length })}
        </Button>
      )}
    </>
  )
}

const clock = new Intl.DateTimeFormat(formatLocale, { dateStyle: 'short', timeStyle: 'medium' })

function EventList({ events }: { events: readonly SkeinEvent[] }) {
  return (
    <ol className="divide-y divide-line-soft rounded-lg border border-line bg-surface empty:hidden">
      {events.map((event) => (
        <EventRow key={event.id} event={event} />
      ))}
    </ol>
  )
}

/** Renders the JSON only for an open row, because the list has hundreds of rows. */
function EventRow({ event }: { event: SkeinEvent }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <li className="px-3">
      <Disclosure
        onToggle={(toggled) => setOpen(toggled.currentTarget.open)}
        summaryClassName="min-h-9 flex-wrap gap-x-3 py-1.5"
        summary={
          <>
            <code className="font-mono text-xs font-medium">{event.type}</code>
            <span className="min-w-0 flex-1 truncate text-muted">{describeObject(event)}</span>
            <span className="text-xs text-muted tabular-nums">{clock.format(new Date(event.timestamp))}</span>
          </>
        }
      >
        {isOpen && <CodeBlock className="mb-3" label={event.id} text={JSON.stringify(event, null, 2)} />}
      </Disclosure>
    </li>
  )
}

/** Returns a short label for the event's object. */
function describeObject({ data: { object } }: SkeinEvent): string {
  for (const name of ['subject', 'bodyText', 'title', 'name', 'filename', 'email', 'url', 'id'] as const)
    if (name in object) {
      // Safe because the line before has checked that the property exists, and only a string is used.
      const text = (object as Record<string, unknown>)[name]
      if (typeof text === 'string') return text
    }
  return ''
}
