import { memo, useMemo, useState } from 'react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { Thread } from '@skein/client'
import { describeFailure } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Ellipsis, Layers, Merge, Tag, TextQuote, UserRound } from '../../ui/icons.ts'
import { MenuButton } from '../../ui/menu.tsx'
import { Notice } from '../../ui/notice.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { showToast } from '../../ui/toasts.ts'
import type { AiRequest } from '../ai/use-ai.ts'
import { CustomerThreads } from '../customers/customer-threads.tsx'
import { useCustomerThreads } from '../customers/use-customers.ts'
import { useHasModel } from '../threads/use-has-model.ts'
import { useCustomer } from '../threads/use-customer.ts'
import { PanePart } from './pane-part.tsx'
import { formatLocale } from '../../texts/language.ts'
import { t } from '../../texts/texts.ts'
import { getCustomerName } from '../../ui/customer-name.ts'

const PaneDetails = lazyPart(async () => (await import('./pane-details.tsx')).PaneDetails)
const MergeDialog = lazyDialog(async () => (await import('../customers/merge-dialog.tsx')).MergeDialog)

/** Side pane with the thread's customer: details of both, AI assistance, meetings, ratings, and the customer's other threads. */
export const CustomerPane = memo(function CustomerPane({ thread }: { thread: Thread }) {
  const { id, name, email } = thread.customer
  const navigate = useNavigate()
  const [isMerging, setMerging] = useState(false)
  const { whyNot } = useRights()
  const customer = useCustomer(id, thread.id)
  const list = useCustomerThreads(id, thread.id)
  const threads = useMemo(
    () => list.data?.pages.flatMap(({ data }) => data.filter((each) => each.id !== thread.id)) ?? [],
    [list.data, thread.id],
  )
  const total = list.data?.pages[0]?.meta.total
  const failure = customer.error && describeFailure(customer.error)
  const shown = getCustomerName(customer.data ?? { id, name, email })
  /** The AI output that the agent has asked for. It belongs to one thread. */
  const [asked, setAsked] = useState<{ threadId: string; requests: readonly AiRequest[] }>({ threadId: '', requests: [] })
  const ask = (request: AiRequest): void =>
    setAsked((now) => ({ threadId: thread.id, requests: [...(now.threadId === thread.id ? now.requests : []), request] }))
  const isAsking = useHasModel() === false && whyNot('summarizeThread') === null
  const mayMerge = whyNot('mergeCustomer') === null
  return (
    <aside aria-label={t('Customer')} className="min-w-0 flex-1 overflow-y-auto bg-sunken">
      <div className="flex items-center gap-3 ps-4 pe-3 pt-3.5 pb-3">
        <Avatar name={shown} size={36} />
        <h2 dir="auto" className="min-w-0 flex-1 text-base font-semibold break-words">
          <Link to="/customers/$customerId" params={{ customerId: id }} className="hover:underline">
            {shown}
          </Link>
        </h2>
        {customer.data && (
          <MenuButton
            label={t('Customer')}
            icon={Ellipsis}
            side="bottom-end"
            items={[
              {
                label: t('Open the customer’s page'),
                icon: UserRound,
                onSelect: () => void navigate({ to: '/customers/$customerId', params: { customerId: id } }),
              },
              ...(mayMerge ? [{ label: t('Merge with another customer…'), icon: Merge, onSelect: () => setMerging(true) }] : []),
              ...(isAsking
                ? [
                    'separator' as const,
                    { label: t('Summarise'), icon: TextQuote, onSelect: () => ask('summary') },
                    { label: t('Similar threads'), icon: Layers, onSelect: () => ask('similar') },
                    { label: t('Suggest labels'), icon: Tag, onSelect: () => ask('labels') },
                  ]
                : []),
            ]}
          />
        )}
      </div>
      {failure && (
        <div className="px-4 pb-3">
          <Notice requestId={failure.requestId}>{failure.text}</Notice>
        </div>
      )}
      {customer.data && (
        <PaneDetails thread={thread} customer={customer.data} asked={asked.threadId === thread.id ? asked.requests : []} onAsk={ask} />
      )}
      {(threads.length > 0 || list.hasNextPage) && (
        <PanePart
          name={t('Other threads')}
          action={
            <Link
              to="/inbox/$view"
              params={{ view: 'all' }}
              search={{ customerId: id, status: 'any' }}
              className="inline-flex min-h-6 items-center text-xs text-accent hover:underline"
            >
              {t('All {number} in the list', { number: (total ?? 0).toLocaleString(formatLocale) })}
            </Link>
          }
        >
          <CustomerThreads list={list} threads={threads} />
        </PanePart>
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
