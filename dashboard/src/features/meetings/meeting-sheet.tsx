import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import { useMutation } from '@tanstack/react-query'
import type { Meeting } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FormSheet } from '../../ui/form-sheet.tsx'
import { Skeleton } from '../../ui/delayed.tsx'
import { CircleSlash, Pencil } from '../../ui/icons.ts'
import { Problem } from '../../ui/problem.tsx'
import { showToast } from '../../ui/toasts.ts'
import { useNames } from '../threads/use-names.ts'
import { Attendance } from './attendance.tsx'
import { TimesInZones } from './times-in-zones.tsx'
import { MeetingForm } from './meeting-form.tsx'
import { locationLabels, statusLabels } from './meeting-labels.ts'
import { Recording } from './recording.tsx'
import { putMeeting, useMeeting } from './use-meetings.ts'

/** Panel of one meeting, with its details and actions. */
export function MeetingSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const { queries } = useApi()
  const read = useMeeting(id)
  const [isChanging, setChanging] = useState(false)
  const updateCache = (meeting: Meeting): void => {
    putMeeting(queries, meeting)
    void queries.invalidateQueries({ queryKey: ['meeting', id] })
  }
  const meeting = read.data?.record
  return (
    <FormSheet title={meeting?.title ?? t('Meeting')} onClose={onClose}>
      <div className="grid gap-5 p-5">
        {read.isPending && <Skeleton />}
        {read.error && <Problem error={read.error} onRetry={() => void read.refetch()} />}
        {read.data && isChanging && (
          <MeetingForm
            read={read.data}
            thread={null}
            onCancel={() => setChanging(false)}
            onDone={(now) => {
              updateCache(now)
              setChanging(false)
              showToast({ kind: 'done', text: t('Saved. We’re emailing everyone invited.') })
            }}
          />
        )}
        {meeting && !isChanging && <MeetingDetails meeting={meeting} onChange={() => setChanging(true)} onChanged={updateCache} />}
      </div>
    </FormSheet>
  )
}

type DetailsProps = { meeting: Meeting; onChange: () => void; onChanged: (meeting: Meeting) => void }

function MeetingDetails({ meeting, onChange, onChanged }: DetailsProps) {
  const names = useNames()
  const { text, tone, icon } = statusLabels[meeting.status]
  const { location } = meeting
  const hostName = names.user(meeting.hostId) ?? ''
  const how = location === null ? undefined : locationLabels[location.type]
  return (
    <>
      <div className="grid gap-2">
        <p>
          <Badge tone={tone} icon={icon}>
            {t(text)}
          </Badge>
        </p>
        <TimesInZones meeting={meeting} />
      </div>
      <Facts
        facts={[
          [
            t('Host'),
            <span key="host" className="inline-flex items-center gap-2">
              <Avatar name={hostName} size={20} /> {hostName}
            </span>,
          ],
          [t('How'), how && t(how.name)],
          [
            t('Join'),
            location?.url && (
              <a key="join" href={location.url} target="_blank" rel="noreferrer" className="text-accent wrap-anywhere hover:underline">
                {location.url}
              </a>
            ),
          ],
          [t('Place'), location?.address],
          [
            t('Thread'),
            <Link
              key="thread"
              to="/inbox/$view/$threadId"
              params={{ view: 'all', threadId: meeting.threadId }}
              className="inline-flex min-h-6 items-center text-accent hover:underline"
            >
              {t('Open the thread')}
            </Link>,
          ],
        ]}
      />
      <Actions meeting={meeting} onChange={onChange} onChanged={onChanged} />
      <Attendance meeting={meeting} onChanged={onChanged} />
      <Recording meeting={meeting} onChanged={onChanged} />
    </>
  )
}

function Actions({ meeting, onChange, onChanged }: DetailsProps) {
  const { skein } = useApi()
  const whyNot = useRights().whyNot('updateMeeting')
  const [isSure, setSure] = useState(false)
  const cancel = useMutation({
    mutationFn: async () => (await skein.cancelMeeting({ path: { id: meeting.id } })).data,
    onSuccess(now) {
      setSure(false)
      onChanged(now)
      showToast({ kind: 'done', text: t('Meeting cancelled. We’re emailing everyone invited.') })
    },
  })
  if (meeting.status === 'CANCELLED') return null
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        <Button icon={Pencil} hidden={whyNot !== null} onClick={onChange}>
          {t('Edit')}
        </Button>
        {meeting.status === 'SCHEDULED' && !isSure && (
          <Button look="danger" icon={CircleSlash} hidden={whyNot !== null} onClick={() => setSure(true)}>
            {t('Cancel meeting…')}
          </Button>
        )}
      </div>
      {isSure && (
        <div
          role="group"
          aria-label={t('Cancel meeting')}
          className="flex flex-wrap items-center gap-2 rounded-lg border border-danger-line bg-danger-tint px-3 py-2"
        >
          <p className="w-full">{t('We’ll email everyone invited that this meeting is cancelled. You can’t undo this.')}</p>
          <Button onClick={() => setSure(false)}>{t('Keep meeting')}</Button>
          <Button ref={focusElement} look="danger" className="bg-surface" disabled={cancel.isPending} onClick={() => cancel.mutate()}>
            {t('Cancel meeting')}
          </Button>
        </div>
      )}
      {cancel.error && <Problem error={cancel.error} onRetry={() => cancel.mutate()} />}
    </div>
  )
}

/** Focuses the button that replaces the pressed one. Without this, the focus would be lost. */
function focusElement(element: HTMLElement | null): void {
  element?.focus()
}
