import { useState } from 'react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useIsSlow } from '../../ui/use-is-slow.ts'
import { useTitle } from '../../ui/use-title.ts'
import { useMeId } from '../threads/use-threads.ts'
import { MeetingList } from './meeting-list.tsx'
import { MeetingSheet } from './meeting-sheet.tsx'
import { addDays, getMidnight, today, getWeek } from './meeting-times.ts'
import { statusLabels } from './meeting-labels.ts'
import type { MeetingsSearch } from './meetings-search.ts'
import { maxMeetings, useMeetings, type MeetingSearch } from './use-meetings.ts'
import { WeekView } from './week-view.tsx'

const selectClass = 'h-8 max-w-40 rounded-md border border-line-strong bg-surface px-2 text-sm'
const title = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' })

/** Meetings as a week or as a list from a day on. */
export function MeetingsScreen() {
  useTitle('Meetings')
  const { skein } = useApi()
  const search = useSearch({ from: '/inside/meetings' })
  const { shape = 'week', day = today(), host = 'me', status } = search
  const navigate = useNavigate()
  const meId = useMeId()
  const [open, setOpen] = useState<string | null>(null)
  const go = (more: MeetingsSearch): void => void navigate({ to: '/meetings', search: { ...search, ...more }, replace: true })
  const { data: people = [] } = useQuery({ queryKey: ['users'], queryFn: () => skein.listUsers({ query: { limit: 100 } }).toArray() })
  const findName = (id: string): string | undefined => people.find((person) => person.id === id)?.name
  const days = getWeek(day)
  const [monday = day, sunday = day] = [days[0], days.at(-1)]
  const filters: MeetingSearch = {
    ...(host === 'all' ? {} : { hostId: host === 'me' ? meId : host }),
    ...(status ? { status } : {}),
    // `startsAfter` excludes its bound, but a meeting may begin exactly at midnight.
    startsAfter: new Date(Date.parse(getMidnight(shape === 'week' ? monday : day)) - 1).toISOString(),
    ...(shape === 'week' ? { startsBefore: getMidnight(addDays(sunday, 1)) } : {}),
  }
  const meetings = useMeetings(filters)
  const isSlow = useIsSlow(meetings.isPending)
  const rows = meetings.data ?? []
  const shownDays = title.formatRange(new Date(`${monday}T12:00`), new Date(`${sunday}T12:00`))
  return (
    <section aria-label="Meetings" className="flex min-w-0 flex-1 flex-col bg-surface">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-3">
        <h1 className="text-lg font-semibold">Meetings</h1>
        <div role="group" aria-label="Shown as" className="flex">
          {(['week', 'list'] as const).map((each) => (
            <Button
              key={each}
              look="plain"
              aria-pressed={shape === each}
              className={shape === each ? 'bg-selected font-medium' : ''}
              onClick={() => go({ shape: each })}
            >
              {each === 'week' ? 'Week' : 'List'}
            </Button>
          ))}
        </div>
        <div className="flex items-center gap-1">
          <Button look="plain" aria-label={shape === 'week' ? 'Week before' : 'Earlier'} onClick={() => go({ day: addDays(day, -7) })}>
            ‹
          </Button>
          <Button onClick={() => go({ day: today() })}>Today</Button>
          <Button look="plain" aria-label={shape === 'week' ? 'Week after' : 'Later'} onClick={() => go({ day: addDays(day, 7) })}>
            ›
          </Button>
        </div>
        <p aria-live="polite" className="text-sm text-muted tabular-nums">
          {shape === 'week' ? shownDays : `From ${title.format(new Date(`${day}T12:00`))}`}
        </p>
        <div className="flex flex-wrap gap-2 lg:ms-auto">
          <select aria-label="Host" className={selectClass} value={host} onChange={(event) => go({ host: event.target.value })}>
            <option value="me">My meetings</option>
            <option value="all">All meetings</option>
            {people
              .filter(({ id }) => id !== meId)
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </select>
          <select
            aria-label="State"
            className={selectClass}
            value={status ?? ''}
            // Safe because the options are the API's values.
            onChange={(event) => go({ status: (event.target.value || undefined) as MeetingsSearch['status'] })}
          >
            <option value="">All states</option>
            {Object.entries(statusLabels).map(([value, { text }]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </div>
      </header>
      {meetings.error && (
        <div className="p-4">
          <Problem error={meetings.error} onRetry={() => void meetings.refetch()} />
        </div>
      )}
      {isSlow && <p className="p-4 text-muted">Loading…</p>}
      {meetings.data && rows.length === 0 && (
        <p className="border-b border-line px-4 py-3 text-sm text-muted">
          No meetings {shape === 'week' ? 'in this week' : 'from this day on'}. To schedule one, open a thread and press B, or choose it
          under More…
        </p>
      )}
      {rows.length >= maxMeetings && <p className="px-4 py-2 text-sm text-warning">Only the first {maxMeetings} are shown.</p>}
      {meetings.data && shape === 'week' && <WeekView days={days} meetings={rows} nameOf={findName} onOpen={setOpen} />}
      {shape === 'list' && rows.length > 0 && (
        <div className="min-h-0 flex-1 overflow-y-auto px-4 py-2">
          <MeetingList meetings={rows} nameOf={findName} onOpen={setOpen} />
        </div>
      )}
      {open !== null && <MeetingSheet id={open} onClose={() => setOpen(null)} />}
    </section>
  )
}
