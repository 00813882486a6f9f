import { useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRights } from '../../api/rights.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { formatLocale } from '../../texts/language.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/delayed.tsx'
import { Empty } from '../../ui/empty.tsx'
import { FormSheet } from '../../ui/form-sheet.tsx'
import { Plus } from '../../ui/icons.ts'
import { Problem } from '../../ui/problem.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { CustomerForm } from './customer-form.tsx'
import { CustomerList } from './customer-list.tsx'
import { useCustomers } from './use-customers.ts'

const typingPauseMs = 250

/** The list of customers, with a search. */
export function CustomersScreen() {
  useTitle(t('Customers'))
  const { q = '' } = useSearch({ from: '/inside/customers' })
  const navigate = useNavigate()
  const searchInput = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(q)
  const [isCreating, setCreating] = useState(false)
  const whyNotCreate = useRights().whyNot('upsertCustomer')
  const list = useCustomers(q)
  const rows = useMemo(() => list.data?.pages.flatMap(({ data }) => data) ?? [], [list.data])
  const total = list.data?.pages[0]?.meta.total ?? 0
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
    <section aria-label={t('Customers')} className="flex min-w-0 flex-1 flex-col bg-surface">
      <header className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-3">
        <h1 className="flex items-baseline gap-2 text-xl font-semibold">
          {t('Customers')}{' '}
          <span className="text-sm font-normal tracking-normal text-muted tabular-nums">
            {list.data ? total.toLocaleString(formatLocale) : ''}
          </span>
        </h1>
        <div className="flex w-full min-w-0 gap-2 sm:ms-auto sm:w-auto">
          <SearchInput
            ref={searchInput}
            label={t('Search customers')}
            placeholder={t('Search by name, email or ID')}
            className="sm:w-80"
            maxLength={255}
            value={text}
            onChange={setText}
          />
          <Button icon={Plus} look="primary" hidden={whyNotCreate !== null} onClick={() => setCreating(true)}>
            {t('New customer')}
          </Button>
        </div>
      </header>
      {list.error && (
        <div className="p-4">
          <Problem error={list.error} onRetry={() => void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch())} />
        </div>
      )}
      {list.isPending && (
        <div className="px-4">
          <Skeleton rows={8} />
        </div>
      )}
      {list.data && rows.length === 0 && (
        <div className="p-4 md:p-8">
          <Empty>
            <span className="block font-medium text-text">
              {q === '' ? t('No customers yet') : t('No customers match “{query}”', { query: q })}
            </span>
            {q === ''
              ? t('Everyone who writes to you appears here. You can also add a customer yourself.')
              : t('Try fewer words, or the start of a name, an email or an ID.')}
            {q !== '' && (
              <span className="mt-3 block">
                <Button onClick={() => setText('')}>{t('Clear search')}</Button>
              </span>
            )}
          </Empty>
        </div>
      )}
      {rows.length > 0 && <CustomerList list={list} rows={rows} total={total} />}
      {isCreating && (
        <FormSheet title={t('New customer')} onClose={() => setCreating(false)}>
          <CustomerForm
            customer={null}
            onSaved={({ id }) => void navigate({ to: '/customers/$customerId', params: { customerId: id } })}
            onCancel={() => setCreating(false)}
          />
        </FormSheet>
      )}
    </section>
  )
}
