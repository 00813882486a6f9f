import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import type { Customer } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Foot } from '../../ui/form/foot.tsx'
import { ArrowUpDown } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { CustomerSearch, CustomerSummary } from './customer-search.tsx'
import { refetchCustomers } from './use-customers.ts'

type MergeDialogProps = { customer: Customer; onMerged: (kept: Customer) => void; onClose: () => void }

/**
 * Merges two customers who are the same person. A merge cannot be undone, so the dialog shows the result first and reports success only
 * after the response.
 */
export function MergeDialog({ customer, onMerged, onClose }: MergeDialogProps) {
  const { skein, queries } = useApi()
  const [other, setOther] = useState<Customer | null>(null)
  const [isSwapped, setSwapped] = useState(false)
  const [key] = useState(newIdempotencyKey)
  const targetCustomer = isSwapped && other ? other : customer
  const sourceCustomer = isSwapped ? customer : other
  const merge = useMutation({
    mutationFn: () =>
      skein.mergeCustomer({
        path: { id: targetCustomer.id },
        body: { sourceIds: sourceCustomer ? [sourceCustomer.id] : [] },
        idempotencyKey: `${key}-${targetCustomer.id}-${sourceCustomer?.id ?? ''}`,
      }),
    async onSuccess({ data }) {
      onMerged(data)
      await refetchCustomers(queries)
    },
  })
  const failure = merge.error && describeFailure(merge.error)
  return (
    <Dialog label={t('Merge with another customer')} onClose={onClose} className="w-130 max-w-[calc(100vw-2rem)]">
      <div className="grid gap-4 p-5">
        <h2 className="text-lg font-semibold">{t('Merge with another customer')}</h2>
        {!sourceCustomer && (
          <CustomerSearch
            label={t('Who is the same person?')}
            // Before the agent types, suggest customers with the same name.
            suggestion={customer.name ?? customer.email.split('@')[0] ?? ''}
            exceptId={customer.id}
            onPick={setOther}
          />
        )}
        {sourceCustomer && (
          <>
            <dl className="grid grid-cols-1 divide-y divide-line rounded-lg border border-line">
              <div className="px-4 py-3">
                <dt className="mb-2 text-xs font-medium text-muted">{t('Keep this customer')}</dt>
                <dd>
                  <CustomerSummary customer={targetCustomer} />
                </dd>
              </div>
              <div className="px-4 py-3">
                <dt className="mb-2 text-xs font-medium text-muted">{t('Merge this one into it')}</dt>
                <dd>
                  <CustomerSummary customer={sourceCustomer} />
                </dd>
              </div>
            </dl>
            <Button icon={ArrowUpDown} className="justify-self-start" onClick={() => setSwapped(!isSwapped)}>
              {t('Keep the other one')}
            </Button>
            <p className="text-text-2">
              {t(
                'We fill in missing details from the other customer. Mail to either address reaches the one you keep. You can’t undo this.',
              )}
            </p>
          </>
        )}
        {failure && <Notice requestId={failure.requestId}>{failure.text}</Notice>}
        <Foot onCancel={onClose}>
          {sourceCustomer && (
            <Button look="danger" disabled={merge.isPending} onClick={() => merge.mutate()}>
              {t('Merge customers')}
            </Button>
          )}
        </Foot>
      </div>
    </Dialog>
  )
}
