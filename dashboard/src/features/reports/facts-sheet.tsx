import { useState } from 'react'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReportMetricId, RequestOf } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { plural, t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { getToday } from '../../ui/dates.ts'
import { Skeleton } from '../../ui/delayed.tsx'
import { FormSheet } from '../../ui/form-sheet.tsx'
import { Download } from '../../ui/icons.ts'
import { saveFile } from '../../ui/save-file.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { showToast } from '../../ui/toasts.ts'
import { CustomerThreads } from '../customers/customer-threads.tsx'
import { useFactsTarget } from './facts-link.tsx'
import { FactTable } from './fact-table.tsx'
import { metricNames } from './metric-names.ts'
import { ReportProblem } from './report-problem.tsx'
import { readCsv } from './use-reports.ts'

type FactsQuery = NonNullable<RequestOf<'listReportFacts'>['query']>

const pageSize = 50

/** The facts behind a number, or their threads, with the exact total and a CSV export. */
export function FactsSheet({ parameters }: { parameters: string }) {
  const navigate = useNavigate()
  const { skein } = useApi()
  const openFacts = useFactsTarget()
  const [shape, setShape] = useState<'facts' | 'threads'>('facts')
  // Safe because the service generated these parameters, and validates them again.
  const query = Object.fromEntries(new URLSearchParams(parameters)) as unknown as FactsQuery
  const close = (): void => void navigate({ ...openFacts(null), replace: true })
  const download = useMutation({
    mutationFn: () => readCsv(skein.exportReportFacts({ query })),
    onSuccess: (blob) => saveFile(`facts-${getToday()}.csv`, blob, 'text/csv'),
    onError: (error) => showToast({ kind: 'problem', text: describeFailure(error).text }),
  })
  const metric = query.metric as ReportMetricId | undefined
  const title = metric !== undefined && Object.hasOwn(metricNames, metric) ? t(metricNames[metric]) : t('What happened')
  return (
    <FormSheet title={title} wide onClose={close}>
      <div className="flex flex-wrap items-center gap-2 px-5 pt-4">
        <Segmented
          label={t('Show as')}
          options={[
            { value: 'facts', name: t('What happened') },
            { value: 'threads', name: t('Threads') },
          ]}
          value={shape}
          onChange={setShape}
        />
        <Button icon={Download} className="ms-auto" disabled={download.isPending} onClick={() => download.mutate()}>
          {download.isPending ? t('Exporting…') : t('Export as CSV')}
        </Button>
      </div>
      <div className="px-5 pt-3 pb-6">{shape === 'facts' ? <FactList query={query} /> : <ThreadList query={query} />}</div>
    </FormSheet>
  )
}

const getNextPageParam = ({ meta }: { meta: { hasMore: boolean; cursor: string } }) => (meta.hasMore ? meta.cursor : undefined)

function FactList({ query }: { query: FactsQuery }) {
  const { skein } = useApi()
  const list = useInfiniteQuery({
    queryKey: ['report-facts', query],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const { data, meta } = await skein.listReportFacts({
        query: { ...query, limit: pageSize, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      })
      return { data, meta }
    },
    getNextPageParam,
  })
  const facts = list.data?.pages.flatMap(({ data }) => data) ?? []
  const total = list.data?.pages[0]?.meta.total ?? 0
  if (list.error) return <ReportProblem error={list.error} onRetry={() => void list.refetch()} />
  if (list.isPending) return <Skeleton rows={8} />
  return (
    <>
      <p className="mb-2 font-medium tabular-nums">{plural(total, '{count} entry', '{count} entries')}</p>
      <FactTable facts={facts} isWorking={query.time === 'WORKING'} />
      {list.hasNextPage && (
        <Button className="mt-3" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('Show more ({shown} of {total})', { shown: facts.length, total })}
        </Button>
      )}
    </>
  )
}

function ThreadList({ query }: { query: FactsQuery }) {
  const { skein } = useApi()
  const list = useInfiniteQuery({
    queryKey: ['report-threads', query],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const { data, meta } = await skein.listReportThreads({
        query: { ...query, limit: pageSize, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      })
      return { data, meta }
    },
    getNextPageParam,
  })
  const threads = list.data?.pages.flatMap(({ data }) => data) ?? []
  const total = list.data?.pages[0]?.meta.total ?? 0
  if (list.error) return <ReportProblem error={list.error} onRetry={() => void list.refetch()} />
  if (list.isPending) return <Skeleton rows={8} />
  return (
    <>
      <p className="mb-2 font-medium tabular-nums">{plural(total, '{count} thread', '{count} threads')}</p>
      <CustomerThreads threads={threads} />
      {list.hasNextPage && (
        <Button className="mt-3" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('Show more ({shown} of {total})', { shown: threads.length, total })}
        </Button>
      )}
    </>
  )
}
