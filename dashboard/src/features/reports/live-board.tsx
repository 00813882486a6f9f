import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReportNow } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Skeleton } from '../../ui/delayed.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ChevronLeft } from '../../ui/icons.ts'
import { Problem } from '../../ui/problem.tsx'
import { BarCell } from '../../ui/chart/bar-cell.tsx'
import { formatValue } from '../../ui/chart/values.ts'
import { formatAgo, formatMoment } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { useTitle } from '../../ui/use-title.ts'
import type { ListSearch } from '../threads/list-search.ts'
import type { ViewId } from '../threads/views.ts'
import { FactsLink } from './facts-link.tsx'
import { useShowsPeople } from './use-reports.ts'

const refreshMs = 15_000

/** Live board of the currently unresolved threads. It refetches periodically. */
export function LiveBoard() {
  useTitle(t('Live board'))
  const { skein } = useApi()
  const now = useQuery({
    queryKey: ['report-now'],
    staleTime: 0,
    refetchInterval: refreshMs,
    queryFn: async ({ signal }) => (await skein.getReportNow({ signal })).data,
  })
  return (
    <div className="mx-auto w-full max-w-300 px-4 py-4 md:px-6">
      <p className="mb-2 md:hidden">
        <Link to="/reports" className="inline-flex min-h-6 items-center gap-1 font-medium text-accent">
          <Icon of={ChevronLeft} size={14} className="rtl:-scale-x-100" /> {t('Reports')}
        </Link>
      </p>
      <h1 className="flex min-h-11 items-center text-xl font-semibold">{t('Live board')}</h1>
      <p className="mb-3 min-h-6 text-xs text-muted">
        {now.dataUpdatedAt > 0 && t('As of {time}', { time: formatMoment(new Date(now.dataUpdatedAt).toISOString()) })}
      </p>
      {now.error && <Problem error={now.error} onRetry={() => void now.refetch()} />}
      {now.isPending && <Skeleton rows={6} />}
      {now.data && <Board now={now.data} />}
    </div>
  )
}

