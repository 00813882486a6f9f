import { useMemo, useState } from 'react'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { Customer } from '@skein/client'
import { useRights } from '../../api/rights.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { t, tx } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { FormSheet } from '../../ui/form-sheet.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ChevronLeft, Download, Ellipsis, Merge, Pencil, Trash2 } from '../../ui/icons.ts'
import { MenuButton, type MenuItem } from '../../ui/menu.tsx'
import { Problem } from '../../ui/problem.tsx'
import { formatExact, formatMoment } from '../../ui/time.ts'
import { showToast } from '../../ui/toasts.ts'
import { useTitle } from '../../ui/use-title.ts'
import { CustomerCard } from './customer-card.tsx'
import { CustomerFacts } from './customer-facts.tsx'
import { CustomerForm } from './customer-form.tsx'
import { CustomerThreads } from './customer-threads.tsx'
import { EraseDialog } from './erase-dialog.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { Identities } from './identities.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { CustomerRatings } from './customer-ratings.tsx'
import { PrivacyHistory } from './privacy-history.tsx'
import { useCustomer } from '../threads/use-customer.ts'
import { useCustomerThreads } from './use-customers.ts'

/** Page of one customer: profile, threads, and dialogs to merge, export and erase. */
export function CustomerScreen() {
  const { customerId } = useParams({ from: '/inside/customers/$customerId' })
  const navigate = useNavigate()
  const { data: customer, error, refetch } = useCustomer(customerId)
  useTitle(customer?.name ?? customer?.email ?? t('Customer'))
  useShortcuts({ back: () => void navigate({ to: '/customers' }) })
  return (
    <section aria-label={t('Customer')} className="min-w-0 flex-1 overflow-y-auto bg-sunken">
      <div className="mx-auto max-w-240 px-4 py-4 md:px-8 md:py-6">
        <Link to="/customers" className="inline-flex min-h-6 items-center gap-1 font-medium text-muted hover:text-text">
          <Icon of={ChevronLeft} size={14} className="rtl:-scale-x-100" /> {t('Customers')}
        </Link>
        {error && (
          <div className="mt-3">
            <Problem error={error} onRetry={() => void refetch()} />
          </div>
        )}
        {customer && <Profile key={customer.id} customer={customer} />}
      </div>
    </section>
  )
}

type ToolName = 'edit' | 'merge' | 'export' | 'erase'

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
  const shown = name ?? (hasEmail ? email : t('Customer without a name'))
  const close = (): void => setOpen(null)
  const mayEdit = !isReadOnly && whyNot('updateCustomer') === null
  const items: MenuItem[] = isReadOnly
    ? []
    : [
        ...(whyNot('mergeCustomer') === null
          ? [{ label: t('Merge with another customer…'), icon: Merge, onSelect: () => setOpen('merge') }]
          : []),
        ...(whyNot('exportCustomer') === null
          ? [{ label: t('Export everything…'), icon: Download, onSelect: () => setOpen('export') }]
          : []),
        ...(whyNot('eraseCustomer') === null
          ? [{ label: t('Erase…'), icon: Trash2, isDangerous: true as const, onSelect: () => setOpen('erase') }]
          : []),
      ]
  return (
    <>
      <header className="mt-2 flex items-start gap-3">
        <Avatar name={shown} size={40} className="mt-1" />
        <div className="min-w-0 flex-1">
          <h1 dir="auto" className="text-xl font-semibold wrap-anywhere">
            {shown}
          </h1>
          <p className="flex flex-wrap gap-x-2 break-all text-muted">
            {name !== null && hasEmail && <span>{email}</span>}
            {externalId !== null && <span>{externalId}</span>}
            <span data-tip={formatExact(createdAt)}>{t('First seen {time}', { time: formatMoment(createdAt) })}</span>
          </p>
        </div>
        {mayEdit && (
          <Button icon={Pencil} className="mt-0.5" onClick={() => setOpen('edit')}>
            {t('Edit')}
          </Button>
        )}
        {items.length > 0 && <MenuButton label={t('More actions')} icon={Ellipsis} side="bottom-end" items={items} className="size-8!" />}
      </header>
      {mergedInto !== null && (
        <p className="mt-4 rounded-lg border border-line bg-surface px-4 py-3">
          {tx('This customer was merged into {customer}, who has the threads now.', {
            customer: (
              <Link
                key="customer"
                to="/customers/$customerId"
                params={{ customerId: mergedInto }}
                className="font-medium text-accent underline"
              >
                {t('another customer')}
              </Link>
            ),
          })}
        </p>
      )}
      {erasedAt !== null && (
        <p className="mt-4 rounded-lg border border-line bg-surface px-4 py-3">
          {t('This customer was erased on {time}. There’s nothing left to change.', { time: formatMoment(erasedAt) })}
        </p>
      )}
      <div className="mt-5 grid items-start gap-4 wide:grid-cols-[minmax(0,1fr)_22rem]">
        <CustomerCard
          name={t('Threads')}
          count={total}
          action={
            total !== undefined &&
            total > 0 && (
              <Link
                to="/inbox/$view"
                params={{ view: 'all' }}
                search={{ customerId: id, status: 'any' }}
                className="inline-flex min-h-6 items-center font-medium text-accent hover:underline"
              >
                {t('Open in the inbox')}
              </Link>
            )
          }
        >
          {total === 0 && <p className="text-muted">{t('No threads yet.')}</p>}
          <CustomerThreads list={list} threads={threads} />
        </CustomerCard>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <CustomerCard name={t('Details')}>
            {Object.keys(customer.customFields).length > 0 ? (
              <CustomerFacts customer={customer} />
            ) : (
              <p className="text-muted">{t('No details yet.')}</p>
            )}
          </CustomerCard>
          <CustomerCard name={t('Addresses')}>
            <Identities customer={customer} isReadOnly={isReadOnly} />
          </CustomerCard>
          {erasedAt === null && <CustomerRatings customer={customer} isReadOnly={isReadOnly} />}
          {maySeePrivacy && <PrivacyHistory customerId={id} />}
        </div>
      </div>
      {open === 'edit' && (
        <FormSheet title={t('Edit {name}', { name: shown })} onClose={close}>
          <CustomerForm
            customer={customer}
            onCancel={close}
            onSaved={() => {
              close()
              showToast({ kind: 'done', text: t('Saved.') }, 3_000)
            }}
          />
        </FormSheet>
      )}
      {open === 'merge' && (
        <MergeDialog
          customer={customer}
          onClose={close}
          onMerged={(kept) => {
            close()
            showToast({ kind: 'done', text: t('Customers merged.') }, 3_000)
            void navigate({ to: '/customers/$customerId', params: { customerId: kept.id } })
          }}
        />
      )}
      {open === 'export' && <ExportDialog customer={customer} onClose={close} />}
      {open === 'erase' && <EraseDialog customer={customer} onClose={close} />}
    </>
  )
}
