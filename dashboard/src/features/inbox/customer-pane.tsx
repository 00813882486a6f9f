import { memo, useMemo, useState, type ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import type { Thread } from '@skein/client'
import { describeFailure } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { formatDay } from '../../ui/time.ts'
import { showToast } from '../../ui/toasts.ts'
import { Assist } from '../ai/assist.tsx'
import { CustomerFacts } from '../customers/customer-facts.tsx'
import { CustomerThreads } from '../customers/customer-threads.tsx'
import { useCustomer, useCustomerThreads } from '../customers/use-customers.ts'

const MergeDialog = lazyDialog(async () => (await import('../customers/merge-dialog.tsx')).MergeDialog)

/** Shows the thread's customer: name and address, custom fields, assistance, and their other threads. */
export const CustomerPane = memo(function CustomerPane({ thread }: { thread: Thread }) {
  const { id, name, email } = thread.customer
  const [isMerging, setMerging] = useState(false)
  const why = useRights().whyNot('mergeCustomer')
  const customer = useCustomer(id, thread.id)
  const list = useCustomerThreads(id, thread.id)
  const threads = useMemo(() => list.data?.pages.flatMap(({ data }) => data) ?? [], [list.data])
  const total = list.data?.pages[0]?.meta.total
  const open = threads.filter(({ status }) => status === 'open' || status === 'pending')
  const others = threads.filter(({ status }) => status !== 'open' && status !== 'pending')
  const failure = customer.error && describeFailure(customer.error)
  const shown = customer.data?.name ?? name ?? email
  const hasFields = Object.keys(customer.data?.customFields ?? {}).length > 0
  return (
    <aside aria-label="Customer" className="min-w-0 flex-1 overflow-y-auto p-4">
      <h2 dir="auto" className="font-semibold break-words">
        <Link to="/customers/$customerId" params={{ customerId: id }} className="hover:underline">
          {shown}
        </Link>
      </h2>
      {shown !== email && customer.data?.hasEmail !== false && <p className="text-sm break-all text-muted">{email}</p>}
      {customer.data?.hasEmail === false && <p className="text-sm text-muted">No email address</p>}
      {customer.data && customer.data.emailFailedAt !== null && (
        <p className="text-sm text-warning">Mail to this address was returned on {formatDay(customer.data.emailFailedAt)}.</p>
      )}
      {customer.data?.externalId && <p className="text-sm break-all text-muted">{customer.data.externalId}</p>}
      {total !== undefined && (
        <Link
          to="/inbox/$view"
          params={{ view: 'all' }}
          search={{ customerId: id, status: 'any' }}
          className="mt-1 inline-flex min-h-6 items-center text-sm text-accent hover:underline"
        >
          {total === 1 ? '1 thread' : `${total.toLocaleString()} threads`}
        </Link>
      )}
      {failure && <Notice requestId={failure.requestId}>{failure.text}</Notice>}
      <Assist key={thread.id} thread={thread} />
      {customer.data && hasFields && (
        <Part name="Custom fields">
          <CustomerFacts customer={customer.data} />
        </Part>
      )}
      <Part name={`Open threads (${open.length.toLocaleString()}${list.hasNextPage ? '+' : ''})`}>
        <CustomerThreads threads={open} openId={thread.id} />
      </Part>
      {(others.length > 0 || list.hasNextPage) && (
        <Part name="Earlier">
          <CustomerThreads list={list} threads={others} openId={thread.id} />
        </Part>
      )}
      {customer.data && (
        <Button className="mt-5" hidden={why !== null} onClick={() => setMerging(true)}>
          Merge with another customer…
        </Button>
      )}
      {isMerging && customer.data && (
        <MergeDialog
          customer={customer.data}
          onClose={() => setMerging(false)}
          onMerged={() => {
            setMerging(false)
            showToast({ kind: 'done', text: 'Merged' }, 3_000)
          }}
        />
      )}
    </aside>
  )
})

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <details open className="mt-4">
      <summary className="min-h-6 text-sm font-medium">{name}</summary>
      <div className="mt-1">{children}</div>
    </details>
  )
}
