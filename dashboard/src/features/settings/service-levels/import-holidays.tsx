import { useRef, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import type { BusinessHours } from '@skein/client'
import { useApi } from '../../../api/api.ts'
import { useRights } from '../../../api/rights.ts'
import { plural, t } from '../../../texts/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { showToast } from '../../../ui/toasts.ts'
import type { MoreProps } from '../../catalogue/catalogue.ts'

/** Imports public holidays from an iCalendar file. */
export function ImportHolidays({ item, onRead }: MoreProps<BusinessHours>) {
  const { skein } = useApi()
  const rights = useRights()
  const picker = useRef<HTMLInputElement>(null)
  const [replaces, setReplaces] = useState(false)
  const importFile = useMutation({
    mutationFn: async (file: File) =>
      skein.importHolidays({ path: { id: item.id }, body: { calendar: await file.text(), replace: replaces } }),
    onSuccess(read) {
      const days = read.data.holidays.length - (replaces ? 0 : item.holidays.length)
      showToast({
        kind: 'done',
        text: plural(days, 'Added {count} holiday from the calendar.', 'Added {count} holidays from the calendar.'),
      })
      onRead(read)
    },
  })
  const whyNot = rights.whyNot('importHolidays')
  if (whyNot !== null) return null
  return (
    <section aria-label={t('Holidays from a calendar')} className="border-t border-line pt-4">
      <h3 className="mb-1 text-md font-semibold">{t('Holidays from a calendar')}</h3>
      <p className="mb-2 text-muted">
        {t('Choose an iCalendar file (.ics). You can download one for the public holidays of most countries.')}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <input
          ref={picker}
          type="file"
          accept=".ics,text/calendar"
          aria-label={t('Calendar file')}
          className="hidden"
          onChange={(event) => {
            const [file] = event.target.files ?? []
            if (file) importFile.mutate(file)
            event.target.value = ''
          }}
        />
        <Button disabled={importFile.isPending} onClick={() => picker.current?.click()}>
          {t('Choose a file…')}
        </Button>
        <label className="flex min-h-8 items-center gap-2">
          <input type="checkbox" className="size-4" checked={replaces} onChange={(event) => setReplaces(event.target.checked)} />
          {t('Replace the current holidays')}
        </label>
      </div>
      {importFile.error && (
        <div className="mt-3">
          <Problem error={importFile.error} />
        </div>
      )}
    </section>
  )
}
