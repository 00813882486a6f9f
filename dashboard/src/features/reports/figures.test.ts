import { expect, it } from 'vitest'
import { describeChange, findFacts, readNumber } from './figures.ts'

const minute = 60_000
const factsUrl = '/api/v1/reports/facts?metric=THREADS_CREATED&asOf=7'

it('a change is told in the words of its number', () => {
  expect(describeChange('count', 106, 100, 'neither')).toEqual({ text: '6% more', direction: 'up', tone: 'same' })
  expect(describeChange('count', 3, 0, 'more')).toEqual({ text: '3 more', direction: 'up', tone: 'good' })
  expect(describeChange('duration', 33 * minute, 42 * minute, 'less')).toEqual({ text: '9 min faster', direction: 'down', tone: 'good' })
  expect(describeChange('duration', 42 * minute, 33 * minute, 'less')).toEqual({ text: '9 min slower', direction: 'up', tone: 'bad' })
  expect(describeChange('rate', 0.94, 0.93, 'more')).toEqual({ text: '1 point better', direction: 'up', tone: 'good' })
  expect(describeChange('rate', 0.9, 0.8, 'less')).toEqual({ text: '10 points worse', direction: 'up', tone: 'bad' })
  expect(describeChange('decimal', 2, 2.5, 'less')).toEqual({ text: '0.5 fewer', direction: 'down', tone: 'good' })
})

it('nothing is compared without a number before, and equal numbers do not change', () => {
  expect(describeChange('duration', 1, null, 'less')).toBeNull()
  expect(describeChange('rate', 0.5, 0.501, 'more')).toEqual({ text: 'No change', direction: 'same', tone: 'same' })
})

it('a figure has the facts behind it, unless it counts nothing', () => {
  expect(findFacts({ THREADS_CREATED: { count: 2, factsUrl } }, 'THREADS_CREATED')).toBe('metric=THREADS_CREATED&asOf=7')
  expect(findFacts({ THREADS_CREATED: { count: 0, factsUrl } }, 'THREADS_CREATED')).toBeNull()
  expect(findFacts({ REOPEN_RATE: { part: 0, whole: 4, rate: 0, settled: true, factsUrl } }, 'REOPEN_RATE')).not.toBeNull()
  expect(findFacts({}, 'BACKLOG')).toBeNull()
})

it('the median of nothing is no number', () => {
  const figure = { count: 0, sumMs: 0, averageMs: null, medianMs: null, p90Ms: null, maxMs: null, factsUrl }
  expect(readNumber({ RESPONSE_TIME: figure }, { metric: 'RESPONSE_TIME', part: 'medianMs' })).toBeNull()
})
