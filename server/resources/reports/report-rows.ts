/** Formats a report as CSV: one line per row, without totals. Durations are in seconds. */
import type { Cell } from '#platform/http/csv.ts'
import type { Static } from '#platform/schema.ts'
import type { Dimension } from './metric.ts'
import { getMetric, type MetricName } from './metrics.ts'
import type { FigureKind } from './metric.ts'
import type { Report } from './schema.ts'

type Figure = Readonly<Record<string, number | string | boolean | null>>

const seconds = (value: unknown): Cell => (typeof value === 'number' ? value / 1_000 : null)
const plain = (value: unknown): Cell => (typeof value === 'number' ? value : null)

/** Columns of each kind of figure: the suffix of the column's name, the field and its conversion. */
const columnsOf: Readonly<Record<FigureKind, readonly (readonly [suffix: string, field: string, convert: (value: unknown) => Cell])[]>> = {
  COUNT: [['', 'count', plain]],
  STOCK: [['', 'count', plain]],
  RATE: [
    ['.part', 'part', plain],
    ['.whole', 'whole', plain],
    ['.rate', 'rate', plain],
  ],
  AVERAGE: [
    ['.count', 'count', plain],
    ['.sum', 'sum', plain],
    ['.average', 'average', plain],
  ],
  DURATION: [
    ['.count', 'count', plain],
    ['.sumSeconds', 'sumMs', seconds],
    ['.averageSeconds', 'averageMs', seconds],
    ['.medianSeconds', 'medianMs', seconds],
    ['.p90Seconds', 'p90Ms', seconds],
    ['.maxSeconds', 'maxMs', seconds],
  ],
}

export function* toReportRows(
  report: Static<typeof Report>,
  { metrics, groupBy }: { metrics: readonly MetricName[]; groupBy: readonly Dimension[] },
): Generator<Cell[]> {
  const columns = metrics.flatMap((metric) =>
    columnsOf[getMetric(metric).figure].map(([suffix, field, convert]) => ({ metric, suffix, field, convert })),
  )
  yield [
    'bucket',
    'from',
    'to',
    ...groupBy.flatMap((dimension) => [`${dimension}Id`, dimension]),
    ...columns.map(({ metric, suffix }) => `${metric}${suffix}`),
  ]
  for (const { bucket, groups, figures } of report.rows) {
    const named = groups.flatMap(({ id, name }) => [id, name])
    const values = columns.map(({ metric, field, convert }) => {
      // Safe because each figure is an object of plain values.
      const figure = figures[metric] as Figure | undefined
      return convert(figure?.[field])
    })
    yield [bucket?.label ?? null, bucket?.from ?? null, bucket?.to ?? null, ...named, ...values]
  }
}
