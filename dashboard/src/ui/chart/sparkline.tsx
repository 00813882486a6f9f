import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { strokes, type Tone } from './tones.ts'
import { isRightToLeft } from './use-width.ts'

type SparklineProps = { summary: string; values: readonly (number | null)[]; tone: Tone; className?: string }

const [width, height, edge] = [72, 28, 2]

/** Sparkline: a small line without axes next to a number. Fewer than two values draw nothing. */
export function Sparkline({ summary, values, tone, className = '' }: SparklineProps) {
  const known = values.filter((value) => value !== null)
  if (known.length < 2) return null
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const across = scaleLinear()
    .domain([0, values.length - 1])
    .range(isRightToLeft() ? [width - edge, edge] : [edge, width - edge])
  const up = scaleLinear()
    .domain(least === most ? [least - 1, most + 1] : [least, most])
    .range([height - edge, edge])
  const draw = line<number | null>()
    .defined((value) => value !== null)
    .x((_, index) => across(index))
    .y((value) => up(value ?? 0))
  return (
    <svg role="img" aria-label={summary} viewBox={`0 0 ${width} ${height}`} width={width} height={height} fill="none" className={className}>
      <path d={draw([...values]) ?? ''} strokeWidth={1.6} strokeLinejoin="round" strokeLinecap="round" className={strokes[tone]} />
    </svg>
  )
}
