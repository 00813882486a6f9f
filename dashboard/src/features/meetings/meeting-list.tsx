import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import type { Meeting } from '@skein/client'
import { Badge } from '../../ui/badge.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { BothTimes } from './both-times.tsx'
import { statusWords } from './meeting-words.ts'

type MeetingListProps = { meetings: readonly Meeting[]; nameOf: (userId: string) => string | undefined; onOpen: (id: string) => void }

export function MeetingList({ meetings, nameOf, onOpen }: MeetingListProps) {
  return <Table label="Meetings" columns={columnsOf(nameOf)} rows={meetings} keyOf={({ id }) => id} onOpen={({ id }) => onOpen(id)} />
}

function columnsOf(nameOf: MeetingListProps['nameOf']): Column<Meeting>[] {
  return [
    { header: 'Meeting', cell: titleOf, grows: true },
    { header: 'When', cell: (meeting) => <BothTimes meeting={meeting} />, grows: true },
    { header: 'State', cell: ({ status }) => <Badge tone={statusWords[status].tone}>{statusWords[status].text}</Badge>, from: 'sm' },
    { header: 'Host', cell: ({ hostId }) => nameOf(hostId) ?? '', from: 'md' },
    { header: 'With', cell: ({ attendees }) => attendees.map(({ name, email }) => name ?? email).join(', '), from: 'lg' },
    {
      header: 'Thread',
      cell: ({ threadId, title }) => (
        <Link
          to="/inbox/$view/$threadId"
          params={{ view: 'all', threadId }}
          aria-label={`Open the thread of ${title}`}
          className="inline-flex min-h-6 items-center text-accent underline"
        >
          Open
        </Link>
      ),
      from: 'md',
    },
  ]
}

/** Narrow screens have no column for the state. */
function titleOf({ title, status }: Meeting): ReactNode {
  if (status === 'SCHEDULED') return title
  return (
    <>
      {title}
      <span className="font-normal text-muted sm:hidden"> · {statusWords[status].text.toLowerCase()}</span>
    </>
  )
}
