import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import type { PrivacyRequest } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { lazily, t, tx } from '../../texts/texts.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Skeleton } from '../../ui/delayed.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { formatMoment } from '../../ui/time.ts'
import { catalogueKey } from '../catalogue/catalogue-cache.ts'
import { Page } from '../catalogue/page.tsx'
import { NewPrivacyRequest } from './new-privacy-request.tsx'
import { PrivacyRequestSheet } from './privacy-request-sheet.tsx'

const states = lazily(
  (): Readonly<Record<PrivacyRequest['state'], { name: string; tone: Tone }>> => ({
    QUEUED: { name: t('Queued'), tone: 'plain' },
    RUNNING: { name: t('Running'), tone: 'accent' },
    DONE: { name: t('Done'), tone: 'good' },
    FAILED: { name: t('Failed'), tone: 'bad' },
  }),
)

function describeRequest({ type, mode, dryRun }: PrivacyRequest): string {
  if (type === 'EXPORT') return t('Data export')
  if (type === 'RETENTION') return t('Old closed threads erased')
  if (mode === 'DELETE') return dryRun ? t('Deletion, counted only') : t('Deletion')
  return dryRun ? t('Anonymisation, counted only') : t('Anonymisation')
}

const columns = lazily((): readonly Column<PrivacyRequest>[] => [
  { header: t('What'), cell: describeRequest },
  {
    header: t('Customer'),
    cell: ({ customerId }) => <code className="font-mono text-xs break-all">{customerId}</code>,
    from: 'md',
    grows: true,
  },
  { header: t('Requested'), cell: ({ createdAt }) => formatMoment(createdAt), from: 'sm' },
  { header: t('State'), cell: ({ state }) => <Badge tone={states()[state].tone}>{states()[state].name}</Badge> },
])

const pollMs = 2_000

/** Exports and erasures of customers: past requests, which are kept as evidence, and buttons for new ones. */
export function PrivacyScreen() {
  const { skein } = useApi()
  const whyNot = useRights().whyNot('listPrivacyRequests')
  const [openId, setOpenId] = useState<string | null>(null)
  const [newRequest, setNewRequest] = useState<'export' | 'erase' | null>(null)
  const list = useInfiniteQuery({
    queryKey: catalogueKey('privacy.request', ''),
    enabled: whyNot === null,
    staleTime: 0,
    initialPageParam: '',
    async queryFn({ pageParam, signal }) {
      const { data, meta } = await skein.listPrivacyRequests({ query: { limit: 50, ...(pageParam ? { cursor: pageParam } : {}) }, signal })
      return { data, meta }
    },
    getNextPageParam: ({ meta }) => (meta.hasMore ? meta.cursor : undefined),
    // An event reports a finished request but not its progress, so poll running requests.
    refetchInterval: ({ state: { data } }) =>
      data?.pages[0]?.data.some(({ state }) => state === 'QUEUED' || state === 'RUNNING') ? pollMs : false,
  })
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? []
  const open = rows.find(({ id }) => id === openId)
  return (
    <Page
      title={t('Data & privacy')}
      reference="privacy"
      guide="for-admins/privacy"
      lead={
        <>
          {tx(
            'Export or erase what you store about a customer. We keep a record of each request, without the data. You can set how long we keep closed threads in {general}.',
            {
              general: (
                <Link to="/settings/workspace" className="text-accent underline">
                  {t('General')}
                </Link>
              ),
            },
          )}
        </>
      }
      whyNot={whyNot}
    >
      <div className="mb-4 flex flex-wrap gap-2">
        <Button look="primary" onClick={() => setNewRequest('export')}>
          {t('Export a customer')}
        </Button>
        <Button look="danger" onClick={() => setNewRequest('erase')}>
          {t('Erase a customer')}
        </Button>
      </div>
      {list.isPending && whyNot === null && <Skeleton />}
      {list.error && <Problem error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && rows.length === 0 && <Empty>{t('No requests yet. Export or erase a customer when they ask you to.')}</Empty>}
      {rows.length > 0 && (
        <Table label={t('Privacy requests')} columns={columns()} rows={rows} keyOf={({ id }) => id} onOpen={({ id }) => setOpenId(id)} />
      )}
      {list.hasNextPage && (
        <Button className="mt-3" onClick={() => void list.fetchNextPage()}>
          {t('Show more')}
        </Button>
      )}
      {newRequest && <NewPrivacyRequest kind={newRequest} onClose={() => setNewRequest(null)} onRequested={setOpenId} />}
      {open && !newRequest && <PrivacyRequestSheet request={open} onClose={() => setOpenId(null)} />}
    </Page>
  )
}
