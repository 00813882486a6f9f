/** What a thread's SLA clocks say, in words: which one matters now, and how much time there is. */
import type { Thread } from '@skein/client'
import { formatMinutes } from '../../ui/duration.ts'

export type Clock = Thread['sla'][number]

export const metricNames: Readonly<Record<Clock['metric'], string>> = {
  FIRST_RESPONSE: 'First answer',
  NEXT_RESPONSE: 'Next answer',
  RESOLUTION: 'Resolution',
}

type Timed = Pick<Thread, 'sla' | 'status' | 'waitingSince'>

/** The clock that somebody has to look after: what is late and not done yet, else what ends first, else what stands. */
export function urgentClock(thread: Timed): Clock | null {
  const rank = ({ state, pausedAt }: Clock): number => (state === 'BREACHED' ? 0 : pausedAt === null ? 1 : 2)
  const [first] = openClocks(thread).toSorted((one, other) => rank(one) - rank(other) || endOf(one) - endOf(other))
  return first ?? null
}

/** The nearest deadline, as lists are ordered by it; null for none. */
export function nearestDue(thread: Timed): string | null {
  const times = openClocks(thread).flatMap(({ dueAt }) => (dueAt === null ? [] : [dueAt]))
  return times.toSorted()[0] ?? null
}

/** What is still to be done. */
function openClocks({ sla, status, waitingSince }: Timed): Clock[] {
  const hasNext = sla.some(({ metric }) => metric === 'NEXT_RESPONSE')
  /** A target that was missed stays so; whether it still waits to be done follows from the thread. */
  const isOpen = ({ metric }: Clock): boolean =>
    metric === 'RESOLUTION' ? status === 'open' || status === 'pending' : waitingSince !== null && (metric === 'NEXT_RESPONSE' || !hasNext)
  return sla.filter((clock) => clock.state === 'PENDING' || (clock.state === 'BREACHED' && isOpen(clock)))
}

function endOf({ dueAt, remainingMs }: Clock): number {
  return dueAt === null ? remainingMs : Date.parse(dueAt)
}

export type ClockWords = { kind: 'late' | 'soon' | 'running' | 'paused'; short: string; long: string }

/** Less than this, and it is said in colour. */
const soonMs = 15 * 60_000

export function clockWords(clock: Clock, now: number): ClockWords {
  const name = metricNames[clock.metric]
  if (clock.pausedAt !== null || clock.dueAt === null) {
    const left = minutesWords(Math.abs(clock.remainingMs) / 60_000)
    return clock.state === 'BREACHED' || clock.remainingMs < 0
      ? { kind: 'late', short: `${left} late`, long: `${name} is ${left} late` }
      : { kind: 'paused', short: `${left} left`, long: `${name} is paused, with ${left} of working time left` }
  }
  const leftMs = Date.parse(clock.dueAt) - now
  const left = minutesWords(Math.abs(leftMs) / 60_000)
  if (leftMs < 0) return { kind: 'late', short: `${left} late`, long: `${name} is ${left} late` }
  return { kind: leftMs < soonMs ? 'soon' : 'running', short: left, long: `${name} within ${left}` }
}

/** Formats minutes in at most two units, such as `25 min`, `4 h 5 min`, `3 d 8 h`. Rounds down, so that a clock never shows more time than it has. */
export function minutesWords(minutes: number): string {
  if (minutes < 1) return '< 1 min'
  const whole = Math.floor(minutes)
  if (whole >= 48 * 60) return formatMinutes(whole - (whole % 60))
  const [hours, rest] = [Math.floor(whole / 60), whole % 60]
  if (hours === 0) return `${rest} min`
  return `${hours} h${rest === 0 || hours >= 10 ? '' : ` ${rest} min`}`
}
