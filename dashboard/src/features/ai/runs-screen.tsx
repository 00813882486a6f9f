import { useState } from 'react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { AiRun, AiUsage } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { Button } from '../../ui/button.tsx'
import { FormSheet } from '../../ui/form-sheet.tsx'
import { Skeleton } from '../../ui/delayed.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { formatMoment } from '../../ui/time.ts'
import { Page } from '../catalogue/page.tsx'
import { RateRun } from './rate-run.tsx'
import { describeAuthor, percent, useAiUsage } from './use-ai.ts'

const operations: Readonly<Record<AiRun['operation'], string>> = {
  SUGGEST_REPLY: 'Suggested reply',
  SUMMARIZE: 'Summary',
  CLASSIFY: 'Similar threads',
  SUGGEST_LABELS: 'Labels',
  REWRITE: 'Rewritten text',
  TRANSLATE: 'Translation',
  ANSWER: 'Answer',
}
const statuses: Readonly<Record<AiRun['status'], string>> = {
  SUCCEEDED: 'Done',
  NO_ANSWER: 'Nothing found',
  FAILED: 'Failed',
  ERASED: 'Erased',
}

const runColumns: readonly Column<AiRun>[] = [
  { header: 'What', cell: ({ operation }) => operations[operation] },
  { header: 'Result', cell: ({ status }) => statuses[status] },
  { header: 'By', from: 'md', cell: ({ model }) => model ?? 'Without a model' },
  { header: 'Sure', from: 'sm', align: 'end', cell: ({ confidence }) => (confidence === null ? '' : percent(confidence)) },
  {
    header: 'Rated',
    from: 'xl',
    cell: ({ feedback }) => (feedback === null ? '' : feedback.rating === 'HELPFUL' ? 'Helpful' : 'Not helpful'),
  },
  { header: 'When', cell: ({ createdAt }) => <time dateTime={createdAt}>{formatMoment(createdAt)}</time> },
]
const usageColumns: readonly Column<AiUsage[number]>[] = [
  { header: 'Day', cell: ({ day }) => day },
  { header: 'What', cell: ({ operation }) => operations[operation] },
  { header: 'Runs', align: 'end', cell: ({ runs }) => runs.toLocaleString() },
  { header: 'Failed', align: 'end', from: 'sm', cell: ({ failed }) => failed.toLocaleString() },
  { header: 'Tokens', align: 'end', cell: ({ inputTokens, outputTokens }) => (inputTokens + outputTokens).toLocaleString() },
]

/** The list of AI runs with their results and ratings, and the token usage of the last 30 days. */
export function AiRunsScreen() {
  const { skein } = useApi()
  const whyNot = useRights().whyNot('listAiRuns')
  const [openId, setOpenId] = useState<string | null>(null)
  const usage = useAiUsage()
  const list = useInfiniteQuery({
    queryKey: ['ai-runs'],
    enabled: whyNot === null,
    staleTime: 0,
    initialPageParam: '',
    async queryFn({ pageParam, signal }) {
      const { data, meta } = await skein.listAiRuns({ query: { limit: 50, ...(pageParam ? { cursor: pageParam } : {}) }, signal })
      return { data, meta }
    },
    getNextPageParam: ({ meta }) => (meta.hasMore ? meta.cursor : undefined),
  })
  const runs = list.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <Page
      title="Assistance"
      reference="ai"
      guide="ai"
      lead="Summaries, labels and replies that your people have asked for. Nothing is sent or changed by them. The language model is set under General."
      whyNot={whyNot}
    >
      {list.isPending && whyNot === null && <Skeleton rows={6} />}
      {list.error && <Problem error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && runs.length === 0 && <p>Nothing was asked for yet. Open a thread, and press Summarize beside it.</p>}
      {runs.length > 0 && <Table label="Runs" columns={runColumns} rows={runs} keyOf={({ id }) => id} onOpen={({ id }) => setOpenId(id)} />}
      {list.hasNextPage && (
        <Button className="mt-3" onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
      {usage.data && usage.data.length > 0 && (
        <>
          <h2 className="mt-6 mb-2 font-semibold">Usage in the last 30 days</h2>
          <Table label="Usage" columns={usageColumns} rows={usage.data} keyOf={({ day, operation }) => `${day} ${operation}`} />
        </>
      )}
      {openId !== null && <RunSheet id={openId} onClose={() => setOpenId(null)} />}
    </Page>
  )
}

function RunSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const { skein } = useApi()
  const run = useQuery({
    queryKey: ['ai-runs', id],
    staleTime: 0,
    queryFn: async ({ signal }) => (await skein.getAiRun({ path: { id }, signal })).data,
  })
  return (
    <FormSheet title={run.data ? operations[run.data.operation] : 'Run'} onClose={onClose}>
      <div className="p-5 text-sm">
        {run.error && <Problem error={run.error} onRetry={() => void run.refetch()} />}
        {run.data && (
          <>
            <p className="text-xs text-muted">{describeAuthor(run.data)}</p>
            <p dir="auto" className="mt-3 wrap-anywhere whitespace-pre-wrap">
              {run.data.failure ??
                run.data.output.text ??
                (run.data.output.labels.map(({ name, confidence }) => `${name} (${percent(confidence)})`).join('\n') ||
                  statuses[run.data.status])}
            </p>
            {run.data.citations.length > 0 && (
              <>
                <h3 className="mt-3 font-medium">Sources</h3>
                <ul className="list-disc ps-5">
                  {run.data.citations.map(({ title, quote, messageId, threadId, articleId }) => (
                    <li key={`${messageId ?? threadId ?? articleId ?? title} ${quote}`} className="wrap-anywhere">
                      {quote ?? title}
                    </li>
                  ))}
                </ul>
              </>
            )}
            <p className="-ms-2.5 mt-3">
              <RateRun run={run.data} />
            </p>
          </>
        )}
      </div>
    </FormSheet>
  )
}
