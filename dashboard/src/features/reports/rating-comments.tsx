import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import type { Report } from '@skein/client'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/delayed.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { RatingList } from '../satisfaction/rating-list.tsx'
import { describeScore } from '../satisfaction/ratings.ts'
import { useRatings } from '../satisfaction/use-satisfaction.ts'
import type { ReportsSearch } from './reports-search.ts'

type RatingCommentsProps = {
  report: Report
  search: ReportsSearch
  /** Shows only the latest few, with a link to all. */
  isShort: boolean
  showsPeople: boolean
}

/** Number of ratings in the short form. */
const few = 4

/** Customers' rating comments in the report's range, each with a link to its thread. */
export function RatingComments({ report, search, isShort, showsPeople }: RatingCommentsProps) {
  const [shown, setShown] = useState<'all' | 'low'>('all')
  const { teamId, channel, inboxId, labelId, assigneeId } = search
  const [first, last] = [report.rows[0]?.bucket, report.rows.at(-1)?.bucket]
  const ratings = useRatings({
    state: 'ANSWERED',
    ...(teamId === undefined ? {} : { teamId }),
    ...(first ? { answeredAfter: first.from } : {}),
    ...(last ? { answeredBefore: last.to } : {}),
    ...(shown === 'low' ? { scoreAtMost: 2 } : {}),
  })
  const all = ratings.data?.pages.flatMap(({ data }) => data) ?? []
  // A thumbs-up has score 1, which would otherwise look like one star.
  const isLow = ({ answer, scale }: (typeof all)[number]): boolean => answer !== null && describeScore(answer.score, scale).tone === 'bad'
  const requests = shown === 'low' ? all.filter(isLow) : all
  // The ratings endpoint does not support these filters, and unfiltered ratings would contradict the figures.
  const isFiltered = channel !== undefined || inboxId !== undefined || labelId !== undefined || assigneeId !== undefined
  if (isFiltered || (isShort && requests.length === 0)) return null
  return (
    <section aria-label={t('Ratings')} className="min-w-0 self-start rounded-lg border border-line bg-surface px-4 pt-1.5 pb-4">
      <header className="mb-1 flex min-h-11 flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">{t('What customers say')}</h2>
        {isShort ? (
          <Link
            to="/reports/$page"
            params={{ page: 'satisfaction' }}
            search={search}
            className="inline-flex min-h-6 items-center font-medium text-accent hover:underline"
          >
            {t('All ratings')}
          </Link>
        ) : (
          <Segmented
            label={t('Which ratings')}
            options={[
              { value: 'all', name: t('All') },
              { value: 'low', name: t('Only low') },
            ]}
            value={shown}
            onChange={setShown}
          />
        )}
      </header>
      {ratings.error && <Problem error={ratings.error} onRetry={() => void ratings.refetch()} />}
      {ratings.isPending && <Skeleton />}
      {ratings.data && requests.length === 0 && <p className="text-muted">{t('No ratings in this time.')}</p>}
      <RatingList label={t('Ratings')} requests={isShort ? requests.slice(0, few) : requests} hasPeople={showsPeople} />
      {!isShort && ratings.hasNextPage && (
        <Button className="mt-3" disabled={ratings.isFetchingNextPage} onClick={() => void ratings.fetchNextPage()}>
          {t('Show earlier ratings')}
        </Button>
      )}
    </section>
  )
}
