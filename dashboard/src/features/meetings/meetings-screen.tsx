import { useState } from 'react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'
import { t, tx } from '../../texts/texts.ts'
import { Button, IconButton, Key } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { formatKeys } from '../../keyboard/shortcuts.ts'
import { Skeleton } from '../../ui/delayed.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { CalendarDays, ChevronLeft, ChevronRight, List } from '../../ui/icons.ts'
import { useMeId } from '../threads/use-threads.ts'
import { MeetingList } from './meeting-list.tsx'
import { MeetingSheet } from './meeting-sheet.tsx'
import { addDays, getMidnight, today, getWeek } from './meeting-times.ts'
import { statusLabels } from './meeting-labels.ts'
import type { MeetingsSearch } from './meetings-search.ts'
import { maxMeetings, useMeetings, type MeetingSearch } from './use-meetings.ts'
import { WeekView } from './week-view.tsx'
import { formatLocale } from '../../texts/language.ts'

const title = new Intl.DateTimeFormat(formatLocale, { day: 'numeric', month: 'short', year: 'numeric' })

/** Meetings as a week, or as a list that starts at a day. */
export function MeetingsScreen() {
  useTitle(t('Meetings'))
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
  const rows = meetings.data ?? []
  const shownDays = title.formatRange(new Date(`${monday}T12:00`), new Date(`${sunday}T12:00`))
  return (
    <section aria-label={t('Meetings')} className="flex min-w-0 flex-1 flex-col bg-surface">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-3">
        <h1 className="text-xl font-semibold">{t('Meetings')}</h1>
        <Segmented
          label={t('Show as')}
          options={[
            { value: 'week', name: t('Week'), icon: CalendarDays },
            { value: 'list', name: t('List'), icon: List },
          ]}
          value={shape}
          onChange={(value) => go({ shape: value })}
        />
        <div className="flex items-center gap-1">
          <IconButton
            icon={ChevronLeft}
            label={shape === 'week' ? t('Previous week') : t('Earlier')}
            className="rtl:-scale-x-100"
            onClick={() => go({ day: addDays(day, -7) })}
          />
          <Button onClick={() => go({ day: today() })}>{t('Today')}</Button>
          <IconButton
            icon={ChevronRight}
            label={shape === 'week' ? t('Next week') : t('Later')}
            className="rtl:-scale-x-100"
            onClick={() => go({ day: addDays(day, 7) })}
          />
        </div>
        <p aria-live="polite" className="font-medium text-text-2 tabular-nums">
          {shape === 'week' ? shownDays : t('From {day}', { day: title.format(new Date(`${day}T12:00`)) })}
        </p>
        <div className="gap-2 scroll-row max-md:w-full lg:ms-auto">
          <Select
            label={t('Host')}
            className="max-w-44"
            options={[
              { value: 'me', label: t('My meetings') },
              { value: 'all', label: t('All meetings') },
              ...people
                .filter(({ id }) => id !== meId)
                .map(({ id, name }) => ({ value: id, label: name, mark: <Avatar name={name} size={20} /> })),
            ]}
            value={host}
            onChange={(value) => go({ host: value })}
          />
          <Select
            label={t('State')}
            className="max-w-44"
            options={[
              { value: '', label: t('All states') },
              ...Object.entries(statusLabels).map(([value, { text }]) => ({ value, label: t(text) })),
            ]}
            value={status ?? ''}
            // Safe because the options are the API's values.
            onChange={(value) => go({ status: (value || undefined) as MeetingsSearch['status'] })}
          />
        </div>
      </header>
      {meetings.error && (
        <div className="p-4">
          <Problem error={meetings.error} onRetry={() => void meetings.refetch()} />
        </div>
      )}
      {meetings.isPending && (
        <div className="px-4">
          <Skeleton />
        </div>
      )}
      {meetings.data && rows.length === 0 && (
        <p className="border-b border-line px-4 py-3 text-text-2">
          {shape === 'week' ? t('No meetings this week.') : t('No meetings from this day on.')}{' '}
          {tx('To schedule one, open a thread and press {key}.', {
            key: (
              <Key key="key" always>
                {formatKeys('schedule')}
              </Key>
            ),
          })}
        </p>
      )}
      {rows.length >= maxMeetings && (
        <p className="bg-warning-tint px-4 py-2 text-warning">{t('We show only the first {count}.', { count: maxMeetings })}</p>
      )}
      {meetings.data && shape === 'week' && <WeekView days={days} meetings={rows} nameOf={findName} onOpen={setOpen} />}
      {shape === 'list' && rows.length > 0 && (
        <div className="min-h-0 flex-1 overflow-y-auto bg-sunken p-4 md:p-6">
          <MeetingList meetings={rows} nameOf={findName} onOpen={setOpen} />
        </div>
      )}
      {open !== null && <MeetingSheet id={open} onClose={() => setOpen(null)} />}
    </section>
  )
}
