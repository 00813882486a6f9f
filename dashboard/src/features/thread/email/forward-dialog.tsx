import { useRef, useState, useId } from 'react'
import { useMutation } from '@tanstack/react-query'
import type { Thread } from '@skein/client'
import { useApi } from '../../../api/api.ts'
import { newIdempotencyKey } from '../../../api/idempotency-key.ts'
import { t } from '../../../texts/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Foot } from '../../../ui/form/foot.tsx'
import { FormSheet } from '../../../ui/form-sheet.tsx'
import { Forward } from '../../../ui/icons.ts'
import { Problem } from '../../../ui/problem.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { putMessage } from '../../threads/thread-cache.ts'
import { useMeId } from '../../threads/use-threads.ts'
import { AddressInput } from './address-input.tsx'
import { findMistypedAddress, toRecipientText } from './reply-plan.ts'
import type { MailAddress } from '../../threads/drafts.ts'

type ForwardDialogProps = {
  thread: Thread
  /** The message to forward; null for the latest one that is visible to the customer. */
  messageId: string | null
  onClose: () => void
}

/** Forwards a message to a third party. The customer sees neither the message nor the reply to it. */
export function ForwardDialog({ thread, messageId, onClose }: ForwardDialogProps) {
  const { skein, queries } = useApi()
  const meId = useMeId()
  const [to, setTo] = useState<readonly MailAddress[]>([])
  const [note, setNote] = useState('')
  const [withFiles, setWithFiles] = useState(true)
  // A retry of the same request keeps its idempotency key; a corrected request needs a new one.
  const lastRequest = useRef({ body: '', key: '' })
  const forward = useMutation({
    mutationFn: async () => {
      const body = {
        to: to.map(toRecipientText),
        attachments: withFiles,
        ...(note.trim() === '' ? {} : { note }),
        ...(messageId === null ? {} : { messageIds: [messageId] }),
      }
      const json = JSON.stringify(body)
      if (lastRequest.current.body !== json) lastRequest.current = { body: json, key: newIdempotencyKey() }
      return (await skein.forwardThread({ path: { id: thread.id }, body, idempotencyKey: lastRequest.current.key })).data
    },
    onSuccess(message) {
      putMessage(queries, message, meId)
      showToast({ kind: 'done', text: t('Forwarded.') }, 4_000)
      onClose()
    },
  })
  const canForward = to.length > 0 && findMistypedAddress({ to, cc: [], bcc: [] }) === null && !forward.isPending
  const formId = useId()
  return (
    <FormSheet title={t('Forward by email')} onClose={onClose}>
      <form
        id={formId}
        noValidate
        className="grid grid-cols-1 gap-4 p-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (canForward) forward.mutate()
        }}
      >
        <p className="text-text-2">
          {messageId === null
            ? t(
                'We email the latest message to people outside this thread. The customer doesn’t see it, and replies to it become internal notes.',
              )
            : t(
                'We email the chosen message to people outside this thread. The customer doesn’t see it, and replies to it become internal notes.',
              )}
        </p>
        <div>
          <label htmlFor="forward-to" className="mb-1.5 block font-medium">
            {t('To')}
          </label>
          <AddressInput
            label={t('To')}
            isFirst
            labelled={{ id: 'forward-to', describedBy: undefined }}
            threadId={thread.id}
            addresses={to}
            onChange={setTo}
          />
        </div>
        <div>
          <label htmlFor="forward-note" className="mb-1.5 block font-medium">
            {t('Note')} <span className="font-normal text-muted">{t('(optional)')}</span>
          </label>
          <textarea
            id="forward-note"
            rows={4}
            dir="auto"
            className="field w-full py-2"
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        </div>
        <label className="flex min-h-6 items-center gap-2">
          <input type="checkbox" className="size-4" checked={withFiles} onChange={({ target }) => setWithFiles(target.checked)} />
          {t('Include its files')}
        </label>
        {forward.error && <Problem error={forward.error} />}
        <Foot>
          <Button type="submit" form={formId} look="primary" icon={Forward} disabled={!canForward}>
            {t('Forward')}
          </Button>
        </Foot>
      </form>
    </FormSheet>
  )
}
