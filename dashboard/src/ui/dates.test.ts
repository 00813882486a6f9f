import { describe, expect, it } from 'vitest'
import { formatDateFigures, parseDate, toDateText, toLocalDate } from './dates.ts'

// Outside a browser the language is `en`: month, day, year.
const thisYear = new Date().getFullYear()

describe('a typed date', () => {
  it.each([
    ['3/4/2031', '2031-03-04'],
    ['03.04.2031', '2031-03-04'],
    [' 3 4 31 ', '2031-03-04'],
    ['2031-03-04', '2031-03-04'],
    ['2/29/2032', '2032-02-29'],
    ['12/31', `${thisYear}-12-31`],
  ])('is read from %j', (text, date) => expect(parseDate(text)).toBe(date))

  it.each(['', '3', '2/29/2031', '13/1/2031', '0/1/2031', '3/4/2031/5', 'tomorrow', '3/4/203', '3/4/99999', '2031-3', '-3/4/2031 x'])(
    'is not read from %j',
    (text) => expect(parseDate(text)).toBeNull(),
  )

  it('is shown as it can be typed again', () => {
    expect(formatDateFigures('2031-03-04')).toBe('3/4/2031')
    expect(parseDate(formatDateFigures('2031-12-01'))).toBe('2031-12-01')
    expect(formatDateFigures('')).toBe('')
  })
})

it('a date keeps its day when it becomes a local time and back', () => {
  const at = toLocalDate('2031-03-04')
  expect(at && toDateText(at)).toBe('2031-03-04')
  expect(toLocalDate('4.3.2031')).toBeNull()
})
