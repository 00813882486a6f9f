import { useRef, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import type { Thread } from '@skein/client'
import { useApi } from '../../../api/api.ts'
import { newIdempotencyKey } from '../../../api/idempotency-key.ts'
import { Button } from '../../../ui/button.tsx'
import { FormSheet } from '../../../ui/form-sheet.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { putMessage } from '../../threads/thread-cache.ts'
import { useMeId } from '../../threads/use-threads.ts'
import { AddressInput } from './address-input.tsx'
import { toRecipientText, type MailAddress } from './reply-plan.ts'

type ForwardDialogProps = {
  thread: Thread
  /** The message to forward; null for the latest one that the customer can see. */
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
  // A retry of the same request keeps its key; a corrected one is another request.
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
      showToast({ kind: 'done', text: 'Forwarded.' }, 4_000)
      onClose()
    },
  })
  return (
    <FormSheet title="Forward by mail" onClose={onClose}>
      <form
        className="grid grid-cols-1 gap-4 p-5"
        onSubmit={(event) => {
          event.preventDefault()
          forward.mutate()
        }}
      >
        <p className="text-sm text-muted">
          {messageId === null ? 'The latest message' : 'The chosen message'} is mailed to people outside the conversation. The customer
          doesn’t see it, and their replies become internal notes.
        </p>
        <AddressInput label="To" isFirst addresses={to} onChange={setTo} />
        <div>
          <label htmlFor="forward-note" className="mb-1 block text-sm font-medium">
            Note
          </label>
          <textarea
            id="forward-note"
            rows={4}
            dir="auto"
            className="w-full rounded-md border border-line-strong bg-surface px-2.5 py-2"
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        </div>
        <label className="flex min-h-6 items-center gap-2 text-sm">
          <input type="checkbox" checked={withFiles} onChange={({ target }) => setWithFiles(target.checked)} />
          With its files
        </label>
        {forward.error && <Problem error={forward.error} />}
        <div className="flex gap-2">
          <Button type="submit" look="primary" disabled={to.length === 0 || forward.isPending}>
            Forward
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </FormSheet>
  )
}
