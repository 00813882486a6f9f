import { useState, type ReactNode } from 'react'
import { t } from '../../texts/texts.ts'
import { ChartFrame, ValueTable } from './chart-frame.tsx'
import { ChartWalk } from './chart-walk.tsx'
import { isRightToLeft, useWidth } from './use-width.ts'
import { formatValue } from './values.ts'

type HeatMapProps = {
  title: string
  /** Accessible description of the chart. */
  summary: string
  rows: readonly { short: string; full: string }[]
  columns: readonly { short: string; full: string }[]
  /** A value for each row and column. */
  values: readonly (readonly number[])[]
  /** Formats a value, such as `12 messages`. */
  nameOf: (value: number) => string
  onOpen?: (row: number, column: number) => void
  renderValue?: (row: number, column: number, text: string) => ReactNode
  beside?: ReactNode
  note?: ReactNode
  className?: string
}

const edges = { top: 20, start: 36 }
const rowHeight = 30
const gap = 3

/** Heat map: values by row and column, as shades of one colour. */
export function HeatMap({
  title,
  summary,
  rows,
  columns,
  values,
  nameOf,
  onOpen,
  renderValue,
  beside,
  note,
  className = '',
}: HeatMapProps) {
  const [ref, width] = useWidth<HTMLDivElement>()
  const [walked, setWalked] = useState<{ column: number; row: number } | null>(null)
  const most = Math.max(1, ...values.flat())
  const busiest = findBusiest(values)
  const at = walked && walked.column < columns.length ? walked : busiest
  const height = edges.top + rows.length * rowHeight
  const step = (width - edges.start) / Math.max(1, columns.length)
  const isRtl = isRightToLeft()
  const labelEvery = Math.max(1, Math.ceil((columns.length * 26) / Math.max(1, width)))
  const valueAt = (row: number, column: number): number => values[row]?.[column] ?? 0
  const read = `${rows[at.row]?.full ?? ''}, ${columns[at.column]?.full ?? ''}: ${nameOf(valueAt(at.row, at.column))}`
  const table = (
    <ValueTable
      label={title}
      of={t('Day')}
      columns={columns.map(({ full }) => full)}
      rows={rows.map(({ full }, row) => ({
        name: full,
        cells: columns.map((_, column) => {
          const text = formatValue('count', valueAt(row, column))
          return renderValue ? renderValue(row, column, text) : text
        }),
      }))}
    />
  )
  return (
    <ChartFrame title={title} beside={beside} note={note} table={table} className={className}>
      <div ref={ref} className="relative h-57.5 overflow-hidden">
        {width > 0 && (
          <svg
            role="img"
            aria-label={summary}
            direction="ltr"
            viewBox={`0 0 ${width} ${height}`}
            width={width}
            height={height}
            className="absolute inset-0 text-2xs"
          >
            {columns.map(({ short, full }, column) =>
              column % labelEvery === 0 ? (
                <text key={full} x={place(edges.start + (column + 0.5) * step)} y={12} textAnchor="middle" className={axisText}>
                  {short}
                </text>
              ) : null,
            )}
            {rows.map(({ short, full }, row) => (
              <g key={full}>
                <text x={place(0)} y={edges.top + (row + 0.5) * rowHeight + 3} textAnchor={isRtl ? 'end' : 'start'} className={axisText}>
                  {short}
                </text>
                {columns.map((each, column) => {
                  const box = {
                    x: (isRtl ? place(edges.start + (column + 1) * step) : edges.start + column * step) + gap / 2,
                    y: edges.top + row * rowHeight + gap / 2,
                    width: Math.max(1, step - gap),
                    height: rowHeight - gap,
                    rx: 4,
                  }
                  const isWalked = walked !== null && at.row === row && at.column === column
                  return (
                    <g key={each.full}>
                      <rect {...box} className="fill-hover" />
                      <rect
                        {...box}
                        fillOpacity={valueAt(row, column) / most}
                        strokeWidth={isWalked ? 2 : 0}
                        className="fill-chart-1 stroke-text forced-colors:fill-[CanvasText]"
                      />
                    </g>
                  )
                })}
              </g>
            ))}
          </svg>
        )}
        <ChartWalk
          label={title}
          columns={columns.length}
          rows={rows.length}
          column={at.column}
          row={at.row}
          text={read}
          onMove={(column, row) => setWalked({ column, row })}
          find={(x, y) => {
            const [column, row] = [Math.floor((x - edges.start) / step), Math.floor((y - edges.top) / rowHeight)]
            return columns[column] && rows[row] ? { column, row } : null
          }}
          onOpen={onOpen && ((column, row) => onOpen(row, column))}
        />
      </div>
      {/* Hidden from screen readers: the slider reads the same values. */}
      <p aria-hidden className="mt-2 min-h-4 text-xs text-text-2 tabular-nums">
        {walked ? read : t('Busiest: {time}', { time: read })}
      </p>
    </ChartFrame>
  )

  function place(x: number): number {
    return isRtl ? width - x : x
  }
}

const axisText = 'fill-muted font-medium tabular-nums forced-colors:fill-[CanvasText]'

function findBusiest(values: readonly (readonly number[])[]): { row: number; column: number } {
  let busiest = { row: 0, column: 0 }
  for (const [row, numbers] of values.entries())
    for (const [column, value] of numbers.entries()) if (value > (values[busiest.row]?.[busiest.column] ?? 0)) busiest = { row, column }
  return busiest
}
