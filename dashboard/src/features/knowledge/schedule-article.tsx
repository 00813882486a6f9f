import { useState } from 'react'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { DateTimeField } from '../../ui/date-field.tsx'
import { getToday } from '../../ui/dates.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Foot } from '../../ui/form/foot.tsx'
import { Send } from '../../ui/icons.ts'

export function ScheduleArticle({ onSchedule, onClose }: { onSchedule: (at: string) => void; onClose: () => void }) {
  const [at, setAt] = useState('')
  return (
    <Dialog label={t('Schedule publishing')} onClose={onClose} className="w-105 max-w-[calc(100vw-2rem)]">
      <div className="grid gap-4 p-5">
        <h2 className="text-lg font-semibold">{t('Schedule publishing')}</h2>
        <DateTimeField label={t('Publish at')} min={getToday()} value={at} onChange={setAt} />
        <Foot onCancel={onClose}>
          <Button look="primary" icon={Send} disabled={at === ''} onClick={() => onSchedule(new Date(at).toISOString())}>
            {t('Schedule')}
          </Button>
        </Foot>
      </div>
    </Dialog>
  )
}
