import { expect, it } from 'vitest'
import { splitLinks } from './split-links.ts'

const links = (text: string): string[] => splitLinks(text).flatMap(({ words, isLink }) => (isLink ? [words] : []))

it('finds web addresses without surrounding punctuation, and keeps the whole text', () => {
  const text = 'See (https://example.com/a_(b)?c=d#e), http://localhost:3000/x. Not javascript:alert(1) or https://.'
  expect(links(text)).toEqual(['https://example.com/a_(b)?c=d#e', 'http://localhost:3000/x'])
  expect(
    splitLinks(text)
      .map(({ words }) => words)
      .join(''),
  ).toBe(text)
  expect(links('(https://example.com/a)')).toEqual(['https://example.com/a'])
  expect(splitLinks('')).toEqual([])
})
