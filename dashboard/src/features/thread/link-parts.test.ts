import { expect, it } from 'vitest'
import { linkParts } from './link-parts.ts'

const links = (text: string): string[] => linkParts(text).flatMap(({ words, isLink }) => (isLink ? [words] : []))

it('finds web addresses, without the sentence around them, and loses nothing', () => {
  const text = 'See (https://example.com/a_(b)?c=d#e), http://localhost:3000/x. Not javascript:alert(1) or https://.'
  expect(links(text)).toEqual(['https://example.com/a_(b)?c=d#e', 'http://localhost:3000/x'])
  expect(
    linkParts(text)
      .map(({ words }) => words)
      .join(''),
  ).toBe(text)
  expect(links('(https://example.com/a)')).toEqual(['https://example.com/a'])
  expect(linkParts('')).toEqual([])
})
