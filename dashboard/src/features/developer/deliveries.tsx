import { useState } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { DeliveryState, WebhookDelivery } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { plural, t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CodeName } from '../../ui/code-name.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Skeleton } from '../../ui/delayed.tsx'
import { RefreshCw } from '../../ui/icons.ts'
import { Problem } from '../../ui/problem.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { formatMoment } from '../../ui/time.ts'
import { Select } from '../../ui/select.tsx'
import type { CataloguePage } from '../catalogue/catalogue-cache.ts'
import { Page } from '../catalogue/page.tsx'
import { useRights } from '../../api/rights.ts'
import { DeliverySheet } from './delivery-sheet.tsx'
import { deliveryTones, deliveryLabels } from './delivery-labels.ts'
import { useEventTypes } from './event-types.ts'

const states = ['PENDING', 'SUCCEEDED', 'FAILED', 'DEAD'] as const
const refreshMs = 10_000

const listColumns = (): readonly Column<WebhookDelivery>[] => [
  { header: t('Event'), cell: ({ eventType }) => <CodeName>{eventType}</CodeName>, grows: true },
  { header: t('When'), cell: ({ createdAt }) => formatMoment(createdAt), from: 'sm' },
  { header: t('Attempts'), cell: ({ attempt }) => attempt, align: 'end', from: 'xl' },
  { header: t('Response'), cell: ({ responseStatus }) => responseStatus, align: 'end', from: 'sm' },
  { header: t('State'), cell: ({ state }) => <Badge tone={deliveryTones[state]}>{t(deliveryLabels[state])}</Badge> },
]

/** Deliveries of one webhook or of all webhooks. No event reports deliveries, so the first page is polled. */
export function Deliveries({ webhookId }: { webhookId?: string }) {
  const { skein } = useApi()
  const [state, setState] = useState<DeliveryState | ''>('')
  const [eventType, setEventType] = useState('')
  const [openId, setOpenId] = useState<string | null>(null)
  const types = useEventTypes()
  const filters = { ...(state === '' ? {} : { state }), ...(eventType === '' ? {} : { eventType }) }
  const list = useInfiniteQuery({
    queryKey: ['catalogue', 'delivery', webhookId ?? 'all', filters],
    initialPageParam: '',
    staleTime: 0,
    // Poll only the first page: an agent who has loaded more pages is reading, and rows must not move.
    refetchInterval: (query: { state: { data?: { pages: readonly unknown[] } | undefined } }) =>
      (query.state.data?.pages.length ?? 0) > 1 ? false : refreshMs,
    async queryFn({ pageParam, signal }: { pageParam: string; signal: AbortSignal }): Promise<CataloguePage<WebhookDelivery>> {
      const query = { ...filters, limit: 25, ...(pageParam ? { cursor: pageParam } : {}) }
      const { data, meta } = await (webhookId === undefined
        ? skein.listDeliveries({ query, signal })
        : skein.listWebhookDeliveries({ path: { id: webhookId }, query, signal }))
      return { data, meta }
    },
    getNextPageParam: ({ meta }) => (meta.hasMore ? meta.cursor : undefined),
    meta: {
      matches: (delivery: WebhookDelivery) =>
        (webhookId === undefined || delivery.webhookId === webhookId) &&
        (state === '' || delivery.state === state) &&
        (eventType === '' || delivery.eventType === eventType),
    },
  })
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? []
  const total = list.data?.pages.at(-1)?.meta.total ?? 0
  const open = rows.find(({ id }) => id === openId)
  const select = 'min-w-0 max-sm:basis-[45%] max-sm:grow'
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2 lg:flex-nowrap">
        <Select
          label={t('State')}
          className={select}
          options={[{ value: '', label: t('Any state') }, ...states.map((each) => ({ value: each, label: t(deliveryLabels[each]) }))]}
          value={state}
          onChange={(value) => setState(states.find((each) => each === value) ?? '')}
        />
        <Select
          label={t('Event type')}
          className={select}
          options={[{ value: '', label: t('Any event') }, ...(types.data ?? []).map(({ type }) => ({ value: type, label: type }))]}
          value={eventType}
          onChange={setEventType}
        />
        <span className="whitespace-nowrap text-muted tabular-nums">
          {list.data ? plural(total, '{count} delivery', '{count} deliveries') : ''}
        </span>
        <Button icon={RefreshCw} className="ms-auto" disabled={list.isFetching} onClick={() => void list.refetch()}>
          {t('Refresh')}
        </Button>
      </div>
      {list.isPending && <Skeleton />}
      {list.error && <Problem error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && rows.length === 0 && (
        <Empty>
          {state === '' && eventType === ''
            ? t('Nothing sent yet. We send events as they happen.')
            : t('No deliveries match these filters.')}
        </Empty>
      )}
      {rows.length > 0 && (
        <Table label={t('Deliveries')} keyOf={({ id }) => id} rows={rows} columns={listColumns()} onOpen={({ id }) => setOpenId(id)} />
      )}
      {list.hasNextPage && (
        <Button className="mt-3" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('Show more ({shown} of {total})', { shown: rows.length, total })}
        </Button>
      )}
      {open && <DeliverySheet delivery={open} onClose={() => setOpenId(null)} />}
    </>
  )
}

export function DeliveriesScreen() {
  const whyNot = useRights().whyNot('listDeliveries')
  return (
    <Page
      title={t('Deliveries')}
      guide="guides/webhooks"
      lead={t('Everything we sent to your webhooks, newest first. Deleted webhooks are included.')}
      whyNot={whyNot}
    >
      <Deliveries />
    </Page>
  )
}
