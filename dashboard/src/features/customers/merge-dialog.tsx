import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import type { Customer } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
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
    <Dialog label="Merge with another customer" onClose={onClose} className="w-130 max-w-[calc(100vw-2rem)]">
      <div className="grid gap-4 p-5">
        <h2 className="text-lg font-semibold">Merge with another customer</h2>
        {!sourceCustomer && (
          <CustomerSearch
            label="Who is the same person?"
            // Before the agent types, suggest customers with the same name.
            suggestion={customer.name ?? customer.email.split('@')[0] ?? ''}
            exceptId={customer.id}
            onPick={setOther}
          />
        )}
        {sourceCustomer && (
          <>
            <dl className="grid gap-3 rounded-md border border-line p-3">
              <div>
                <dt className="text-xs text-muted">Stays, and gets all threads</dt>
                <dd>
                  <CustomerSummary customer={targetCustomer} />
                </dd>
              </div>
              <div>
                <dt className="text-xs text-muted">Goes; its address leads to the one that stays</dt>
                <dd>
                  <CustomerSummary customer={sourceCustomer} />
                </dd>
              </div>
            </dl>
            <Button className="justify-self-start" onClick={() => setSwapped(!isSwapped)}>
              Keep the other one
            </Button>
            <p className="text-sm text-muted">
              Where the one that stays has no name, id or field, it takes that of the other. This cannot be undone.
            </p>
          </>
        )}
        {failure && <Notice requestId={failure.requestId}>{failure.text}</Notice>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          {sourceCustomer && (
            <Button className="border-danger text-danger" disabled={merge.isPending} onClick={() => merge.mutate()}>
              Merge for good
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