function Board({ now }: { now: ReportNow }) {
  const time = useNow()
  const showsPeople = useShowsPeople() === true
  const figures: readonly LiveFigure[] = [
    { name: t('Open'), count: now.open, view: 'all' },
    {
      name: t('Waiting for a reply'),
      count: now.waiting,
      view: 'waiting',
      search: { status: 'any' },
      ...(now.longestWaitingSince === null ? {} : { hint: t('longest: {age}', { age: formatAgo(now.longestWaitingSince, time) }) }),
    },
    { name: t('Unassigned'), count: now.unassigned, ...(showsPeople ? { facts: unresolvedOf('none') } : {}) },
    { name: t('Overdue'), count: now.overdue, view: 'all', search: { status: 'any', slaState: 'breached' }, isBad: now.overdue > 0 },
    { name: t('Pending'), count: now.pending, view: 'pending', search: { snoozed: 'any' } },
    { name: t('Snoozed'), count: now.snoozed, view: 'snoozed' },
  ]
  const oldest = Math.max(0, ...now.ages.map(({ threads }) => threads))
  const busiest = Math.max(0, ...now.people.map(({ open }) => open))
  return (
    <>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(10rem,45%),1fr))] overflow-hidden rounded-lg border border-line bg-surface">
        {figures.map((figure) => (
          <li key={figure.name} className="-ms-px -mt-px border-s border-t border-line px-4 py-3">
            <h2 className="text-xs font-medium text-muted">{figure.name}</h2>
            <FigureCount {...figure} />
            <p className="min-h-4 text-xs text-muted">{figure.hint}</p>
          </li>
        ))}
      </ul>
      <div className="mt-3.5 grid grid-cols-1 gap-3.5 lg:grid-cols-2">
        <section aria-label={t('Age of unresolved threads')} className="self-start rounded-lg border border-line bg-surface p-4 pt-3">
          <h2 className="mb-2 font-semibold">{t('Age of unresolved threads')}</h2>
          <table aria-label={t('Age of unresolved threads')} className="w-full">
            <tbody>
              {now.ages.map(({ upToHours, threads }, index) => (
                <tr key={upToHours ?? 'older'} className="border-b border-line-soft last:border-b-0">
                  <th scope="row" className="py-1.5 pe-3 text-start font-normal">
                    {nameAge(upToHours, now.ages[index - 1]?.upToHours ?? null)}
                  </th>
                  <td className="py-1.5">
                    <BarCell value={threads} max={oldest}>
                      {formatValue('count', threads)}
                    </BarCell>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        {now.people.length > 0 && (
          <section aria-label={t('Who has them')} className="self-start rounded-lg border border-line bg-surface p-4 pt-3">
            <h2 className="mb-1 font-semibold">{t('Who has them')}</h2>
            <table aria-label={t('Who has them')} className="w-full">
              <thead>
                <tr className="border-b border-line text-xs text-muted">
                  <th scope="col" className="py-1.5 text-start font-medium">
                    {t('Name')}
                  </th>
                  <th scope="col" className="py-1.5 text-start font-medium">
                    {t('Unresolved')}
                  </th>
                  <th scope="col" className="py-1.5 text-end font-medium">
                    {t('Waiting for a reply')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {now.people.map(({ user, open, waiting, availability }) => (
                  <tr key={user.id} className="border-b border-line-soft last:border-b-0">
                    <th scope="row" className="py-1.5 pe-3 text-start font-medium">
                      <span className="flex items-center gap-2">
                        <Avatar name={user.name} size={24} />
                        <span className="wrap-anywhere">
                          {user.name}
                          {availability === 'AWAY' && <span className="block text-xs font-normal text-muted">{t('Away')}</span>}
                        </span>
                      </span>
                    </th>
                    <td className="py-1.5">
                      <UnresolvedOf userId={user.id} count={open} max={busiest} />
                    </td>
                    <td className="py-1.5 text-end tabular-nums">{formatValue('count', waiting)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
      </div>
    </>
  )
}

function UnresolvedOf({ userId, count, max }: { userId: string; count: number; max: number }) {
  return (
    <BarCell value={count} max={max}>
      <FactsLink facts={count === 0 ? null : unresolvedOf(userId)}>{formatValue('count', count)}</FactsLink>
    </BarCell>
  )
}

type LiveFigure = {
  name: string
  count: number
  /** Links to these threads: an inbox view with filters, or the facts of the report. */
  view?: ViewId
  search?: ListSearch
  facts?: string
  hint?: string
  isBad?: boolean
}

/** Links to the facts of the unresolved threads that are currently assigned to an agent. */
function unresolvedOf(assigneeId: string): string {
  return new URLSearchParams({ metric: 'BACKLOG', from: 'today', to: 'today+1', assigneeId }).toString()
}

function FigureCount({ name, count, view, search, facts, isBad = false }: LiveFigure) {
  const text = formatValue('count', count)
  const look = `text-xl font-semibold tabular-nums hover:underline ${isBad ? 'text-danger' : ''}`
  if (view === undefined)
    return (
      <FactsLink facts={count === 0 ? null : (facts ?? null)} label={`${name}: ${text}`} className={look}>
        {text}
      </FactsLink>
    )
  return (
    <Link to="/inbox/$view" params={{ view }} search={search ?? {}} aria-label={`${name}: ${text}`} className={look}>
      {text}
    </Link>
  )
}

function nameAge(upToHours: number | null, above: number | null): string {
  const name = (hours: number): string => (hours % 24 === 0 ? t('{count} d', { count: hours / 24 }) : t('{count} h', { count: hours }))
  if (upToHours === null) return t('older than {age}', { age: name(above ?? 0) })
  return t('up to {age}', { age: name(upToHours) })
}
