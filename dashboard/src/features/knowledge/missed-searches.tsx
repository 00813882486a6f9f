import { useInfiniteQuery } from '@tanstack/react-query'
import type { KbMissedSearch } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Skeleton } from '../../ui/delayed.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { formatMoment } from '../../ui/time.ts'
import { Page } from '../catalogue/page.tsx'

const columns: readonly Column<KbMissedSearch>[] = [
  { header: 'Searched', cell: ({ query }) => query, grows: true },
  { header: 'Times', cell: ({ count }) => count.toLocaleString(), align: 'end' },
  { header: 'Language', cell: ({ locale }) => locale, from: 'sm' },
  { header: 'Last', cell: ({ lastAt }) => formatMoment(lastAt), from: 'md' },
]

/** Searches in the help centre that found nothing. They suggest topics for new articles. */
export function MissedSearchesScreen() {
  const { skein } = useApi()
  const whyNot = useRights().whyNot('listMissedSearches')
  const list = useInfiniteQuery({
    queryKey: ['missed-searches'],
    enabled: whyNot === null,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      skein.listMissedSearches({ query: { limit: 100, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    getNextPageParam: ({ meta }) => (meta.hasMore ? meta.cursor : undefined),
  })
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? []
  const lead = 'What visitors searched for in the help centre without a result, kept for three months: ideas for the next articles.'
  return (
    <Page title="Missed searches" lead={lead} whyNot={whyNot} reference="kb" guide="knowledge-base">
      {list.isPending && <Skeleton rows={6} />}
      {list.error && <Problem error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && rows.length > 0 && (
        <Table label="Missed searches" columns={columns} rows={rows} keyOf={({ query, locale }) => `${locale} ${query}`} />
      )}
      {list.data && rows.length === 0 && <Empty>So far every search has found something.</Empty>}
      {list.hasNextPage && (
        <Button className="mt-3" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
    </Page>
  )
}
