import { useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { describeFailure } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useIsSlow } from '../../ui/use-is-slow.ts'
import { useTitle } from '../../ui/use-title.ts'
import { CustomerForm } from './customer-form.tsx'
import { CustomerList } from './customer-list.tsx'
import { useCustomers } from './use-customers.ts'

const typingPauseMs = 250

/** The list of customers, with a search. */
export function CustomersScreen() {
  useTitle('Customers')
  const { q = '' } = useSearch({ from: '/inside/customers' })
  const navigate = useNavigate()
  const searchInput = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(q)
  const [isCreating, setCreating] = useState(false)
  const whyNotCreate = useRights().whyNot('upsertCustomer')
  const list = useCustomers(q)
  const rows = useMemo(() => list.data?.pages.flatMap(({ data }) => data) ?? [], [list.data])
  const total = list.data?.pages[0]?.meta.total ?? 0
  const failure = list.error && describeFailure(list.error)
  const isSlow = useIsSlow(list.isPending)
  useEffect(() => {
    const query = text.trim()
    if (query === q) return
    const timer = setTimeout(
      () => void navigate({ to: '/customers', search: query === '' ? {} : { q: query }, replace: true }),
      typingPauseMs,
    )
    return () => clearTimeout(timer)
  }, [text, q, navigate])
  useShortcuts({ search: () => searchInput.current?.select(), back: () => searchInput.current?.blur() })
  return (
    <section aria-label="Customers" className="flex min-w-0 flex-1 flex-col bg-surface">
      <header className="border-b border-line px-4 pt-3 pb-3">
        <div className="flex items-center gap-2">
          <h1 className="flex items-baseline gap-2 text-lg font-semibold">
            Customers <span className="text-sm font-normal text-muted tabular-nums">{list.data ? total.toLocaleString() : ''}</span>
          </h1>
          <Button className="ms-auto" hidden={whyNotCreate !== null} onClick={() => setCreating(true)}>
            New customer
          </Button>
        </div>
        <input
          ref={searchInput}
          type="search"
          aria-label="Search customers"
          placeholder="Parts of the name, the address or your own id"
          className="mt-2 h-8 w-full max-w-120 rounded-md border border-line-strong bg-surface px-2.5"
          maxLength={255}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </header>
      {failure && (
        <div className="p-4">
          <Notice requestId={failure.requestId}>{failure.text}</Notice>
          <Button className="mt-2" onClick={() => void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch())}>
            Try again
          </Button>
        </div>
      )}
      {isSlow && <p className="p-4 text-muted">Loading…</p>}
      {list.data && rows.length === 0 && (
        <div className="px-6 py-12 text-center">
          <p className="font-medium">{q === '' ? 'No customer yet' : `Nobody found for “${q}”`}</p>
          <p className="mt-1 text-sm text-muted">
            {q === ''
              ? 'They come with their first thread, or you create them.'
              : 'All words must occur in the name, the address or the id.'}
          </p>
          {q !== '' && (
            <Button className="mt-3" onClick={() => setText('')}>
              Clear the search
            </Button>
          )}
        </div>
      )}
      {rows.length > 0 && <CustomerList list={list} rows={rows} total={total} />}
      {isCreating && (
        <Dialog label="New customer" onClose={() => setCreating(false)} className="w-120 max-w-[calc(100vw-2rem)]">
          <div className="p-5">
            <h2 className="mb-3 text-lg font-semibold">New customer</h2>
            <CustomerForm
              customer={null}
              onSaved={({ id }) => void navigate({ to: '/customers/$customerId', params: { customerId: id } })}
              onCancel={() => setCreating(false)}
            />
          </div>
        </Dialog>
      )}
    </section>
  )
}
