import { expect, it } from 'vitest'
import { findMentionBefore, splitMentions, findMentionedIds } from './mentions.ts'

const users = [
  { id: 'usr_1', name: 'Lee' },
  { id: 'usr_2', name: 'Lee Hopper' },
  { id: 'usr_3', name: 'Åsa' },
  { id: 'usr_4', name: 'Lee' },
]

it('mentions are whole names, each once, the longest match first, outside addresses', () => {
  expect(findMentionedIds('@Lee Hopper and @Lee, (@Åsa) @Lee', users)).toEqual(['usr_2', 'usr_1', 'usr_3'])
  expect(findMentionedIds('dana@Lee.example @Leeward @lee @@Lee @ Lee', users)).toEqual([])
  expect(findMentionedIds('@Lee', users, new Map([['Lee', 'usr_4']])), 'the chosen user').toEqual(['usr_4'])
  const many = Array.from({ length: 30 }, (_, i) => ({ id: `usr_${i}`, name: `Person ${i}.` }))
  expect(findMentionedIds(many.map(({ name }) => `@${name}`).join(' '), many).length).toBe(20)
})

it('the parts of a text add up to the whole text', () => {
  const text = 'Hi @Åsa!\n@Lee Hopper: see @nobody'
  const parts = splitMentions(text, users)
  expect(parts.map(({ words }) => words).join('')).toBe(text)
  expect(parts.flatMap(({ id }) => id ?? [])).toEqual(['usr_3', 'usr_2'])
})

it('the typed name is the text between an at sign and the caret', () => {
  expect(findMentionBefore('Ask @Le')).toEqual({ typed: 'Le', at: 4 })
  expect(findMentionBefore('@')).toEqual({ typed: '', at: 0 })
  expect(findMentionBefore('@Lee Ho')).toEqual({ typed: 'Lee Ho', at: 0 })
  for (const [text, caret] of [
    ['@Lee ', 5],
    ['dana@x', 6],
    ['@Le', 0],
    ['@Lee\nHo', 7],
    ['', 0],
  ] as const)
    expect(findMentionBefore(text.slice(0, caret)), text).toBeNull()
})
