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

const toLocal = (at: number, zone: string) => {
  const options = { timeZone: zone, weekday: 'short', hour: '2-digit', hourCycle: 'h23' } as const
  const parts = new Intl.DateTimeFormat('en-GB', options).formatToParts(at)
  const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? ''
  return { weekday: part('weekday'), hour: Number(part('hour')) }
}

it.each(['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu'])('threads begin and are answered in working hours of %s', (zone) => {
  for (const { messages } of plan(zone)) {
    const [first, ...later] = messages
    for (const at of [first?.at ?? 0, ...later.filter(({ by }) => by !== 'CUSTOMER').map((each) => each.at)]) {
      const { weekday, hour } = toLocal(at, zone)
      expect(['Sat', 'Sun']).not.toContain(weekday)
      expect(hour).toBeGreaterThanOrEqual(8)
      expect(hour).toBeLessThanOrEqual(18)
    }
  }
})

it.each(['2026-03-04T07:05:00Z', '2026-03-04T20:00:00Z', '2026-03-07T11:00:00Z', '2026-03-29T10:00:00Z'])(
  'some threads begin on the day of %s, also at a weekend',
  (time) => {
    const at = Date.parse(time)
    const threads = planHistory(seedThreads, { now: at, zone: 'Europe/Berlin', colleagues: 4 })
    const isToday = ({ messages }: (typeof threads)[number]): boolean =>
      new Date(messages[0]?.at ?? 0).toISOString().startsWith(time.slice(0, 10))
    expect(threads.some(isToday) || time.includes('T07:05')).toBe(true)
    const starts = threads.map(({ messages }) => messages[0]?.at ?? 0)
    expect(Math.max(...starts)).toBeLessThan(at)
    for (const start of starts) expect(toLocal(start, 'Europe/Berlin').hour).toBeGreaterThanOrEqual(8)
  },
)

it('about forty resolved threads are rated, mostly well, some with a comment', () => {
  const ratings = plan().flatMap(({ rating, resolvedAt }) => (rating ? [{ ...rating, resolvedAt }] : []))
  expect(ratings.length).toBeGreaterThan(25)
  expect(ratings.length).toBeLessThan(60)
  expect(ratings.filter(({ score }) => score >= 4).length / ratings.length).toBeGreaterThan(0.6)
  expect(ratings.some(({ score }) => score <= 2)).toBe(true)
  expect(ratings.filter(({ comment }) => comment !== null).length).toBeGreaterThan(5)
  for (const { askedAt, answeredAt, resolvedAt } of ratings)
    expect(askedAt > (resolvedAt ?? Infinity) && answeredAt > askedAt && answeredAt < now).toBe(true)
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
