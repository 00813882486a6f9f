import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { Report, ReportMetricId } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { t, type Message } from '../../texts/texts.ts'
import { Skeleton } from '../../ui/delayed.tsx'
import { getToday } from '../../ui/dates.ts'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ArrowDown, ArrowUp, ChevronLeft, RefreshCw } from '../../ui/icons.ts'
import { IconButton } from '../../ui/button.tsx'
import { Sparkline } from '../../ui/chart/sparkline.tsx'
import { TimeChart } from '../../ui/chart/time-chart.tsx'
import { formatValue } from '../../ui/chart/values.ts'
import { formatMoment } from '../../ui/time.ts'
import { useTitle } from '../../ui/use-title.ts'
import { FactsLink, useFactsTarget } from './facts-link.tsx'
import { describeChange, findFacts, formatFigure, readNumber, unitOf } from './figures.ts'
import { GroupChart } from './group-chart.tsx'
import { GroupTable } from './group-table.tsx'
import { MetricInfo } from './metric-info.tsx'
import { chooseGrain, getSpan, nameBucket, nameSpan, toSharedQuery } from './ranges.ts'
import { dimensionsOfPeople, listMetrics, type ChartSpec, type FigureSpec, type ReportPage } from './report-pages.ts'
import { RatingComments } from './rating-comments.tsx'
import { ReportProblem } from './report-problem.tsx'
import { ReportToolbar } from './report-toolbar.tsx'
import { filterNames, readReportsSearch, type Grain, type ReportQuery, type ReportsSearch } from './reports-search.ts'
import { summarise } from './summarise.ts'
import { toTableQuery } from './table-query.ts'
import { useReplyTarget } from './use-reply-target.ts'
import { useReport, useShowsPeople } from './use-reports.ts'
import { WritingTimes } from './writing-times.tsx'

type ReportViewProps = {
  title: string
  page: ReportPage
  /** Range and filters of a saved report, which the URL overrides. */
  defaults?: ReportsSearch
}

