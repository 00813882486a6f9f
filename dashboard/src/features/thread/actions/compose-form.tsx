import { useNavigate } from '@tanstack/react-router'
import type { Inbox, RequestOf, Thread } from '@skein/client'
import { useApi } from '../../../api/api.ts'
import { Button } from '../../../ui/button.tsx'
import type { CustomInput, FieldSpec } from '../../../ui/form/fields.ts'
import { RecordForm } from '../../../ui/form/record-form.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { AddressInput } from '../email/address-input.tsx'
import { hasMailAddress, toRecipientText, type MailAddress } from '../email/reply-plan.ts'

type ComposeFormProps = {
  /** The inboxes that can send mail. */
  inboxes: readonly Inbox[]
  customer: Thread['customer'] | undefined
  inboxId: string | undefined
  onClose: () => void
}

/** Starts a thread with a mail to the customer. */
export function ComposeForm({ inboxes, customer, inboxId, onClose }: ComposeFormProps) {
  const { skein } = useApi()
  const navigate = useNavigate()
  const from = inboxes.find(({ id }) => id === inboxId) ?? inboxes[0]
  const fields: FieldSpec[] = [
    {
      name: 'inboxId',
      label: 'From',
      kind: 'choice',
      required: true,
      options: inboxes.map(({ id, name, address }) => ({ value: id, label: `${name} (${address ?? ''})` })),
    },
    { name: 'to', label: 'To', hint: 'The first address is the customer’s.', kind: 'custom', required: true, Input: ToInput },
    { name: 'cc', label: 'Cc', kind: 'custom', Input: CcInput },
    { name: 'subject', label: 'Subject', kind: 'text', required: true, maxLength: 255 },
    { name: 'body', label: 'Message', kind: 'area', required: true, rows: 8 },
  ]
  return (
    <RecordForm
      fields={fields}
      read={null}
      initial={{
        inboxId: from?.id ?? null,
        to: customer && hasMailAddress(customer) ? [{ name: customer.name, address: customer.email }] : null,
      }}
      submit="Send the mail"
      check={({ to }) => (readAddresses(to).length === 0 ? { field: 'to', message: 'needs an address' } : null)}
      send={(values, { idempotencyKey }) => {
        const [to, cc] = [values['to'], values['cc']].map((list) => readAddresses(list).map(toRecipientText))
        // Safe because the fields above have the names of the body's fields, and the service validates them.
        const body = { ...values, to, cc } as RequestOf<'composeThread'>['body']
        return skein.composeThread({ body, idempotencyKey })
      }}
      onDone={({ data }) => {
        onClose()
        showToast({ kind: 'done', text: 'The thread is created, and its mail is on its way.' }, 4_000)
        void navigate({ to: '/inbox/$view/$threadId', params: { view: 'all', threadId: data.id } })
      }}
    >
      <Button onClick={onClose}>Cancel</Button>
    </RecordForm>
  )
}

function readAddresses(value: unknown): readonly MailAddress[] {
  // Safe because only the inputs below change the value.
  return Array.isArray(value) ? (value as readonly MailAddress[]) : []
}

const ToInput = createAddressInput('To')
const CcInput = createAddressInput('Cc')

function createAddressInput(label: string) {
  return function Addresses({ id, value, describedBy, onChange }: CustomInput) {
    return (
      <AddressInput
        label={label}
        labelled={{ id, describedBy }}
        addresses={readAddresses(value)}
        onChange={(addresses) => onChange(addresses)}
      />
    )
  }
}
