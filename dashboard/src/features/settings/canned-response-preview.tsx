import { useState } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { CannedResponse } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { plural, t } from '../../texts/texts.ts'
import { language } from '../../texts/language.ts'
import { Button } from '../../ui/button.tsx'
import { Picker } from '../../ui/picker.tsx'
import { Problem } from '../../ui/problem.tsx'
import type { MoreProps } from '../catalogue/catalogue.ts'

/** Shows the saved canned response with the variables of a chosen thread filled in. */
export function CannedResponsePreview({ item }: MoreProps<CannedResponse>) {
  const { skein } = useApi()
  const [isChoosing, setChoosing] = useState(false)
  const threads = useQuery({
    queryKey: ['preview-threads'],
    enabled: isChoosing,
    queryFn: async ({ signal }) => (await skein.listThreads({ query: { limit: 50 }, signal })).data,
  })
  const preview = useMutation({
    mutationFn: async (threadId: string) => (await skein.previewCannedResponse({ path: { id: item.id }, body: { threadId } })).data,
  })
  const shown = preview.data
  return (
    <section aria-label={t('Preview')} className="border-t border-line pt-4">
      <div className="mb-2 flex items-center justify-between gap-2">
        <h3 className="text-md font-semibold">{t('Preview')}</h3>
        <Button onClick={() => setChoosing(true)}>{t('Try it with a thread…')}</Button>
      </div>
      {preview.error && <Problem error={preview.error} />}
      {shown && (
        <div className="grid gap-2">
          {shown.missing.length > 0 && (
            <p role="status" className="rounded-lg bg-warning-tint px-3 py-2">
              {plural(
                shown.missing.length,
                'You can’t use this with the thread, because {variables} has no value there. Add a default after a bar.',
                'You can’t use this with the thread, because {variables} have no value there. Add a default after a bar.',
                { variables: new Intl.ListFormat(language).format(shown.missing) },
              )}
            </p>
          )}
          <p className="rounded-xl border border-tint-line bg-tint px-3.5 py-2.5 text-base whitespace-pre-wrap" dir="auto">
            {shown.body ?? t('It sends no reply.')}
          </p>
        </div>
      )}
      {isChoosing && threads.data && (
        <Picker
          label={t('Try it with a thread')}
          options={threads.data.map(({ id, subject, customer }) => ({ id, name: subject, detail: customer.email }))}
          onPick={(id) => preview.mutate(id)}
          onClose={() => setChoosing(false)}
        />
      )}
    </section>
  )
}
