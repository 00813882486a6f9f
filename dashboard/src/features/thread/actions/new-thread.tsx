import { useNavigate } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import type { RequestOf, Thread } from '@skein/client'
import { useApi } from '../../../api/api.ts'
import { Button } from '../../../ui/button.tsx'
import type { FieldSpec } from '../../../ui/form/fields.ts'
import { RecordForm } from '../../../ui/form/record-form.tsx'
import { FormSheet } from '../../../ui/form-sheet.tsx'

type NewThreadProps = { customer?: Thread['customer']; inboxId?: string; onClose: () => void }

/** Creates a thread for a request that the customer made elsewhere, for instance by telephone. */
export function NewThread({ customer, inboxId, onClose }: NewThreadProps) {
  const { skein } = useApi()
  const navigate = useNavigate()
  const { data: inboxes = [] } = useQuery({ queryKey: ['inboxes'], queryFn: () => skein.listInboxes({ query: { limit: 100 } }).toArray() })
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
    <FormSheet title="New thread" onClose={onClose}>
      <div className="p-5">
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
      </div>
    </FormSheet>
  )
}
