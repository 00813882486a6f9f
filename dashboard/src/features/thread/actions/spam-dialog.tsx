import { useState, useId } from 'react'
import { useMutation } from '@tanstack/react-query'
import type { SpamBlock, Thread } from '@skein/client'
import { useApi } from '../../../api/api.ts'
import { t } from '../../../texts/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Foot } from '../../../ui/form/foot.tsx'
import { FormSheet } from '../../../ui/form-sheet.tsx'
import { ShieldBan } from '../../../ui/icons.ts'
import { Problem } from '../../../ui/problem.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { hasMailAddress } from '../email/reply-plan.ts'
import { findThread, putThread } from '../../threads/thread-cache.ts'
import { useMeId } from '../../threads/use-threads.ts'

/** Closes a thread as spam, and optionally suspends future mail from its sender. */
export function SpamDialog({ thread, onMarked, onClose }: { thread: Thread; onMarked: () => void; onClose: () => void }) {
  const { skein, queries } = useApi()
  const meId = useMeId()
  const [block, setBlock] = useState<SpamBlock | null>(null)
  const { customer } = thread
  const domain = customer.email.slice(customer.email.lastIndexOf('@') + 1)
  const choices: readonly (readonly [SpamBlock | null, string])[] = [
    [null, t('Let it through as before')],
    ['ADDRESS', t('Hold all mail from {address}', { address: customer.email })],
    ['DOMAIN', t('Hold all mail from everyone at {domain}', { domain })],
  ]
  const mark = useMutation({
    mutationFn: () =>
      skein.markThreadAsSpam({
        path: { id: thread.id },
        body: block === null ? {} : { block },
        idempotencyKey: `spam-${thread.id}-${thread.version}-${block ?? 'none'}`,
      }),
    onSuccess({ data }) {
      putThread(queries, { now: data, before: findThread(queries, thread.id) ?? thread, meId, isOwn: true })
      showToast({ kind: 'done', text: t('Closed as spam.') }, 4_000)
      onClose()
      onMarked()
    },
  })
  const formId = useId()
  return (
    <FormSheet title={t('Mark as spam')} onClose={onClose}>
      <form
        id={formId}
        noValidate
        className="grid grid-cols-1 gap-4 p-5"
        onSubmit={(event) => {
          event.preventDefault()
          mark.mutate()
        }}
      >
        <p className="text-text-2">
          {t('We close the thread. You can reopen it. Mail that we hold waits under Held mail until someone releases or deletes it.')}
        </p>
        {hasMailAddress(customer) && (
          <fieldset>
            <legend className="mb-1.5 font-medium">{t('New mail from this sender')}</legend>
            {choices.map(([each, name]) => (
              <label key={name} className="flex min-h-7 items-center gap-2 wrap-anywhere">
                <input type="radio" name="block" className="size-4 shrink-0" checked={block === each} onChange={() => setBlock(each)} />
                {name}
              </label>
            ))}
          </fieldset>
        )}
        {mark.error && <Problem error={mark.error} />}
        <Foot>
          <Button type="submit" form={formId} look="primary" icon={ShieldBan} data-focus-first disabled={mark.isPending}>
            {t('Mark as spam')}
          </Button>
        </Foot>
      </form>
    </FormSheet>
  )
}
