import { useState, type ReactNode } from 'react'
import { scaleBand, scaleLinear } from 'd3-scale'
import { area, line } from 'd3-shape'
import { t } from '../../texts/texts.ts'
import { ChartFrame, dashesOf, targetStroke, ValueTable, type LegendEntry, type LineShape } from './chart-frame.tsx'
import { ChartWalk } from './chart-walk.tsx'
import { fills, strokes, type Tone } from './tones.ts'
import { isRightToLeft, useWidth } from './use-width.ts'
import { formatValue, listTicks, type Unit } from './values.ts'

export type Series = { id: string; name: string; shape: LineShape | 'bars'; tone: Tone; values: readonly (number | null)[] }

type TimeChartProps = {
  title: string
  /** Accessible description of the chart. */
  summary: string
  unit: Unit
  /** Points in time: a short label for the axis and a full one. */
  points: readonly { short: string; full: string }[]
  series: readonly Series[]
  /** Fills the area between two lines, referenced by id. */
  area?: readonly [string, string] | undefined
  /** Dotted line at a constant value. */
  target?: { name: string; value: number } | null | undefined
  /** Opens the facts behind a number. */
  onOpen?: (series: string, point: number) => void
  /** Renders a value in the table, for example as a link. */
  renderValue?: (series: string, point: number, text: string) => ReactNode
  beside?: ReactNode
  className?: string
}

const height = 232
const edges = { top: 10, bottom: 24, start: 56, end: 10 }
const baseline = height - edges.bottom
/** Width of an axis label in pixels. */
const labelWidth = 76

/** Time-series chart with lines and grouped bars. */
export function TimeChart({
  title,
  summary,
  unit,
  points,
  series,
  target = null,
  renderValue,
  beside,
  className = '',
  ...rest
}: TimeChartProps) {
  const legend: LegendEntry[] = [...series, ...(target ? [{ name: target.name, shape: 'target' as const, tone: 1 as const }] : [])]
  const rows = points.map(({ full }, point) => ({
    name: full,
    cells: series.map(({ id, values }) => {
      const text = formatValue(unit, values[point] ?? null)
      return renderValue && values[point] !== null ? renderValue(id, point, text) : text
    }),
  }))
  return (
    <ChartFrame
      title={title}
      beside={beside}
      legend={legend}
      className={className}
      table={<ValueTable label={title} of={t('Period')} columns={series.map(({ name }) => name)} rows={rows} />}
    >
      <Drawing title={title} summary={summary} unit={unit} points={points} series={series} target={target} {...rest} />
    </ChartFrame>
  )
}

type DrawingProps = Pick<TimeChartProps, 'title' | 'summary' | 'unit' | 'points' | 'series' | 'area' | 'target' | 'onOpen'>

