import type { Thread } from '@skein/client'
import { t } from '../../texts/texts.ts'
import { FormSheet } from '../../ui/form-sheet.tsx'
import { RunList } from './run-list.tsx'

/** Lists the runs of rules on a thread. */
export function ThreadAutomationsSheet({ thread, onClose }: { thread: Thread; onClose: () => void }) {
  return (
    <FormSheet title={t('Automations on {ticket}', { ticket: thread.ticketNumber })} wide onClose={onClose}>
      <div className="p-5">
        <RunList scope={{ threadId: thread.id }} />
      </div>
    </FormSheet>
  )
}
