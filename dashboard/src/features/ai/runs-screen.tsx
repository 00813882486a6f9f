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
import { formatDay, formatMoment } from '../../ui/time.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { BookOpen, Languages, Layers, Pencil, Reply, Tag, TextQuote, type IconType } from '../../ui/icons.ts'
import { Page } from '../catalogue/page.tsx'
import { RateRun } from './rate-run.tsx'
import { describeAuthor, percent, useAiUsage } from './use-ai.ts'
import { formatLocale } from '../../texts/language.ts'
import { lazily, message, t, type Message } from '../../texts/texts.ts'

const operations: Readonly<Record<AiRun['operation'], Message>> = {
  SUGGEST_REPLY: message('Suggested reply'),
  SUMMARIZE: message('Summary'),
  CLASSIFY: message('Similar threads'),
  SUGGEST_LABELS: message('Labels'),
  REWRITE: message('Rephrased text'),
  TRANSLATE: message('Translation'),
  ANSWER: message('Answer'),
}
const statuses: Readonly<Record<AiRun['status'], Message>> = {
  SUCCEEDED: message('Done'),
  NO_ANSWER: message('Nothing found'),
  FAILED: message('Failed'),
  ERASED: message('Erased'),
}

const tones: Readonly<Record<AiRun['status'], Tone>> = { SUCCEEDED: 'good', NO_ANSWER: 'plain', FAILED: 'bad', ERASED: 'plain' }
const icons: Readonly<Record<AiRun['operation'], IconType>> = {
  SUGGEST_REPLY: Reply,
  SUMMARIZE: TextQuote,
  CLASSIFY: Layers,
  SUGGEST_LABELS: Tag,
  REWRITE: Pencil,
  TRANSLATE: Languages,
  ANSWER: BookOpen,
}

function Operation({ of }: { of: AiRun['operation'] }) {
  return (
    <>
      <Icon of={icons[of]} className="me-2 inline align-[-3px] text-muted" />
      {t(operations[of])}
    </>
  )
}

const runColumns = lazily((): readonly Column<AiRun>[] => [
  { header: t('What'), cell: ({ operation }) => <Operation of={operation} /> },
  { header: t('Result'), cell: ({ status }) => <Badge tone={tones[status]}>{t(statuses[status])}</Badge> },
  { header: t('By'), from: 'md', cell: ({ model }) => model ?? t('Without a model') },
  { header: t('Sure'), from: 'sm', align: 'end', cell: ({ confidence }) => (confidence === null ? '' : percent(confidence)) },
  {
    header: t('Rated'),
    from: 'xl',
    cell: ({ feedback }) => (feedback === null ? '' : feedback.rating === 'HELPFUL' ? t('Helpful') : t('Not helpful')),
  },
  { header: t('When'), cell: ({ createdAt }) => <time dateTime={createdAt}>{formatMoment(createdAt)}</time> },
])
const usageColumns = lazily((): readonly Column<AiUsage[number]>[] => [
  { header: t('Day'), cell: ({ day }) => formatDay(day) },
  { header: t('What'), cell: ({ operation }) => <Operation of={operation} /> },
  { header: t('Runs'), align: 'end', cell: ({ runs }) => runs.toLocaleString(formatLocale) },
  { header: t('Failed'), align: 'end', from: 'sm', cell: ({ failed }) => failed.toLocaleString(formatLocale) },
  { header: t('Tokens'), align: 'end', cell: ({ inputTokens, outputTokens }) => (inputTokens + outputTokens).toLocaleString(formatLocale) },
])

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
      title={t('AI assistant')}
      reference="ai"
      guide="for-admins/ai-assistant"
      lead={t(
        'Summaries, labels and replies your team asked for. AI never sends or changes anything by itself. You set up the language model under General.',
      )}
      whyNot={whyNot}
    >
      {list.isPending && whyNot === null && <Skeleton rows={6} />}
      {list.error && <Problem error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && runs.length === 0 && (
        <Empty>{t('No one has asked for anything yet. Open a thread and choose Summarise beside it.')}</Empty>
      )}
      {runs.length > 0 && (
        <Table label={t('Runs')} columns={runColumns()} rows={runs} keyOf={({ id }) => id} onOpen={({ id }) => setOpenId(id)} />
      )}
      {list.hasNextPage && (
        <Button className="mt-3" onClick={() => void list.fetchNextPage()}>
          {t('Show more')}
        </Button>
      )}
      {usage.data && usage.data.length > 0 && (
        <>
          <h2 className="mt-8 mb-2.5 text-md font-semibold">{t('Usage in the last 30 days')}</h2>
          <Table label={t('Usage')} columns={usageColumns()} rows={usage.data} keyOf={({ day, operation }) => `${day} ${operation}`} />
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
    <FormSheet title={run.data ? t(operations[run.data.operation]) : t('Run')} onClose={onClose}>
      <div className="p-5">
        {run.error && <Problem error={run.error} onRetry={() => void run.refetch()} />}
        {run.data && (
          <>
            <p className="text-xs text-muted">{describeAuthor(run.data)}</p>
            <p dir="auto" className="mt-3 rounded-lg border border-line bg-surface px-3 py-2.5 text-base wrap-anywhere whitespace-pre-wrap">
              {run.data.failure ??
                run.data.output.text ??
                (run.data.output.labels.map(({ name, confidence }) => `${name} (${percent(confidence)})`).join('\n') ||
                  t(statuses[run.data.status]))}
            </p>
            {run.data.citations.length > 0 && (
              <>
                <h3 className="mt-4 mb-1 font-medium">{t('Sources')}</h3>
                <ul className="list-disc ps-5">
                  {run.data.citations.map(({ title, quote, messageId, threadId, articleId }) => (
                    <li key={`${messageId ?? threadId ?? articleId ?? title} ${quote}`} className="wrap-anywhere">
                      {quote ?? title}
                    </li>
                  ))}
                </ul>
              </>
            )}
            <p className="-ms-2 mt-3">
              <RateRun run={run.data} />
            </p>
          </>
        )}
      </div>
    </FormSheet>
  )
}
