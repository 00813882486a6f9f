import type { CustomerErasureRequest, CustomerExportRequest, PrivacyRequest } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { lazily, t } from '../../texts/texts.ts'
import { FormSheet } from '../../ui/form-sheet.tsx'
import type { FieldSpec } from '../../ui/form/fields.ts'
import { RecordForm } from '../../ui/form/record-form.tsx'
import { applyItemChange } from '../catalogue/catalogue-cache.ts'

const email = lazily(
  (): FieldSpec => ({
    kind: 'text',
    name: 'email',
    label: t('Customer’s email address'),
    type: 'email',
    required: true,
    maxLength: 254,
    hint: t('Customers you merged count as one.'),
  }),
)

const erasureFields = lazily((): readonly FieldSpec[] => [
  email(),
  {
    kind: 'choice',
    name: 'mode',
    label: t('What to keep'),
    required: true,
    options: [
      { value: 'ANONYMIZE', label: t('Threads as numbers'), hint: t('everything personal goes, your reports don’t change') },
      { value: 'DELETE', label: t('Nothing'), hint: t('the customer, their threads and messages go') },
    ],
  },
  { kind: 'check', name: 'dryRun', label: t('Only count'), hint: t('See what we would erase. Nothing happens yet.') },
  {
    kind: 'check',
    name: 'keepSubjects',
    label: t('Keep the subjects of threads'),
    hint: t('They often repeat what the customer wrote.'),
    when: ({ mode }) => mode === 'ANONYMIZE',
  },
  {
    kind: 'text',
    name: 'confirmation',
    label: t('Type the address again to erase for good'),
    type: 'email',
    required: true,
    when: ({ dryRun }) => dryRun !== true,
  },
])

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
    <FormSheet title={kind === 'export' ? t('Export a customer') : t('Erase a customer')} onClose={onClose}>
      <div className="p-5">
        {kind === 'export' ? (
          <RecordForm
            fields={[email()]}
            read={null}
            submit={t('Export')}
            // Safe because the field is the API's.
            send={(body, options) => skein.exportCustomer({ body: body as CustomerExportRequest, ...options })}
            onDone={onDone}
          />
        ) : (
          <>
            <p className="mb-4 text-text-2">{t('You can’t undo this. Earlier backups still contain the data.')}</p>
            <RecordForm
              fields={erasureFields()}
              read={null}
              initial={{ mode: 'ANONYMIZE', dryRun: true }}
              submit={t('Continue')}
              onDone={onDone}
              check={({ dryRun, email: address, confirmation }) =>
                dryRun === true || confirmation === address
                  ? null
                  : { field: 'confirmation', message: t('This isn’t the same as the address above.') }
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
