import { Link } from '@tanstack/react-router'
import type { Meeting } from '@skein/client'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { TimesInZones } from './times-in-zones.tsx'
import { statusLabels } from './meeting-labels.ts'

type MeetingListProps = { meetings: readonly Meeting[]; nameOf: (userId: string) => string | undefined; onOpen: (id: string) => void }

/** Narrow screens stack the meetings, as the week view does. */
const wideEnoughForTable = '(min-width: 72rem)'
const wideEnoughForHost = '(min-width: 80rem)'

export function MeetingList({ meetings, nameOf, onOpen }: MeetingListProps) {
  const hasHost = useMedia(wideEnoughForHost)
  if (!useMedia(wideEnoughForTable)) return <NarrowList meetings={meetings} nameOf={nameOf} onOpen={onOpen} />
  return (
    <Table
      label={t('Meetings')}
      columns={listColumns(hasHost ? nameOf : null)}
      rows={meetings}
      keyOf={({ id }) => id}
      onOpen={({ id }) => onOpen(id)}
    />
  )
}

function listColumns(nameOf: MeetingListProps['nameOf'] | null): Column<Meeting>[] {
  return [
    { header: t('Meeting'), cell: ({ title }) => title, grows: true },
    { header: t('When'), cell: (meeting) => <TimesInZones meeting={meeting} />, noWrap: true },
    { header: t('State'), cell: (meeting) => <State meeting={meeting} /> },
    ...(nameOf ? [{ header: t('Host'), cell: ({ hostId }: Meeting) => <Host name={nameOf(hostId)} /> }] : []),
    { header: t('With'), cell: (meeting) => <AttendeeNames meeting={meeting} /> },
    { header: t('Thread'), cell: (meeting) => <ThreadLink meeting={meeting}>{t('Thread')}</ThreadLink> },
  ]
}

function NarrowList({ meetings, nameOf, onOpen }: MeetingListProps) {
  return (
    <ul aria-label={t('Meetings')} className="divide-y divide-line-soft rounded-lg border border-line bg-surface">
      {meetings.map((meeting) => (
        <li key={meeting.id} className="grid grid-cols-[minmax(0,1fr)] gap-1 px-4 py-3">
          <div className="flex items-baseline justify-between gap-3">
            <button
              type="button"
              className="min-h-6 min-w-0 text-start font-medium wrap-anywhere hover:underline"
              onClick={() => onOpen(meeting.id)}
            >
              {meeting.title}
            </button>
            <State meeting={meeting} />
          </div>
          <TimesInZones meeting={meeting} />
          <div className="flex items-baseline justify-between gap-3">
            <span className="min-w-0 truncate text-muted">
              {[nameOf(meeting.hostId), listNames(meeting)].filter((names) => names).join(' · ')}
            </span>
            <ThreadLink meeting={meeting}>{t('Thread')}</ThreadLink>
          </div>
        </li>
      ))}
    </ul>
  )
}

function listNames({ attendees }: Meeting): string {
  return attendees.map(({ name, email }) => name ?? email).join(', ')
}

/** Truncated names; the meeting's panel lists all of them. */
function AttendeeNames({ meeting }: { meeting: Meeting }) {
  return (
    <span data-tip={listNames(meeting)} className="block max-w-30 truncate xl:max-w-56">
      {listNames(meeting)}
    </span>
  )
}

function Host({ name }: { name: string | undefined }) {
  if (name === undefined) return null
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Avatar name={name} size={20} />
      <span className="truncate">{name}</span>
    </span>
  )
}

function State({ meeting: { status } }: { meeting: Meeting }) {
  return (
    <Badge tone={statusLabels[status].tone} icon={statusLabels[status].icon}>
      {t(statusLabels[status].text)}
    </Badge>
  )
}

function ThreadLink({ meeting: { threadId, title }, children }: { meeting: Meeting; children: string }) {
  return (
    <Link
      to="/inbox/$view/$threadId"
      params={{ view: 'all', threadId }}
      aria-label={t('Open the thread of {title}', { title })}
      className="inline-flex min-h-6 shrink-0 items-center font-medium text-accent hover:underline"
    >
      {children}
    </Link>
  )
}
