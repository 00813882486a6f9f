import { useNavigate } from '@tanstack/react-router'
import type { ReportDimension, ReportFigures, ReportGroup, ReportMetricId } from '@skein/client'
import { t, type Message } from '../../texts/texts.ts'
import { Skeleton } from '../../ui/delayed.tsx'
import type { LineShape } from '../../ui/chart/chart-frame.tsx'
import { TimeChart } from '../../ui/chart/time-chart.tsx'
import type { Tone } from '../../ui/chart/tones.ts'
import { FactsLink, useFactsTarget } from './facts-link.tsx'
import { findFacts, readNumber } from './figures.ts'
import { nameGroup } from './group-names.tsx'
import { MetricInfo } from './metric-info.tsx'
import { nameBucket } from './ranges.ts'
import { ReportProblem } from './report-problem.tsx'
import type { Grain, ReportQuery } from './reports-search.ts'
import { summarise } from './summarise.ts'
import { useReport } from './use-reports.ts'

/** Line styles, one per group, as many as there are colours, so that colour is not the only difference. */
const looks: readonly { shape: LineShape; tone: Tone }[] = [
  { shape: 'line', tone: 1 },
  { shape: 'dashes', tone: 2 },
  { shape: 'dots', tone: 3 },
  { shape: 'dashes and dots', tone: 4 },
]

type GroupChartProps = {
  title: Message
  /** A metric whose figures are counts. */
  metric: ReportMetricId
  dimension: ReportDimension
  shared: Omit<ReportQuery, 'metrics'>
  grain: Grain
}

/** Line chart of a metric, with a line for each of the largest groups. */
export function GroupChart({ title, metric, dimension, shared, grain }: GroupChartProps) {
  const navigate = useNavigate()
  const openFacts = useFactsTarget()
  const report = useReport({ ...shared, metrics: metric, groupBy: dimension, grain })
  if (report.error) return <ReportProblem error={report.error} onRetry={() => void report.refetch()} />
  if (!report.data) return <Skeleton rows={8} />
  const measure = { metric, part: 'count' } as const
  const labels = [...new Set(report.data.rows.flatMap(({ bucket }) => (bucket ? [bucket.label] : [])))]
  const groups = new Map<string, { group: ReportGroup; byLabel: Map<string, ReportFigures>; total: number }>()
  for (const {
    bucket,
    groups: [group],
    figures,
  } of report.data.rows) {
    if (!bucket || !group) continue
    const id = group.id ?? ''
    const found = groups.get(id) ?? { group, byLabel: new Map<string, ReportFigures>(), total: 0 }
    found.byLabel.set(bucket.label, figures)
    found.total += readNumber(figures, measure) ?? 0
    groups.set(id, found)
  }
  const greatest = [...groups].toSorted(([, a], [, b]) => b.total - a.total).slice(0, looks.length)
  if (greatest.length === 0) return null
  const series = greatest.map(([id, { group, byLabel }], index) => ({
    id,
    name: nameGroup(group),
    shape: looks[index]?.shape ?? 'line',
    tone: looks[index]?.tone ?? 1,
    values: labels.map((label) => readNumber(byLabel.get(label) ?? null, measure)),
  }))
  const points = labels.map((label) => nameBucket(label, grain))
  const findAt = (id: string, point: number): string | null => findFacts(groups.get(id)?.byLabel.get(labels[point] ?? '') ?? null, metric)
  return (
    <TimeChart
      title={t(title)}
      summary={summarise(t(title), points, series, 'count')}
      unit="count"
      points={points}
      series={series}
      className="lg:col-span-2"
      beside={<MetricInfo metrics={[metric]} name={t(title)} />}
      onOpen={(id, point) => {
        const facts = findAt(id, point)
        if (facts !== null) void navigate(openFacts(facts))
      }}
      renderValue={(id, point, text) => <FactsLink facts={findAt(id, point)}>{text}</FactsLink>}
    />
  )
}
