import { expect, it } from 'vitest'
import { seedThreads } from '../../../tools/sample-company/data.ts'
import { planHistory } from './plan-history.ts'

const now = Date.parse('2026-03-04T13:00:00Z')
const plan = (zone = 'Europe/Berlin') => planHistory(seedThreads, { now, zone, colleagues: 4 })

it('the same moment has the same history, so that a killed job continues it', () => {
  expect(plan()).toEqual(plan())
})

it('the history has thirty days, is in the past, and its messages are in order', () => {
  const threads = plan()
  expect(threads.length).toBeGreaterThan(100)
  const times = threads.flatMap(({ messages }) => messages.map(({ at }) => at))
  expect(Math.max(...times)).toBeLessThan(now)
  expect(Math.min(...times)).toBeGreaterThan(now - 31 * 86_400_000)
  for (const { messages, resolvedAt, closedAt } of threads) {
    expect(messages.map(({ at }) => at)).toEqual(messages.map(({ at }) => at).toSorted((a, b) => a - b))
    expect(resolvedAt === null || (resolvedAt > (messages.at(-1)?.at ?? 0) && resolvedAt < now)).toBe(true)
    expect(closedAt === null || (closedAt >= (resolvedAt ?? Infinity) && closedAt < now)).toBe(true)
  }
})

it.each(['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu'])('resolved threads began in working hours of %s', (zone) => {
  const starts = plan(zone)
    .filter(({ status }) => status === 'closed')
    .map(({ messages }) => messages[0]?.at ?? 0)
    .filter((at) => now - at > 7 * 86_400_000)
  for (const at of starts) {
    const local = new Intl.DateTimeFormat('en-GB', { timeZone: zone, weekday: 'short', hour: '2-digit', hourCycle: 'h23' }).formatToParts(
      at,
    )
    const part = (type: string): string => local.find((each) => each.type === type)?.value ?? ''
    expect(['Sat', 'Sun']).not.toContain(part('weekday'))
    expect(Number(part('hour'))).toBeGreaterThanOrEqual(7)
    expect(Number(part('hour'))).toBeLessThanOrEqual(18)
  }
})

it('threads have all states, some nobody has taken, and some were answered late', () => {
  const threads = plan()
  const count = (test: (thread: (typeof threads)[number]) => boolean): number => threads.filter(test).length
  for (const status of ['open', 'pending', 'resolved', 'closed']) expect(count((thread) => thread.status === status)).toBeGreaterThan(0)
  expect(count(({ snoozedUntil }) => snoozedUntil !== null)).toBeGreaterThan(0)
  expect(count(({ assignee }) => assignee === null)).toBeGreaterThan(0)
  const isLate = ({ messages }: (typeof threads)[number]): boolean =>
    (messages.find(({ by, internal }) => by !== 'CUSTOMER' && !internal)?.at ?? 0) - (messages[0]?.at ?? 0) > 12 * 3_600_000
  expect(count(isLate)).toBeGreaterThan(0)
})
