import { expect, it } from 'vitest'
import { findExcerpt, findExcerptInWindows } from './highlight.ts'
import { parseQuery, wantedTerms } from './query.ts'

const filler = 'some words that nobody looks for '

it('the same excerpt of a long text is found window by window, with rests between', async () => {
  const terms = wantedTerms(parseQuery('"lost parcel"'))
  for (const before of [0, 400, 480, 496, 500, 5_000]) {
    const text = `${filler.repeat(before)}the lost parcel was found ${filler.repeat(1_000)}`
    let rests = 0
    const found = await findExcerptInWindows(text, terms, () => void rests++)
    expect(
      found?.ranges.map(({ start, end }) => found.text.slice(start, end)),
      `after ${before}`,
    ).toEqual(['lost parcel'])
    expect(findExcerpt(text, terms)?.ranges).toHaveLength(1)
    if (before === 5_000) expect(rests).toBeGreaterThan(5)
  }
})

it('the beginning of a word at the end of a window does not count as the word', async () => {
  const terms = wantedTerms(parseQuery('exam'))
  const text = 'example '.repeat(10_000)
  expect(await findExcerptInWindows(text, terms, () => undefined)).toBeNull()
})
