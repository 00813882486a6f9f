import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import type { Customer, Meeting, Thread } from '@skein/client'
import { useRights } from '../../api/rights.ts'
import { formatKeys } from '../../keyboard/shortcuts.ts'
import { t } from '../../texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { CalendarDays, Plus } from '../../ui/icons.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { formatExact, formatMoment } from '../../ui/time.ts'
import { Assist } from '../ai/assist.tsx'
import type { AiRequest } from '../ai/use-ai.ts'
import { statusLabels } from '../meetings/meeting-labels.ts'
import { useMeetings } from '../meetings/use-meetings.ts'
import { RatingList } from '../satisfaction/rating-list.tsx'
import { useThreadSatisfaction } from '../satisfaction/use-satisfaction.ts'
import { CustomerDetails } from './customer-details.tsx'
import { PanePart } from './pane-part.tsx'

const ScheduleDialog = lazyDialog(async () => (await import('../meetings/schedule-dialog.tsx')).ScheduleDialog)
const MeetingSheet = lazyDialog(async () => (await import('../meetings/meeting-sheet.tsx')).MeetingSheet)

type PaneDetailsProps = { thread: Thread; customer: Customer; asked: readonly AiRequest[]; onAsk: (request: AiRequest) => void }

/** The parts of the customer's pane that load after its head: details, AI assistance, meetings and ratings. */
export function PaneDetails({ thread, customer, asked, onAsk }: PaneDetailsProps) {
  return (
    <>
      {/* The key discards open editors, because their values belong to this thread and this customer. */}
      <CustomerDetails key={`${thread.id} ${customer.id}`} thread={thread} customer={customer} />
      <Assist key={thread.id} thread={thread} asked={asked} onAsk={onAsk} />
      <Meetings key={`meetings ${thread.id}`} thread={thread} />
      <Ratings thread={thread} />
    </>
  )
}

function Meetings({ thread }: { thread: Thread }) {
  const { whyNot } = useRights()
  const [open, setOpen] = useState<'schedule' | { id: string } | null>(null)
  const meetings = useMeetings({ threadId: thread.id }).data ?? []
  const maySchedule = whyNot('scheduleMeeting') === null && thread.mergedInto === null
  if (meetings.length === 0 && !maySchedule) return null
  return (
    <PanePart
      name={t('Meetings')}
      action={
        maySchedule && (
          <IconButton
            icon={Plus}
            label={t('Schedule a meeting')}
            hint={formatKeys('schedule')}
            aria-haspopup="dialog"
            className="-me-1.25 size-6!"
            onClick={() => setOpen('schedule')}
          />
        )
      }
    >
      {meetings.length === 0 && <p className="text-muted">{t('No meetings in this thread.')}</p>}
      <ul className="-mx-2 grid grid-cols-1 gap-px">
        {meetings.map((meeting) => (
          <li key={meeting.id}>
            <MeetingButton meeting={meeting} onOpen={() => setOpen({ id: meeting.id })} />
          </li>
        ))}
      </ul>
      {open === 'schedule' && <ScheduleDialog thread={thread} onClose={() => setOpen(null)} />}
      {open !== null && open !== 'schedule' && <MeetingSheet id={open.id} onClose={() => setOpen(null)} />}
    </PanePart>
  )
}

function MeetingButton({ meeting, onOpen }: { meeting: Meeting; onOpen: () => void }) {
  const { title, startsAt, status } = meeting
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className="grid w-full grid-cols-[1rem_minmax(0,1fr)] gap-x-2 rounded-md px-2 py-1.25 text-start hover:bg-hover"
      onClick={onOpen}
    >
      <Icon of={CalendarDays} className="mt-px text-muted" />
      <span dir="auto" className="truncate">
        {title}
      </span>
      <span className="col-start-2 text-xs text-muted">
        {t(statusLabels[status].text)} ·{' '}
        <time dateTime={startsAt} data-tip={formatExact(startsAt)}>
          {formatMoment(startsAt)}
        </time>
      </span>
    </button>
  )
}

/** The ratings of this thread. Those of other threads are on the customer's page. */
function Ratings({ thread }: { thread: Thread }) {
  const { data: requests = [] } = useThreadSatisfaction(thread.id)
  if (requests.length === 0) return null
  return (
    <PanePart
      name={t('Ratings')}
      action={
        <Link
          to="/customers/$customerId"
          params={{ customerId: thread.customer.id }}
          className="inline-flex min-h-6 items-center text-xs text-accent hover:underline"
        >
          {t('All of this customer')}
        </Link>
      }
    >
      <RatingList label={t('Ratings')} requests={requests} hasPeople={false} />
    </PanePart>
  )
}
