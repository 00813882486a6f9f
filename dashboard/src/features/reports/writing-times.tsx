import { useNavigate } from '@tanstack/react-router'
import type { ReportFigures, ReportMetricId } from '@skein/client'
import { plural, t } from '../../texts/texts.ts'
import { Skeleton } from '../../ui/delayed.tsx'
import { Problem } from '../../ui/problem.tsx'
import { HeatMap } from '../../ui/chart/heat-map.tsx'
import { nameWeekday, weekdays } from '../../ui/weekdays.ts'
import { FactsLink, useFactsTarget } from './facts-link.tsx'
import { findFacts, readNumber } from './figures.ts'
import { MetricInfo } from './metric-info.tsx'
import type { ReportQuery } from './reports-search.ts'
import { useReport } from './use-reports.ts'

/** Hours that the heat map always shows. */
const [firstHour, lastHour] = [8, 18]

type WritingTimesProps = { title: string; metric: ReportMetricId; shared: Omit<ReportQuery, 'metrics'> }

/** Heat map of a metric by weekday and hour. */
export function WritingTimes({ title, metric, shared }: WritingTimesProps) {
  const navigate = useNavigate()
  const openFacts = useFactsTarget()
  const report = useReport({ ...shared, metrics: metric, groupBy: 'weekday,hourOfDay' })
  if (report.error) return <Problem error={report.error} onRetry={() => void report.refetch()} />
  if (!report.data) return <Skeleton rows={8} />
  const cells = new Map<string, ReportFigures>()
  const hours = [firstHour, lastHour]
  const days: string[] = []
  for (const { groups, figures } of report.data.rows) {
    const [day, hour] = [groups[0]?.id ?? '', Number(groups[1]?.id)]
    cells.set(`${day} ${hour}`, figures)
    if (readNumber(figures, { metric, part: 'count' })) hours.push(hour)
    if (!days.includes(day)) days.push(day)
  }
  // The report omits days and hours with a count of zero.
  const shown = weekdays.toSorted((a, b) => rank(a, days) - rank(b, days))
  const [from, to] = [Math.min(...hours), Math.max(...hours)]
  const columns = Array.from({ length: to - from + 1 }, (_, index) => index + from)
  const figuresAt = (row: number, column: number): ReportFigures | null => cells.get(`${shown[row]} ${columns[column]}`) ?? null
  const values = shown.map((_, row) => columns.map((__, column) => readNumber(figuresAt(row, column), { metric, part: 'count' }) ?? 0))
  const total = values.flat().reduce((sum, value) => sum + value, 0)
  return (
    <HeatMap
      title={title}
      summary={t('{title}: a map of seven days and {count} hours with {total} messages.', { title, count: columns.length, total })}
      rows={shown.map((day) => ({ short: nameWeekday(day, 'short'), full: nameWeekday(day) }))}
      columns={columns.map((hour) => ({ short: String(hour), full: `${String(hour).padStart(2, '0')}:00` }))}
      values={values}
      nameOf={(value) => plural(value, '{count} message', '{count} messages')}
      note={<span className="text-muted">{report.data.timezone.replaceAll('_', ' ')}</span>}
      beside={<MetricInfo metrics={[metric]} name={title} />}
      onOpen={(row, column) => {
        const facts = findFacts(figuresAt(row, column), metric)
        if (facts !== null) void navigate(openFacts(facts))
      }}
      renderValue={(row, column, text) => <FactsLink facts={findFacts(figuresAt(row, column), metric)}>{text}</FactsLink>}
    />
  )
}

/** Orders the days: those of the report, in the order of the workspace's week, then the missing ones in calendar order. */
function rank(day: string, listed: readonly string[]): number {
  const at = listed.length === weekdays.length ? listed.indexOf(day) : -1
  return at === -1 ? weekdays.findIndex((each) => each === day) : at
}
