/** Finds the most urgent SLA clock of a thread, and formats its remaining time. */
import type { Thread } from '@skein/client'
import { formatMinutes } from '../../ui/duration.ts'
import { message, t, type Message } from '../../texts/texts.ts'

export type Clock = Thread['sla'][number]

export const metricNames: Readonly<Record<Clock['metric'], Message>> = {
  FIRST_RESPONSE: message('First reply'),
  NEXT_RESPONSE: message('Next reply'),
  RESOLUTION: message('Resolution'),
}

type Timed = Pick<Thread, 'sla' | 'status' | 'waitingSince'>

/** Finds the most urgent clock: an open breached clock, else the running clock that is due first, else a paused one. */
export function findUrgentClock(thread: Timed): Clock | null {
  const rank = ({ state, pausedAt }: Clock): number => (state === 'BREACHED' ? 0 : pausedAt === null ? 1 : 2)
  const [first] = listOpenClocks(thread).toSorted((one, other) => rank(one) - rank(other) || getEnd(one) - getEnd(other))
  return first ?? null
}

/** Finds the nearest deadline, which is the sort key `slaDueAt` of lists; null when no clock is running. */
export function findNearestDue(thread: Timed): string | null {
  const times = listOpenClocks(thread).flatMap(({ dueAt }) => (dueAt === null ? [] : [dueAt]))
  return times.toSorted()[0] ?? null
}

/** Lists the clocks that have not stopped. */
function listOpenClocks({ sla, status, waitingSince }: Timed): Clock[] {
  const hasNext = sla.some(({ metric }) => metric === 'NEXT_RESPONSE')
  /** Whether the clock's work is not done yet. Derived from the thread's fields, because a breached clock keeps its state afterwards. */
  const isOpen = ({ metric }: Clock): boolean =>
    metric === 'RESOLUTION' ? status === 'open' || status === 'pending' : waitingSince !== null && (metric === 'NEXT_RESPONSE' || !hasNext)
  return sla.filter((clock) => clock.state === 'PENDING' || (clock.state === 'BREACHED' && isOpen(clock)))
}

function getEnd({ dueAt, remainingMs }: Clock): number {
  return dueAt === null ? remainingMs : Date.parse(dueAt)
}

/** A clock is urgent in the last two hours, and in the last fifth of its time. */
const urgentMs = 2 * 3_600_000
const urgentPart = 0.2

/** Whether a list shows the thread's clock: it is late or ends soon. Until then, how long the customer waits says more. */
export function isClockUrgent(thread: Timed & Pick<Thread, 'createdAt'>, now: number): boolean {
  const clock = findUrgentClock(thread)
  if (!clock) return false
  if (clock.dueAt === null) return clock.state === 'BREACHED' || clock.remainingMs < 0
  const start = clock.metric === 'RESOLUTION' ? thread.createdAt : (thread.waitingSince ?? thread.createdAt)
  const due = Date.parse(clock.dueAt)
  return due - now < Math.max(urgentMs, urgentPart * (due - Date.parse(start)))
}

export type ClockDescription = { kind: 'late' | 'soon' | 'running' | 'paused'; short: string; long: string }

/** Remaining milliseconds below which the chip gets a warning colour. */
const soonMs = 15 * 60_000

export function describeClock(clock: Clock, now: number): ClockDescription {
  const name = t(metricNames[clock.metric])
  if (clock.pausedAt !== null || clock.dueAt === null) {
    const minutes = Math.abs(clock.remainingMs) / 60_000
    return clock.state === 'BREACHED' || clock.remainingMs < 0
      ? describeLate(name, minutes)
      : {
          kind: 'paused',
          short: t('{time} left', { time: formatShortTimeLeft(minutes) }),
          long: t('{target}: paused with {time} left', { target: name, time: formatTimeLeft(minutes) }),
        }
  }
  const leftMs = Date.parse(clock.dueAt) - now
  const minutes = Math.abs(leftMs) / 60_000
  if (leftMs < 0) return describeLate(name, minutes)
  return {
    kind: leftMs < soonMs ? 'soon' : 'running',
    short: t('{time} left', { time: formatShortTimeLeft(minutes) }),
    long: t('{target} within {time}', { target: name, time: formatTimeLeft(minutes) }),
  }
}

function describeLate(target: string, minutes: number): ClockDescription {
  return {
    kind: 'late',
    short: t('{time} late', { time: formatShortTimeLeft(minutes) }),
    long: t('{target} is {time} late', { target, time: formatTimeLeft(minutes) }),
  }
}

/** Formats minutes as `formatTimeLeft` does, from two days on in days alone. */
function formatShortTimeLeft(minutes: number): string {
  const days = Math.floor(minutes / (24 * 60))
  return formatTimeLeft(days >= 2 ? days * 24 * 60 : minutes)
}

/**
 * Formats minutes in at most two units, such as `25 min`, `4 h 5 min`, `3 d 8 h`. Rounds down, so that the remaining time is never
 * overstated.
 */
export function formatTimeLeft(minutes: number): string {
  if (minutes < 1) return '< 1 min'
  const whole = Math.floor(minutes)
  if (whole >= 48 * 60) return formatMinutes(whole - (whole % 60))
  const [hours, rest] = [Math.floor(whole / 60), whole % 60]
  if (hours === 0) return `${rest} min`
  return `${hours} h${rest === 0 || hours >= 10 ? '' : ` ${rest} min`}`
}
