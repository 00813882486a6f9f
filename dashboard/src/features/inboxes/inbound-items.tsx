import { Link } from '@tanstack/react-router'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { InboundItem, Inbox } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { useRights } from '../../api/rights.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CodeName } from '../../ui/code-name.tsx'
import { Skeleton } from '../../ui/delayed.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { formatMoment } from '../../ui/time.ts'
import { showToast } from '../../ui/toasts.ts'
import { describeItem } from './inbound-item.ts'

const itemsKey = 'inbound-items'
const pollMs = 10_000
const shown = 10

/** The latest items of the inbox. No event reports items, so the list is polled. */
export function useInboundItems({ id }: Pick<Inbox, 'id'>) {
  const { skein } = useApi()
  return useQuery({
    queryKey: [itemsKey, id],
    staleTime: 0,
    refetchInterval: pollMs,
    queryFn: async ({ signal }) => (await skein.listInboundItems({ query: { inboxId: id, limit: shown }, signal })).data,
  })
}

const columns = (): readonly Column<InboundItem>[] => [
  { header: t('Event'), cell: (item) => <ItemName item={item} />, grows: true },
  { header: t('Result'), cell: (item) => <Outcome item={item} /> },
  { header: t('When'), cell: ({ receivedAt }) => formatMoment(receivedAt), from: 'md' },
]

/** Lists what came in from the inbox's provider, newest first. `empty` is shown before the first item. */
export function InboundItems({ inbox, empty }: { inbox: Inbox; empty: string }) {
  const items = useInboundItems(inbox)
  if (items.isPending) return <Skeleton rows={3} />
  if (items.error) return <Problem error={items.error} onRetry={() => void items.refetch()} />
  const { data } = items
  if (data.length === 0) return <p className="text-muted">{empty}</p>
  return <Table label={t('Recently received')} keyOf={({ id }) => id} rows={data} columns={columns()} />
}

function ItemName({ item }: { item: InboundItem }) {
  const { kind, from } = item
  const { detail } = describeItem(item)
  return (
    <>
      <CodeName>{kind}</CodeName>
      {from !== null && (
        <span dir="auto" className="block text-xs text-text-2">
          {from}
        </span>
      )}
      {detail !== null && <span className="block text-xs text-muted">{detail}</span>}
    </>
  )
}

function Outcome({ item }: { item: InboundItem }) {
  const { threadId } = item
  const { result, tone } = describeItem(item)
  return (
    <span className="grid justify-items-start gap-1">
      <Badge tone={tone}>{result}</Badge>
      {threadId !== null && (
        <Link
          to="/inbox/$view/$threadId"
          params={{ view: 'all', threadId }}
          className="inline-flex min-h-6 items-center text-xs font-medium text-accent hover:underline"
        >
          {t('Open the thread')}
        </Link>
      )}
      {item.outcome === 'SUSPENDED' && <Release item={item} />}
    </span>
  )
}

/** Lets a held item become a message. */
function Release({ item: { id, kind } }: { item: InboundItem }) {
  const { skein, queries } = useApi()
  const whyNot = useRights().whyNot('releaseInboundItem')
  const release = useMutation({
    mutationFn: () => skein.releaseInboundItem({ path: { id }, idempotencyKey: newIdempotencyKey() }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [itemsKey] }),
    onError: (error) => showToast({ kind: 'problem', text: describeFailure(error).text }),
  })
  return (
    <Button
      look="plain"
      size="small"
      className="-ms-2 px-2! text-xs! text-accent!"
      aria-label={t('Release {name}', { name: kind })}
      hidden={whyNot !== null}
      disabled={release.isPending}
      onClick={() => release.mutate()}
    >
      {t('Release')}
    </Button>
  )
}
