import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import type { Inbox, RequestOf, Thread } from '@skein/client'
import { useApi } from '../../../api/api.ts'
import { Button } from '../../../ui/button.tsx'
import type { FieldSpec } from '../../../ui/form/fields.ts'
import { RecordForm } from '../../../ui/form/record-form.tsx'
import { FormSheet } from '../../../ui/form-sheet.tsx'
import { isSending } from '../email/reply-plan.ts'
import { ComposeForm } from './compose-form.tsx'

type NewThreadProps = { customer?: Thread['customer'] | undefined; inboxId?: string | undefined; onClose: () => void }

/** Creates a thread for what the customer has said elsewhere, or, if an inbox can send, with a mail to the customer. */
export function NewThread({ customer, inboxId, onClose }: NewThreadProps) {
  const { skein } = useApi()
  const [isMail, setMail] = useState(false)
  const { data: inboxes = [] } = useQuery({ queryKey: ['inboxes'], queryFn: () => skein.listInboxes({ query: { limit: 100 } }).toArray() })
  const senders = inboxes.filter(isSending)
  return (
    <FormSheet title="New thread" onClose={onClose}>
      <div className="grid grid-cols-1 gap-4 p-5">
        {senders.length > 0 && (
          <fieldset>
            <legend className="mb-1 text-sm font-medium">How it starts</legend>
            {[false, true].map((each) => (
              <label key={String(each)} className="flex min-h-7 items-center gap-2">
                <input type="radio" name="start" className="size-4" checked={isMail === each} onChange={() => setMail(each)} />
                {each ? 'Write to the customer by mail' : 'Note what the customer said elsewhere'}
              </label>
            ))}
          </fieldset>
        )}
        {isMail ? (
          <ComposeForm inboxes={senders} customer={customer} inboxId={inboxId} onClose={onClose} />
        ) : (
          <RequestForm inboxes={inboxes} customer={customer} inboxId={inboxId} onClose={onClose} />
        )}
      </div>
    </FormSheet>
  )
}

type RequestFormProps = NewThreadProps & { inboxes: readonly Inbox[] }

/** Creates a thread for a request that the customer made elsewhere, for instance by telephone. */
function RequestForm({ customer, inboxId, inboxes, onClose }: RequestFormProps) {
  const { skein } = useApi()
  const navigate = useNavigate()
  const active = inboxes.filter((inbox) => inbox.active)
  const fields: FieldSpec[] = [
    { name: 'requester.email', label: 'Customer’s e-mail address', kind: 'text', type: 'email', required: true },
    { name: 'requester.name', label: 'Customer’s name', kind: 'text', maxLength: 255 },
    { name: 'title', label: 'Subject', kind: 'text', required: true, maxLength: 255 },
    {
      name: 'body',
      label: 'What the customer said',
      hint: 'The thread’s first message, in the customer’s name.',
      kind: 'area',
      required: true,
      rows: 6,
    },
    {
      name: 'priority',
      label: 'Priority',
      kind: 'choice',
      options: ['LOW', 'NORMAL', 'HIGH', 'URGENT'].map((value) => ({ value, label: value.charAt(0) + value.slice(1).toLowerCase() })),
    },
    {
      name: 'inboxId',
      label: 'Inbox',
      kind: 'choice',
      none: 'The default inbox',
      options: active.map(({ id, name }) => ({ value: id, label: name })),
    },
  ]
  return (
    <RecordForm
      fields={fields}
      read={null}
      initial={{
        'requester.email': customer?.email ?? null,
        'requester.name': customer?.name ?? null,
        priority: 'NORMAL',
        inboxId: inboxId ?? null,
      }}
      submit="Create the thread"
      // Safe because the fields above have the names of the body's fields, and the service validates them.
      send={(body, { idempotencyKey }) => skein.createThread({ body: body as RequestOf<'createThread'>['body'], idempotencyKey })}
      onDone={({ data }) => {
        onClose()
        void navigate({ to: '/inbox/$view/$threadId', params: { view: 'all', threadId: data.threadId } })
      }}
    >
      <Button onClick={onClose}>Cancel</Button>
    </RecordForm>
  )
}
