import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { CannedResponse } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Picker } from '../../ui/picker.tsx'
import type { MoreProps } from '../catalogue/catalogue.ts'
import { MacroPreview } from '../macros/macro-preview.tsx'

/** Previews the saved canned response in a chosen thread. */
export function CannedResponsePreview({ item, etag }: MoreProps<CannedResponse>) {
  const { skein } = useApi()
  const [isChoosing, setChoosing] = useState(false)
  const [threadId, setThreadId] = useState<string | null>(null)
  const threads = useQuery({
    queryKey: ['preview-threads'],
    enabled: isChoosing,
    queryFn: async ({ signal }) => (await skein.listThreads({ query: { limit: 50 }, signal })).data,
  })
  const version = threads.data?.find(({ id }) => id === threadId)?.version ?? 0
  return (
    <section aria-label={t('Preview')} className="border-t border-line pt-4">
      <div className="mb-2 flex items-center justify-between gap-2">
        <h3 className="text-md font-semibold">{t('Preview')}</h3>
        <Button onClick={() => setChoosing(true)}>{t('Try it with a thread…')}</Button>
      </div>
      {threadId !== null && <MacroPreview key={etag} response={item} threadId={threadId} version={version} />}
      {isChoosing && threads.data && (
        <Picker
          label={t('Try it with a thread')}
          options={threads.data.map(({ id, subject, customer }) => ({ id, name: subject, detail: customer.email }))}
          onPick={setThreadId}
          onClose={() => setChoosing(false)}
        />
      )}
    </section>
  )
}
