import { expect, it } from 'vitest'
import { chooseGrain, countDays, findRange, getSpan, nameBucket, nameSpan } from './ranges.ts'
import { readReportsSearch } from './reports-search.ts'

const today = '2026-02-14'

it('named ranges are dates of the API, whose end is not included', () => {
  expect(getSpan({}, today)).toEqual({ from: 'today-29', to: 'today+1' })
  expect(getSpan({ range: 'this-month' }, today)).toEqual({ from: '2026-02-01', to: '2026-03-01' })
  expect(getSpan({ range: 'last-month' }, today)).toEqual({ from: '2026-01-01', to: '2026-02-01' })
  expect(getSpan({ range: 'last-quarter' }, today)).toEqual({ from: '2025-10-01', to: '2026-01-01' })
  expect(getSpan({ range: 'this-year' }, today)).toEqual({ from: '2026-01-01', to: '2027-01-01' })
  expect(getSpan({ from: '2026-01-05', to: '2026-01-06' }, today)).toEqual({ from: '2026-01-05', to: '2026-01-06' })
})

it('longer ranges have longer buckets', () => {
  const choose = (range: Parameters<typeof getSpan>[0]['range'] & string) => chooseGrain(getSpan({ range }, today), today)
  expect(['today', 'last-30', 'last-90', 'last-year'].map((range) => choose(range as 'today'))).toEqual(['hour', 'day', 'day', 'week'])
  expect(chooseGrain({ from: '2022-01-01', to: '2026-01-01' }, today)).toBe('month')
  expect(countDays(getSpan({ range: 'last-7' }, today), today)).toBe(7)
})

it('ranges are named by their name or their dates', () => {
  expect(nameSpan({}, today)).toBe('Last 30 days')
  expect(nameSpan({ from: 'today-6', to: 'today+1' }, today)).toBe('Last 7 days')
  expect(nameSpan({ from: '2026-01-05', to: '2026-01-08' }, today)).toMatch(/^Jan 5\s–\s7, 2026$/)
  expect(nameSpan({ from: 'x', to: 'y' }, today)).toBe('x – y')
  expect(findRange({ from: '2026-01-05', to: '2026-01-08' })).toBeNull()
})

it('buckets are named by their length', () => {
  expect(nameBucket('2026-11-02', 'day')).toEqual({ short: 'Nov 2', full: 'Mon, Nov 2, 2026' })
  expect(nameBucket('2026-11-02T09:00+01:00', 'hour')).toEqual({ short: '09:00', full: 'Mon, Nov 2, 2026, 09:00' })
  expect(nameBucket('2026-10-01', 'quarter').short).toBe('Q4 2026')
  expect(nameBucket('2026-11-02', 'week').full).toBe('Week of Mon, Nov 2, 2026')
})

it('the URL keeps what reports know and nothing else', () => {
  expect(readReportsSearch({ range: 'last-7', compare: 'YEAR', teamId: 'tea_1', grain: 'minute', q: 'x' })).toEqual({
    range: 'last-7',
    compare: 'YEAR',
    teamId: 'tea_1',
  })
  expect(readReportsSearch({ range: 'never', from: '2026-01-01' })).toEqual({})
  expect(readReportsSearch({ range: 'today', from: 'today-3', to: 'today' })).toEqual({ from: 'today-3', to: 'today' })
})