/** Renders a report page for the range and filters in the URL. */
export function ReportView({ title, page, defaults }: ReportViewProps) {
  useTitle(title)
  const navigate = useNavigate()
  const { queries } = useApi()
  const { facts: _, ...given } = readReportsSearch(useSearch({ strict: false }))
  const search: ReportsSearch = { ...defaults, ...given }
  // A named range in the URL replaces the dates of a saved report.
  if (given.range) delete search.from
  const showsPeople = useShowsPeople()
  const today = getToday()
  const shared = toSharedQuery(search, today)
  const grain = search.grain ?? chooseGrain(getSpan(search, today), today)
  const metrics = listMetrics(page)
  const overTime: ReportQuery | null =
    metrics.length === 0 ? null : { ...shared, metrics: metrics.join(), grain, compareTo: search.compare ?? 'PREVIOUS' }
  const trend = useReport(overTime)
  const [firstTable] = page.tables
  // Without a time series, the first table has the time of the data.
  const first = useReport(overTime === null && firstTable ? toTableQuery(firstTable, shared) : null)
  const tables = page.tables.filter(({ dimension }) => showsPeople === true || !dimensionsOfPeople.includes(dimension))
  const set = (next: ReportsSearch): void => void navigate({ to: '.', search: next })
  const report = trend.data
  const shown = report ?? first.data
  const isFiltered = filterNames.some((name) => search[name] !== undefined)
  const isEmpty = report !== undefined && metrics.every((metric) => findFacts(report.totals, metric) === null)
  return (
    <div className="mx-auto w-full max-w-300 px-4 py-4 md:px-6 print:max-w-none print:p-0">
      <p className="mb-2 md:hidden print:hidden">
        <Link to="/reports" className="inline-flex min-h-6 items-center gap-1 font-medium text-accent">
          <Icon of={ChevronLeft} size={14} className="rtl:-scale-x-100" /> {t('Reports')}
        </Link>
      </p>
      <ReportToolbar title={title} page={page} search={search} grain={grain} tables={tables} overTime={overTime} onSearch={set} />
      <p className="mb-3 flex min-h-6 flex-wrap items-center gap-x-2 text-xs text-muted">
        <span className="hidden print:inline">{nameSpan(search, today)} ·</span>
        {shown && <AsOf report={shown} />}
        {shown && (
          <IconButton
            icon={RefreshCw}
            label={t('Count again')}
            className="size-6! print:hidden"
            onClick={() => void queries.invalidateQueries({ queryKey: ['report'] })}
          />
        )}
      </p>
      {trend.error && <ReportProblem error={trend.error} onRetry={() => void trend.refetch()} />}
      {overTime && trend.isPending && <Skeleton rows={8} />}
      {isEmpty && <NothingCounted message={page.empty} isFiltered={isFiltered} />}
      {report && !isEmpty && !trend.error && (
        <div aria-busy={trend.isPlaceholderData} className={trend.isPlaceholderData ? 'opacity-60' : ''}>
          <Figures specs={page.figures} report={report} />
          <div className="mt-3.5 grid grid-cols-1 gap-3.5 lg:grid-cols-2 lg:[&>:only-child]:col-span-2 print:grid-cols-1">
            {page.charts.map((chart) => (
              <TrendChart key={chart.title.message} spec={chart} report={report} grain={grain} />
            ))}
          </div>
        </div>
      )}
      {!trend.error && !isEmpty && (
        <div className="mt-3.5 grid grid-cols-1 gap-3.5 lg:grid-cols-2 lg:[&>:only-child]:col-span-2 print:grid-cols-1">
          {page.groupChart && firstTable && tables.length > 0 && (
            <GroupChart {...page.groupChart} dimension={firstTable.dimension} shared={shared} grain={grain} />
          )}
          {page.heat && <WritingTimes title={t(page.heat.title)} metric={page.heat.metric} shared={shared} />}
          {page.comments === 'few' && report && (
            <RatingComments report={report} search={search} isShort showsPeople={showsPeople === true} />
          )}
          {tables.map((table) => (
            <GroupTable key={`${table.title.message} ${table.dimension}`} spec={table} shared={shared} isWide={metrics.length === 0} />
          ))}
          {page.comments === 'all' && report && (
            <RatingComments report={report} search={search} isShort={false} showsPeople={showsPeople === true} />
          )}
        </div>
      )}
    </div>
  )
}

function NothingCounted({ message, isFiltered }: { message: Message | undefined; isFiltered: boolean }) {
  const mayConnect = useRights().whyNot('createInbox') === null
  if (isFiltered) return <Empty>{t('Nothing was counted with these filters. Choose a longer time, or remove a filter.')}</Empty>
  if (message) return <Empty>{t(message)}</Empty>
  return (
    <Empty>
      {t('Nothing happened in this time. Once customers write and your team replies, you’ll see the numbers here.')}{' '}
      {mayConnect && (
        <Link to="/settings/inboxes" className="font-medium text-accent underline">
          {t('Connect your support address')}
        </Link>
      )}
    </Empty>
  )
}

function AsOf({ report }: { report: Report }) {
  return (
    <span>
      {report.building !== null && (
        <strong className="font-medium text-warning">
          {t('Still counting: {percent} of the history is in these numbers.', {
            percent: formatValue('rate', report.building.done / report.building.total),
          })}{' '}
        </strong>
      )}
      {t('As of {time}', { time: formatMoment(report.asOf.at) })} · {report.timezone.replaceAll('_', ' ')}
      {report.time === 'WORKING' && ` · ${t('Durations in working time')}`}
      {report.asItIsNow.length > 0 && ` · ${t('Labels as they are now')}`}
    </span>
  )
}

function Figures({ specs, report }: { specs: readonly FigureSpec[]; report: Report }) {
  const shown = specs.filter(
    ({ metric, onlyCounted, unless }) =>
      (onlyCounted === undefined || isCounted(report, metric)) && (unless === undefined || !isCounted(report, unless)),
  )
  if (shown.length === 0) return null
  return (
    <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] overflow-hidden rounded-lg border border-line bg-surface">
      {shown.map((spec) => (
        <FigureCard key={`${spec.metric} ${spec.part}`} spec={spec} report={report} />
      ))}
    </ul>
  )
}

