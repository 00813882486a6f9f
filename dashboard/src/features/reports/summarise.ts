import { t } from '../../texts/texts.ts'
import { formatValue, type Unit } from '../../ui/chart/values.ts'

type Named = { name: string; values: readonly (number | null)[] }

/** Summarises a chart in a sentence for screen readers: period, and minimum, maximum and last value of each line. */
export function summarise(title: string, points: readonly { full: string }[], series: readonly Named[], unit: Unit): string {
  const [from, to] = [points[0]?.full ?? '', points.at(-1)?.full ?? '']
  const lines = series.map(({ name, values }) => {
    const known = values.filter((value) => value !== null)
    if (known.length === 0) return t('{name}: no numbers.', { name })
    const [least, most, last] = [Math.min(...known), Math.max(...known), known.at(-1) ?? null].map((value) => formatValue(unit, value))
    return t('{name}: between {least} and {most}, at the end {last}.', { name, least: least ?? '', most: most ?? '', last: last ?? '' })
  })
  return `${t('{title}, from {from} to {to}.', { title, from, to })} ${lines.join(' ')}`
}
