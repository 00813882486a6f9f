import { useState } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { DeliveryState, WebhookDelivery } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CodeName } from '../../ui/code-name.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Skeleton } from '../../ui/delayed.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { formatMoment } from '../../ui/time.ts'
import type { CataloguePage } from '../catalogue/catalogue-cache.ts'
import { Page } from '../catalogue/page.tsx'
import { useRights } from '../../api/rights.ts'
import { DeliverySheet } from './delivery-sheet.tsx'
import { deliveryTones, deliveryLabels } from './delivery-labels.ts'
import { useEventTypes } from './event-types.ts'

const states = ['PENDING', 'SUCCEEDED', 'FAILED', 'DEAD'] as const
const refreshMs = 10_000

const columns: readonly Column<WebhookDelivery>[] = [
  { header: 'Event', cell: ({ eventType }) => <CodeName>{eventType}</CodeName>, grows: true },
  { header: 'When', cell: ({ createdAt }) => formatMoment(createdAt), from: 'sm' },
  { header: 'Attempts', cell: ({ attempt }) => attempt, align: 'end', from: 'xl' },
  { header: 'Answer', cell: ({ responseStatus }) => responseStatus, align: 'end', from: 'sm' },
  { header: 'State', cell: ({ state }) => <Badge tone={deliveryTones[state]}>{deliveryLabels[state]}</Badge> },
]

/** Deliveries of one webhook or of all webhooks. Deliveries have no events, so the first page is polled. */
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
    // Polls only the first page. An agent who has loaded more pages is reading, and rows must not move.
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
  const select = 'h-8 min-w-0 max-sm:basis-[45%] max-sm:grow rounded-md border border-line-strong bg-surface px-2 text-sm'
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2 lg:flex-nowrap">
        <select
          aria-label="State"
          className={select}
          value={state}
          onChange={(event) => setState(states.find((each) => each === event.target.value) ?? '')}
        >
          <option value="">Any state</option>
          {states.map((each) => (
            <option key={each} value={each}>
              {deliveryLabels[each]}
            </option>
          ))}
        </select>
        <select aria-label="Event type" className={select} value={eventType} onChange={(event) => setEventType(event.target.value)}>
          <option value="">Any event</option>
          {types.data?.map(({ type }) => (
            <option key={type}>{type}</option>
          ))}
        </select>
        <span className="text-sm whitespace-nowrap text-muted tabular-nums">
          {list.data ? `${total.toLocaleString()} ${total === 1 ? 'delivery' : 'deliveries'}` : ''}
        </span>
        <Button className="ms-auto" disabled={list.isFetching} onClick={() => void list.refetch()}>
          Refresh
        </Button>
      </div>
      {list.isPending && <Skeleton />}
      {list.error && <Problem error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && rows.length === 0 && (
        <Empty>
          {state === '' && eventType === '' ? 'Nothing was sent yet. Events are sent as they happen.' : 'No delivery is like this.'}
        </Empty>
      )}
      {rows.length > 0 && (
        <Table label="Deliveries" keyOf={({ id }) => id} rows={rows} columns={columns} onOpen={({ id }) => setOpenId(id)} />
      )}
      {list.hasNextPage && (
        <Button className="mt-3" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more ({rows.length} of {total.toLocaleString()})
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
      title="Deliveries"
      guide="webhooks"
      lead="Everything sent to your webhooks, newest first, deleted webhooks included."
      whyNot={whyNot}
    >
      <Deliveries />
    </Page>
  )
}
