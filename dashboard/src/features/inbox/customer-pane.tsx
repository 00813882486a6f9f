import { memo, useMemo, useState, type ReactNode } from 'react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { Thread } from '@skein/client'
import { describeFailure } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { IconButton } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { Copy, Ellipsis, Hash, Inbox, Mail } from '../../ui/icons.ts'
import { MenuButton } from '../../ui/menu.tsx'
import { Notice } from '../../ui/notice.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { formatDay } from '../../ui/time.ts'
import { showToast } from '../../ui/toasts.ts'
import { Assist } from '../ai/assist.tsx'
import { CustomerFacts } from '../customers/customer-facts.tsx'
import { CustomerThreads } from '../customers/customer-threads.tsx'
import { useCustomerThreads } from '../customers/use-customers.ts'
import { useCustomer } from '../threads/use-customer.ts'
import { formatLocale } from '../../texts/language.ts'
import { plural, t } from '../../texts/texts.ts'
import { getCustomerName } from '../../ui/customer-name.ts'

const MergeDialog = lazyDialog(async () => (await import('../customers/merge-dialog.tsx')).MergeDialog)

/** Side pane with the thread's customer: name and address, custom fields, AI assistance, and other threads. */
export const CustomerPane = memo(function CustomerPane({ thread }: { thread: Thread }) {
  const { id, name, email } = thread.customer
  const navigate = useNavigate()
  const [isMerging, setMerging] = useState(false)
  const why = useRights().whyNot('mergeCustomer')
  const customer = useCustomer(id, thread.id)
  const list = useCustomerThreads(id, thread.id)
  const threads = useMemo(
    () => list.data?.pages.flatMap(({ data }) => data.filter((each) => each.id !== thread.id)) ?? [],
    [list.data, thread.id],
  )
  const total = list.data?.pages[0]?.meta.total
  const open = threads.filter(({ status }) => status === 'open' || status === 'pending')
  const others = threads.filter(({ status }) => status !== 'open' && status !== 'pending')
  const failure = customer.error && describeFailure(customer.error)
  const shown = getCustomerName(customer.data ?? { id, name, email })
  const hasFields = Object.keys(customer.data?.customFields ?? {}).length > 0
  return (
    <aside aria-label={t('Customer')} className="min-w-0 flex-1 overflow-y-auto bg-sunken">
      <div className="flex items-center gap-3 ps-4 pe-3 pt-3.5 pb-1.5">
        <Avatar name={shown} size={36} />
        <h2 dir="auto" className="min-w-0 flex-1 text-base font-semibold break-words">
          <Link to="/customers/$customerId" params={{ customerId: id }} className="hover:underline">
            {shown}
          </Link>
        </h2>
        {customer.data && why === null && (
          <MenuButton
            label={t('Customer')}
            icon={Ellipsis}
            side="bottom-end"
            items={[
              {
                label: t('Open the customer’s page'),
                onSelect: () => void navigate({ to: '/customers/$customerId', params: { customerId: id } }),
              },
              { label: t('Merge with another customer…'), onSelect: () => setMerging(true) },
            ]}
          />
        )}
      </div>
      <div className="grid gap-0.5 px-4 pb-3 text-text-2">
        {customer.data?.hasEmail !== false && (
          <p className="flex min-h-6 items-center gap-2">
            <Icon of={Mail} className="text-muted" />
            <span className="min-w-0 flex-1 break-all">{email}</span>
            <IconButton
              icon={Copy}
              label={t('Copy the address')}
              className="-me-1.25 size-6!"
              onClick={() => void copyText(email).then(() => showToast({ kind: 'done', text: t('Copied.') }, 3_000))}
            />
          </p>
        )}
        {customer.data?.hasEmail === false && <p className="text-muted">{t('No email address')}</p>}
        {customer.data && customer.data.emailFailedAt !== null && (
          <p className="text-warning">{t('Mail to this address came back on {date}.', { date: formatDay(customer.data.emailFailedAt) })}</p>
        )}
        {customer.data?.externalId && (
          <p className="flex min-h-6 items-center gap-2">
            <Icon of={Hash} className="text-muted" />
            <span className="min-w-0 break-all">{customer.data.externalId}</span>
          </p>
        )}
        {total !== undefined && (
          <Link
            to="/inbox/$view"
            params={{ view: 'all' }}
            search={{ customerId: id, status: 'any' }}
            className="flex min-h-6 items-center gap-2 text-accent hover:underline"
          >
            <Icon of={Inbox} className="text-muted" />
            {plural(total, '{count} thread', '{count} threads')}
          </Link>
        )}
      </div>
      {failure && (
        <div className="px-4 pb-3">
          <Notice requestId={failure.requestId}>{failure.text}</Notice>
        </div>
      )}
      <Assist key={thread.id} thread={thread} />
      {customer.data && hasFields && (
        <Part name={t('Custom fields')}>
          <CustomerFacts customer={customer.data} />
        </Part>
      )}
      {open.length > 0 && (
        <Part
          name={t('Other open threads ({number})', { number: `${open.length.toLocaleString(formatLocale)}${list.hasNextPage ? '+' : ''}` })}
        >
          <CustomerThreads threads={open} />
        </Part>
      )}
      {(others.length > 0 || list.hasNextPage) && (
        <Part name={t('Earlier threads')}>
          <CustomerThreads list={list} threads={others} />
        </Part>
      )}
      {isMerging && customer.data && (
        <MergeDialog
          customer={customer.data}
          onClose={() => setMerging(false)}
          onMerged={() => {
            setMerging(false)
            showToast({ kind: 'done', text: t('Merged.') }, 3_000)
          }}
        />
      )}
    </aside>
  )
})

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name} className="border-t border-line px-4 pt-2.75 pb-3.25">
      <h3 className="mb-1.5 flex min-h-6 items-center text-xs font-semibold text-text-2">{name}</h3>
      {children}
    </section>
  )
}
