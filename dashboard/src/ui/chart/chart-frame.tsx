import { useState, type ReactNode } from 'react'
import { t } from '../../texts/texts.ts'
import { IconButton } from '../button.tsx'
import { ChartColumn, Table2 } from '../icons.ts'
import { fills, strokes, type Tone } from './tones.ts'

export type LineShape = 'line' | 'dashes' | 'dots' | 'dashes and dots'

/** `target` is a dotted line at a constant value. */
export type LegendEntry = { name: string; shape: LineShape | 'bars' | 'target'; tone: Tone }

type ChartFrameProps = {
  title: string
  /** Content next to the title, such as a button that explains the metric. */
  beside?: ReactNode
  note?: ReactNode
  legend?: readonly LegendEntry[]
  table: ReactNode
  className?: string
  children: ReactNode
}

/** Card around a chart: title, legend, and a button that switches to a table. */
export function ChartFrame({ title, beside, note, legend, table, className = '', children }: ChartFrameProps) {
  const [isTable, setTable] = useState(false)
  const toggle = isTable ? t('Show as chart') : t('Show as table')
  return (
    <section
      aria-label={title}
      className={`flex min-w-0 break-inside-avoid flex-col rounded-lg border border-line bg-surface p-4 pt-3 ${className}`}
    >
      <header className="mb-2 flex min-h-7 flex-wrap items-center gap-x-2 gap-y-1">
        <h2 className="font-semibold">{title}</h2>
        {beside}
        <span className="ms-auto flex flex-wrap items-center gap-x-3.5 gap-y-1 text-xs text-text-2 max-sm:order-last max-sm:w-full">
          {!isTable && legend?.map((entry) => <Legend key={entry.name} {...entry} />)}
          {note}
        </span>
        <IconButton
          icon={isTable ? ChartColumn : Table2}
          label={`${toggle}: ${title}`}
          className="-me-1.5 max-sm:ms-auto print:hidden"
          onClick={() => setTable(!isTable)}
        />
      </header>
      {isTable ? <div className="max-h-96 min-w-0 overflow-auto print:max-h-none">{table}</div> : children}
    </section>
  )
}

function Legend({ name, shape, tone }: LegendEntry) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <svg aria-hidden viewBox="0 0 18 8" width="18" height="8" className={shape === 'bars' ? '-mx-1' : ''}>
        {shape === 'bars' ? (
          <rect x="6" y="1" width="6" height="6" rx="1.5" className={fills[tone]} />
        ) : (
          <path
            d="M0 4H18"
            strokeWidth={shape === 'target' ? 1.5 : 2.2}
            strokeLinecap="round"
            strokeDasharray={dashesOf(shape)}
            className={shape === 'target' ? targetStroke : strokes[tone]}
          />
        )}
      </svg>
      {name}
    </span>
  )
}

export const targetStroke = 'stroke-muted forced-colors:stroke-[GrayText]'

export function dashesOf(shape: LegendEntry['shape']): string | undefined {
  return ({ dashes: '5 3', dots: '0.1 4.5', 'dashes and dots': '8 4 0.1 4', target: '1.5 3' } as Partial<Record<typeof shape, string>>)[
    shape
  ]
}

type ValueTableProps = {
  label: string
  /** Heading of the first column. */
  of: string
  columns: readonly string[]
  rows: readonly { name: string; cells: readonly ReactNode[] }[]
}

/** Table of a chart's values. */
export function ValueTable({ label, of, columns, rows }: ValueTableProps) {
  return (
    <table aria-label={label} className="w-full border-collapse">
      <thead>
        <tr className="border-b border-line text-xs text-muted">
          <th scope="col" className="py-1.5 pe-3 text-start font-medium">
            {of}
          </th>
          {columns.map((column) => (
            <th key={column} scope="col" className="px-1.5 py-1.5 text-end font-medium last:pe-0">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, cells }, row) => (
          // Labels can repeat: an hour occurs twice when daylight saving time ends.
          // oxlint-disable-next-line react/no-array-index-key -- see above.
          <tr key={`${name} ${row}`} className="border-b border-line-soft last:border-b-0">
            <th scope="row" className="py-1.5 pe-3 text-start font-normal whitespace-nowrap">
              {name}
            </th>
            {cells.map((cell, index) => (
              <td key={columns[index]} className="px-1.5 py-1.5 text-end tabular-nums last:pe-0">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
