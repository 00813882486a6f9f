import { Link } from '@tanstack/react-router'
import type { Fact } from '@skein/client'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { formatSpan } from '../../ui/chart/values.ts'
import { formatExact, formatMoment } from '../../ui/time.ts'
import { describeScore } from '../satisfaction/ratings.ts'
import { factNames } from './fact-names.ts'

type FactTableProps = {
  facts: readonly Fact[]
  /** Whether the facts belong to several threads, named in the first column, or to one thread. */
  of?: 'threads' | 'thread'
  isWorking?: boolean
}

/** Table of facts with thread, time, actor and duration. Empty columns are omitted. */
export function FactTable({ facts, of = 'threads', isWorking = false }: FactTableProps) {
  const hasThreads = of === 'threads'
  const hasDurations = facts.some(({ valueMs }) => valueMs !== null)
  const hasKinds = !hasThreads || new Set(facts.map(({ kind }) => kind)).size > 1
  const hasRatings = facts.some(isRating)
  const hasPeople = facts.some(({ person }) => person !== null)
  return (
    <div className="@container">
      <table aria-label={t('What happened')} className="w-full border-collapse">
        <thead>
          <tr className="border-b border-line text-start text-xs text-muted">
            {hasThreads && (
              <th scope="col" className={headLook}>
                {t('Thread')}
              </th>
            )}
            {hasKinds && (
              <th scope="col" className={headLook}>
                {t('What')}
              </th>
            )}
            {hasRatings && (
              <th scope="col" className={headLook}>
                {t('Rating')}
              </th>
            )}
            {hasPeople && (
              <th scope="col" className={`${headLook} @max-[26rem]:hidden`}>
                {t('Who')}
              </th>
            )}
            {hasDurations && (
              <th scope="col" className={`${headLook} text-end!`}>
                {isWorking ? t('Working time') : t('Took')}
              </th>
            )}
            <th scope="col" className={`${headLook} text-end!`}>
              {t('When')}
            </th>
          </tr>
        </thead>
        <tbody>
          {facts.map((fact) => (
            <tr key={fact.id} className="border-b border-line-soft align-baseline">
              {hasThreads && (
                <th scope="row" className="py-2 pe-3 text-start font-normal">
                  <ThreadName thread={fact.thread} />
                </th>
              )}
              {hasKinds && <td className="py-2 pe-3">{t(factNames[fact.kind])}</td>}
              {hasRatings && <td className="py-2 pe-3 whitespace-nowrap">{isRating(fact) && describeRating(fact)}</td>}
              {hasPeople && (
                <td className="py-2 pe-3 @max-[26rem]:hidden">
                  {fact.person && (
                    <span className="inline-flex items-center gap-2">
                      {fact.person.name !== null && <Avatar name={fact.person.name} size={20} />}
                      {fact.person.name ?? t('Deleted')}
                    </span>
                  )}
                </td>
              )}
              {hasDurations && (
                <td className="py-2 pe-3 text-end whitespace-nowrap tabular-nums">
                  {formatTaken(isWorking ? fact.businessMs : fact.valueMs)}
                </td>
              )}
              <td className="py-2 text-end whitespace-nowrap text-muted tabular-nums">
                <time dateTime={fact.at} data-tip={formatExact(fact.at)}>
                  {formatMoment(fact.at)}
                </time>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** True for a rating, with its scale in `field` and its score in `to`. */
const isRating = ({ kind, to }: Fact): boolean => kind === 'RATED' && to !== null

function describeRating({ field, to }: Fact): string {
  return describeScore(Number(to), field === 'THUMBS' ? 'THUMBS' : 'STARS').text
}

const headLook = 'py-2 pe-3 text-start font-medium last:pe-0'

const formatTaken = (ms: number | null): string => (ms === null ? '' : formatSpan(ms))

function ThreadName({ thread }: { thread: Fact['thread'] }) {
  if (!thread) return <span className="text-muted">{t('Erased thread')}</span>
  return (
    <Link to="/inbox/$view/$threadId" params={{ view: 'all', threadId: thread.id }} className="group block">
      <span dir="auto" className="block font-medium wrap-anywhere group-hover:underline">
        {thread.subject ?? thread.ticketNumber}
      </span>
      <span className="text-xs text-muted">{thread.ticketNumber}</span>
    </Link>
  )
}
