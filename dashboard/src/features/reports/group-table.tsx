import type { ReportFigures } from '@skein/client'
import { t } from '../../texts/texts.ts'
import { Skeleton } from '../../ui/delayed.tsx'
import { BarCell } from '../../ui/chart/bar-cell.tsx'
import { FactsLink } from './facts-link.tsx'
import { findFacts, formatFigure, readNumber } from './figures.ts'
import { markOf, nameGroup } from './group-names.tsx'
import { MetricInfo } from './metric-info.tsx'
import type { ColumnSpec, TableSpec } from './report-pages.ts'
import { ReportProblem } from './report-problem.tsx'
import type { ReportQuery } from './reports-search.ts'
import { tableMetrics, toTableQuery } from './table-query.ts'
import { useReport } from './use-reports.ts'

type GroupTableProps = { spec: TableSpec; shared: Omit<ReportQuery, 'metrics'>; isWide: boolean }

/** Table of the numbers per value of a dimension, largest first, with a total row. */
export function GroupTable({ spec, shared, isWide }: GroupTableProps) {
  const { dimension } = spec
  const report = useReport(toTableQuery(spec, shared))
  const title = t(spec.title)
  const columns = spec.columns.filter(
    ({ metric, onlyCounted }) => onlyCounted === undefined || findFacts(report.data?.totals ?? null, metric) !== null,
  )
  const [first] = columns
  const rank = (figures: ReportFigures): number => (first && readNumber(figures, first)) ?? -1
  const rows = (report.data?.rows ?? [])
    .flatMap(({ groups: [group], figures }) => (group ? [{ group, figures }] : []))
    .toSorted((a, b) => rank(b.figures) - rank(a.figures))
  const most = Math.max(0, ...rows.map(({ figures }) => rank(figures)))
  const layout = columns.length > 4 ? layouts.many : layouts.few
  const isAdditive = dimension !== 'label'
  return (
    <section
      aria-label={title}
      className={`@container min-w-0 self-start overflow-hidden rounded-lg border border-line bg-surface ${isWide ? 'lg:col-span-2' : ''}`}
    >
      <header className="flex min-h-11 items-center gap-2 px-4 pt-1.5">
        <h2 className="font-semibold">{title}</h2>
        <MetricInfo metrics={tableMetrics(spec)} name={title} />
      </header>
      {report.error && (
        <div className="px-4 pb-2">
          <ReportProblem error={report.error} onRetry={() => void report.refetch()} />
        </div>
      )}
      {report.isPending && (
        <div className="px-4 pb-2">
          <Skeleton />
        </div>
      )}
      {report.data && rows.length === 0 && <p className="px-4 pb-4 text-muted">{t('Nothing was counted in this time.')}</p>}
      {report.data && rows.length > 0 && (
        <table aria-label={title} className={`w-full border-collapse ${layout.block}`}>
          <thead className={layout.head}>
            <tr className="border-b border-line text-xs text-muted">
              <th scope="col" className="px-4 py-2 text-start font-medium">
                {t('Name')}
              </th>
              {columns.map((column, index) => (
                <th key={keyOf(column)} scope="col" className={`${cellLook(index)} font-medium`}>
                  {t(column.name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className={layout.block}>
            {rows.map(({ group, figures }) => (
              <tr key={group.id ?? ''} className={`border-b border-line-soft hover:bg-hover ${layout.row}`}>
                <th scope="row" className={`px-4 py-2 text-start font-medium ${layout.block}`}>
                  <span className="flex min-w-20 items-center gap-2">
                    {markOf(group)}
                    <span dir="auto" className="wrap-anywhere">
                      {nameGroup(group)}
                    </span>
                  </span>
                </th>
                {columns.map((column, index) => (
                  <td key={keyOf(column)} className={`${cellLook(index)} ${layout.cell}`}>
                    <span className={`text-muted ${layout.label}`}>{t(column.name)}</span>
                    <Cell figures={figures} column={column} max={index === 0 ? most : null} of={nameGroup(group)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot className={layout.block}>
            <tr className={`text-muted ${layout.row}`}>
              <th scope="row" className={`px-4 py-2.5 text-start font-normal ${layout.block}`}>
                {dimension === 'person' || dimension === 'assignee' ? t('Everyone') : isAdditive ? t('Total') : t('All threads')}
              </th>
              {columns.map((column, index) => (
                <td key={keyOf(column)} className={`${cellLook(index)} ${layout.cell}`}>
                  <span className={layout.label}>{t(column.name)}</span>
                  <Cell figures={report.data.totals} column={column} max={null} of={t('Total')} />
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      )}
    </section>
  )
}

/** Narrow containers show each row as a card that repeats the column names. Tables with many columns switch at a larger width. */
const layouts = {
  few: {
    block: '@max-[31rem]:block',
    head: '@max-[31rem]:hidden',
    row: '@max-[31rem]:block @max-[31rem]:py-1.5',
    cell: '@max-[31rem]:flex @max-[31rem]:justify-between @max-[31rem]:gap-3 @max-[31rem]:ps-4 @max-[31rem]:py-1',
    label: '@min-[31rem]:hidden',
  },
  many: {
    block: '@max-[44rem]:block',
    head: '@max-[44rem]:hidden',
    row: '@max-[44rem]:block @max-[44rem]:py-1.5',
    cell: '@max-[44rem]:flex @max-[44rem]:justify-between @max-[44rem]:gap-3 @max-[44rem]:ps-4 @max-[44rem]:py-1',
    label: '@min-[44rem]:hidden',
  },
} as const

const keyOf = ({ metric, part }: ColumnSpec): string => `${metric} ${part}`

function cellLook(index: number): string {
  return `py-2 ps-2 pe-4 tabular-nums ${index === 0 ? 'text-start' : 'text-end'}`
}

type CellProps = { figures: ReportFigures; column: ColumnSpec; max: number | null; of: string }

function Cell({ figures, column, max, of }: CellProps) {
  const text = formatFigure(figures, column)
  const link = (
    <FactsLink facts={findFacts(figures, column.metric)} label={`${of}, ${t(column.name)}: ${text}`}>
      {text}
    </FactsLink>
  )
  return max === null || column.part !== 'count' ? (
    link
  ) : (
    <BarCell value={readNumber(figures, column)} max={max}>
      {link}
    </BarCell>
  )
}
