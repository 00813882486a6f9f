/** Reads the numbers of report figures. */
import type { ReportFigures, ReportMetricId } from '@skein/client'
import { plural, t } from '../../texts/texts.ts'
import { formatSpan, formatValue, type Unit } from '../../ui/chart/values.ts'

/** Name of a number in a figure. Each type of figure has some of them. */
export type Part = 'count' | 'medianMs' | 'p90Ms' | 'rate' | 'average'

/** A metric, and the displayed number of its figure. */
export type Measure = { metric: ReportMetricId; part: Part }

const units: Readonly<Record<Part, Unit>> = { count: 'count', medianMs: 'duration', p90Ms: 'duration', rate: 'rate', average: 'decimal' }

export function unitOf({ part }: Measure): Unit {
  return units[part]
}

/** Returns a number of the figure; null if there is none, such as the median of no values. */
export function readNumber(figures: ReportFigures | null, { metric, part }: Measure): number | null {
  // Safe because each part is a number or null in the figures that have it.
  const figure = figures?.[metric] as Partial<Record<Part, number | null>> | undefined
  return figure?.[part] ?? null
}

export function formatFigure(figures: ReportFigures | null, measure: Measure): string {
  return formatValue(unitOf(measure), readNumber(figures, measure))
}

/** Returns the query for the facts behind a figure; null if nothing was counted. */
export function findFacts(figures: ReportFigures | null, metric: ReportMetricId): string | null {
  const figure = figures?.[metric]
  if (!figure) return null
  const counted = 'whole' in figure ? figure.whole : figure.count
  return counted === 0 ? null : (figure.factsUrl.split('?')[1] ?? null)
}

/** Whether an increase or a decrease is good news, or neither. */
export type Good = 'more' | 'less' | 'neither'

export type Change = { text: string; direction: 'up' | 'down' | 'same'; tone: 'good' | 'bad' | 'same' }

/** Describes the change from the previous number: `6% more`, `9 min faster`, `1 point better`; null if there is no previous number. */
export function describeChange(unit: Unit, now: number | null, before: number | null, good: Good): Change | null {
  if (now === null || before === null) return null
  const difference = now - before
  const text = nameDifference(unit, difference, before, good)
  if (text === null) return { text: t('No change'), direction: 'same', tone: 'same' }
  const isMore = difference > 0
  const tone = good === 'neither' ? 'same' : isMore === (good === 'more') ? 'good' : 'bad'
  return { text, direction: isMore ? 'up' : 'down', tone }
}

/** Returns the difference; null if it rounds to zero. */
function nameDifference(unit: Unit, difference: number, before: number, good: Good): string | null {
  const size = Math.abs(difference)
  if (unit === 'duration') {
    if (size < 1_000) return null
    return difference < 0 ? t('{span} faster', { span: formatSpan(size) }) : t('{span} slower', { span: formatSpan(size) })
  }
  if (unit === 'rate') {
    const points = Math.round(size * 100)
    if (points === 0) return null
    if (good === 'neither')
      return difference > 0
        ? plural(points, '{count} point more', '{count} points more')
        : plural(points, '{count} point less', '{count} points less')
    return difference > 0 === (good === 'more')
      ? plural(points, '{count} point better', '{count} points better')
      : plural(points, '{count} point worse', '{count} points worse')
  }
  if (size === 0) return null
  const amount = before === 0 || unit === 'decimal' ? formatValue(unit, size) : formatValue('rate', size / before)
  return difference > 0 ? t('{amount} more', { amount }) : t('{amount} fewer', { amount })
}
