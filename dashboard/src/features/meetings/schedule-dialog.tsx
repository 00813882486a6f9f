import type { Thread } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { t } from '../../texts/texts.ts'
import { FormSheet } from '../../ui/form-sheet.tsx'
import { showToast } from '../../ui/toasts.ts'
import { MeetingForm } from './meeting-form.tsx'
import { formatPeriod } from './meeting-times.ts'
import { putMeeting } from './use-meetings.ts'

/** Schedules a meeting with the customer of a thread. */
export function ScheduleDialog({ thread, onClose }: { thread: Thread; onClose: () => void }) {
  const { queries } = useApi()
  return (
    <FormSheet title={t('Schedule a meeting')} onClose={onClose}>
      <div className="p-5">
        <MeetingForm
          read={null}
          thread={thread}
          onCancel={onClose}
          onDone={(meeting) => {
            putMeeting(queries, meeting)
            onClose()
            showToast({
              kind: 'done',
              text: t('Scheduled: {time}. We’re emailing the invitations.', { time: formatPeriod(meeting, meeting.timezone) }),
            })
          }}
        />
      </div>
    </FormSheet>
  )
}
