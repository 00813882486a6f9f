import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { KbMissedSearch } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Skeleton } from '../../ui/delayed.tsx'
import { Problem } from '../../ui/problem.tsx'
import { getLanguageName } from '../../ui/language-names.ts'
import { Table, type Column } from '../../ui/table.tsx'
import { formatMoment } from '../../ui/time.ts'
import { Page } from '../catalogue/page.tsx'
import { toTitle } from './people-look-for-this.tsx'
import { formatLocale } from '../../texts/language.ts'

const listColumns = (): readonly Column<KbMissedSearch>[] => [
  { header: t('Search'), cell: ({ query }) => query, grows: true },
  { header: t('How often'), cell: ({ count }) => count.toLocaleString(formatLocale), align: 'end' },
  { header: t('Language'), cell: ({ locale }) => getLanguageName(locale), from: 'sm' },
  { header: t('Last searched'), cell: ({ lastAt }) => formatMoment(lastAt), from: 'md' },
  {
    header: t('Idea'),
    cell: ({ query }) => (
      <Link
        to="/knowledge/articles/$articleId"
        params={{ articleId: 'new' }}
        search={{ title: toTitle(query) }}
        className="inline-flex min-h-6 items-center font-medium text-accent hover:underline"
      >
        {t('Write article')}
      </Link>
    ),
  },
]

/** Searches of the help centre without results, which suggest topics for new articles. */
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
  const lead = t(
    'People searched your help centre for these and found nothing. Use them as ideas for new articles. We keep them for three months.',
  )
  return (
    <Page title={t('Missed searches')} lead={lead} whyNot={whyNot} reference="kb" guide="for-admins/knowledge-base">
      {list.isPending && <Skeleton rows={6} />}
      {list.error && <Problem error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && rows.length > 0 && (
        <Table label={t('Missed searches')} columns={listColumns()} rows={rows} keyOf={({ query, locale }) => `${locale} ${query}`} />
      )}
      {list.data && rows.length === 0 && <Empty>{t('No missed searches so far.')}</Empty>}
      {list.hasNextPage && (
        <Button className="mt-3" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('Show more')}
        </Button>
      )}
    </Page>
  )
}
