import { useEffect, useRef } from 'react'
import type { Meeting } from '@skein/client'
import { t } from '../../texts/texts.ts'
import { browserZone } from '../../ui/time-zones.ts'
import { getDay, formatStart, formatHours, getHoursOfDay, today, type Day } from './meeting-times.ts'
import { statusLabels } from './meeting-labels.ts'
import { assignLanes } from './lanes.ts'
import { formatLocale } from '../../texts/language.ts'

type WeekViewProps = {
  days: readonly Day[]
  meetings: readonly Meeting[]
  nameOf: (userId: string) => string | undefined
  onOpen: (id: string) => void
}

const hourHeight = 48
/** Minimum height, in hours, of a meeting that shows two lines of text. */
const minHoursForTwoLines = 0.75
const hours = Array.from({ length: 24 }, (_, hour) => hour)
const dayFormat = new Intl.DateTimeFormat(formatLocale, { weekday: 'short', day: 'numeric', month: 'short' })
const formatDayName = (day: Day): string => dayFormat.format(new Date(`${day}T12:00`))
const clock = new Intl.DateTimeFormat(formatLocale, { hour: 'numeric' })
const formatHour = (hour: number): string => clock.format(new Date(2031, 0, 1, hour))

/** A week in the browser's time zone: seven columns on wide screens, stacked days on narrow ones. */
export function WeekView({ days, meetings, nameOf, onOpen }: WeekViewProps) {
  const scroller = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Scroll to the morning.
    if (scroller.current) scroller.current.scrollTop = 7.5 * hourHeight
  }, [])
  const getMeetings = (day: Day): Meeting[] => meetings.filter((meeting) => getDay(meeting) === day)
  return (
    <>
      <div
        ref={scroller}
        tabIndex={0}
        role="region"
        aria-label={t('Week')}
        className="min-h-0 flex-1 overflow-y-auto -outline-offset-2 max-lg:hidden"
      >
        <div className="sticky top-0 z-10 grid grid-cols-[3.5rem_repeat(7,minmax(0,1fr))] border-b border-line bg-surface">
          <span />
          {days.map((day) => (
            <DayName key={day} day={day} className="px-2 py-2 text-xs" />
          ))}
        </div>
        <div className="grid grid-cols-[3.5rem_repeat(7,minmax(0,1fr))]" style={{ height: 24 * hourHeight }}>
          <div aria-hidden="true" className="relative">
            {hours.slice(1).map((hour) => (
              <span
                key={hour}
                className="absolute end-2 -translate-y-1/2 text-xs text-muted tabular-nums"
                style={{ top: hour * hourHeight }}
              >
                {formatHour(hour)}
              </span>
            ))}
          </div>
          {days.map((day) => (
            <ol
              key={day}
              aria-label={formatDayName(day)}
              className={`relative border-s border-line ${day === today() ? 'bg-sunken' : ''}`}
              style={{ backgroundImage: 'linear-gradient(var(--color-line) 1px, transparent 1px)', backgroundSize: `100% ${hourHeight}px` }}
            >
              {assignLanes(getMeetings(day)).map(({ meeting, lane, lanes }) => {
                const { from, to } = getHoursOfDay(meeting)
                return (
                  <li
                    key={meeting.id}
                    className="absolute p-px"
                    style={{
                      top: from * hourHeight,
                      height: Math.max(24, (to - from) * hourHeight),
                      insetInlineStart: `${(100 * lane) / lanes}%`,
                      width: `${100 / lanes}%`,
                    }}
                  >
                    <MeetingButton
                      meeting={meeting}
                      host={nameOf(meeting.hostId)}
                      onOpen={onOpen}
                      className={`h-full ${to - from < minHoursForTwoLines ? 'flex-row gap-1.5' : 'flex-col'}`}
                    />
                  </li>
                )
              })}
            </ol>
          ))}
        </div>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto p-4 lg:hidden">
        {days.map((day) => (
          <section key={day} aria-label={formatDayName(day)} className="mb-4">
            <DayName day={day} className="mb-1.5 border-b border-line pb-1" />
            <ol className="grid grid-cols-1 gap-1">
              {getMeetings(day).map((meeting) => (
                <li key={meeting.id}>
                  <MeetingButton meeting={meeting} host={nameOf(meeting.hostId)} onOpen={onOpen} className="min-h-11 flex-col py-1" />
                </li>
              ))}
            </ol>
            {getMeetings(day).length === 0 && <p className="text-muted">{t('No meetings')}</p>}
          </section>
        ))}
      </div>
    </>
  )
}

function DayName({ day, className }: { day: Day; className: string }) {
  const isToday = day === today()
  return (
    <p className={`${className} ${isToday ? 'font-semibold text-accent' : 'text-muted'}`}>
      {formatDayName(day)}
      {isToday && <span className="sr-only"> {t('(today)')}</span>}
    </p>
  )
}

const blockLooks: Readonly<Record<Meeting['status'], string>> = {
  SCHEDULED: 'border-fill bg-tint text-text-2 hover:shadow-[inset_0_0_0_1px_var(--tint-line)] [&>:first-child]:text-text',
  CANCELLED: 'border-line-strong bg-hover text-text-2',
  COMPLETED: 'border-success bg-success-tint text-text-2 hover:shadow-[inset_0_0_0_1px_var(--success-line)] [&>:first-child]:text-text',
  NO_SHOW: 'border-warning bg-warning-tint text-text-2 hover:shadow-[inset_0_0_0_1px_var(--warning-line)] [&>:first-child]:text-text',
}

type MeetingButtonProps = { meeting: Meeting; host: string | undefined; onOpen: (id: string) => void; className: string }

function MeetingButton({ meeting, host, onOpen, className }: MeetingButtonProps) {
  const state = meeting.status === 'SCHEDULED' ? '' : `, ${t(statusLabels[meeting.status].text)}`
  return (
    <button
      type="button"
      onClick={() => onOpen(meeting.id)}
      data-tip={`${meeting.title}${host === undefined ? '' : ` · ${host}`}`}
      className={`flex w-full items-stretch justify-start overflow-hidden rounded-md border-s-3 px-1.75 text-start text-xs forced-colors:border ${className} ${blockLooks[meeting.status]}`}
    >
      <span dir="auto" className={`block truncate font-medium ${meeting.status === 'CANCELLED' ? 'line-through' : ''}`}>
        {meeting.title}
        <span className="sr-only">{state}</span>
      </span>
      <span className="block shrink-0 truncate">
        {/* A column of seven is wide enough only for the start; the height shows the duration. */}
        <span className="lg:max-xl:hidden">{formatHours(meeting, browserZone)}</span>
        <span className="hidden lg:max-xl:inline">{formatStart(meeting, browserZone)}</span>
        {host === undefined ? '' : ` · ${host}`}
      </span>
    </button>
  )
}
