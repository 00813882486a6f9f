import { Link } from '@tanstack/react-router'
import type { Meeting } from '@skein/client'
import { Badge } from '../../ui/badge.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { TimesInZones } from './times-in-zones.tsx'
import { statusLabels } from './meeting-labels.ts'

type MeetingListProps = { meetings: readonly Meeting[]; nameOf: (userId: string) => string | undefined; onOpen: (id: string) => void }

/** Narrower screens show the meetings one below the other, as the week does. */
const wideEnoughForTable = '(min-width: 64rem)'
const wideEnoughForHost = '(min-width: 80rem)'

export function MeetingList({ meetings, nameOf, onOpen }: MeetingListProps) {
  const hasHost = useMedia(wideEnoughForHost)
  if (!useMedia(wideEnoughForTable)) return <NarrowList meetings={meetings} nameOf={nameOf} onOpen={onOpen} />
  return (
    <Table
      label="Meetings"
      columns={listColumns(hasHost ? nameOf : null)}
      rows={meetings}
      keyOf={({ id }) => id}
      onOpen={({ id }) => onOpen(id)}
    />
  )
}

function listColumns(nameOf: MeetingListProps['nameOf'] | null): Column<Meeting>[] {
  return [
    { header: 'Meeting', cell: ({ title }) => title, grows: true },
    { header: 'When', cell: (meeting) => <TimesInZones meeting={meeting} />, noWrap: true },
    { header: 'State', cell: (meeting) => <State meeting={meeting} /> },
    ...(nameOf ? [{ header: 'Host', cell: ({ hostId }: Meeting) => nameOf(hostId) ?? '' }] : []),
    { header: 'With', cell: (meeting) => <AttendeeNames meeting={meeting} /> },
    { header: 'Thread', cell: (meeting) => <ThreadLink meeting={meeting}>Open</ThreadLink> },
  ]
}

function NarrowList({ meetings, nameOf, onOpen }: MeetingListProps) {
  return (
    <ul aria-label="Meetings">
      {meetings.map((meeting) => (
        <li key={meeting.id} className="grid gap-1 border-b border-line py-2.5 text-sm">
          <div className="flex items-baseline justify-between gap-3">
            <button
              type="button"
              className="min-h-6 min-w-0 text-start font-medium text-accent wrap-anywhere hover:underline"
              onClick={() => onOpen(meeting.id)}
            >
              {meeting.title}
            </button>
            <State meeting={meeting} />
          </div>
          <TimesInZones meeting={meeting} />
          <div className="flex items-baseline justify-between gap-3">
            <span className="min-w-0 truncate text-muted">
              {[nameOf(meeting.hostId), listNames(meeting)].filter((names) => names).join(' with ')}
            </span>
            <ThreadLink meeting={meeting}>Thread</ThreadLink>
          </div>
        </li>
      ))}
    </ul>
  )
}

function listNames({ attendees }: Meeting): string {
  return attendees.map(({ name, email }) => name ?? email).join(', ')
}

/** Truncated; the meeting's panel lists all names. */
function AttendeeNames({ meeting }: { meeting: Meeting }) {
  return (
    <span title={listNames(meeting)} className="block max-w-30 truncate xl:max-w-56">
      {listNames(meeting)}
    </span>
  )
}

function State({ meeting: { status } }: { meeting: Meeting }) {
  return <Badge tone={statusLabels[status].tone}>{statusLabels[status].text}</Badge>
}

function ThreadLink({ meeting: { threadId, title }, children }: { meeting: Meeting; children: string }) {
  return (
    <Link
      to="/inbox/$view/$threadId"
      params={{ view: 'all', threadId }}
      aria-label={`Open the thread of ${title}`}
      className="inline-flex min-h-6 shrink-0 items-center text-accent underline"
    >
      {children}
    </Link>
  )
}