function Drawing({ title, summary, unit, points, series, area: between, target, onOpen }: DrawingProps) {
  const [ref, width] = useWidth<HTMLDivElement>()
  const [walked, setWalked] = useState<{ column: number; row: number } | null>(null)
  const last = points.length - 1
  const at = walked && walked.column <= last ? walked : { column: last, row: 0 }
  const values = series.flatMap((each) => each.values.filter((value) => value !== null))
  const ticks = listTicks(unit, Math.max(...values, target?.value ?? 0, 0))
  const isRtl = isRightToLeft()
  const place = (x: number): number => (isRtl ? width - x : x)
  const across = scaleBand<number>()
    .domain(points.map((_, index) => index))
    .range([edges.start, Math.max(edges.start + 1, width - edges.end)])
    .paddingInner(0.3)
    .paddingOuter(0.15)
  const up = scaleLinear()
    .domain([0, ticks.at(-1) ?? 1])
    .range([baseline, edges.top])
  const middle = (index: number): number => place((across(index) ?? 0) + across.bandwidth() / 2)
  const bars = series.filter(({ shape }) => shape === 'bars')
  const lines = series.filter(({ shape }) => shape !== 'bars')
  const barWidth = Math.min(10, across.bandwidth() / Math.max(1, bars.length) - 0.5)
  const labelEvery = Math.max(1, Math.ceil((points.length * labelWidth) / Math.max(1, width - edges.start)))
  const draw = line<number | null>()
    .defined((value) => value !== null)
    .x((_, index) => middle(index))
    .y((value) => up(value ?? 0))
  const [lower, upper] = (between ?? []).map((id) => series.find((each) => each.id === id)?.values ?? [])
  const fill =
    lower &&
    upper &&
    area<number | null>()
      .defined((value, index) => value !== null && upper[index] != null)
      .x((_, index) => middle(index))
      .y0((value) => up(value ?? 0))
      .y1((_, index) => up(upper[index] ?? 0))([...lower])
  const read = (column: number): string =>
    series.map(({ name, values: own }) => `${name} ${formatValue(unit, own[column] ?? null)}`).join(', ')
  const chosen = series[at.row] ?? series[0]
  const findPoint = (x: number, y: number): { column: number; row: number } | null => {
    if (points.length === 0) return null
    const column = Math.max(0, Math.min(last, Math.floor((x - edges.start) / across.step())))
    const distance = ({ values: own }: Series): number => Math.abs(up(own[column] ?? Number.POSITIVE_INFINITY) - y)
    const row = series.reduce((best, each, index) => {
      const nearest = series[best]
      return nearest && distance(each) < distance(nearest) ? index : best
    }, 0)
    return { column, row }
  }
  return (
    <div className="min-w-0">
      <div ref={ref} className="relative h-58 overflow-hidden">
        {width > 0 && (
          <svg
            role="img"
            aria-label={summary}
            direction="ltr"
            viewBox={`0 0 ${width} ${height}`}
            width={width}
            height={height}
            fill="none"
            className="absolute inset-0 text-2xs"
          >
            {ticks.map((tick) => (
              <g key={tick}>
                <path
                  d={`M${place(edges.start - 4)} ${up(tick)}H${place(width)}`}
                  className="stroke-line-soft forced-colors:stroke-[GrayText]"
                />
                <text x={place(edges.start - 10)} y={up(tick) + 4} textAnchor={isRtl ? 'start' : 'end'} className={axisText}>
                  {tick === 0 ? '0' : formatValue(unit, tick)}
                </text>
              </g>
            ))}
            {points.map(({ short }, index) =>
              index % labelEvery === 0 ? (
                <text
                  // Short labels can repeat.
                  // oxlint-disable-next-line react/no-array-index-key -- the points have no other identity.
                  key={index}
                  x={middle(index)}
                  y={height - 6}
                  textAnchor={
                    index === 0 && points.length > 2 ? (isRtl ? 'end' : 'start') : index === last ? (isRtl ? 'start' : 'end') : 'middle'
                  }
                  className={axisText}
                >
                  {short}
                </text>
              ) : null,
            )}
            {typeof fill === 'string' && <path d={fill} fillOpacity={0.09} className="fill-chart-1" />}
            {bars.map(({ id, tone, values: own }, nth) =>
              own.map((value, index) =>
                value === null || value === 0 ? null : (
                  <rect
                    // oxlint-disable-next-line react/no-array-index-key -- the points have no other identity.
                    key={`${id} ${index}`}
                    x={middle(index) - (bars.length * (barWidth + 1)) / 2 + (isRtl ? bars.length - 1 - nth : nth) * (barWidth + 1)}
                    y={up(value)}
                    width={Math.max(1, barWidth)}
                    height={Math.max(1, baseline - up(value))}
                    rx={Math.min(1.5, barWidth / 3)}
                    className={fills[tone]}
                  />
                ),
              ),
            )}
            {target && (
              <path
                d={`M${place(edges.start - 4)} ${up(target.value)}H${place(width)}`}
                strokeWidth={1.5}
                strokeDasharray={dashesOf('target')}
                className={targetStroke}
              />
            )}
            {points.length > 0 && walked && <path d={`M${middle(at.column)} ${edges.top}V${baseline}`} className="stroke-line-strong" />}
            {lines.map(({ id, shape, tone, values: own }) => (
              <g key={id} strokeLinejoin="round" strokeLinecap="round">
                <path d={draw([...own]) ?? ''} strokeWidth={2.2} strokeDasharray={dashesOf(shape)} className={strokes[tone]} />
                <EndPoint values={own} at={walked ? at.column : null} x={middle} y={up} className={fills[tone]} />
              </g>
            ))}
          </svg>
        )}
        {points.length > 0 && (
          <ChartWalk
            label={title}
            columns={points.length}
            rows={series.length}
            column={at.column}
            row={at.row}
            text={`${points[at.column]?.full ?? ''}: ${chosen?.name ?? ''} ${formatValue(unit, chosen?.values[at.column] ?? null)}${series.length > 1 ? ` (${read(at.column)})` : ''}`}
            onMove={(column, row) => setWalked({ column, row })}
            find={findPoint}
            onOpen={onOpen && ((column, row) => onOpen(series[row]?.id ?? '', column))}
          />
        )}
      </div>
      {/* Hidden from screen readers: the slider reads the same values. */}
      <p aria-hidden className="mt-1 min-h-4 text-xs text-text-2 tabular-nums">
        {points.length > 0 && `${points[at.column]?.full}: ${read(at.column)}`}
      </p>
    </div>
  )
}

const axisText = 'fill-muted font-medium tabular-nums forced-colors:fill-[CanvasText]'

type EndPointProps = {
  values: readonly (number | null)[]
  at: number | null
  x: (index: number) => number
  y: (value: number) => number
  className: string
}

/** Highlights the slider's point of a line, by default its last one. */
function EndPoint({ values, at, x, y, className }: EndPointProps) {
  const index = at ?? values.findLastIndex((value) => value !== null)
  const value = values[index] ?? null
  if (value === null) return null
  return <circle cx={x(index)} cy={y(value)} r={3.5} strokeWidth={1.5} className={`${className} stroke-surface`} />
}
