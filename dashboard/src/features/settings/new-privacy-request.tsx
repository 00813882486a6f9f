import type { CustomerErasureRequest, CustomerExportRequest, PrivacyRequest } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { FormSheet } from '../../ui/form-sheet.tsx'
import type { FieldSpec } from '../../ui/form/fields.ts'
import { RecordForm } from '../../ui/form/record-form.tsx'
import { applyItemChange } from '../catalogue/catalogue-cache.ts'

const email: FieldSpec = {
  kind: 'text',
  name: 'email',
  label: 'E-mail address of the customer',
  type: 'email',
  required: true,
  maxLength: 254,
  hint: 'Customers who were merged are the same person.',
}

const erasureFields: readonly FieldSpec[] = [
  email,
  {
    kind: 'choice',
    name: 'mode',
    label: 'What is left',
    required: true,
    options: [
      { value: 'ANONYMIZE', label: 'Anonymise', hint: 'threads stay as numbers, without anything personal' },
      { value: 'DELETE', label: 'Delete', hint: 'the customer, their threads and messages' },
    ],
  },
  { kind: 'check', name: 'dryRun', label: 'Only count', hint: 'Says what would be erased, and where. Nothing happens.' },
  {
    kind: 'check',
    name: 'keepSubjects',
    label: 'Keep the subjects of threads',
    hint: 'They often say what the customer wrote.',
    when: ({ mode }) => mode === 'ANONYMIZE',
  },
  {
    kind: 'text',
    name: 'confirmation',
    label: 'Type the address again to erase for good',
    type: 'email',
    required: true,
    when: ({ dryRun }) => dryRun !== true,
  },
]

type NewPrivacyRequestProps = { kind: 'export' | 'erase'; onClose: () => void; onRequested: (id: string) => void }

/** Requests an export or an erasure. An erasure starts as a dry run; erasing for good requires the address a second time. */
export function NewPrivacyRequest({ kind, onClose, onRequested: onAsked }: NewPrivacyRequestProps) {
  const { skein, queries } = useApi()
  const onDone = ({ data }: { data: PrivacyRequest }): void => {
    applyItemChange(queries, 'privacy.request', data, 'new')
    onAsked(data.id)
    onClose()
  }
  return (
    <FormSheet title={kind === 'export' ? 'Export a customer' : 'Erase a customer'} onClose={onClose}>
      <div className="p-5">
        {kind === 'export' ? (
          <RecordForm
            fields={[email]}
            read={null}
            submit="Export"
            // Safe because the field is the API's.
            send={(body, options) => skein.exportCustomer({ body: body as CustomerExportRequest, ...options })}
            onDone={onDone}
          />
        ) : (
          <>
            <p className="mb-4 text-muted">Nothing brings back what was erased. Backups that were made before still hold it.</p>
            <RecordForm
              fields={erasureFields}
              read={null}
              initial={{ mode: 'ANONYMIZE', dryRun: true }}
              submit="Go on"
              onDone={onDone}
              check={({ dryRun, email: address, confirmation }) =>
                dryRun === true || confirmation === address ? null : { field: 'confirmation', message: 'differs from the address above' }
              }
              send={(body, options) =>
                // Safe because the fields are the API's, except the confirmation, which is removed.
                skein.eraseCustomer({ body: omit(body, 'confirmation') as CustomerErasureRequest, ...options })
              }
            />
          </>
        )}
      </div>
    </FormSheet>
  )
}

function omit(body: Record<string, unknown>, field: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== field))
}
