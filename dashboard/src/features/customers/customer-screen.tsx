import { useMemo, useState } from 'react'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { Customer, OperationId } from '@skein/client'
import { describeFailure } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { formatMoment } from '../../ui/time.ts'
import { showToast } from '../../ui/toasts.ts'
import { useTitle } from '../../ui/use-title.ts'
import { CustomerFacts } from './customer-facts.tsx'
import { CustomerForm } from './customer-form.tsx'
import { CustomerThreads } from './customer-threads.tsx'
import { EraseDialog } from './erase-dialog.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { Identities } from './identities.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { PrivacyHistory } from './privacy-history.tsx'
import { useCustomer, useCustomerThreads } from './use-customers.ts'

/** One customer: their profile and threads, and the dialogs to merge, export and erase them. */
export function CustomerScreen() {
  const { customerId } = useParams({ from: '/inside/customers/$customerId' })
  const navigate = useNavigate()
  const { data: customer, error, refetch } = useCustomer(customerId)
  useTitle(customer?.name ?? customer?.email ?? 'Customer')
  const failure = error && describeFailure(error)
  useShortcuts({ back: () => void navigate({ to: '/customers' }) })
  return (
    <section aria-label="Customer" className="min-w-0 flex-1 overflow-y-auto bg-surface">
      <div className="mx-auto max-w-220 px-4 py-4">
        <Link to="/customers" className="inline-flex min-h-6 items-center text-sm text-accent hover:underline">
          ‹ Customers
        </Link>
        {failure && (
          <div className="mt-3">
            <Notice requestId={failure.requestId}>{failure.text}</Notice>
            <Button className="mt-2" onClick={() => void refetch()}>
              Try again
            </Button>
          </div>
        )}
        {customer && <Profile key={customer.id} customer={customer} />}
      </div>
    </section>
  )
}

type ToolName = 'edit' | 'merge' | 'export' | 'erase'

const tools: readonly { open: ToolName; name: string; operation: OperationId }[] = [
  { open: 'edit', name: 'Edit', operation: 'updateCustomer' },
  { open: 'merge', name: 'Merge…', operation: 'mergeCustomer' },
  { open: 'export', name: 'Export…', operation: 'exportCustomer' },
  { open: 'erase', name: 'Erase…', operation: 'eraseCustomer' },
]

function Profile({ customer }: { customer: Customer }) {
  const navigate = useNavigate()
  const [open, setOpen] = useState<ToolName | null>(null)
  const list = useCustomerThreads(customer.id)
  const threads = useMemo(() => list.data?.pages.flatMap(({ data }) => data) ?? [], [list.data])
  const total = list.data?.pages[0]?.meta.total
  const { whyNot } = useRights()
  const maySeePrivacy = whyNot('listPrivacyRequests') === null
  const { id, name, email, hasEmail, externalId, createdAt, mergedInto, erasedAt } = customer
  const isReadOnly = mergedInto !== null || erasedAt !== null
  const close = (): void => setOpen(null)
  return (
    <>
      <header className="mt-2 flex flex-wrap items-start gap-3">
        <div className="min-w-0 flex-1 basis-full md:basis-0">
          <h1 dir="auto" className="truncate text-xl font-semibold">
            {name ?? (hasEmail ? email : 'Customer without a name')}
          </h1>
          <p className="text-sm break-all text-muted">
            {[name === null || !hasEmail ? null : email, externalId, `first seen ${formatMoment(createdAt)}`]
              .filter((each) => each !== null)
              .join(' · ')}
          </p>
        </div>
        {!isReadOnly && (
          <div className="flex flex-wrap gap-1.5">
            {tools.map(({ open: each, name: label, operation }) => {
              const why = whyNot(operation)
              return (
                <Button key={each} hidden={why !== null} className={each === 'erase' ? 'text-danger' : ''} onClick={() => setOpen(each)}>
                  {label}
                </Button>
              )
            })}
          </div>
        )}
      </header>
      {mergedInto !== null && (
        <p className="mt-3 rounded-md border border-line px-3 py-2">
          Merged into{' '}
          <Link to="/customers/$customerId" params={{ customerId: mergedInto }} className="text-accent underline">
            another customer
          </Link>
          , who has the threads.
        </p>
      )}
      {erasedAt !== null && (
        <p className="mt-3 rounded-md border border-line px-3 py-2">Erased {formatMoment(erasedAt)}. Nothing is left to change.</p>
      )}
      <div className="mt-5 grid gap-8 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div>
          <h2 className="mb-2 text-base leading-6 font-semibold">Details</h2>
          {open === 'edit' ? (
            <CustomerForm
              customer={customer}
              onCancel={close}
              onSaved={() => {
                close()
                showToast({ kind: 'done', text: 'Saved' }, 3_000)
              }}
            />
          ) : Object.keys(customer.customFields).length > 0 ? (
            <CustomerFacts customer={customer} />
          ) : (
            <p className="text-sm text-muted">No custom fields have a value.</p>
          )}
          <Identities customer={customer} isReadOnly={isReadOnly} />
          {maySeePrivacy && <PrivacyHistory customerId={id} />}
        </div>
        <div>
          <div className="flex items-center gap-2">
            <h2 className="text-base leading-6 font-semibold">
              Threads <span className="text-sm font-normal text-muted tabular-nums">{total?.toLocaleString()}</span>
            </h2>
            {total !== undefined && total > 0 && (
              <Link
                to="/inbox/$view"
                params={{ view: 'all' }}
                search={{ customerId: id, status: 'any' }}
                className="ms-auto inline-flex min-h-6 items-center text-sm text-accent hover:underline"
              >
                Open in the inbox
              </Link>
            )}
          </div>
          {total === 0 && <p className="mt-1.5 text-sm text-muted">None.</p>}
          <CustomerThreads list={list} threads={threads} />
        </div>
      </div>
      {open === 'merge' && (
        <MergeDialog
          customer={customer}
          onClose={close}
          onMerged={(kept) => {
            close()
            showToast({ kind: 'done', text: 'Merged' }, 3_000)
            void navigate({ to: '/customers/$customerId', params: { customerId: kept.id } })
          }}
        />
      )}
      {open === 'export' && <ExportDialog customer={customer} onClose={close} />}
      {open === 'erase' && <EraseDialog customer={customer} onClose={close} />}
    </>
  )
}
