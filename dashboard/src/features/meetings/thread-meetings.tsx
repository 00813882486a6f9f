import { useState } from 'react'
import type { Thread } from '@skein/client'
import { t } from '../../texts/texts.ts'
import { Icon } from '../../ui/icon.tsx'
import { CalendarDays } from '../../ui/icons.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { useMeetings } from './use-meetings.ts'
import { formatLocale } from '../../texts/language.ts'

const ScheduleDialog = lazyDialog(async () => (await import('./schedule-dialog.tsx')).ScheduleDialog)
const MeetingSheet = lazyDialog(async () => (await import('./meeting-sheet.tsx')).MeetingSheet)

const startFormat = new Intl.DateTimeFormat(formatLocale, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
})

/** Meetings of a thread, and the shortcut to schedule one. */
export function ThreadMeetings({ thread }: { thread: Thread }) {
  const [open, setOpen] = useState<'schedule' | { id: string } | null>(null)
  const meetings = useMeetings({ threadId: thread.id })
  useShortcuts({ schedule: () => setOpen('schedule') })
  const scheduled = (meetings.data ?? []).filter(({ status }) => status === 'SCHEDULED')
  return (
    <>
      {scheduled.length > 0 && (
        <ul aria-label={t('Meetings')} className="flex flex-wrap gap-x-4 border-b border-line bg-sunken px-4 py-1.5">
          {scheduled.map((meeting) => (
            <li key={meeting.id} className="min-w-0">
              <button
                type="button"
                className="inline-flex min-h-6 max-w-full items-center gap-2 hover:underline"
                onClick={() => setOpen({ id: meeting.id })}
              >
                <Icon of={CalendarDays} className="text-muted" />
                <time dateTime={meeting.startsAt} className="shrink-0 font-medium tabular-nums">
                  {startFormat.format(new Date(meeting.startsAt))}
                </time>
                <span dir="auto" className="truncate text-muted">
                  {meeting.title}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {open === 'schedule' && <ScheduleDialog thread={thread} onClose={() => setOpen(null)} />}
      {open !== null && open !== 'schedule' && <MeetingSheet id={open.id} onClose={() => setOpen(null)} />}
    </>
  )
}