function isCounted({ totals, previousTotals }: Report, metric: ReportMetricId): boolean {
  return findFacts(totals, metric) !== null || findFacts(previousTotals, metric) !== null
}

function FigureCard({ spec, report: { totals, previousTotals, rows } }: { spec: FigureSpec; report: Report }) {
  const name = t(spec.name)
  const text = formatFigure(totals, spec)
  const change = previousTotals && describeChange(unitOf(spec), readNumber(totals, spec), readNumber(previousTotals, spec), spec.good)
  const values = rows.map(({ figures }) => readNumber(figures, spec))
  const known = values.filter((value) => value !== null)
  const [least, most] = [Math.min(...known), Math.max(...known)].map((value) => formatValue(unitOf(spec), value))
  const tones = { good: 'text-success', bad: 'text-warning', same: 'text-muted' } as const
  return (
    <li className="-ms-px -mt-px min-w-0 break-inside-avoid border-s border-t border-line px-4 pt-2.5 pb-3">
      <h2 className="flex min-h-6 items-center gap-0.5 text-xs font-medium text-muted">
        <span className="truncate">{name}</span>
        <MetricInfo metrics={[spec.metric]} name={name} />
      </h2>
      <div className="flex items-end justify-between gap-2">
        <FactsLink facts={findFacts(totals, spec.metric)} label={`${name}: ${text}`} className="text-xl font-semibold tabular-nums">
          {text}
        </FactsLink>
        <Sparkline
          summary={t('{name}: between {least} and {most}', { name, least: least ?? '', most: most ?? '' })}
          values={values}
          tone={spec.tone}
        />
      </div>
      {change ? (
        <p className={`mt-0.5 flex items-center gap-1 text-xs font-medium ${tones[change.tone]}`}>
          {change.direction !== 'same' && <Icon of={change.direction === 'up' ? ArrowUp : ArrowDown} size={12} />}
          {change.text}
          <FactsLink
            facts={findFacts(previousTotals, spec.metric)}
            label={t('{name} before: {value}', { name, value: formatFigure(previousTotals, spec) })}
            className="ms-auto font-normal text-muted"
          >
            {t('before: {value}', { value: formatFigure(previousTotals, spec) })}
          </FactsLink>
        </p>
      ) : (
        <p className="mt-0.5 min-h-4 text-xs text-muted">{previousTotals ? t('Nothing to compare with') : ''}</p>
      )}
    </li>
  )
}

function TrendChart({ spec, report: { rows }, grain }: { spec: ChartSpec; report: Report; grain: Grain }) {
  const navigate = useNavigate()
  const openFacts = useFactsTarget()
  const target = useReplyTarget(spec.hasTarget === true)
  const title = t(spec.title)
  const series = spec.series.map((each) => ({
    ...each,
    id: `${each.metric} ${each.part}`,
    name: t(each.name),
    values: rows.map(({ figures }) => readNumber(figures, each)),
  }))
  const [first, second] = series
  const unit = first ? unitOf(first) : 'count'
  const points = rows.map(({ bucket }) => nameBucket(bucket?.label ?? '', grain))
  const findAt = (id: string, point: number): string | null => {
    const metric = series.find((each) => each.id === id)?.metric
    return metric ? findFacts(rows[point]?.figures ?? null, metric) : null
  }
  return (
    <TimeChart
      title={title}
      summary={summarise(title, points, series, unit)}
      unit={unit}
      points={points}
      series={series}
      area={spec.hasArea && first && second ? [first.id, second.id] : undefined}
      target={target === null ? null : { name: t('Target'), value: target }}
      beside={<MetricInfo metrics={spec.series.map(({ metric }) => metric) satisfies ReportMetricId[]} name={title} />}
      onOpen={(id, point) => {
        const facts = findAt(id, point)
        if (facts !== null) void navigate(openFacts(facts))
      }}
      renderValue={(id, point, text) => <FactsLink facts={findAt(id, point)}>{text}</FactsLink>}
    />
  )
}
