import { useMutation } from '@tanstack/react-query'
import type { AttendanceStatus, Meeting } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Select } from '../../ui/select.tsx'
import { attendanceLabels, rsvpLabels } from './meeting-labels.ts'
import { getCity } from './meeting-times.ts'

/** The attendees with their RSVP, and whether they attended. */
export function Attendance({ meeting, onChanged }: { meeting: Meeting; onChanged: (meeting: Meeting) => void }) {
  const { skein } = useApi()
  const whyNot = useRights().whyNot('recordMeetingAttendance')
  const record = useMutation({
    mutationFn: async (attendee: { email: string; status: AttendanceStatus }) =>
      (await skein.recordMeetingAttendance({ path: { id: meeting.id }, body: { attendees: [attendee] } })).data,
    onSuccess: onChanged,
  })
  if (meeting.attendees.length === 0) return null
  const isOver = meeting.status === 'CANCELLED'
  return (
    <section aria-labelledby="attendees" className="grid gap-2">
      <h3 id="attendees" className="text-md font-semibold">
        {t('Attendees')}
      </h3>
      <ul className="divide-y divide-line-soft rounded-lg border border-line">
        {meeting.attendees.map(({ email, name, rsvp, status, timezone }) => (
          <li key={email} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
            <Avatar name={name ?? email} />
            <div className="min-w-0 flex-1 basis-40">
              <p className="truncate font-medium">{name ?? email}</p>
              <p className="text-xs text-muted wrap-anywhere">
                {[...(name === null ? [] : [email]), ...(timezone === null ? [] : [getCity(timezone)]), t(rsvpLabels[rsvp])].join(' · ')}
              </p>
            </div>
            <Select
              label={t('Whether {name} came', { name: name ?? email })}
              disabled={isOver || whyNot !== null || record.isPending}
              options={Object.entries(attendanceLabels).map(([value, label]) => ({ value, label: t(label) }))}
              value={status}
              // Safe because the options are the API's values.
              onChange={(value) => record.mutate({ email, status: value as AttendanceStatus })}
            />
          </li>
        ))}
      </ul>
      {record.error && <Problem error={record.error} />}
    </section>
  )
}
