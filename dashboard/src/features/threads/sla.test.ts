/** The SLA chip of a thread shows its most urgent clock. */
import { describe, expect, it } from 'vitest'
import { describeClock, formatTimeLeft, findNearestDue, findUrgentClock, isClockUrgent, type Clock } from './sla.ts'

const now = Date.parse('2026-03-04T10:00:00Z')
const clock = (metric: Clock['metric'], minutes: number, more: Partial<Clock> = {}): Clock => ({
  metric,
  state: minutes < 0 ? 'BREACHED' : 'PENDING',
  dueAt: new Date(now + minutes * 60_000).toISOString(),
  pausedAt: null,
  remainingMs: minutes * 60_000,
  ...more,
})
const paused = { dueAt: null, pausedAt: '2026-03-04T09:00:00.000Z' }
const waiting = '2026-03-04T09:00:00.000Z'
const of = (sla: Clock[], status: 'open' | 'pending' | 'resolved' = 'open', waitingSince: string | null = waiting) =>
  findUrgentClock({ sla, status, waitingSince })?.metric ?? null

describe('the most urgent clock', () => {
  it('is a breached clock, else the one that ends first, else a paused one', () => {
    expect(of([clock('RESOLUTION', 90), clock('FIRST_RESPONSE', 30)])).toBe('FIRST_RESPONSE')
    expect(of([clock('RESOLUTION', -5), clock('FIRST_RESPONSE', 30)])).toBe('RESOLUTION')
    expect(of([clock('RESOLUTION', 10, paused), clock('FIRST_RESPONSE', 30)])).toBe('FIRST_RESPONSE')
    expect(of([clock('RESOLUTION', 10, paused)])).toBe('RESOLUTION')
  })
  it('is never a finished clock, even if it was late', () => {
    expect(of([])).toBe(null)
    expect(of([clock('FIRST_RESPONSE', 30, { state: 'MET' })])).toBe(null)
    expect(of([clock('FIRST_RESPONSE', -30)], 'pending', null), 'answered, but late').toBe(null)
    expect(of([clock('FIRST_RESPONSE', -30), clock('NEXT_RESPONSE', 20)])).toBe('NEXT_RESPONSE')
    expect(of([clock('RESOLUTION', -30)], 'resolved')).toBe(null)
  })
})

it('the nearest deadline is that of a running clock, or none', () => {
  const due = (sla: Clock[]) => findNearestDue({ sla, status: 'open', waitingSince: waiting })
  expect(due([clock('RESOLUTION', 90), clock('FIRST_RESPONSE', 30)])).toBe('2026-03-04T10:30:00.000Z')
  expect(due([clock('RESOLUTION', 10, paused), clock('FIRST_RESPONSE', 30, { state: 'MET' })])).toBe(null)
})

it('a list shows a clock in its last two hours, its last fifth, and when late', () => {
  const isUrgent = (one: Clock, waitingHours = 1): boolean => {
    const since = new Date(now - waitingHours * 3_600_000).toISOString()
    return isClockUrgent({ sla: [one], status: 'open', waitingSince: since, createdAt: since }, now)
  }
  expect(isUrgent(clock('FIRST_RESPONSE', 119))).toBe(true)
  expect(isUrgent(clock('FIRST_RESPONSE', 121))).toBe(false)
  expect(isUrgent(clock('FIRST_RESPONSE', 9 * 60), 31), '9 of 40 hours are left').toBe(false)
  expect(isUrgent(clock('RESOLUTION', 9 * 60), 40), '9 of 49 hours are left').toBe(true)
  expect(isUrgent(clock('FIRST_RESPONSE', -1))).toBe(true)
  expect(isUrgent(clock('RESOLUTION', 10, paused))).toBe(false)
  expect(isUrgent(clock('RESOLUTION', -10, paused))).toBe(true)
})

describe('the description of a clock', () => {
  it('shows the remaining time, how late it is, or that it is paused', () => {
    expect(describeClock(clock('FIRST_RESPONSE', 125), now)).toEqual({
      kind: 'running',
      short: '2 h 5 min left',
      long: 'First reply within 2 h 5 min',
    })
    expect(describeClock(clock('RESOLUTION', 10), now)).toMatchObject({ kind: 'soon', short: '10 min left' })
    expect(describeClock(clock('NEXT_RESPONSE', -12), now)).toEqual({
      kind: 'late',
      short: '12 min late',
      long: 'Next reply is 12 min late',
    })
    expect(describeClock(clock('RESOLUTION', 4859), now)).toMatchObject({ short: '3 d left', long: 'Resolution within 3 d 8 h' })
    expect(describeClock(clock('RESOLUTION', 45, paused), now)).toMatchObject({ kind: 'paused', short: '45 min left' })
  })
  it('rounds minutes down', () => {
    expect([0.5, 59.9, 60, 125, 619, 2879, 2880, 4800.9, 4859].map(formatTimeLeft)).toEqual([
      '< 1 min',
      '59 min',
      '1 h',
      '2 h 5 min',
      '10 h',
      '47 h',
      '2 d',
      '3 d 8 h',
      '3 d 8 h',
    ])
  })
})
