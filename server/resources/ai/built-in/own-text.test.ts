import { expect, it } from 'vitest'
import { ownText } from './own-text.ts'

it.each([
  ['Yes.\n\n> Does it work?', null, 'Yes.'],
  ['', '<p>Yes.</p><blockquote>Does it work?</blockquote>', 'Yes.'],
  ['', '<p>Yes.</p><span data-quoted></span><p>Does it work?</p>', 'Yes.'],
])('the words of others are left out of %j %j', (text, html, own) => {
  // Safe because ownText reads only these fields.
  expect(ownText({ text, html } as Parameters<typeof ownText>[0])).toBe(own)
})
