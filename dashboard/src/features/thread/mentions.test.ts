import { expect, it } from 'vitest'
import { mentionBefore, mentionParts, mentionsIn } from './mentions.ts'

const people = [
  { id: 'usr_1', name: 'Lee' },
  { id: 'usr_2', name: 'Lee Hopper' },
  { id: 'usr_3', name: 'Åsa' },
  { id: 'usr_4', name: 'Lee' },
]

it('people are mentioned by their whole names, each once, the longest name first, and not in addresses', () => {
  expect(mentionsIn('@Lee Hopper and @Lee, (@Åsa) @Lee', people)).toEqual(['usr_2', 'usr_1', 'usr_3'])
  expect(mentionsIn('dana@Lee.example @Leeward @lee @@Lee @ Lee', people)).toEqual([])
  expect(mentionsIn('@Lee', people, new Map([['Lee', 'usr_4']])), 'the one who was chosen').toEqual(['usr_4'])
  const many = Array.from({ length: 30 }, (_, i) => ({ id: `usr_${i}`, name: `Person ${i}.` }))
  expect(mentionsIn(many.map(({ name }) => `@${name}`).join(' '), many).length).toBe(20)
})

it('the parts of a text are the whole text', () => {
  const text = 'Hi @Åsa!\n@Lee Hopper: see @nobody'
  const parts = mentionParts(text, people)
  expect(parts.map(({ words }) => words).join('')).toBe(text)
  expect(parts.flatMap(({ id }) => id ?? [])).toEqual(['usr_3', 'usr_2'])
})

it('a name is looked for from its at sign to the caret', () => {
  expect(mentionBefore('Ask @Le')).toEqual({ typed: 'Le', at: 4 })
  expect(mentionBefore('@')).toEqual({ typed: '', at: 0 })
  expect(mentionBefore('@Lee Ho')).toEqual({ typed: 'Lee Ho', at: 0 })
  for (const [text, caret] of [
    ['@Lee ', 5],
    ['dana@x', 6],
    ['@Le', 0],
    ['@Lee\nHo', 7],
    ['', 0],
  ] as const)
    expect(mentionBefore(text.slice(0, caret)), text).toBeNull()
})
