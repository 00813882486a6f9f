import { useMutation } from '@tanstack/react-query'
import type { AttendanceStatus, Meeting } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { Problem } from '../../ui/problem.tsx'
import { attendanceLabels, rsvpLabels } from './meeting-labels.ts'
import { getCity } from './meeting-times.ts'

/** The attendees with their replies to the invitation, and whether they attended. */
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
      <h3 id="attendees" className="font-semibold">
        Attendees
      </h3>
      <ul className="grid gap-2">
        {meeting.attendees.map(({ email, name, rsvp, status, timezone }) => (
          <li key={email} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line pb-2">
            <div className="min-w-0">
              <p className="truncate">{name ?? email}</p>
              <p className="text-xs text-muted wrap-anywhere">
                {[...(name === null ? [] : [email]), ...(timezone === null ? [] : [getCity(timezone)]), rsvpLabels[rsvp]].join(' · ')}
              </p>
            </div>
            <select
              aria-label={`Whether ${name ?? email} came`}
              className="h-8 rounded-md border border-line-strong bg-surface px-2 text-sm disabled:text-muted"
              disabled={isOver || whyNot !== null || record.isPending}
              value={status}
              // Safe because the options are the API's values.
              onChange={(event) => record.mutate({ email, status: event.target.value as AttendanceStatus })}
            >
              {Object.entries(attendanceLabels).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
      {record.error && <Problem error={record.error} />}
    </section>
  )
}
